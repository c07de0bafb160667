"""What the cards say of a battle's things where a newcomer asked."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.games.browsing import told

pytestmark = pytest.mark.django_db


def cards(client: Client, scene: int) -> dict[str, str]:
    """Return what each card of a scene of the first lesson says, by its key."""
    page = told(client.get(reverse("lesson", args=["fantasy-dice-battles", "first", scene]), {"things": "board"}))
    parts = re.split(r'id="thing-', page)[1:]
    return {part.split('"')[0]: " ".join(re.sub(r"<[^>]*>", " ", part.partition(">")[2]).split()) for part in parts}


def test_where_nobody_is_opposite_no_card_is_needed_and_a_heros_takes_units_away(client: Client) -> None:
    found = cards(client, 12)
    assert "Nobody is left opposite, so no card is needed here." in found["post-0-2"]
    assert "A hero’s card takes units of this battalion to reinforcements" in found["post-0-2"]
    assert "Other cards do nothing here." in found["post-0-2"]
    assert "one more die" not in found["post-0-2"]
    assert "This battalion has lost its hero: it needs no card, and none works here." in found["post-1-2"]
    assert "It works if a unit of its kind is there." in found["post-0-1"]


def test_no_card_speaks_of_a_foot_that_only_holds_numbers(client: Client) -> None:
    found = cards(client, 12)
    assert "foot" not in " ".join(found.values())
    assert "Its number with ↩ says how many units it brings back now." in found["post-0-regroup"]


def test_the_die_says_where_it_goes_on_to(client: Client) -> None:
    assert (
        "S1, if they find nobody in front: 1, 2 and 3. S2, if they find nobody in front: 4, 5 and 6."
        in (cards(client, 1)["dice"])
    )


def test_a_diamond_is_explained_where_it_is_drawn(client: Client) -> None:
    page = client.get(reverse("lesson", args=["fantasy-dice-battles", "first", 5])).content.decode()
    field = page.split('<div class="dice-field')[1].split('<section class="round"')[0]
    marked = {spot.split('"')[0] for spot in field.split('data-spot="')[1:] if " fresh" in spot}
    explained = {key for key, said in cards(client, 5).items() if "Gold diamond:" in said}
    assert marked == explained != set()


def test_ones_own_side_is_called_you_as_beside_the_battalions(client: Client) -> None:
    found = cards(client, 12)
    assert "Fleeing (You)" in found["fleeing-0"]
    assert "Fleeing (Magus.Alearius)" in found["fleeing-1"]
