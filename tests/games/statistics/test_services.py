"""Figures about everything there is: counted at once where that is little, else kept by a sweep."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.core.models import Figure, Match
from games.core.reading import figures as reading
from games.ratings import rankings
from games.ratings.models import Rating
from games.site import home
from games.statistics import queries as statistics, services as figures
from tests.games.ratings.test_page import GAME, URL, crowd, rating
from tests.games.tables import finished
from tests.parts.cast import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than two rows are many."""
    monkeypatch.setattr(reading, "FEW", 2)
    monkeypatch.setattr(rankings, "FEW", 2)


def test_of_few_rows_nothing_is_kept_and_everything_is_counted_at_once(ann: User, ben: User) -> None:
    assert (figures.keep_due(), Figure.objects.count()) == (0, 0)
    assert home.site_numbers() == {"people": 2, "running": 0, "finished": 0}
    person("Cat")
    assert home.site_numbers() == {"people": 3, "running": 0, "finished": 0}


@pytest.mark.usefixtures("few")
def test_of_many_rows_pages_show_what_the_sweep_has_counted(ann: User, ben: User, noon: time_machine.Traveller) -> None:
    finished(ann, ben, [1, 2, 3])
    assert home.site_numbers()["finished"] == 3  # before the first sweep
    figures.keep_due()
    finished(ann, ben, [4])
    assert home.site_numbers()["finished"] == 3
    assert sum(each.number for each in statistics.ended()) == 3
    noon.shift(timedelta(minutes=1))
    figures.keep_due()
    assert home.site_numbers()["finished"] == 4
    assert sum(each.number for each in statistics.ended()) == 4


@pytest.mark.usefixtures("few")
def test_what_takes_long_is_counted_more_seldom(ann: User, ben: User, noon: time_machine.Traveller) -> None:
    finished(ann, ben, [1, 2, 3])
    figures.keep_due()
    Figure.objects.update(took=2.0)
    noon.shift(timedelta(seconds=999))
    assert figures.keep_due() == 0
    noon.shift(timedelta(seconds=1))
    assert figures.keep_due() == Figure.objects.count() > 5


@pytest.mark.usefixtures("few")
def test_two_sweeps_at_once_count_a_figure_once(ann: User, ben: User) -> None:
    finished(ann, ben, [1, 2, 3])
    figures.keep_due()
    row, now = Figure.objects.get(key="finished"), timezone.now() + timedelta(hours=1)
    assert [figures._claim("finished", row, now), figures._claim("finished", row, now)] == [True, False]
    Figure.objects.all().delete()
    assert [figures._claim("finished", None, now), figures._claim("finished", None, now)] == [True, False]
    assert home.site_numbers()["finished"] == 3  # while the first is still at it


@pytest.mark.usefixtures("few")
def test_a_sweep_that_has_no_time_left_counts_nothing(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    finished(ann, ben, [1, 2, 3])
    monkeypatch.setattr(figures, "MAX_SECONDS", 0)
    assert (figures.keep_due(), Match.objects.count()) == (0, 3)


@pytest.mark.usefixtures("few")
def test_a_large_table_gives_the_places_that_a_small_one_gives(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    crowd(120, settled=120)
    rows = list(Rating.objects.order_by("-number"))
    monkeypatch.setattr(rankings, "STEP", 7)
    figures.keep_due()
    table = rankings.of_game(GAME)
    assert len(table.steps) == 18
    assert [table.rank(row) for row in rows] == list(range(1, 121))
    listed = Client().get(f"{URL}?page=2").context
    assert [(row.rank, row.name) for row in listed["rows"]][:2] == [(51, "Player069"), (52, "Player068")]
    assert (listed["active"], rankings.number_active(GAME)) == (120, 120)


@pytest.mark.usefixtures("few")
def test_who_has_left_since_the_table_was_counted_is_not_in_it(ann: User, ben: User, cat: User) -> None:
    for number, user in enumerate((ann, ben, cat)):
        rating(user, 1500 + number, 90)
    figures.keep_due()
    User.objects.filter(pk=ben.pk).update(is_active=False)
    assert [(row.rank, row.name) for row in Client().get(URL).context["rows"]] == [(1, "Cat"), (2, "Ann")]


@pytest.mark.usefixtures("few")
def test_a_large_table_costs_as_much_for_300_players_as_for_30() -> None:
    costs = []
    for number in (30, 300):
        Rating.objects.all().delete()
        Figure.objects.all().delete()
        crowd(number, settled=number, name=f"Of{number}")
        figures.keep_due()
        with CaptureQueriesContext(connection) as queries:
            assert Client().get(URL).status_code == 200
        costs.append(len(queries))
    assert costs[0] == costs[1]
