"""What features do with a guest's rows when its matches become an account's, and what happens where one fails."""

from __future__ import annotations

import traceback
from typing import Any

import pytest

from accounts import guests
from accounts.models import User
from games.bots import services as bots
from games.core.models import ChatLine, Match, Seat
from games.core.seams import afterwards, leaving, merging
from games.core.seams.merging import Merge
from games.core.seams.seam import BadFeature, Seam
from games.guests.merging import merge
from tests.games.core.seams.hooks import Failed, fail
from tests.games.rows.doors import everything
from tests.parts import features

pytestmark = pytest.mark.django_db


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No feature is there but those of the test."""
    for module, name in ((merging, "IN_TRANSACTION"), (merging, "AFTER_COMMIT"), (afterwards, "SWEPT_BY")):
        monkeypatch.setattr(module, name, Seam[Any](name))


@pytest.fixture
def guest(db: None) -> User:
    return guests.create()


@pytest.fixture
def match(guest: User) -> Match:
    """A match of the guest against the house."""
    return bots.challenge(guest, "en-garde", {"starter": "right"}, seat=0)


def test_features_are_called_in_the_order_that_is_written_down() -> None:
    assert [name for name, merge_rows in merging.IN_TRANSACTION if merge_rows] == [
        *("saved", "deeds", "chat", "reports", "vacations"),
        *features.items("MERGES"),
    ]
    assert [name for name, _ in merging.AFTER_COMMIT] == ["vacations", *features.items("MERGED_AFTER_COMMIT")]


def test_each_feature_that_keeps_something_of_a_person_says_what_becomes_of_a_guests() -> None:
    assert {name for name, _ in leaving.LEAVING} - {name for name, _ in merging.IN_TRANSACTION} == set()


@pytest.mark.usefixtures("bare")
def test_hooks_see_the_seats_changed_and_the_guest_not_closed_yet(
    match: Match, guest: User, ann: User, django_capture_on_commit_callbacks: Any
) -> None:
    told = list[object]()

    def hand_over(given: Merge) -> None:
        assert (given.guest, given.account, given.matches, given.all_of_it) == (guest, ann, [match.pk], True)
        assert Seat.objects.filter(match=match, user=ann).exists()
        assert User.objects.get(pk=guest.pk).left is None
        told.append("first")

    merging.after_commit("last", lambda user: told.append(f"after {user.username}"), swept_by="tally")
    merging.register("first", hand_over)
    merging.register("none", None)
    merging.register("second", lambda _: told.append("second"))
    with django_capture_on_commit_callbacks(execute=True):
        merge(guest.pk, ann)
        assert told == ["first", "second"]
    assert told == ["first", "second", "after Ann"]
    assert User.objects.get(pk=guest.pk).left is not None


@pytest.mark.usefixtures("bare")
def test_a_hook_that_fails_in_the_transaction_undoes_all_and_the_error_names_the_feature(
    match: Match, guest: User, ann: User
) -> None:
    def write(_: Merge) -> None:
        ChatLine.objects.create(match=match, user=ann, text="I am in.")

    merging.register("first", write)
    merging.register("applause", fail)
    before = everything()
    with pytest.raises(Failed) as failed:
        merge(guest.pk, ann)
    assert everything() == before
    told = "".join(traceback.format_exception(failed.value))
    assert told.endswith(
        f"The feature “applause” failed as matches of guest {guest.pk} became an account's. All is undone.\n"
    )


@pytest.mark.usefixtures("bare")
def test_a_hook_that_fails_after_the_commit_leaves_the_matches_with_the_account(
    match: Match, guest: User, ann: User, django_capture_on_commit_callbacks: Any
) -> None:
    done = list[User]()
    merging.after_commit("applause", fail, swept_by="tally")
    merging.after_commit("last", done.append, swept_by="award")
    with django_capture_on_commit_callbacks(execute=True):
        merge(guest.pk, ann)
    assert Seat.objects.filter(match=match, user=ann).exists()
    assert done == [ann]
    assert [(each.name, each.sweep) for each in afterwards.failures()] == [("applause", "tally")]


@pytest.mark.usefixtures("bare")
def test_a_name_is_registered_once_and_its_sweep_is_one_of_beats() -> None:
    merging.register("applause", None)
    with pytest.raises(BadFeature, match=r"^it registers “applause” with IN_TRANSACTION, where this name is"):
        merging.register("applause", None)
    with pytest.raises(BadFeature, match=r"^it says of “applause” that the sweep “applaud” does it again, but the"):
        merging.after_commit("applause", fail, swept_by="applaud")
