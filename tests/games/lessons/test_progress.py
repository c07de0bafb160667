"""How far somebody has come in lessons: kept in the account, over devices, and taken along from before it."""

from __future__ import annotations

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from accounts import guests
from accounts.models import User
from accounts.sessions import LESSONS
from games.core.seams import leaving, merging
from games.core.seams.merging import Merge
from games.lessons import kept
from games.lessons.models import Reached
from tests.games.browsing import signed_in
from tests.parts.cast import PASSWORD

pytestmark = pytest.mark.django_db

START = reverse("lesson_of", args=["en-garde"])
FIRST = "en-garde/first"


def scene(number: int) -> str:
    """Return the address of a scene."""
    return reverse("lesson", args=["en-garde", "first", number])


def press(client: Client) -> None:
    """Press what the first scene asks for."""
    assert client.post(scene(1), {"move": "F3"})["Location"] == scene(2)


def test_a_lesson_goes_on_where_it_was_left_on_another_device(ann: User, ben: User) -> None:
    press(signed_in(ann))
    assert signed_in(ann).get(START)["Location"] == scene(2)
    assert signed_in(ben).get(START)["Location"] == scene(1)


def test_a_lesson_that_is_begun_again_goes_on_from_there(ann: User) -> None:
    kept.set_reached(ann, {FIRST: 5})
    press(signed_in(ann))
    assert kept.scenes_reached(ann) == {FIRST: 2}


@pytest.mark.parametrize(("before", "after"), [({}, 2), ({FIRST: 1}, 2), ({FIRST: 6}, 6)])
def test_what_a_visitor_learns_becomes_the_account_s(
    client: Client, ann: User, before: dict[str, int], after: int
) -> None:
    kept.set_reached(ann, before)
    press(client)
    client.post(reverse("account_login"), {"login": "Ann", "password": PASSWORD})
    assert kept.scenes_reached(ann) == {FIRST: after}
    assert client.get(START)["Location"] == scene(after)
    assert all(LESSONS not in session.get_decoded() for session in Session.objects.all())


def test_what_a_visitor_learns_becomes_that_of_the_guest_who_plays(client: Client) -> None:
    press(client)
    client.post(reverse("try_out", args=["en-garde"]))
    assert kept.scenes_reached(User.objects.get(is_bot=False)) == {FIRST: 2}
    assert client.get(START)["Location"] == scene(2)


def test_what_a_guest_has_learnt_becomes_the_account_s(ann: User) -> None:
    guest = guests.create()
    kept.set_reached(guest, {FIRST: 3, "fantasy-dice-battles/first": 4})
    kept.set_reached(ann, {FIRST: 7})
    merging.call_hooks(Merge(guest, ann, [], all_of_it=True))
    assert kept.scenes_reached(ann) == {FIRST: 7, "fantasy-dice-battles/first": 4}
    assert kept.scenes_reached(guest) == {}


def test_it_is_downloaded_and_forgotten_with_the_account(ann: User, ben: User) -> None:
    for user in (ann, ben):
        kept.set_reached(user, {FIRST: 3})
    assert leaving.of_account(ann)["lessons"] == {FIRST: 3}
    leaving.forget(ann)
    assert [str(row) for row in Reached.objects.all()] == [f"scene 3 of {FIRST}, user {ben.pk}"]
