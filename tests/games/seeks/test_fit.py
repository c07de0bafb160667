"""Who is paired with whom: what each seek asks, how it widens, and what two that fit have in common."""

from __future__ import annotations

from datetime import timedelta
from itertools import product
from random import Random
from typing import Any

import pytest

from games.seeks.fit import Misfit, Seeker, Seeking, Wish, common_wish, misfit
from tests.games.rows.doors import NOON

DAY = timedelta(days=1)
ONE = Seeking(Wish("en-garde", 1, 5), Seeker(1, 1500.0, 90), NOON)


def other(*, number: float = 1500.0, percent: int | None = 90, since: Any = NOON, **wish: Any) -> Seeking:
    """Return a seek that fits ONE but for what is given."""
    return Seeking(
        Wish(**{"game": "en-garde", "fastest_days": 3, "slowest_days": 7, **wish}), Seeker(2, number, percent), since
    )


def both_ways(one: Seeking, two: Seeking, at: timedelta = timedelta()) -> Misfit | None:
    """Return why they do not fit, which does not depend on who is asked first."""
    found = misfit(one, two, NOON + at)
    assert misfit(two, one, NOON + at) == found
    return found


@pytest.mark.parametrize(
    ("given", "mine", "why"),
    [
        ({}, {}, None),
        ({"game": "field-of-glory"}, {}, Misfit.GAME),
        ({"fastest_days": 5}, {}, None),
        ({"fastest_days": 7}, {}, Misfit.PACE),
        ({"rated": True}, {}, None),
        ({"rated": True}, {"rated": True}, None),
        ({"rated": True}, {"rated": False}, Misfit.RATED),
        ({"paired": True}, {}, Misfit.PAIRED),
        ({"paired": True}, {"paired": True}, None),
        ({"paired": True}, {"paired": None}, None),
        ({"paired": None}, {}, None),
        ({"options": {"rounds": 3}}, {}, None),
        ({"options": {"rounds": 3}}, {"options": {"starter": "left"}}, None),
        ({"options": {"rounds": 3}}, {"options": {"rounds": 1}}, Misfit.OPTIONS),
        ({"clock": {"nights": True}}, {}, None),
        ({"clock": {"nights": True}}, {"clock": {"nights": False}}, Misfit.CLOCK),
        ({"language": "de"}, {}, None),
        ({"language": "de"}, {"language": "de"}, None),
        ({"language": "de"}, {"language": "it"}, Misfit.LANGUAGE),
    ],
)
def test_what_two_wish_fits_or_does_not(given: dict[str, Any], mine: dict[str, Any], why: Misfit | None) -> None:
    one = ONE._replace(wish=Wish(**{"game": "en-garde", "fastest_days": 1, "slowest_days": 5, **mine}))
    assert both_ways(one, other(**given)) is why


def test_nobody_is_paired_with_himself_nor_with_whom_he_plays_or_blocks() -> None:
    two = other()
    assert both_ways(ONE, two._replace(seeker=ONE.seeker)) is Misfit.SAME
    assert both_ways(ONE, two._replace(seeker=two.seeker._replace(blocked=frozenset({1})))) is Misfit.BLOCKED
    assert both_ways(ONE, two._replace(seeker=two.seeker._replace(playing=frozenset({1})))) is Misfit.PLAYING


@pytest.mark.parametrize(
    ("points", "days", "fits"),
    [(150, 0, True), (151, 0, False), (300, 1, True), (301, 2, False), (600, 3, True), (601, 6, False), (900, 7, True)],
)
def test_how_strong_the_other_may_be_widens_with_the_days(points: int, days: int, fits: bool) -> None:
    assert both_ways(ONE, other(number=1500.0 + points), days * DAY) is (None if fits else Misfit.STRENGTH)


def test_who_has_just_come_is_not_given_to_anyone_who_has_waited_for_long() -> None:
    long = other(number=2000.0, since=NOON - 7 * DAY)
    assert both_ways(ONE, long) is Misfit.STRENGTH
    anybody = ONE._replace(wish=Wish("en-garde", 1, 5, near=False))
    assert both_ways(anybody, long) is None


@pytest.mark.parametrize(
    ("percent", "days", "fits"),
    [(90, 0, True), (89, 0, False), (85, 1, True), (84, 2, False), (80, 3, True), (70, 7, True), (69, 30, False)],
)
def test_so_does_how_reliable_he_must_be(percent: int, days: int, fits: bool) -> None:
    asks = other(min_reliability=90)
    one = ONE._replace(seeker=ONE.seeker._replace(percent=percent))
    assert both_ways(one, asks, days * DAY) is (None if fits else Misfit.RELIABILITY)


def test_who_has_played_too_little_is_held_to_no_reliability() -> None:
    one = ONE._replace(seeker=ONE.seeker._replace(percent=None))
    assert both_ways(one, other(min_reliability=100)) is None


def test_the_match_is_what_both_insist_on_at_the_fastest_pace_that_suits_both() -> None:
    one = Wish("en-garde", 1, 5, options={"rounds": 3}, clock={"nights": True})
    two = Wish("en-garde", 3, 7, options={"starter": "left"}, clock={"weekends": False})
    options, clock = {"rounds": 3, "starter": "left"}, {"nights": True, "weekends": False}
    assert common_wish(one, two) == common_wish(two, one) == Wish("en-garde", 3, 3, options, clock, True)


def test_it_is_rated_unless_one_of_them_does_not_want_it() -> None:
    def rated(one: bool | None, two: bool | None) -> bool | None:
        return common_wish(Wish("en-garde", 3, 3, rated=one), Wish("en-garde", 3, 3, rated=two)).rated

    assert [rated(*each) for each in product((None, True, False), repeat=2)] == [
        *(True, True, False),
        *(True, True, False),
        *(False, False, False),
    ]


def test_whether_two_fit_never_depends_on_who_is_asked() -> None:
    dice, found = Random(17), set[Misfit | None]()

    def drawn(user: int) -> Seeking:
        wish = Wish(
            dice.choice(("en-garde", "en-garde", "field-of-glory")),
            3,
            7,
            options=dice.choice(({}, {"rounds": 1}, {"rounds": 3})),
            clock=dice.choice(({}, {"nights": True}, {"nights": False})),
            rated=dice.choice((None, True, False)),
            paired=dice.choice((None, None, True, False)),
            language=dice.choice(("", "de", "it")),
            near=dice.random() < 0.5,
            min_reliability=dice.choice((0, 80, 95)),
        )
        others = (frozenset({3 - user}), *(frozenset[int]() for _ in range(5)))
        percent = dice.choice((None, 60, 90, 100))
        seeker = Seeker(user, dice.uniform(1000, 2000), percent, dice.choice(others), dice.choice(others))
        return Seeking(wish, seeker, NOON - dice.choice((0, 1, 3, 7)) * DAY)

    for _ in range(5000):
        found.add(both_ways(drawn(1), drawn(2)))
    assert found == {None, *Misfit} - {Misfit.SAME, Misfit.PACE}


@pytest.mark.parametrize(
    ("one", "other_one", "becomes"),
    [
        (True, True, True),
        (True, None, True),
        (None, None, False),
        (None, False, False),
        (False, False, False),
    ],
)
def test_a_pair_comes_of_two_when_one_asks_for_it(one: bool | None, other_one: bool | None, becomes: bool) -> None:
    wishes = [Wish("en-garde", 3, 3, paired=paired) for paired in (one, other_one)]
    assert [common_wish(*wishes).paired, common_wish(*wishes[::-1]).paired] == [becomes] * 2
