"""What the page of a match shows: read here, drawn by templates. Nothing here changes a row."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.boards.about import Shown
from games.boards.registry import about, check_script
from games.models import Match, Seat, Substitution, Turn
from games.models.counting import Counting
from games.offers import pages as offers
from games.pages import clocks, closing, hints, rulebook, time_up
from games.pages.asked import Asked, Unconfirmed, asked_now, unconfirmed
from games.pages.context import spread
from games.pages.log_pages import ENTRIES_SHOWN, Log, LogPage
from games.pages.time_up import TimeUpShown
from games.ratings import queries as ratings
from games.ratings.queries import OfMatch
from games.reading import clocks as clock_words
from games.reading import log, substitutes
from games.reading.access import Access
from games.reading.log import LogLine
from games.reading.seen import Seen, opponents
from games.reading.voice import display_name
from games.rematch import pages as rematch
from games.rematch.page_of_pairs import of_pair
from games.rules.game import Event
from games.services import secret
from games.vacations import pages as vacations
from games.vacations.pages import Away
from games.watching import services as watchers


@dataclass(frozen=True)
class Subject:
    """The match that a page is about, whoever reads it; `clock` is what it says of time in a sentence, `clock_details`
    at length; `commitment` is its seal."""

    match: Match
    title: str
    rules_url: str
    options_words: list[tuple[str, str]]
    clock: str
    clock_details: list[str]
    commitment: str

    @classmethod
    def of(cls, match: Match, seats: Iterable[Seat]) -> Subject:
        """What is said of a match as a whole."""
        words, details = option_words(match), clock_words.details(match, seats) if match.ended is None else []
        rules = rulebook.rules_url(match.game)
        return cls(
            match=match,
            title=match.title,
            rules_url=rules,
            options_words=words,
            clock=clock_words.brief(match),
            clock_details=details,
            commitment=match.commitment,
        )


@dataclass(frozen=True)
class Heading:
    """What every page about a match holds for the player at it.

    `me` is the reader's seat, `seats` all of them as `_seat` has them, `opponents` the names of the others.
    `share` is what was added to the draws for the reader, by a browser or, as `share_by_site` says, by the site, which
    draws it where it gets none and for two whom it has found for each other. `paused_until` is when the clocks run
    again, None while they do. `offers` are those that stand, `sought` tells of a seat to be taken over, `may_take_back`
    whether the reader may ask for his last move back, `turns_due` the number of the reader's matches that wait for a
    move, `others_due` without this one. `stamp` changes with what the reader sees. `away` are the vacations that stop
    clocks now or soon. `muted`: the reader wants no notices of it; `goes_on`: after a move the next match that waits is
    to be shown. `time_up` says whose time is up, where there is something to choose.
    """

    me: int | None
    seats: list[dict[str, Any]]
    opponents: list[str]
    share: str
    share_by_site: bool
    paused_until: datetime | None
    offers: list[dict[str, Any]]
    sought: dict[str, Any] | None
    may_take_back: bool
    turns_due: int
    others_due: int
    stamp: str
    away: list[Away]
    muted: bool
    goes_on: bool
    time_up: TimeUpShown | None


@dataclass(frozen=True)
class Templates:
    """Which templates draw the match; of several names the first that there is."""

    board_template: str
    hand_template: list[str]
    choice_list: list[str]
    annex: list[str]

    @classmethod
    def of(cls, game: str) -> Templates:
        """Those of a game, and what all games share where it has none of its own."""
        hand = [f"{game}/hand.jinja", "games/_hand.jinja"]
        choices = [f"{game}/choices.jinja", "games/_choice_list.jinja"]
        return cls(f"{game}/board.jinja", hand, choices, [f"{game}/annex.jinja", "games/_about.jinja"])


@dataclass(frozen=True)
class Standpoint:
    """From when and where the match is looked at.

    `ply` is the number by which the viewer knows the entry after which it is drawn, `last` that of the newest one.
    `is_past` says that an address asked for that entry. `watching` is true where somebody looks on, by the `eyes` that
    links go on with. The addresses lead an entry back and forth, and to the match as it stands; empty where there is
    nothing.
    """

    ply: int
    last: int
    is_past: bool
    prev_url: str = ""
    next_url: str = ""
    latest_url: str = ""
    watching: bool = False
    eyes: str = ""


@dataclass(frozen=True)
class News:
    """What the page marks: all after the reader's newest move, or an earlier entry alone.

    `since_last` says what happened after that move (`has_moved`: there was one), the weightiest first; `news` are its
    events; `recent` those and the ones of the move itself, in which the reader may have drawn what is not used yet,
    `retold` the same with their sentences. `trail` are the events that the board marks: the news, and while there are
    none, all that the reader has done since somebody else moved.
    """

    since_last: Sequence[str]
    news: Sequence[Event]
    recent: Sequence[Event]
    retold: Sequence[tuple[Event, str]]
    trail: Sequence[Event]
    has_moved: bool = False

    @classmethod
    def of_entry(cls, lines: Iterable[LogLine], ply: int) -> News:
        """One entry alone, by the number that the viewer counts it as."""
        retold = log.happened(line for line in lines if line.ply == ply)
        events = log.events(retold)
        return cls([], events, events, retold, events)

    @classmethod
    def since_move(cls, lines: Sequence[LogLine], seat: Seat, seen: Seen) -> News:
        """What is new to the seat."""
        new, moved = [line for line in lines if line.new], seat.answered_ply
        own = [] if moved is None else [line for line in lines if line.ply == seat.counted(moved)]
        retold = log.happened(own + new)
        happened = [event for line in log.not_taken_back(new) for event in line.events]
        told = log.told_first(seen.match.rules, happened, seat.index, seen.voice)
        news = log.events(log.happened(new))
        return cls(told, news, log.events(retold), retold, news or _last_turn(lines, seat), moved is not None)


def _last_turn(lines: Sequence[LogLine], seat: Seat) -> list[Event]:
    """What the seat has done since somebody else moved."""
    own = [*takewhile(lambda line: line.seat == seat.number, reversed(lines))]
    return [event for line in reversed(own) for event in line.events]


class Added(NamedTuple):
    """What a player who joined added to chance; `source` tells who drew it: browser, server or house."""

    name: str
    entropy: str
    source: str


def _added(seats: Sequence[Seat], joined: Sequence[User]) -> list[Added]:
    """By the order of joining, of the seats and those who joined there."""
    found = {}
    for seat, user in zip(seats, joined, strict=True):
        found[seat.joined] = Added(user.username, seat.entropy, "house" if user.is_bot else seat.entropy_source)
    return [found[place] for place in sorted(found)]


@dataclass(frozen=True)
class Revealed:
    """What chance came from, once the match is over, and what a browser compares a record with.

    `secret` is the site's, `joiners` what each player added, in the order in which they joined. `names_json` are
    the names by seat as JSON, null for who has left, since older records have another; `my_seat` is the reader's own
    seat, empty for none; `checked_by` the address of the script that knows what the game draws. All are empty while the
    match goes on.
    """

    secret: str = ""
    joiners: Sequence[Added] = ()
    names_json: str = ""
    my_seat: str = ""
    checked_by: str = ""

    @classmethod
    def of(cls, match: Match, seats: Sequence[Seat], mine: Seat | None) -> Revealed:
        """What is laid open of a match; nothing before it has ended."""
        if match.ended is None:
            return cls()
        first = {each.seat: each.former for each in reversed(substitutes.of_match(match, seats))}
        joined = [first.get(seat.index, seat.user) for seat in seats]
        names = [None if user.left else user.username for user in joined]
        return cls(
            secret=secret.revealed(match),
            joiners=_added(seats, joined),
            names_json=json.dumps(names),
            my_seat="" if mine is None or mine.taken_ply is not None else str(mine.index),
            checked_by=check_script(match.game),
        )


@dataclass(frozen=True)
class HandedOver:
    """Who has taken over a seat, in sentences, oldest first; entries are numbered as the reader counts them."""

    handed_over: list[str]

    @classmethod
    def of(cls, seen: Seen, counting: Counting) -> HandedOver:
        """How the seats of a match were handed over, as whoever numbers its entries so may know it."""
        template = _("{name} has played for {former} since entry {ply}. The match is not rated.")
        return cls([template.format(**_change(each, counting)) for each in seen.handed_over])


def _change(each: Substitution, counting: Counting) -> dict[str, Any]:
    ply = counting.counted(each.ply)
    return {"name": display_name(each.user), "former": each.former.username, "ply": ply}


@dataclass(frozen=True)
class OfRatings:
    """What the match does to the ratings of its players."""

    ratings: OfMatch

    @classmethod
    def of(cls, match: Match, seats: Sequence[Seat]) -> OfRatings:
        return cls(ratings.of_match(match, seats))


@dataclass(frozen=True)
class Ending:
    """How the match ended, in a sentence, with the reason that a moderator gave; and where the page asks for news."""

    result: str
    reason: str
    stamp_url: str


@dataclass(frozen=True)
class Ways:
    """Where the page sends what its reader composes; `part_urls` are those of the game's own parts, by name. `by_link`
    says that it is read by a play link, which leads nowhere else."""

    submit_url: str
    plan_url: str
    part_urls: Mapping[str, str]
    by_link: bool = False

    @classmethod
    def of(cls, match: Match) -> Ways:
        """Those of a player who has signed in."""
        part_urls = {part: reverse(part, args=[match.public_id]) for part in about(match.game).composes}
        return cls(reverse("submit", args=[match.public_id]), reverse("plan", args=[match.public_id]), part_urls)


def option_words(match: Match) -> list[tuple[str, str]]:
    """The options a match is played with: what each is called and what was chosen."""
    return [
        (_(option.title), _(choice.label))
        for option in match.rules.meta.options
        for choice in option.choices
        if choice.value == match.options.get(option.name)
    ]


def stamp(seat: Seat) -> str:
    """What changes whenever what the seat sees changes, its own plan included, and at nothing else."""
    seen = f"{seat.stamp} {seat.serial} {seat.plan} {seat.outcome}"
    return hashlib.blake2b(seen.encode(), digest_size=12).hexdigest()


def heading(found: Access, owing: Collection[int] = ()) -> dict[str, Any]:
    """What every page about a match holds; `owing` are the seats that the reader may know to owe a move."""
    return spread(Subject.of(found.match, found.seats), _heading(found, owing))


def _heading(found: Access, owing: Collection[int]) -> Heading:
    seat, up = found.seat, time_up.choice_shown(found)
    waits = hasattr(seat, "turn") or (up is not None and up.is_mine)
    return Heading(
        me=seat.number,
        seats=[_seat(found, each, owing) for each in found.seats],
        opponents=opponents(found.seats, seat.number),
        share=seat.share,
        share_by_site=seat.share_by_site,
        paused_until=found.match.pause_at(timezone.now()),
        offers=offers.shown_offers(found.seats, seat),
        sought=None if found.match.ended else offers.sought(found.seats, seat),
        may_take_back=seat.may_take_back(found.match),
        turns_due=seat.turns_due,
        others_due=seat.turns_due - waits,
        stamp=stamp(seat),
        away=vacations.away_shown(found.seats, seat),
        muted=seat.muted,
        goes_on=bool(getattr(seat, "goes_on", False)),
        time_up=up,
    )


def _seat(found: Access, each: Seat, owing: Collection[int]) -> dict[str, Any]:
    return {
        "number": each.number,
        "name": each.user.username,
        "user": each.user,
        "is_me": each.pk == found.seat.pk,
        "is_open": False,
        "outcome": each.outcome,
        **_time(found, each, owing),
    }


def _time(found: Access, each: Seat, owing: Collection[int]) -> dict[str, Any]:
    """Whether a seat is known to owe a move, until when, and what it has left of time while the match goes on."""
    turn: Turn | None = getattr(each, "turn", None) if each.number in owing else None
    return {
        "owes": turn is not None,
        "deadline": clocks.turn_ends(turn, each.user if each.pk == found.seat.pk else None) if turn else None,
        "time": clocks.time_shown(found.match, each, found.seat, owing) if found.match.ended is None else None,
    }


def match(
    found: Access, ply: int | None = None, *, asked_log: str | None = None, ways: Ways | None = None
) -> dict[str, Any]:
    """The match as one seat sees it, after the entry it counts as `ply` or now; `asked_log` is what the address says of
    the whole log, None for nothing."""
    row, seat = found.match, found.seat
    seen = _seen(found, ply)
    told = _told(found, seen)
    asked = asked_now(seen, seat) if ply is None else Asked(seen.view)
    news = News.since_move(told, seat, seen) if ply is None else News.of_entry(told, ply)
    of_ratings = OfRatings.of(row, found.seats)
    context = spread(
        Subject.of(row, found.seats),
        _heading(found, seen.owing if ply is None else ()),
        Templates.of(row.game),
        _standpoint(found, ply),
        _log(found, told, LogPage.asked(asked_log, found.newest if ply is None else ply)),
        news,
        Revealed.of(row, found.seats, seat),
        Ending(seen.own_result, row.reason, reverse("stamp", args=[row.public_id])),
        ways or Ways.of(row),
        HandedOver.of(seen, seat.counting),
        of_pair(row, found.seats, is_player=True),
        of_ratings,
        asked,
    )
    told_of = of_ratings.ratings
    more = hints.context(found, asked) | closing.context(found, seen, news.recent, told_of) if ply is None else {}
    counts = row.watchable and row.ended is None and ply is None
    more["watchers"] = watchers.watcher_number(row.public_id) if counts else 0
    more["sound"] = _sound(row.game, news.news or news.recent)
    return with_board(row.game, context | more | rematch.context(found))


def to_confirm(found: Access, text: str, back: str) -> Unconfirmed | None:
    """A move that has to be confirmed before it counts; `back` is the address of the page that it was chosen on."""
    return unconfirmed(_seen(found, None), text, back)


def _seen(found: Access, ply: int | None) -> Seen:
    """The part of the match that the page tells of, through the player's eyes."""
    seat = found.seat
    number, upto = (found.newest, found.match.ply) if ply is None else (ply, seat.ply_of(ply))
    back = seat.ply_of(max(number - ENTRIES_SHOWN, -1))
    first = max(min(_answered(seat) - 1, back), upto - log.MOST_TOLD) if ply is None else back
    return Seen.between(found.match, found.seats, seat.index, first, upto)


def _log(found: Access, told: Sequence[LogLine], page: LogPage | None) -> Log:
    """The newest of the lines that are told, or a page of the whole log, which is walked through for it."""
    first_new = _first_new(found, told)
    if page is None:
        return Log.of(told, first_new)
    seen = Seen.between(found.match, found.seats, found.seat.index, *page.plies(found.seat.counting))
    return Log.paged(_told(found, seen), page, first_new)


def _answered(seat: Seat) -> int:
    return seat.answered_ply if seat.answered_ply is not None else -1


def _told(found: Access, seen: Seen) -> list[LogLine]:
    """That part in words, numbered as the player counts entries."""
    seat = found.seat
    lines = seen.lines(_answered(seat) + 1, seat.counted)
    reasons = {seat.counted(ply): reason for ply, reason in seen.reasons.items()}
    gone = log.undone((line.ply, line.events) for line in lines)
    return [replace(line, reason=reasons.get(line.ply, ""), new=line.new and line.ply not in gone) for line in lines]


def _sound(game: str, events: Sequence[Event]) -> str:
    """What is heard of what happened: the last event that its game gives a sound of its own, or else a move."""
    sounds = about(game).sounds
    return next((sounds[type(each)] for each in reversed(events) if type(each) in sounds), "move")


def _first_new(found: Access, told: Iterable[LogLine]) -> str:
    return next((_ply_url(found, line.ply) for line in told if line.new), "")


def _standpoint(found: Access, ply: int | None) -> Standpoint:
    if ply is None:
        return Standpoint(found.newest, found.newest, is_past=False, prev_url=_ply_url(found, found.newest - 1))
    earlier, later = _ply_url(found, ply - 1), _ply_url(found, ply + 1)
    latest = found.match.get_absolute_url()
    return Standpoint(ply, found.newest, is_past=True, prev_url=earlier, next_url=later, latest_url=latest)


def _ply_url(found: Access, ply: int) -> str:
    """The address of the match after an entry; empty where the player knows of none."""
    return reverse("match_ply", args=[found.match.public_id, ply]) if 0 <= ply <= found.newest else ""


def with_board(game: str, context: dict[str, Any]) -> dict[str, Any]:
    """What a page shows, and the board as its game composes it of that; None where its template needs no such thing."""
    compose = about(game).board
    if compose is None:
        return context
    given = {name: context[name] for name in SHOWN if name in context}
    return {**context, "board": compose(Shown(**given, is_over=bool(context["result"])))}


SHOWN = ("view", "me", "seats", "choices", "plan", "news", "recent", "retold", "trail", "is_past", "watching")
"""What of a page boards are composed of."""
