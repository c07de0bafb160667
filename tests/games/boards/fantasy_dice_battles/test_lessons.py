"""The first lesson of Fantasy Dice Battles: orders are given step by step."""

import pytest
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


def scene(number: int) -> str:
    """Return the address of a scene."""
    return reverse("lesson", args=["fantasy-dice-battles", "first", number])


def test_a_plan_goes_on_step_by_step_and_back(client: Client) -> None:
    assert client.post(scene(2), {"move": "lay marshal@1; lay outriders@2"})["Location"] == scene(3)
    assert client.post(scene(3), {"move": "lay marshal@1"})["Location"] == scene(2)
    assert client.post(scene(2), {"move": ""})["Location"] == scene(1)


def test_the_round_is_played_once_the_orders_are_sealed(client: Client) -> None:
    assert "data-scenes" not in client.get(scene(4)).content.decode()
    assert "data-scenes" in client.get(scene(5)).content.decode()
