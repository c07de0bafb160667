"""Players by name, and whom one has played last."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from games.bots import services as bots
from games.core.models import Match
from games.core.reading import opponents
from tests.games.browsing import signed_in, told
from tests.games.tables import begin, finished, offer
from tests.parts.cast import person

pytestmark = pytest.mark.django_db
URL = "/players/"


def found(user: User, text: str) -> list[str]:
    return [each.username for each in signed_in(user).get(URL, {"q": text}).context["found"]]


def test_players_are_found_by_a_part_of_their_name_the_shortest_first(ann: User, ben: User) -> None:
    for name in ("Annabel", "Hanna", "Joanna", "Zoe"):
        person(name)
    assert found(ben, "anna") == ["Hanna", "Joanna", "Annabel"]
    assert found(ben, " ANN ") == ["Ann", "Hanna", "Joanna", "Annabel"]
    assert found(ann, "ann") == ["Hanna", "Joanna", "Annabel"]  # not oneself


@pytest.mark.parametrize("text", ["", " ", "\0", "x" * 31, "%", "_"])
def test_what_is_no_part_of_a_name_finds_nobody(ann: User, ben: User, text: str) -> None:
    assert found(ann, text) == []


def test_no_more_than_twenty_are_named(ann: User) -> None:
    for number in range(21):
        person(f"Many{number}")
    assert len(found(ann, "many")) == 20


@pytest.mark.parametrize("who", ["guest", "gone", "suspended", "blocked", "blocking", "bot"])
def test_nobody_is_found_or_proposed_who_cannot_be_invited(ann: User, ben: User, who: str) -> None:
    begin(ann, ben)
    now = timezone.now()
    given: dict[str, dict[str, Any]] = {
        "guest": {"guest_until": now},
        "gone": {"left": now},
        "suspended": {"is_active": False},
    }
    if who in given:
        User.objects.filter(pk=ben.pk).update(**given[who])
    elif who == "bot":
        bots.challenge(ann, "en-garde", {})
        User.objects.filter(pk=ben.pk).update(is_bot=True)
    else:
        blocks.block(*((ann, ben) if who == "blocked" else (ben, ann)))
    assert (found(ann, "ben"), opponents.recent_opponents(ann)) == ([], [])


def test_opponents_are_proposed_the_newest_first_and_each_once(ann: User, ben: User, cat: User) -> None:
    for number, users in enumerate(((ann, ben), (cat, ann), (ben, ann), (ben, cat))):
        match = begin(*users, public_id=f"match{number}")
        Match.objects.filter(pk=match.pk).update(started=timezone.now() - timedelta(days=9 - number))
    offer(person("Dan"), public_id="openmatch1")
    assert opponents.recent_opponents(ann) == ["Ben", "Cat"]
    assert opponents.recent_opponents(cat) == ["Ben", "Ann"]
    page = told(signed_in(ann).get("/invitations/new/en-garde/"))
    assert '<datalist id="proposed"><option value="Ben"></option><option value="Cat"></option></datalist>' in page
    assert "Recent opponents" in told(signed_in(ann).get(URL))


def test_no_more_than_eight_are_proposed(ann: User) -> None:
    for number in range(9):
        begin(ann, person(f"Rival{number}"), public_id=f"rivals{number:04}")
    assert len(opponents.recent_opponents(ann)) == 8


def test_visitors_sign_in_first() -> None:
    assert Client().get(URL).headers["Location"] == "/accounts/login/?next=/players/"


def test_three_hundred_matches_cost_as_many_queries_as_three(ann: User, ben: User) -> None:
    client = signed_in(ann)
    costs = []
    for number in (3, 297):
        finished(ann, ben, range(number))
        with CaptureQueriesContext(connection) as queries:
            assert client.get(URL, {"q": "ben"}).status_code == 200
        costs.append(len(queries))
    assert costs == [6, 6]
