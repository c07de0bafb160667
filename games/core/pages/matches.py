"""What the page of a match shows to a player: read here, drawn by templates. Nothing here changes a row."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, ClassVar

from django.urls import reverse
from django.utils import timezone

from games.boards.about import Shown
from games.boards.registry import about
from games.core.models import Match, Seat, Turn
from games.core.pages import clocks, hints, match_parts as parts, rulebook, time_up
from games.core.pages.asked import Asked, Unconfirmed, asked_now, unconfirmed
from games.core.pages.clocks import Away
from games.core.pages.closing import Closing, closing_of
from games.core.pages.film import Film
from games.core.pages.hints import Help
from games.core.pages.log_pages import ENTRIES_SHOWN, Log, LogPage
from games.core.pages.match_parts import Ending, News, Revealed, Standpoint, Subject, Templates
from games.core.pages.panels import NO_PANELS, MatchPanels
from games.core.pages.time_up import TimeUpShown
from games.core.reading import endings, log
from games.core.reading.access import Access
from games.core.reading.log import LogLine
from games.core.reading.seen import Seen, opponents
from games.core.reading.voice import SiteVoice
from games.rules.errors import RulesError
from games.rules.game import Event


@dataclass(frozen=True)
class PlayersHead:
    """Who plays, and what the reader's own seat holds.

    `me` is the number of that seat, `seats` are all of them as `_seat` has them, `opponents` the names of the others.
    `share` is what was added to the draws for the reader, by a browser or, as `share_by_site` says, by the site, which
    draws it where it gets none and for two whom it has found for each other. `stamp` changes with what the reader sees.
    """

    me: int | None
    seats: list[dict[str, Any]]
    opponents: list[str]
    share: str
    share_by_site: bool
    stamp: str

    @classmethod
    def of(cls, found: Access, owing: Collection[int]) -> PlayersHead:
        """Return the head for a player; `owing` are the seats that the player may know to owe a move."""
        seat = found.seat
        return cls(
            me=seat.number,
            seats=[_seat(found, each, owing) for each in found.seats],
            opponents=opponents(found.seats, seat.number),
            share=seat.share,
            share_by_site=seat.share_by_site,
            stamp=stamp(seat),
        )


@dataclass(frozen=True)
class StoppedClocks:
    """What makes clocks stand, or time run out.

    `paused_until` is when the clocks run again, None while they do. `away` are the vacations that stop clocks now or
    soon. `time_up` says whose time is up, where there is something to choose.
    """

    paused_until: datetime | None
    away: list[Away]
    time_up: TimeUpShown | None

    @classmethod
    def of(cls, found: Access) -> StoppedClocks:
        """Return what players are told of the clocks."""
        pause = found.match.pause_at(timezone.now())
        away = clocks.away_shown(found.seats, found.seat)
        return cls(pause, away, time_up.choice_shown(found))


@dataclass(frozen=True)
class DueMatches:
    """How many of the reader's matches wait for a move, and how many `others` without this one. `goes_on`: after a move
    the next match that waits is to be shown."""

    turns: int
    others: int
    goes_on: bool

    @classmethod
    def of(cls, seat: Seat, up: TimeUpShown | None) -> DueMatches:
        """Return what waits for the player of a seat; `up` is what the match says of time that is up."""
        waits = hasattr(seat, "turn") or (up is not None and up.is_mine)
        return cls(seat.turns_due, seat.turns_due - waits, bool(getattr(seat, "goes_on", False)))


@dataclass(frozen=True)
class Ways:
    """Where the page sends what its reader composes; `parts` are the addresses of the game's own parts, by name."""

    submit: str
    plan: str
    parts: Mapping[str, str]

    @classmethod
    def of(cls, match: Match) -> Ways:
        """Return those of a player who has signed in."""
        composed = {part: reverse(part, args=[match.public_id]) for part in about(match.game).composes}
        return cls(reverse("submit", args=[match.public_id]), reverse("plan", args=[match.public_id]), composed)


@dataclass(frozen=True)
class RefusedMove:
    """Why what was sent was not played, in a sentence, and the code of the reason."""

    said: str
    code: str

    @classmethod
    def of(cls, error: RulesError, found: Access) -> RefusedMove:
        """Return a refusal in the reader's language."""
        return cls(error.sentence.said(SiteVoice.of(found.seats)), error.code)


@dataclass(frozen=True, kw_only=True)
class MatchPage:
    """The page of a match as one of its players sees it, now or after an earlier entry. Templates find it as `page`.

    Play links and watchers have types of their own, made of the parts that they may see. So what is added here is shown
    to the player alone. `stamp_url` is where the page asks for news, `sound` what is heard of them, `is_muted` whether
    the reader wants no notices of this match, `is_void_once_resigned` whether to resign loses nothing. An earlier entry
    has no `help`, `closing` or `film`. `panels` are what features show. `refusal` and `confirm` answer what was sent.
    """

    by_link: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    subject: Subject
    head: PlayersHead
    templates: Templates
    at: Standpoint
    log: Log
    news: News
    asked: Asked
    board: object | None
    ending: Ending
    revealed: Revealed
    handed_over: list[str]
    twin_url: str
    ways: Ways
    clocks: StoppedClocks
    due: DueMatches
    stamp_url: str
    sound: str
    is_muted: bool
    is_void_once_resigned: bool
    help: Help
    closing: Closing | None
    film: Film
    panels: MatchPanels = NO_PANELS
    refusal: RefusedMove | None = None
    confirm: Unconfirmed | None = None

    @property
    def view(self) -> Any:
        """The position as the reader may know it, once the plan is played."""
        return self.asked.view


@dataclass(frozen=True, kw_only=True)
class LinkPage:
    """The page of a match by a play link: the parts of `MatchPage` that somebody who has not signed in may see.

    It has no offers, no chat, no notes and nothing of other matches, and it asks for no news. Anybody who holds the
    address sees what stands here. No address in it leads to another page of the match.
    """

    by_link: ClassVar[bool] = True
    watching: ClassVar[bool] = False

    subject: Subject
    head: PlayersHead
    templates: Templates
    at: Standpoint
    log: Log
    news: News
    asked: Asked
    board: object | None
    ending: Ending
    revealed: Revealed
    handed_over: list[str]
    ways: Ways
    clocks: StoppedClocks
    sound: str
    help: Help
    panels: MatchPanels = NO_PANELS
    refusal: RefusedMove | None = None
    confirm: Unconfirmed | None = None

    @property
    def view(self) -> Any:
        """The position as the reader may know it, once the plan is played."""
        return self.asked.view


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
    """Say whether a seat is known to owe a move, until when, and what it has left of time while the match goes on."""
    turn: Turn | None = getattr(each, "turn", None) if each.number in owing else None
    return {
        "owes": turn is not None,
        "deadline": clocks.turn_ends(turn, each.user if each.pk == found.seat.pk else None) if turn else None,
        "time": clocks.time_shown(found.match, each, found.seat, owing) if found.match.ended is None else None,
    }


@dataclass(frozen=True)
class Heading:
    """What pages about a match say of it at their head."""

    match: Match
    title: str
    rules_url: str
    opponents: list[str]


def heading(found: Access) -> Heading:
    """Return the head of a page about a match other than its own, for a player."""
    row = found.match
    return Heading(row, row.title, rulebook.rules_url(row.game), opponents(found.seats, found.seat.number))


@dataclass(frozen=True)
class Read:
    """A match as it was read for one of its players, who counts the entry after which it is drawn as `ply` (None: as it
    stands). `told` are the entries in words; `asked` is what the seat is asked."""

    found: Access
    ply: int | None
    seen: Seen
    told: list[LogLine]
    asked: Asked
    news: News

    @classmethod
    def of(cls, found: Access, ply: int | None = None) -> Read:
        """Read a match, through the eyes of the player."""
        seen = _seen(found, ply)
        told = _told(found, seen)
        if ply is not None:
            return cls(found, ply, seen, told, Asked(seen.view), News.of_entry(told, ply))
        return cls(found, None, seen, told, asked_now(seen, found.seat), News.since_move(told, found.seat, seen))

    @property
    def head(self) -> PlayersHead:
        """Who plays; of an earlier entry not who owed a move."""
        return PlayersHead.of(self.found, self.seen.owing if self.ply is None else ())

    def log(self, asked: str | None) -> Log:
        """Return the log, as the address asks for it."""
        page = LogPage.asked(asked, self.found.newest if self.ply is None else self.ply)
        return Log.of(self.told, page, self._page_of_log)

    def _page_of_log(self, page: LogPage) -> list[LogLine]:
        found = self.found
        plies = page.plies(found.seat.counting)
        return _told(found, Seen.between(found.match, found.seats, found.seat.index, *plies))

    def board(self, head: PlayersHead) -> object | None:
        """Return the board, as its game composes it."""
        return parts.board_of(self.found.match, self.on_board(head))

    def on_board(self, head: PlayersHead) -> Shown:
        """Return what the board shows."""
        asked = self.asked
        news = self.news
        return Shown(
            view=asked.view,
            me=self.found.seat.index,
            seats=head.seats,
            choices=asked.choices,
            plan=asked.plan,
            news=news.news,
            recent=news.recent,
            retold=news.retold,
            trail=news.trail,
            is_over=bool(self.seen.own_result),
            is_past=self.ply is not None,
        )

    @property
    def sound(self) -> str:
        """What is heard of the news."""
        return _sound(self.found.match.game, self.news.news or self.news.recent)


def match(
    found: Access, ply: int | None = None, *, asked_log: str | None = None, comes_back: bool = False
) -> MatchPage:
    """Return the match as one seat sees it, after the entry it counts as `ply` or now; `asked_log` is what the address
    says of the whole log, None for nothing. `comes_back` says that the player opens the page, instead of looking on."""
    row = found.match
    seat = found.seat
    read = Read.of(found, ply)
    head = read.head
    stopped = StoppedClocks.of(found)
    return MatchPage(
        subject=Subject.of(row, found.seats),
        head=head,
        templates=Templates.of(row.game),
        at=_standpoint(found, ply),
        log=read.log(asked_log),
        news=read.news,
        asked=read.asked,
        board=read.board(head),
        ending=Ending.of_player(read.seen),
        revealed=Revealed.of(row, found.seats, seat),
        handed_over=parts.handed_over(read.seen, seat.counting),
        twin_url=reverse("match", args=[row.twin_id]) if row.twin_id else "",
        ways=Ways.of(row),
        clocks=stopped,
        due=DueMatches.of(seat, stopped.time_up),
        stamp_url=reverse("stamp", args=[row.public_id]),
        sound=read.sound,
        is_muted=seat.muted,
        is_void_once_resigned=endings.is_void_once_resigned(found.seats, seat),
        help=hints.help_of(found, read.asked) if ply is None else Help(),
        closing=closing_of(found, read.seen, read.news.recent) if ply is None else None,
        film=Film.of(found, read.told, comes_back=comes_back) if ply is None else Film(),
    )


def to_confirm(found: Access, text: str, back: str) -> Unconfirmed | None:
    """Return a move that has to be confirmed before it counts.

    `back` is the address of the page that it was chosen on.
    """
    return unconfirmed(_seen(found, None), text, back)


def _seen(found: Access, ply: int | None) -> Seen:
    """Return the part of the match that the page tells of, through the player's eyes."""
    seat = found.seat
    number, upto = (found.newest, found.match.ply) if ply is None else (ply, seat.ply_of(ply))
    back = seat.ply_of(max(number - ENTRIES_SHOWN, -1))
    first = max(min(_answered(seat) - 1, back), upto - log.MOST_TOLD) if ply is None else back
    return Seen.between(found.match, found.seats, seat.index, first, upto)


def _answered(seat: Seat) -> int:
    return seat.answered_ply if seat.answered_ply is not None else -1


def _told(found: Access, seen: Seen) -> list[LogLine]:
    """Return that part in words, numbered as the player counts entries."""
    seat = found.seat
    lines = seen.lines(_answered(seat) + 1, seat.counted)
    reasons = {seat.counted(ply): reason for ply, reason in seen.reasons.items()}
    gone = log.undone((line.ply, line.events) for line in lines)
    return [replace(line, reason=reasons.get(line.ply, ""), new=line.new and line.ply not in gone) for line in lines]


def _sound(game: str, events: Sequence[Event]) -> str:
    """Return what is heard of what happened: the last event that its game gives a sound of its own, or else a move."""
    sounds = about(game).sounds
    return next((sounds[type(each)] for each in reversed(events) if type(each) in sounds), "move")


def stamp(seat: Seat) -> str:
    """Return what changes whenever what the seat sees changes, its own plan included, and at nothing else."""
    seen = f"{seat.stamp} {seat.serial} {seat.plan} {seat.outcome}"
    return hashlib.blake2b(seen.encode(), digest_size=12).hexdigest()


def _standpoint(found: Access, ply: int | None) -> Standpoint:
    if ply is None:
        return Standpoint(found.newest, found.newest, is_past=False, prev_url=_ply_url(found, found.newest - 1))
    earlier = _ply_url(found, ply - 1)
    later = _ply_url(found, ply + 1)
    latest = found.match.get_absolute_url()
    return Standpoint(ply, found.newest, is_past=True, prev_url=earlier, next_url=later, latest_url=latest)


def _ply_url(found: Access, ply: int) -> str:
    """Return the address of the match after an entry; empty where the player knows of none."""
    return reverse("match_ply", args=[found.match.public_id, ply]) if 0 <= ply <= found.newest else ""
