"""A log in words, as one viewer may read it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from games.core.models import Match, Seat
from games.core.reading import positions
from games.core.reading.positions import PlayedEntry
from games.core.reading.voice import SiteVoice
from games.rules import engine, house
from games.rules.game import Event, Game, Viewer, visible
from games.rules.house import RolledBack
from games.rules.sentence import Voice
from games.rules.telling import Told, Weight, weightiest_first

ROOM = 120
"""Letters that a small phone shows at once above the board."""
LONG_SENTENCE = 110
"""Letters of a sentence that is told in short there, where it can be."""
MOST_TOLD = 100
"""Most entries, the newest ones, that are told to a player who has not looked since."""
LONG_ENTRY = 12
LAST_SENTENCES = 4
"""Sentences of the longest entry that is shown as a whole, and those shown of any longer one."""


@dataclass(frozen=True)
class LogLine:
    """One entry of the log in words; `new` where it came after the reader's own last move.

    `sentences` has one for each event, as programs read it; `told` says the same to people, what was placed and what
    was paid for it in one. `details` say at length what is told in short.
    """

    ply: int
    seat: int | None
    name: str
    sentences: list[str]
    told: list[str]
    when: datetime
    new: bool = False
    events: tuple[Event, ...] = ()
    """What happened, as far as the reader may know, as data."""
    reason: str = ""
    """Why a moderator ended the match by it; for the players alone."""
    by_program: bool = False
    """Whether it is a move that was sent with a token."""
    details: tuple[str, ...] = ()
    decisive: tuple[str, ...] = ()
    """Those of `told` that say who won and who lost what, the weightiest first."""

    @property
    def before(self) -> list[str]:
        """What a page shows of a long entry only on request: what led to its result, or all but its last sentences."""
        if len(self.told) <= LONG_ENTRY:
            return []
        if not self.decisive:
            return self.told[:-LAST_SENTENCES]
        return [each for each in self.told if each not in self.decisive]

    @property
    def text(self) -> str:
        """What a page shows at once: the result of a long entry, or its last sentences."""
        before = self.before
        return " ".join(self.decisive if before and self.decisive else self.told[len(before) :])


def log_lines(
    rules: Game[Any, Any],
    played: Iterable[PlayedEntry],
    viewer: Viewer,
    voice: SiteVoice,
    new_from: int | None = None,
    known_as: Callable[[int], int] = int,
) -> list[LogLine]:
    """Return the entries that the viewer may know anything about, oldest first.

    Each names those who played then. `known_as` turns their numbers into the viewer's.
    """
    found = []
    for entry, events in played:
        seen = tuple(renumbered(visible(events, viewer), known_as))
        then = voice.at(entry.ply)
        sentences = event_sentences(rules, seen, then)
        parts = engine.told(rules, seen, None)
        told = [each.sentence.said(then) for each in parts]
        details = tuple(each.more.said(then) for each in parts if each.more)
        decisive = tuple(_first(parts, then, Weight.FIGHT))
        name = then.name(entry.seat) if entry.seat is not None else ""
        new = new_from is not None and entry.ply >= new_from
        if sentences:
            line = LogLine(
                ply=known_as(entry.ply),
                seat=entry.seat,
                name=name,
                sentences=sentences,
                told=told,
                when=entry.created,
                new=new,
                events=seen,
            )
            found.append(replace(line, by_program=entry.by_program, details=details, decisive=decisive))
    return found


def renumbered(events: Iterable[Event], known_as: Callable[[int], int]) -> list[Event]:
    """Return events that name entries by the numbers that `known_as` gives them."""
    return [RolledBack(known_as(each.ply), each.seat) if isinstance(each, RolledBack) else each for each in events]


def event_sentences(rules: Game[Any, Any], events: Iterable[Event], voice: Voice) -> list[str]:
    """Return a sentence for each event."""
    return [engine.describe(rules, event).said(voice) for event in events]


def since_last_move(match: Match, seat: Seat, voice: Voice, upto: int | None = None) -> list[str]:
    """Return what the seat is told of everything after its own newest entry, up to entry `upto`; the weightiest
    first.
    """
    last = match.ply if upto is None else upto
    own = seat.answered_ply if seat.answered_ply is not None else -1
    if own >= last:
        return []
    played = positions.walk(match, max(own, last - MOST_TOLD), last).played
    gone = undone((entry.ply, events) for entry, events in played)
    known = (visible(events, seat.index) for entry, events in played if entry.ply not in gone)
    new = renumbered((event for events in known for event in events), seat.counted)
    return told_first(match.rules, new, seat.index, voice)


def undone(played: Iterable[tuple[int, Sequence[Event]]]) -> set[int]:
    """Return the numbers of those entries that later ones took back, by what happened in each."""
    targets = ((ply, [each.ply for each in events if isinstance(each, RolledBack)]) for ply, events in played)
    return house.undone((ply, target[0] if target else None) for ply, target in targets)


def told_first(
    rules: Game[Any, Any], events: Iterable[Event], me: Viewer, voice: Voice, lightest: Weight = Weight.DRAW
) -> list[str]:
    """Return what happened as the viewer is told of it, the weightiest first, and nothing lighter than `lightest`."""
    return _first(engine.told(rules, events, me if me >= 0 else None), voice, lightest)


def told_with_headline(rules: Game[Any, Any], events: Iterable[Event], me: int, voice: Voice) -> tuple[list[str], str]:
    """Return what happened as the seat is told of it, the weightiest first, and the part that fits above the board.

    That part says who won and who lost what, or else the weightiest sentence, in short where it is long. It has a
    second sentence only if a small phone has room for both.
    """
    told = engine.told(rules, events, me)
    sentences = _first(told, voice, Weight.DRAW)
    decisive = _first(told, voice, Weight.FIGHT)
    first, *more = decisive or _in_short(told, voice)
    has_room = more and len(first) + len(more[0]) < ROOM
    return sentences, f"{first} {more[0]}" if has_room else first


def _in_short(told: Sequence[Told], voice: Voice) -> list[str]:
    """Return the weightiest sentence, so that a phone shows all of it."""
    if not told:
        return [""]
    weightiest = min(told, key=lambda each: each.weight)
    said = weightiest.sentence.said(voice)
    return [weightiest.short.said(voice) if weightiest.short and len(said) > LONG_SENTENCE else said]


def _first(told: Iterable[Told], voice: Voice, lightest: Weight) -> list[str]:
    weighty = (each for each in told if each.weight <= lightest)
    return [sentence.said(voice) for sentence in weightiest_first(weighty)]


def events(retold: Iterable[tuple[Event, str]]) -> list[Event]:
    """Return what happened, without the sentences."""
    return [event for event, _said in retold]


def happened(told: Iterable[LogLine]) -> list[tuple[Event, str]]:
    """Return the events of the lines that still count, each with its sentence.

    The event that the match went back is left out.
    """
    retold = [each for line in not_taken_back(told) for each in zip(line.events, line.sentences, strict=True)]
    return [each for each in retold if not isinstance(each[0], RolledBack)]


def not_taken_back(told: Iterable[LogLine]) -> list[LogLine]:
    """Return the lines but for those that a later one took back."""
    lines = [*told]
    gone = undone((line.ply, line.events) for line in lines)
    return [line for line in lines if line.ply not in gone]
