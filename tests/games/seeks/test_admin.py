"""Seeks as moderators see them: all that is asked and why one rests, and nothing of those with whom they play."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User, Vacation
from games.core.services import play
from games.seeks.models import Seek
from tests.games.browsing import signed_in
from tests.games.conftest import NOON
from tests.games.seeks.test_services import ask
from tests.games.tables import begin

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
GLORY = "Field of Glory: The Card Game"
LIST = reverse("admin:games_seek_changelist")


@pytest.fixture
def moderator(mo: User) -> Client:
    """One who may do what the group “Moderators” may, and no more."""
    User.objects.filter(pk=mo.pk).update(is_superuser=False, is_staff=True)
    mo.groups.set([Group.objects.get(name="Moderators")])
    return signed_in(mo)


def cells(client: Client, name: str, query: str = "") -> list[str]:
    """Return what a column of the list says, row by row."""
    shown = client.get(LIST + query)
    assert shown.status_code == 200
    found = re.findall(rf'<t[dh][^>]* class="field-{name}[^"]*">(.*?)</t[dh]>', shown.content.decode())
    return [re.sub(r"<[^>]+>", " ", each).strip() for each in found]


def page(client: Client, seek: Seek) -> Any:
    return client.get(reverse("admin:games_seek_change", args=[seek.pk]))


def test_a_moderator_reads_who_seeks_what_since_when(moderator: Client, ann: User, ben: User) -> None:
    ask(ann, options={"starter": "left"}, clock={"weekends": True}, rated=True, language="it", keep=2)
    seek = ask(ben, "field-of-glory", near=False, fastest_days=5, slowest_days=5)
    assert cells(moderator, "user") == ["Ben", "Ann"]
    assert cells(moderator, "title") == [GLORY, "En Garde"]
    assert cells(moderator, "paces") == ["5 days per move", "3 days to 7 days per move"]
    nothing, everything = cells(moderator, "asked")
    assert nothing == "–"
    for words in (
        "2 matches at a time",
        "rated",
        "First turn: Left fencer",
        "Weekends: don’t count",
        "Italian",
        "of similar strength",
    ):
        assert words in everything, everything
    assert cells(moderator, "rests") == ["–", "–"]
    shown = page(moderator, seek)
    assert shown.status_code == 200
    assert "5 days per move" in shown.content.decode()
    assert 'name="_save"' not in shown.content.decode()


def test_it_is_said_why_a_seek_rests(moderator: Client, ann: User, ben: User, cat: User) -> None:
    for user in (ann, ben, cat):
        ask(user)
    dan = User.objects.create_user("Dan", "dan@example.org", "x")
    Seek.objects.create(user=dan, game="en-garde", fastest_days=3, slowest_days=7)
    begin(ann, ben, starter="left")
    Vacation.objects.create(user=cat, begins=NOON, ends=NOON + timedelta(days=1))
    Seek.objects.filter(user=dan).update(looked=NOON - timedelta(days=7))
    said = dict(zip(cells(moderator, "user"), cells(moderator, "rests"), strict=True))
    first = "still owes a first move"
    assert said == {"Ann": first, "Ben": "–", "Cat": "on vacation", "Dan": "not here for a week"}
    Seek.objects.filter(user=ben).update(keep=1)
    User.objects.filter(pk=cat.pk).update(is_active=False)
    Vacation.objects.all().delete()
    said = dict(zip(cells(moderator, "user"), cells(moderator, "rests"), strict=True))
    assert (said["Ben"], said["Cat"]) == (
        "already has as many matches as wanted",
        "suspended, or emails bounce",
    )


def test_nothing_of_an_opponent_is_there_until_the_match_is_over(
    moderator: Client, mo: User, ann: User, ben: User
) -> None:
    hers, his, own = ask(ann), ask(ben), ask(mo)
    match = begin(mo, ann)
    assert cells(moderator, "user") == ["Mo", "Ben"]
    assert cells(moderator, "user", "?q=Ann") == []
    assert [page(moderator, seek).status_code for seek in (hers, his, own)] == [404, 200, 200]
    play.resign(match.public_id, ann.pk)
    assert cells(moderator, "user") == ["Mo", "Ben", "Ann"]


def test_a_seek_is_found_by_its_user_and_sifted_by_its_game(moderator: Client, ann: User, ben: User) -> None:
    ask(ann), ask(ben), ask(ben, "field-of-glory")
    assert cells(moderator, "user", "?q=aNN@example.org") == ["Ann"]
    assert cells(moderator, "title", "?q=Ben") == [GLORY, "En Garde"]
    assert cells(moderator, "user", "?game=field-of-glory") == ["Ben"]
    assert cells(moderator, "user", "?q=Be") == []


def test_a_game_that_is_no_more_is_named_by_its_address(moderator: Client, ann: User) -> None:
    ask(ann)
    Seek.objects.update(game="chess", options={"starter": "left"})
    assert (cells(moderator, "title"), cells(moderator, "asked")) == (["chess"], ["–"])


def test_nothing_can_be_added_changed_or_deleted(moderator: Client, ann: User) -> None:
    seek = ask(ann)
    for name, given in (("delete", {"post": "yes"}), ("change", {"keep": "9"})):
        address = reverse(f"admin:games_seek_{name}", args=[seek.pk])
        assert moderator.post(address, given).status_code == 403
    assert moderator.get(reverse("admin:games_seek_add")).status_code == 403
    assert Seek.objects.get().keep == 0


def test_three_hundred_cost_as_many_queries_as_three(moderator: Client) -> None:
    costs = []
    for number in (3, 300):
        there = User.objects.filter(username__startswith="Seeker").count()
        names = [f"Seeker{each}" for each in range(there, number)]
        people = User.objects.bulk_create(User(username=name, skeleton=name.lower()) for name in names)
        Seek.objects.bulk_create(Seek(user=user, game="en-garde", fastest_days=3, slowest_days=7) for user in people)
        with CaptureQueriesContext(connection) as queries:
            assert len(cells(moderator, "user")) == min(number, 50)
        costs.append(len(queries))
    assert costs[0] == costs[1]
