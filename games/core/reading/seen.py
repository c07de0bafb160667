"""A match through one pair of eyes: pages, programs, mails, records and moderators learn of a position here alone.

Besides, only what stamps pages (`games/core/services/stamps.py`) and a bot ask the rules for a seat's view.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.core.models import Entry, Match, Seat, Substitution, waiting_ruling
from games.core.reading import log, positions, substitutes
from games.core.reading.voice import SiteVoice, player_name
from games.rules import engine, house
from games.rules.errors import Unplayable
from games.rules.game import SPECTATOR, Event, Outcome, Viewer, visible
from games.rules.sentence import listed, sentence

RULED = ("!void", "!adjudicate", "!rollback")
"""How entries begin that a moderator may have written."""


@dataclass(frozen=True)
class Seen:
    """A begun match as one viewer may know it after some entry.

    The seats must come with their users. What is asked for is worked out once.
    """

    match: Match
    seats: Iterable[Seat]
    viewer: Viewer
    walk: positions.Walk

    @classmethod
    def now(cls, match: Match, seats: Iterable[Seat], viewer: Viewer) -> Seen:
        """Return the current state."""
        return cls(match, seats, viewer, positions.newest_position(match))

    @classmethod
    def between(cls, match: Match, seats: Iterable[Seat], viewer: Viewer, first: int, last: int) -> Seen:
        """Return the state after entry `last`, with the entries after `first` up to it.

        Raises: `ReplayMismatch`.
        """
        return cls(match, seats, viewer, positions.walk(match, first, last))

    @cached_property
    def voice(self) -> SiteVoice:
        """The reader's language and the players' names."""
        return SiteVoice.of(self.seats, self.handed_over)

    @cached_property
    def handed_over(self) -> list[Substitution]:
        """How seats were handed over, oldest first."""
        return substitutes.of_match(self.match, self.seats)

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.match.title

    @property
    def opponents(self) -> list[str]:
        """The names of all but the viewer."""
        return opponents(self.seats, self.viewer)

    @cached_property
    def view(self) -> Any:
        """The position as far as the viewer may know it."""
        return self.match.rules.view(self.walk.position.state, self.viewer)

    @cached_property
    def owing(self) -> frozenset[int]:
        """The seats that the viewer may know to owe a move."""
        return frozenset(engine.seen_to_act(self.match.rules, self.walk.position, self.viewer))

    @cached_property
    def is_asked(self) -> bool:
        """Whether the viewer owes a move, and can make it: no ruling waits that will end the match."""
        return self.match.held_until is None and self.viewer in engine.to_act(self.match.rules, self.walk.position)

    @property
    def prompt(self) -> str:
        """What the viewer is asked, or for whom the match waits; empty when it is over."""
        if self.is_asked:
            return self.match.rules.prompt(self.view, self.viewer).said(self.voice)
        if self.match.held_until is not None:
            return self._ruled
        if not engine.to_act(self.match.rules, self.walk.position):
            return ""
        if seats := sorted(self.owing or self._other):
            names = sentence("{names}", names=listed(map(self.voice.name, seats)))
            return _("Waiting for {names}.").format(names=names.said(self.voice))
        return _("Waiting for the players.") if self.viewer == SPECTATOR else _("Waiting for the others.")

    @property
    def _ruled(self) -> str:
        """Return what the viewer is told while a ruling waits: watchers neither how it is nor why."""
        row = waiting_ruling(self.match)
        if row is None:
            return ""
        until = date_format(localtime(row.due), "TIME_FORMAT")
        if self.viewer == SPECTATOR:
            return _("A moderator is looking into this match. It’s on hold until {time}.").format(time=until)
        ended, _event = house.ruling(self.match.rules, row.text)
        result = engine.result(self.match.rules, ended, self.viewer)
        told = {"result": result.said(self.voice), "reason": row.reason}
        return _(
            "{result} The moderator’s reason: {reason} This takes effect at {time}, unless a moderator undoes it. "
            "Until then nobody can move, and all clocks are paused."
        ).format(**told, time=until)

    @property
    def _other(self) -> Collection[int]:
        """Return the opponent in a match of two, for whom a player must be waiting; otherwise nobody.

        This gives no secret away. Of several opponents none may be named.
        """
        others = {seat.index for seat in self.seats} - {self.viewer}
        return others if len(others) == 1 else ()

    @property
    def result(self) -> str:
        """How the match ended, in words; empty while it goes on."""
        return result(self.match, self.seats)

    @property
    def own_result(self) -> str:
        """The same as it is said to the viewer, who has played it."""
        return result(self.match, self.seats, self.viewer)

    def preview(self, steps: Sequence[Any]) -> engine.Preview[Any, Any]:
        """Return what steps of the viewer would lead to. Raises what `engine.preview` raises."""
        return engine.preview(self.match.rules, self.walk.position, self.viewer, steps)

    def known(self, events: Iterable[Event]) -> list[Event]:
        """Return what of events the viewer may know."""
        return [*visible(events, self.viewer)]

    def lines(self, new_from: int | None = None, known_as: Callable[[int], int] = int) -> list[log.LogLine]:
        """Return the entries walked through that the viewer may know anything about, oldest first.

        `known_as` turns numbers of entries into those by which the viewer knows them.
        """
        return log.log_lines(self.match.rules, self.walk.played, self.viewer, self.voice, new_from, known_as)

    @cached_property
    def reasons(self) -> dict[int, str]:
        """Why moderators wrote entries that were walked through, by their numbers: for the players alone."""
        ruled = any(entry.text.startswith(RULED) for entry, _events in self.walk.played)
        return {ruling.ply: ruling.reason for ruling in self.match.rulings.all()} if ruled else {}


def opponents(seats: Iterable[Seat], viewer: Viewer | None) -> list[str]:
    """Return the names of all but the viewer."""
    return [player_name(seat) for seat in seats if seat.number != viewer]


def entry_text(entry: Entry, match: Match, viewer: Viewer, known_as: Callable[[int], int] = int) -> str:
    """Return the text of an entry as a viewer may read it while the match goes on, who knows entries by what `known_as`
    makes of their numbers.
    """
    if entry.seat is None:
        target = house.rollback_ply(entry.text)
        return entry.text if target is None else f"!rollback {known_as(target)}"
    return match.rules.shown(engine.parse_move(match.rules, entry.text), entry.seat, viewer)


def result(match: Match, seats: Iterable[Seat], me: int | None = None) -> str:
    """Return how a finished match ended, in words, to everybody or to one of its seats.

    Empty while it goes on, and where its game is gone.
    """
    if match.ended is None:
        return ""
    ended = msgspec.convert(match.result, Outcome) if match.result else Outcome("void")
    try:
        return engine.result(match.rules, ended, me).said(SiteVoice.of(seats))
    except Unplayable:
        return ""
