"""Which of many seeks are paired: exactly those that are found by comparing each with each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from games.seeks import pairing as couples
from games.seeks.fit import Seeker, Seeking, Wish, misfit
from tests.games.rows.doors import NOON
from tests.parts import depth

Seeks = Mapping[int, Seeking]
Begin = Callable[[int, int], Any]


def one_by_one(seeks: Seeks, begin: Begin, only: int | None = None) -> list[Any]:
    """Return the same by looking at every two."""
    made, left = list[Any](), set(seeks)
    every = combinations(seeks, 2) if only is None else ((only, other) for other in seeks if other != only)
    for one, other in every:
        if {one, other} <= left and misfit(seeks[one], seeks[other], NOON) is None:
            match = begin(one, other)
            if match is not None:
                made.append(match)
                left -= {one, other}
    return made


def beginning(cannot: set[frozenset[int]]) -> tuple[Begin, list[tuple[int, int]]]:
    """Return a way to begin the match of two that can play, and the list of pairs it was asked for."""
    asked = list[tuple[int, int]]()

    def begin(one: int, other: int) -> str | None:
        asked.append((one, other))
        return None if frozenset((one, other)) in cannot else f"{one}-{other}"

    return begin, asked


AGES = [0.0, 0.5, 1.0, 2.0, 3.0, 6.9, 7.0, 30.0]
NUMBERS = st.sampled_from([0.0, 600.0, 1350.0, 1500.0, 1650.0, 1649.9999999, 1800.1, 2100.0]) | st.floats(-500, 4000)
INSISTED = st.dictionaries(st.sampled_from(["rounds", "starter"]), st.sampled_from([1, 3, True, "left"]), max_size=2)
CLOCKS = st.dictionaries(st.sampled_from(["nights", "absence"]), st.sampled_from([True, False, "loss"]), max_size=1)
KEYS = st.frozensets(st.integers(1, 12), max_size=2)


@st.composite
def seekings(draw: Any) -> Seeking:
    """Return a seek of one of few users: others like it are about."""
    fastest = draw(st.sampled_from([1, 3, 7]))
    wish = Wish(
        game=draw(st.sampled_from(["en-garde", "en-garde", "field-of-glory"])),
        fastest_days=fastest,
        slowest_days=draw(st.sampled_from([fastest, 7])),
        options=draw(INSISTED),
        clock=draw(CLOCKS),
        rated=draw(st.sampled_from([None, None, True, False])),
        language=draw(st.sampled_from(["", "", "de", "it"])),
        near=draw(st.booleans()),
        min_reliability=draw(st.sampled_from([0, 0, 80])),
        paired=draw(st.sampled_from([None, False, True])),
    )
    percent = draw(st.sampled_from([None, 60, 75, 100]))
    seeker = Seeker(draw(st.integers(1, 12)), draw(NUMBERS), percent, draw(KEYS), draw(KEYS))
    return Seeking(wish, seeker, NOON - timedelta(days=draw(st.sampled_from(AGES))))


MANY = st.lists(seekings(), max_size=24).map(lambda found: {100 + 7 * n: seek for n, seek in enumerate(found)})
FAILING = st.sets(st.frozensets(st.integers(0, 23).map(lambda n: 100 + 7 * n), min_size=2, max_size=2), max_size=6)


@settings(max_examples=200, deadline=None, derandomize=not depth.turn(), database=None)
@given(MANY, FAILING, st.none() | st.integers(0, 24).map(lambda n: 100 + 7 * n))
def test_the_same_are_paired_in_the_same_order_as_by_comparing_all(
    seeks: Seeks, cannot: set[frozenset[int]], only: int | None
) -> None:
    (naive, compared), (begin, asked) = beginning(cannot), beginning(cannot)
    only = only if only in seeks else None
    expected = one_by_one(seeks, naive, only)
    assert (couples.match_up(seeks, NOON, begin, only), asked) == (expected, compared)


def alike(number: int, apart: float = 0.0, **seeking: Any) -> dict[int, Seeking]:
    """Return so many that wish the same, their ratings so far apart."""
    wish = Wish("en-garde", 3, 7)
    return {n: Seeking(wish, Seeker(n, apart * n, None), NOON)._replace(**seeking) for n in range(number)}


@pytest.mark.parametrize(("apart", "pairs"), [(151.0, 0), (150.0, 50), (0.0, 50)])
def test_anyone_who_comes_first_is_paired_first_with_the_next_that_is_near(apart: float, pairs: int) -> None:
    made = couples.match_up(alike(100, apart), NOON, lambda *keys: keys)
    assert made == [(2 * n, 2 * n + 1) for n in range(pairs)]


def test_two_are_compared_whose_distance_is_their_limit_but_for_what_is_lost_in_rounding() -> None:
    seeks = {n: seek._replace(seeker=Seeker(n, (150.0, -1e-20)[n], None)) for n, seek in alike(2).items()}
    assert couples.match_up(seeks, NOON, lambda *keys: keys) == [(0, 1)]


def test_one_that_is_not_there_is_paired_with_nobody() -> None:
    assert couples.match_up(alike(4), NOON, lambda *keys: keys, 9) == []


@pytest.mark.parametrize(("apart", "since"), [(1000.0, NOON), (0.2, NOON), (1000.0, NOON - timedelta(days=7))])
def test_ten_times_as_many_are_not_compared_a_hundred_times_as_often(
    apart: float, since: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = list[object]()

    def count(*given: Any) -> object:
        compared.append(given)
        return misfit(*given)

    monkeypatch.setattr(couples, "misfit", count)
    counts = []
    for number in (300, 3000):
        compared.clear()
        couples.match_up(alike(number, apart, since=since), NOON, lambda *keys: keys)
        counts.append(len(compared))
    assert counts[1] <= 11 * counts[0] + 1


DIFFERING = [
    ("game", "en-garde", "field-of-glory"),
    ("options", {"starter": "left"}, {"starter": "right"}),
    ("clock", {"nights": True}, {"nights": False}),
    ("rated", True, False),
    ("language", "de", "it"),
    ("paired", True, False),
]


@pytest.mark.parametrize(("name", "mine", "theirs"), DIFFERING)
def test_who_wants_something_else_does_not_hide_those_who_want_the_same(name: str, mine: Any, theirs: Any) -> None:
    seeks = alike(3, 0.0)
    wishes = [replace(Wish("en-garde", 3, 7), **{name: each}) for each in (mine, mine, theirs)]
    asked = {key: seeks[key]._replace(wish=wish) for key, wish in enumerate(wishes)}
    assert couples.match_up(asked, NOON, lambda *keys: keys) == [(0, 1)]
