"""What happened as one seat is told of it, in any game."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import getsource

import pytest

from games.rules import engine, house
from games.rules.en_garde.events import Advanced
from games.rules.game import Event
from games.rules.sentence import Who, sentence
from games.rules.telling import Deed, Told, Weight, addressed, in_one, weightiest_first
from tests.rules.en_garde.table import GAME


def test_the_weightiest_comes_first_and_the_rest_stays_in_order() -> None:
    first, second, third = (sentence(text) for text in ("one", "two", "three"))
    told = [Told(Weight.DRAW, first), Told(Weight.OUTCOME, second), Told(Weight.DRAW, third)]
    assert weightiest_first(told) == [second, first, third]


def test_only_the_seat_itself_is_addressed() -> None:
    said = sentence("{who} waits.", who=Who(1))
    assert str(addressed(said, 1, {"{who} waits.": "You wait."})) == "You wait."
    assert addressed(said, 0, {"{who} waits.": "You wait."}) == said
    assert addressed(said, None, {"{who} waits.": "You wait."}) == said
    assert addressed(said, 1, {}) == said


def test_all_that_a_seat_did_is_one_sentence() -> None:
    deeds = [Deed("sits", "sit"), Deed("waits", "wait"), Deed("sleeps", "sleep")]
    assert str(in_one(1, 1, deeds)) == "You sit, wait and sleep."
    assert str(in_one(1, 0, deeds)) == "seat 1 sits, waits and sleeps."
    assert str(in_one(1, 0, deeds[:1])) == "seat 1 sits."


def test_that_a_match_goes_back_is_told_in_its_place() -> None:
    events = [Advanced(0, 1, 2), house.RolledBack(3), Advanced(0, 2, 3)]
    assert [str(each.sentence) for each in engine.told(GAME, events, 0)] == [
        "You advance 1 to space 2.",
        "The match goes back to just after entry 3.",
        "You advance 2 to space 3.",
    ]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (house.Resigned(0), "You resigned."),
        (house.TimedOut(0), "You ran out of time."),
        (house.Adjudicated(0), "A moderator awarded you the match."),
        (house.Adjudicated(1), "A moderator awarded the match to seat 1."),
    ],
)
def test_what_the_house_does_is_said_to_the_seat(event: Event, words: str) -> None:
    (told,) = engine.told(GAME, [event], 0)
    assert (told.weight, str(told.sentence)) == (Weight.OUTCOME, words)


def test_that_the_match_began_is_no_news_beside_its_end() -> None:
    began, moved = house.Started((0, 1)), Advanced(0, 1, 2)
    for events, words in (
        ([began, moved], ["The match begins.", "You advance 1 to space 2."]),
        ([began, moved, house.Resigned(0)], ["You advance 1 to space 2.", "You resigned."]),
    ):
        assert [str(each.sentence) for each in engine.told(GAME, events, 0)] == words


@pytest.mark.parametrize("game", ["en_garde", "field_of_glory", "fantasy_dice_battles"])
def test_anything_that_is_said_to_the_seat_is_said_of_others_too(game: str) -> None:
    told, words = (import_module(f"games.rules.{game}.{name}") for name in ("told", "words"))
    source = getsource(words) + getsource(told).partition('"""What is said of the reader')[2]
    source = re.sub(r'"\n *"', "", source)  # what goes on in the next line
    assert [third for third in told.TO_ME if f'"{third}"' not in source] == []
