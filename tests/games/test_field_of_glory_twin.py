"""Field of Glory, two matches with the same open moves and other hidden cards: one seat gets the same, byte for byte.

This holds for what is asked and when as well: who is asked must follow from open facts alone.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.field_of_glory.cards import Card
from tests.games.battles import FIELD_OF_GLORY, army, mustering, opening, picks
from tests.games.tables import answer, owing
from tests.games.twins import Course, Watch, fixed, same

pytestmark = pytest.mark.django_db

RED = army("HI4a HI4b HI3a LI2a MI2a CV2a CO5a CO5b OV2a")
BLUE = army("MI3a PK4a MI3b CV4a CO5a LC2a AR2a LI2a CO5b HI2a HI2b HI3a")
OTHER_HAND = army("MI3a EL3a MI4b CV4a CV2b OV2b OV2a LI2a RE2a LC4a LC3a LC2a")
"""Blue's, as far as red can see, but for what blue does not show: the rest of the hand, the deck and the rejects."""
OTHER_DECK = [*RED[:9], *RED[:8:-1]]


def drafted(red: list[Card], blue: list[Card], watch: Watch) -> None:
    """Both draft, red first; the viewer looks after the first pick, in the middle and at the end."""
    moves = [("Ann", pick) for pick in picks(red)] + [("Ben", pick) for pick in picks(blue)]
    with fixed(mustering(red, blue)):
        for number, (name, pick) in enumerate(moves):
            answer(watch.match, watch.users[name], pick)
            if number in (0, 12, 18, 23):
                watch.look(f"pick {number}")


def battle(red: list[Card], blue: list[Card], bonus: str) -> Course:
    """Ann attacks twice: Ben withdraws the first time and stands the second time."""

    def course(watch: Watch) -> None:
        drafted(red, blue, watch)
        watch.play("Ann", "place HI4a@3; pay CO5a; pay HI3a; settle")
        watch.play("Ann", "draw", "Ann ends her turn")
        watch.play("Ben", "place MI3a@3; pay CV4a; pay LI2a; settle")
        watch.play("Ben", "draw", "Ben ends his turn")
        watch.play("Ann", f"attack HI4a; bonus {bonus}", "Ann attacks")
        assert owing(watch.match) == ["Ben"]

    return course


def test_nothing_that_reaches_ann_tells_of_bens_draft_rejects_hand_or_deck(watch: Any) -> None:
    one, other = (
        watch(opening(RED, blue), battle(RED, blue, "CO5b"), "Ann", FIELD_OF_GLORY) for blue in (BLUE, OTHER_HAND)
    )
    same(one, other)
    assert len(one) > 100


def test_nothing_that_reaches_ben_tells_of_anns_deck_or_bonus_card(watch: Any) -> None:
    courses = ((RED, "CO5b"), (RED, "OV2a"), (OTHER_DECK, "LI2a"))
    first, *others = (
        watch(opening(red, BLUE), battle(red, BLUE, bonus), "Ben", FIELD_OF_GLORY) for red, bonus in courses
    )
    for other in others:
        same(first, other)


def test_a_blind_bonus_card_tells_ben_nothing_of_the_top_of_anns_deck(watch: Any) -> None:
    one, other = (
        watch(opening(red, BLUE), battle(red, BLUE, "deck"), "Ben", FIELD_OF_GLORY) for red in (RED, OTHER_DECK)
    )
    same(one, other)


def test_the_twins_do_differ_to_the_one_whose_cards_differ(watch: Any) -> None:
    one, other = (
        watch(opening(RED, blue), battle(RED, blue, "CO5b"), "Ben", FIELD_OF_GLORY) for blue in (BLUE, OTHER_HAND)
    )
    assert one != other
