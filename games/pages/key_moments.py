"""The key moments of a match that is over, as its game names them and as one viewer may know them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.boards.registry import about
from games.reading import log
from games.reading.seen import Seen
from games.reading.voice import SiteVoice
from games.rules import house
from games.rules.game import Event
from games.rules.telling import Told, Weight

MOMENTS_SHOWN = 20
"""How many a page lists."""

Known = tuple[int, list[Event]]
"""The number of an entry, and what of it the viewer may know."""


class KeyMoment(NamedTuple):
    """An entry at which much was decided, in words."""

    ply: int
    text: str


def of_match(seen: Seen) -> list[KeyMoment]:
    """Those of the entries walked through, oldest first; none where the game names none."""
    named = about(seen.match.game).key_moments
    if named is None:
        return []
    entries = _standing(seen)
    of_game = named([events for _ply, events in entries])
    told = [(ply, [*moments, *_of_house(events)]) for (ply, events), moments in zip(entries, of_game, strict=True)]
    return [
        KeyMoment(ply, _said(moments, seen.voice.at(ply)))
        for ply, moments in _weightiest([each for each in told if each[1]])
    ]


def _standing(seen: Seen) -> list[Known]:
    """The entries that no later one took back."""
    known = [(entry.ply, seen.known(events)) for entry, events in seen.walk.played]
    gone = log.undone(known)
    return [each for each in known if each[0] not in gone]


def _of_house(events: Sequence[Event]) -> list[Told]:
    return [told for told in house.told(events, None) if told.weight == Weight.OUTCOME]


def _weightiest(told: Sequence[tuple[int, list[Told]]]) -> list[tuple[int, list[Told]]]:
    """Of too many those that weigh most, and of equal ones the later, which led to the end."""
    by_weight = sorted(told, key=lambda each: (min(moment.weight for moment in each[1]), -each[0]))
    return sorted(by_weight[:MOMENTS_SHOWN], key=lambda each: each[0])


def _said(moments: Sequence[Told], voice: SiteVoice) -> str:
    return " ".join(moment.sentence.said(voice) for moment in moments)
