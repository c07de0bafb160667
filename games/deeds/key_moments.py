"""The key moments of a match that is over, as its game names them and as one viewer may know them."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from games.core.reading import log
from games.core.reading.positions import PlayedEntry
from games.rules import house
from games.rules.game import Event, Viewer, visible
from games.rules.sentence import Sentence, Voice
from games.rules.telling import Told, Weight

MOMENTS_SHOWN = 20
"""How many a page lists."""

Known = tuple[int, list[Event]]
"""The number of an entry, and what of it the viewer may know."""
Named = Callable[[Sequence[Sequence[Event]]], Sequence[Sequence[Told]]]

NAMED: dict[str, Named] = {}
"""What names the key moments of every game that has any and can be played here, by slug, as the games' folders tell."""


class KeyMoment(msgspec.Struct, frozen=True, array_like=True):
    """An entry at which much was decided, in sentences."""

    ply: int
    sentences: tuple[Sentence, ...]

    def said(self, voice: Voice) -> str:
        """Return the same in words."""
        return " ".join(sentence.said(voice) for sentence in self.sentences)


def of_match(slug: str, played: Iterable[PlayedEntry], viewer: Viewer) -> list[KeyMoment]:
    """Return those of a whole log, oldest first; none where the game names none."""
    named = NAMED.get(slug)
    if named is None:
        return []
    entries = _not_taken_back(played, viewer)
    of_game = named([events for _ply, events in entries])
    told = [(ply, [*moments, *_of_house(events)]) for (ply, events), moments in zip(entries, of_game, strict=True)]
    weightiest = _weightiest([each for each in told if each[1]])
    return [KeyMoment(ply, tuple(moment.sentence for moment in moments)) for ply, moments in weightiest]


def _not_taken_back(played: Iterable[PlayedEntry], viewer: Viewer) -> list[Known]:
    """Return the entries that no later one took back."""
    known = [(entry.ply, [*visible(events, viewer)]) for entry, events in played]
    gone = log.undone(known)
    return [each for each in known if each[0] not in gone]


def _of_house(events: Sequence[Event]) -> list[Told]:
    return [told for told in house.told(events, None) if told.weight == Weight.OUTCOME]


def _weightiest(told: Sequence[tuple[int, list[Told]]]) -> list[tuple[int, list[Told]]]:
    """Return, of too many moments, those that weigh most; of equal ones the later, which led to the end."""
    by_weight = sorted(told, key=lambda each: (min(moment.weight for moment in each[1]), -each[0]))
    return sorted(by_weight[:MOMENTS_SHOWN], key=lambda each: each[0])
