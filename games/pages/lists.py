"""The lists of matches, and what waits for a player."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Invitation, Match, TimeUp, Turn
from games.pages import clocks, rulebook
from games.pages.clocks import TimeShown
from games.reading import positions
from games.reading.positions import Walk
from games.reading.seen import Seen, result
from games.reading.voice import display_name
from games.rules import registry

MOST_URGENT_FIRST = ("deadline", "pk")
"""How turns stand in lists: every one has a place of its own, so that going from one to the next misses none."""


@dataclass(frozen=True)
class Row:
    """A match in a list; `outcome` is that of whose list it is, by its name and in words, `paused_until` when its
    clocks run again, None while they do."""

    match: Match
    title: str
    opponents: list[str]
    since: datetime | None = None
    deadline: datetime | None = None
    time: TimeShown | None = None
    paused_until: datetime | None = None
    asked: str = ""
    result: str = ""
    outcome: str = ""
    outcome_words: str = ""

    @property
    def url(self) -> str:
        return self.match.get_absolute_url() if self.match.started else self.match.invitation.get_absolute_url()


def games() -> list[dict[str, str]]:
    """Every game one can invite to: slug, title, and where its rules are explained."""
    return [
        {"slug": slug, "title": _(registry.current(slug).meta.title), "rules_url": rulebook.address(slug)}
        for slug in registry.slugs()
    ]


@dataclass(frozen=True)
class Numbers:
    """How many matches wait for a user's move or choice, and how many invitations for an answer."""

    matches: int
    invitations: int


def numbers(user: User) -> Numbers:
    """How much waits for the user, by one query."""
    turns = Turn.objects.filter(user=OuterRef("pk")).order_by().values("user")
    invited = Invitation.objects.waiting().unblocked(user).filter(invited=OuterRef("pk")).order_by().values("invited")
    choices = TimeUp.objects.waiting(OuterRef("pk")).order_by().values("user")
    counts = (_counted(turns) + _counted(choices), _counted(invited))
    return Numbers(*User.objects.filter(pk=user.pk).values_list(*counts).get())


def matches_waiting(user: User) -> int:
    """How many matches wait for the user, as the icon of an app says."""
    return numbers(user).matches


def _counted(rows: QuerySet[Any, Any]) -> Coalesce:
    return Coalesce(Subquery(rows.annotate(number=Count("pk")).values("number")), 0)


def waiting(user: User) -> QuerySet[Turn]:
    """The user's turns, most urgent first."""
    turns = Turn.objects.filter(user=user).order_by(*MOST_URGENT_FIRST)
    return turns.select_related("match", "seat").prefetch_related("match__seats__user")


def waiting_rows(turns: Collection[Turn], user: User) -> list[Row]:
    """The matches of these turns of the user in a list, each with what is asked there."""
    stand = positions.newest_of(turn.match for turn in turns)
    return [_row(turn.match, user, **_due(turn, user), asked=_asked(turn, stand)) for turn in turns]


def _due(turn: Turn, user: User) -> dict[str, Any]:
    return {"since": turn.since, "deadline": clocks.ends(turn, user), "time": clocks.of_turn(turn, user)}


def choosing(user: User) -> list[Row]:
    """The matches that wait for no move of the user but for a choice, since the other player's time is up."""
    found = TimeUp.objects.waiting(user).order_by("until", "pk")
    rows = found.select_related("match", "seat__user").prefetch_related("match__seats__user")
    return [_row(row.match, user, deadline=row.until, asked=_choice(row)) for row in rows]


def _choice(row: TimeUp) -> str:
    return _("{name}’s time is up: choose what happens.").format(name=row.seat.user.username)


def next_waiting(user: User, after: str) -> str | None:
    """The public id of the match that waits for the user next after the one of this id, most urgent first, then round.

    Where that one does not wait any more, the most urgent; None where no other one waits.
    """
    ids = _waiting_ids(user)
    here = ids.index(after) + 1 if after in ids else 0
    return next((public_id for public_id in ids[here:] + ids[:here] if public_id != after), None)


def after_move(user: User, public_id: str) -> str | None:
    """The public id of the match to go on to after a move in this one; None while this one still waits for the user."""
    ids = _waiting_ids(user)
    return None if public_id in ids else next(iter(ids), None)


def _waiting_ids(user: User) -> list[str]:
    """The public ids of the matches that wait for a user's move or choice, most urgent first."""
    turns = Turn.objects.filter(user=user).values_list("deadline", "pk", "match__public_id")
    choices = TimeUp.objects.waiting(user).values_list("until", "pk", "match__public_id")
    return [public_id for _until, _key, public_id in sorted([*turns, *choices])]


def _asked(turn: Turn, stand: dict[int, Walk]) -> str:
    """What the seat is asked, as far as a snapshot tells."""
    walk, number = stand.get(turn.match_id), turn.seat.number
    if walk is None or number is None:
        return ""
    return Seen(turn.match, turn.match.seats.all(), number, walk).prompt


def others(user: User) -> QuerySet[Match]:
    """The user's matches that wait for somebody else, or for players, newest first."""
    running = Q(status=Match.Status.PLAYING) & ~Q(turns__user=user) & ~Q(time_up__user=user)
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


def finished_row(match: Match, user: User, *, is_reader: bool = False) -> Row:
    """A finished match in a list of a user's matches, with its result; said to the user who reads it."""
    mine = next(seat for seat in match.seats.all() if seat.user_id == user.pk)
    words = str(mine.get_outcome_display())
    said = result(match, match.seats.all(), mine.number if is_reader else None)
    return _row(match, user, since=match.ended, result=said, outcome=mine.outcome, outcome_words=words)


def _row(match: Match, user: User, **more: Any) -> Row:
    others = [display_name(seat.user) for seat in match.seats.all() if seat.user_id != user.pk]
    return Row(match, match.title, others, paused_until=match.pause_at(timezone.now()), **more)
