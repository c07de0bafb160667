"""The facts of rated matches, and that the second program comes to the ratings of the database by them alone."""

from __future__ import annotations

import json
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import User
from games.core.models import Match
from games.ratings import services as ratings
from games.ratings.models import Rating
from tests.games.conftest import NOON
from tests.games.ratings import second
from tests.games.ratings.test_services import season
from tests.games.rows.doors_ratings import rated
from tests.parts.cast import person

pytestmark = pytest.mark.django_db


def written() -> list[dict[str, Any]]:
    out = StringIO()
    call_command("ratings", "--facts", stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_line_says_all_that_counts_and_no_moment(ann: User, ben: User) -> None:
    rated("ratedmatch", ann, ben, outcome="timeout", absent_since=NOON)
    sat = {"moved": True, "kind": "person", "by_program": False}
    assert written() == [
        {
            "game": "en-garde",
            "match": "ratedmatch",
            "rated": True,
            "void": False,
            "substituted": False,
            "struck": False,
            "pair": None,
            "seats": [
                {"player": ann.pk, "points": 2, **sat, "absence": None},
                {"player": ben.pk, "points": 0, **sat, "absence": 1},
            ],
        }
    ]
    assert not Rating.objects.exists()


def test_the_second_program_comes_to_the_ratings_of_the_database() -> None:
    made = season([person(name) for name in ("Ada", "Bob", "Cid", "Dot", "Eli")], 80)
    Match.objects.filter(pk__in=[match.pk for match in made[::9]]).update(struck="A trial.")
    Match.objects.filter(pk__in=[match.pk for match in made[1::3]]).update(game="field-of-glory")
    ratings.tally_due()
    found = {
        game: {player: tuple(map(float, rating)) for player, rating in book.ratings.items()}
        for game, book in second.books(written()).items()
    }
    noted: dict[str, dict[int, Any]] = {"en-garde": {}, "field-of-glory": {}}
    for row in Rating.objects.all():
        noted[row.game][row.user_id] = tuple(row.value)
    assert found == noted
    assert Decimal("1500.000") not in {number for number, _ in second.books(written())["en-garde"].ratings.values()}
