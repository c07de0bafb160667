"""Field of Glory on stacked cards: the test says who drafts and draws what, and every move is made by the service."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from games.core.models import Match
from games.rules.field_of_glory.cards import CARDS, ORDER, TERRAINS, Card
from games.rules.field_of_glory.state import ARMY
from tests.games.tables import answer, begin, next_user
from tests.games.twins import draws, fixed

FIELD_OF_GLORY = "field-of-glory"


def army(first: str) -> list[Card]:
    """Return an army of 24 in the order it is drawn in: these cards first, then others by the card table."""
    named = first.split()
    return [*named, *(card for card in CARDS if card not in named)][:ARMY]


def opening(red: Sequence[Card], blue: Sequence[Card]) -> list[int]:
    """Return the draws that lay five plains and offer both seats their armies, two of them in every four cards."""
    pack = [terrain for terrain, count in TERRAINS.items() for _ in range(count)]
    plains_last = sorted(pack, key="plain".__eq__)
    return [*draws(pack, plains_last), 0, 0, *draws(CARDS, _offering(red)), *draws(CARDS, _offering(blue))]


def _offering(drafted: Sequence[Card]) -> list[Card]:
    rejects = [card for card in CARDS if card not in drafted]
    fours = [[*drafted[at : at + 2], *rejects[at : at + 2]] for at in range(0, ARMY, 2)]
    return [card for four in fours for card in four][::-1]


def mustering(red: Sequence[Card], blue: Sequence[Card], first: int = 0) -> list[int]:
    """Return the draws that stack both drafted armies, and give the first turn to a seat."""
    decks = [draws([card for pair in _pairs(drafted) for card in pair], drafted[::-1]) for drafted in (red, blue)]
    return [*decks[0], *decks[1], first]


def _pairs(drafted: Sequence[Card]) -> list[list[Card]]:
    return [sorted(drafted[at : at + 2], key=ORDER.__getitem__) for at in range(0, ARMY, 2)]


def picks(drafted: Sequence[Card]) -> list[str]:
    """Return the twelve moves that draft an army."""
    return [f"keep {one} {other}" for one, other in _pairs(drafted)]


def draft(match: Match, users: Sequence[User], red: Sequence[Card], blue: Sequence[Card], first: int = 0) -> None:
    """Make all 24 picks, red's first."""
    with fixed(mustering(red, blue, first)):
        for user, drafted in zip(users, (red, blue), strict=True):
            for pick in picks(drafted):
                answer(match, user, pick)


def battle(ann: User, ben: User, *, red: str = "", blue: str = "", first: int = 0) -> Match:
    """Return a drafted match on five plains, Ann red and Ben blue; nine cards are drawn, those named first."""
    armies = army(red), army(blue)
    with fixed(opening(*armies)):
        match = begin(ann, ben, game=FIELD_OF_GLORY)
    draft(match, (ann, ben), *armies, first)
    return match


def march(match: Match, *moves: str) -> None:
    """Make moves, each by the player who owes one."""
    for move in moves:
        user = next_user(match)
        assert user is not None
        answer(match, user, move)
