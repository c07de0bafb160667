"""What the pages show: read here, drawn by templates. Nothing here changes a row."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.boards.about import Shown
from games.boards.registry import about, check_script
from games.models import Match, Seat, Turn
from games.pages import hints, offers, rematch, rulebook
from games.reading import log, positions
from games.reading.access import Access
from games.reading.positions import Walk
from games.reading.seen import Seen, opponents, result
from games.reading.voice import display_name
from games.rules import engine, registry
from games.rules.errors import RulesError
from games.services import secret

AnyPreview = engine.Preview[Any, Any]

ENTRIES_SHOWN = 6
"""Entries of the log that a match page shows at first; what is new is told besides."""

MOST_URGENT_FIRST = ("deadline", "pk")
"""How turns stand in lists: every one has a place of its own, so that going from one to the next misses none."""


# --- Lists ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """A match in a list."""

    match: Match
    title: str
    opponents: list[str]
    since: datetime | None = None
    deadline: datetime | None = None
    asked: str = ""
    result: str = ""

    @property
    def url(self) -> str:
        return self.match.get_absolute_url() if self.match.started else self.match.invitation.get_absolute_url()


def games() -> list[dict[str, str]]:
    """Every game one can invite to: slug, title, and where its rules are explained."""
    return [
        {"slug": slug, "title": _(registry.current(slug).meta.title), "rules_url": rulebook.address(slug)}
        for slug in registry.slugs()
    ]


def waiting(user: User) -> QuerySet[Turn]:
    """The user's turns, most urgent first."""
    turns = Turn.objects.filter(user=user).order_by(*MOST_URGENT_FIRST)
    return turns.select_related("match", "seat").prefetch_related("match__seats__user")


def waiting_rows(turns: Collection[Turn], user: User) -> list[Row]:
    """The matches of these turns of the user in a list, each with what is asked there."""
    stand = positions.newest_of(turn.match for turn in turns)
    return [
        _row(turn.match, user, since=turn.since, deadline=turn.deadline, asked=_asked(turn, stand)) for turn in turns
    ]


def next_waiting(user: User, after: str) -> str | None:
    """The public id of the match that waits for the user next after the one of this id, most urgent first, then round.

    Where that one does not wait any more, the most urgent; None where no other one waits.
    """
    turns = Turn.objects.filter(user=user).order_by(*MOST_URGENT_FIRST).values_list("match__public_id", flat=True)
    ids = list(turns)
    here = ids.index(after) + 1 if after in ids else 0
    return next((public_id for public_id in ids[here:] + ids[:here] if public_id != after), None)


def _asked(turn: Turn, stand: dict[int, Walk]) -> str:
    """What the seat is asked, as far as a snapshot tells."""
    walk, number = stand.get(turn.match_id), turn.seat.number
    if walk is None or number is None:
        return ""
    return Seen(turn.match, turn.match.seats.all(), number, walk).prompt


def others(user: User) -> QuerySet[Match]:
    """The user's matches that wait for somebody else, or for players, newest first."""
    running = Q(status=Match.Status.PLAYING) & ~Q(turns__user=user)
    rows = Match.objects.of(user.pk).filter(running | Q(status=Match.Status.OPEN))
    return rows.select_related("invitation").prefetch_related("seats__user").order_by("-created", "-pk")


def others_row(match: Match, user: User) -> Row:
    """A match that waits for others in a list."""
    return _row(match, user, since=_changed(match, user))


def _changed(match: Match, user: User) -> datetime | None:
    """When what the user sees of a match last changed."""
    return next(seat.changed for seat in match.seats.all() if seat.user_id == user.pk)


def finished(user: User) -> QuerySet[Match]:
    """The user's matches that were begun and are over, newest first."""
    rows = Match.objects.of(user.pk).filter(started__isnull=False, ended__isnull=False)
    return rows.prefetch_related("seats__user").order_by("-ended", "-pk")


def finished_row(match: Match, user: User) -> Row:
    """A finished match in a list, with its result."""
    return _row(match, user, since=match.ended, result=result(match, match.seats.all()))


def _row(match: Match, user: User, **more: Any) -> Row:
    others = [display_name(seat.user) for seat in match.seats.all() if seat.user_id != user.pk]
    return Row(match, match.title, others, **more)


def option_words(match: Match) -> list[tuple[str, str]]:
    """The options a match is played with: what each is called and what was chosen."""
    return [
        (_(option.title), _(choice.label))
        for option in match.rules.meta.options
        for choice in option.choices
        if choice.value == match.options.get(option.name)
    ]


# --- A match --------------------------------------------------------------------------------------------------------


def stamp(seat: Seat) -> str:
    """What changes whenever what the seat sees changes, its own plan included, and at nothing else."""
    seen = f"{seat.stamp} {seat.serial} {seat.plan} {seat.outcome}"
    return hashlib.blake2b(seen.encode(), digest_size=12).hexdigest()


def heading(found: Access, owing: Collection[int] = ()) -> dict[str, Any]:
    """What every page about a match holds; `owing` are the seats that the reader may know to owe a move."""
    match, seat = found.match, found.seat
    return {
        "match": match,
        "title": match.title,
        "rules_url": rulebook.address(match.game),
        "me": seat.number,
        "seats": [_seat(each, seat, owing) for each in found.seats],
        "opponents": opponents(found.seats, seat.number),
        "options_words": option_words(match),
        "commitment": match.commitment,
        "share": seat.entropy,
        "offers": offers.listed(found.seats, seat),
        "turns_due": seat.turns_due,
        "others_due": seat.turns_due - hasattr(seat, "turn"),
        "stamp": stamp(seat),
    }


def _seat(each: Seat, mine: Seat, owing: Collection[int]) -> dict[str, Any]:
    turn: Turn | None = getattr(each, "turn", None) if each.number in owing else None
    return {
        "number": each.number,
        "name": each.user.username,
        "user": each.user,
        "is_me": each.pk == mine.pk,
        "is_open": False,
        "owes": turn is not None,
        "deadline": turn.deadline if turn else None,
        "outcome": each.outcome,
    }


def match(found: Access, ply: int | None = None, *, whole_log: bool = False) -> dict[str, Any]:
    """The match as one seat sees it, after the entry it counts as `ply` or now."""
    row, seat = found.match, found.seat
    number, upto = (found.newest, row.ply) if ply is None else (ply, seat.ply_of(ply))
    own = seat.answered_ply if seat.answered_ply is not None else -1
    back = seat.ply_of(max(number - ENTRIES_SHOWN, -1))
    first = -1 if whole_log else min(own - 1, back) if ply is None else back
    seen = Seen.between(row, found.seats, seat.index, first, upto)
    lines = seen.lines(new_from=own + 1)
    reason = row.reason
    told = [replace(line, ply=seat.counted(line.ply), reason=reason if line.ply == row.ply else "") for line in lines]
    shown = told if whole_log else told[-ENTRIES_SHOWN:]
    owing = seen.owing if ply is None else ()
    context = {
        **heading(found, owing),
        "board_template": f"{row.game}/board.jinja",
        "choice_list": [f"{row.game}/choices.jinja", "games/_choice_list.jinja"],
        "annex": [f"{row.game}/annex.jinja", "games/_about.jinja"],
        "ply": number,
        "is_past": ply is not None,
        **UNWATCHED,
        "log": shown,
        "earlier": bool(shown) and shown[0].ply > 0,
        "first_new": next((_ply_url(found, line.ply) for line in told if line.new), ""),
        **_changed_since(told, seat, ply),
        "result": seen.result,
        "reason": reason,
        **_revealed(found),
        **rematch.context(found),
        "stamp_url": reverse("stamp", args=[row.public_id]),
    }
    if ply is not None:
        asked = {**_past(found, number), "view": seen.view}
    else:
        asked = {"prev_url": _ply_url(found, number - 1), **_asked_now(seen, seat)}
        asked |= hints.context(found, asked)
    return with_board(row.game, context | asked)


def with_board(game: str, context: dict[str, Any]) -> dict[str, Any]:
    """What a page shows, and the board as its game composes it of that; None where its template needs no such thing."""
    compose = about(game).board
    if compose is None:
        return context
    given = {name: context[name] for name in SHOWN if name in context}
    return {**context, "board": compose(Shown(**given, is_over=bool(context["result"])))}


SHOWN = ("view", "me", "seats", "choices", "plan", "news", "recent", "retold", "is_past", "watching")
"""What of a page boards are composed of."""

UNWATCHED = {"watching": False, "eyes": "", "secret": ""}
"""What the page of a running match has not: templates ask in every line, and a missing name is sought longest."""


def _changed_since(told: list[log.LogLine], seat: Seat, ply: int | None) -> dict[str, Any]:
    """What the page marks: all after the seat's newest move, or an earlier entry alone.

    `news` are the events after the move; `recent` are those and the ones of the move itself, in which it may have
    drawn what it has not used yet, `retold` the same with their sentences.
    """
    if ply is not None:
        retold = log.happened(line for line in told if line.ply == ply)
        seen = log.events(retold)
        return {"since_last": [], "news": seen, "recent": seen, "retold": retold}
    new, moved = [line for line in told if line.new], seat.answered_ply
    own = [] if moved is None else [line for line in told if line.ply == seat.counted(moved)]
    retold = log.happened(own + new)
    return {
        "since_last": log.flat(new),
        "has_moved": moved is not None,
        "news": log.events(log.happened(new)),
        "recent": log.events(retold),
        "retold": retold,
    }


def _revealed(found: Access) -> dict[str, Any]:
    """What chance came from, once the match is over: the secret, and the seats with what each added, as they joined."""
    if found.match.ended is None:
        return {}
    joiners = sorted(found.seats, key=lambda seat: seat.joined)
    return {
        "secret": secret.revealed(found.match),
        "joiners": joiners,
        **to_check(found.match, found.seats, found.seat),
    }


def to_check(match: Match, seats: Iterable[Seat], mine: Seat | None) -> dict[str, str]:
    """What a browser compares a record with: the names by seat as JSON, and the reader's own seat, empty for none; and
    the address of the script that knows what the game draws (`registry.check_script`).

    The name of one who has left is null: older records have another.
    """
    names = [None if seat.user.left else seat.user.username for seat in seats]
    my_seat = "" if mine is None else str(mine.index)
    return {"names_json": json.dumps(names), "my_seat": my_seat, "checked_by": check_script(match.game)}


def _past(found: Access, ply: int) -> dict[str, Any]:
    """Where to go from an earlier entry."""
    earlier, later = _ply_url(found, ply - 1), _ply_url(found, ply + 1)
    return {"prev_url": earlier, "next_url": later, "latest_url": found.match.get_absolute_url(), "choices": []}


def _ply_url(found: Access, ply: int) -> str:
    """The address of the match after an entry; empty where the player knows of none."""
    return reverse("match_ply", args=[found.match.public_id, ply]) if 0 <= ply <= found.newest else ""


def _asked_now(seen: Seen, seat: Seat) -> dict[str, Any]:
    """What the seat is asked and may answer, with its plan played as far as it shows nothing new."""
    if not seen.is_asked:
        return {"view": seen.view, "choices": [], "prompt": seen.prompt, "serial": seat.serial}
    rules, (preview, plan) = seen.match.rules, _plan(seen, seat)
    return {
        "view": preview.view,
        # Boards ask the step itself what it is about, so that no text is parsed again on the way to the page.
        "choices": [{**choice(seen, preview, step, plan), "step": step} for step in preview.legal],
        "prompt": prompt_after(seen, preview),
        "serial": seat.serial,
        "plan": [{"text": rules.text(step), "label": rules.label(step).said(seen.voice)} for step in plan],
        "plan_text": engine.move_text(rules, plan),
        "plan_shorter": engine.move_text(rules, plan[:-1]),
        "plan_complete": preview.complete,
        "plan_dropped": seat.plan_dropped,
    }


def prompt_after(seen: Seen, preview: AnyPreview) -> str:
    """What the seat is asked; once its plan leaves nothing open, to send it."""
    if preview.complete and not preview.legal:
        return _("Your move is complete: play it, or take a step back.")
    return seen.match.rules.prompt(preview.view, seen.viewer).said(seen.voice)


def _plan(seen: Seen, seat: Seat) -> tuple[AnyPreview, list[Any]]:
    """The seat's plan and what it leads to; an empty one where it no longer fits."""
    if seat.plan and seat.plan_serial == seat.serial:
        try:
            steps = engine.parse_move(seen.match.rules, seat.plan)
            return seen.preview(steps), steps
        except RulesError:
            seat.plan_dropped = True
    return seen.preview([]), []


def choice(seen: Seen, preview: AnyPreview, step: Any, plan: list[Any]) -> dict[str, Any]:
    """A step that may follow the plan: its text, its label, the move it makes, and whether it ends the move."""
    rules = seen.match.rules
    text = rules.text(step)
    return {
        "text": text,
        "label": rules.label(step).said(seen.voice),
        "move": engine.move_text(rules, [*plan, step]) if plan else text,
        "ends": engine.ends(rules, preview.position, seen.viewer, step),
    }
