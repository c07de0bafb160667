"""Field of Glory, two matches with the same open moves and other hidden cards: one seat gets the same, byte for byte.

This holds for what is asked and when as well: who is asked must follow from open facts alone.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.field_of_glory.cards import CARDS, Card
from games.rules.field_of_glory.state import ARMY
from tests.games.boards.field_of_glory.battles import FIELD_OF_GLORY, army, march, mustering, opening, picks
from tests.games.tables import answer, owing
from tests.games.twins import Course, Watch, assert_same, fixed

pytestmark = [pytest.mark.django_db, pytest.mark.by_turns(1)]

RED = army("HI4a HI4b HI3a LI2a MI2a CV2a CO5a CO5b OV2a")
BLUE = army("MI3a PK4a MI3b CV4a CO5a LC2a AR2a LI2a CO5b HI2a HI2b HI3a")
OTHER_BLUE = army("MI3a EL3a MI4b CV4a CV2b OV2b OV2a LI2a RE2a LC4a LC3a LC2a")
OTHER_RED = [*RED[:9], *[card for card in CARDS[::-1] if card not in RED[:9]]][:ARMY]
"""What either of them shows is the same; the rest of the hand, or all that is drawn later, is not."""


def battle(red: list[Card], blue: list[Card], bonus: str) -> Course:
    """Let Ann draft, then Ben, both place a unit, and Ann attack. The viewer looks now and then."""

    def course(watch: Watch) -> None:
        match, ann, ben = watch.match, watch.users["Ann"], watch.users["Ben"]
        moves = [(ann, pick) for pick in picks(red)] + [(ben, pick) for pick in picks(blue)]
        with fixed(mustering(red, blue)):
            for number, (user, pick) in enumerate(moves):
                answer(match, user, pick)
                if number in (0, 12):
                    watch.look(f"pick {number}")
        march(match, "place HI4a@3; pay CO5a; pay HI3a; settle", "draw")
        march(match, "place MI3a@3; pay CV4a; pay LI2a; settle", "draw")
        watch.look("both have placed")
        watch.play("Ann", f"attack HI4a; bonus {bonus}", "Ann attacks")
        assert owing(match) == ["Ben"]

    return course


def twins(watch: Any, viewer: str, *sides: tuple[list[Card], list[Card], str]) -> list[list[tuple[str, str]]]:
    """Return what reaches a viewer where red has drafted this, blue that, and red attacks with such a bonus card."""
    return [watch(opening(red, blue), battle(red, blue, bonus), viewer, FIELD_OF_GLORY) for red, blue, bonus in sides]


def test_nothing_that_reaches_ann_tells_of_bens_draft_rejects_hand_or_deck(watch: Any) -> None:
    one, other = twins(watch, "Ann", (RED, BLUE, "CO5b"), (RED, OTHER_BLUE, "CO5b"))
    assert_same(one, other)
    assert len(one) > 100


def test_nothing_that_reaches_ben_tells_of_anns_draft_deck_or_bonus_card(watch: Any) -> None:
    one, other = twins(watch, "Ben", (RED, BLUE, "CO5b"), (OTHER_RED, BLUE, "LI2a"))
    assert_same(one, other)


def test_a_blind_bonus_card_tells_ben_nothing_of_the_top_of_anns_deck(watch: Any) -> None:
    one, other = twins(watch, "Ben", (RED, BLUE, "deck"), (OTHER_RED, BLUE, "deck"))
    assert_same(one, other)
