"""How long somebody usually takes for a move."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.bots import services as bots
from games.core.models import Match
from games.core.reading import answers
from games.core.reading.answers import Quartiles, quartiles, span_in_words
from games.core.services import play
from tests.games.tables import answer, begin, play_on

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def hours(*each: float) -> list[timedelta]:
    return [number * HOUR for number in each]


@pytest.mark.parametrize(
    ("taken", "found"),
    [
        (hours(3), hours(3, 3, 3)),
        (hours(1, 3), hours(1.5, 2, 2.5)),
        (hours(5, 1, 4, 2, 3), hours(2, 3, 4)),
        (hours(*range(101)), hours(25, 50, 75)),
    ],
)
def test_quartiles(taken: list[timedelta], found: list[timedelta]) -> None:
    assert quartiles(taken) == Quartiles(*found)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Quartiles(40 * MINUTE, 3 * HOUR, 60 * HOUR), "3 hours; half of all moves took 40 minutes to 2 days"),
        (Quartiles(0 * MINUTE, 5 * MINUTE, 3 * HOUR), "5 minutes; half of all moves took under a minute to 3 hours"),
        (Quartiles(3 * HOUR, 3 * HOUR, 3 * HOUR), "3 hours"),
    ],
)
def test_they_are_said_as_one_says_them(found: Quartiles, said: str) -> None:
    assert found.in_words == said


@pytest.mark.parametrize(
    ("time", "said"),
    [
        (timedelta(seconds=2), "under a minute"),
        (MINUTE, "1 minute"),
        (119 * MINUTE, "119 minutes"),
        (120 * MINUTE, "2 hours"),
        (47 * HOUR, "47 hours"),
        (60 * HOUR, "2 days"),
    ],
)
def test_a_span_of_time_is_said_in_one_unit(time: timedelta, said: str) -> None:
    assert span_in_words(time) == said


@pytest.mark.django_db
def test_a_move_is_timed_from_the_entry_before_it_in_matches_that_are_over(
    match: Match, ann: User, ben: User, noon: time_machine.Traveller
) -> None:
    for user, text, taken in ((ann, "F3", 1), (ben, "F1", 5), (ann, "F2", 9), (ben, "F1", 1), (ann, "F1", 3)):
        noon.shift(taken * HOUR)
        answer(match, user, text)
    assert answers.times(ann.pk) is None  # of running matches nothing is told
    play.resign(match.public_id, ben.pk)
    assert answers.times(ann.pk) == Quartiles(*hours(2, 3, 6))
    assert answers.times(ben.pk) == Quartiles(*hours(2, 3, 4))


@pytest.mark.django_db
def test_matches_against_the_house_and_private_ones_are_not_timed(
    ann: User, ben: User, noon: time_machine.Traveller
) -> None:
    house = bots.challenge(ann, "en-garde", {"starter": "left"}, seat=0)
    hidden = begin(ann, ben, public_id="hidden0001")
    Match.objects.filter(pk=hidden.pk).update(private=True)
    for match in (house, hidden):
        play_on(match, 1)
        play.resign(match.public_id, ann.pk)
    assert answers.times(ann.pk) is None


@pytest.mark.django_db
def test_the_newest_twenty_matches_are_timed_by_one_query(ann: User, ben: User, noon: time_machine.Traveller) -> None:
    for number in range(21):
        match = begin(ann, ben, public_id=f"timed{number:05}")
        noon.shift(HOUR if number else 100 * HOUR)
        play_on(match, 1)
        play.resign(match.public_id, ben.pk)
    with CaptureQueriesContext(connection) as queries:
        assert answers.times(ann.pk) == Quartiles(HOUR, HOUR, HOUR)
    assert len(queries) == 1
    assert answers.times(ben.pk) is None
