"""The key moments of a match of En Garde: how each round ended, and the match."""

from collections.abc import Iterable, Sequence

from games.rules.en_garde.events import DrawnOut, MatchWon, RoundDrawn, RoundWon
from games.rules.en_garde.words import describe
from games.rules.game import Event
from games.rules.telling import Told, Weight

ENDINGS = (RoundWon, RoundDrawn, MatchWon, DrawnOut)


def key_moments(entries: Iterable[Sequence[Event]]) -> list[list[Told]]:
    """Return those of each entry, in words."""
    return [[Told(Weight.OUTCOME, describe(event)) for event in each if isinstance(event, ENDINGS)] for each in entries]
