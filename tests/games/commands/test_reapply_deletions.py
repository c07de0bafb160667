"""`reapply_deletions`: the end of a restore closes the accounts again that the backup has open."""

from __future__ import annotations

import io
import secrets
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import override_settings

from accounts import deletions
from accounts.models import Preferences, User
from games.core.models import Match
from games.core.services import leaving
from tests.games.conftest import NOON

pytestmark = pytest.mark.django_db


@pytest.fixture
def path(tmp_path: Path, noon: time_machine.Traveller) -> Iterator[Path]:
    found = tmp_path / "list"
    with override_settings(DELETIONS_FILE=str(found)):
        yield found


def close_and_restore(*users: User) -> None:
    """Close accounts, write the list, and put the database back to before."""
    with transaction.atomic():
        for user in users:
            leaving.close_account(User.objects.get(pk=user.pk))
        deletions.write_missing()
        transaction.set_rollback(True)
    assert not User.objects.filter(pk__in=[user.pk for user in users], left__isnull=False).exists()


def reapply(*files: str) -> str:
    out = io.StringIO()
    call_command("reapply_deletions", *files, stdout=out)
    return out.getvalue()


def test_an_account_that_a_restore_has_opened_is_closed_as_its_owner_did(
    path: Path, match: Match, ann: User, noon: time_machine.Traveller
) -> None:
    Preferences.objects.get_or_create(user=ann)
    noon.shift(60)
    close_and_restore(ann)

    assert reapply() == "1 of 1 accounts on the list were open and are closed again.\n"

    ann.refresh_from_db()
    match.refresh_from_db()
    assert (ann.left is None, ann.email, ann.is_active) == (False, "", False)
    assert ann.username == f"former player {ann.pk}"
    assert match.status == Match.Status.OVER
    assert not Preferences.objects.filter(user=ann).exists()


def test_a_second_time_does_nothing(path: Path, ann: User, ben: User) -> None:
    close_and_restore(ann)
    reapply()
    left = User.objects.get(pk=ann.pk).left

    assert reapply() == "0 of 1 accounts on the list were open and are closed again.\n"

    assert User.objects.get(pk=ann.pk).left == left
    assert User.objects.get(pk=ben.pk).left is None


def test_an_account_that_was_made_since_stays_open_although_it_has_the_key_of_one_that_was_closed(
    path: Path, ann: User, noon: time_machine.Traveller
) -> None:
    close_and_restore(ann)
    noon.shift(60)
    User.objects.filter(pk=ann.pk).update(date_joined=NOON + timedelta(seconds=60))

    assert reapply() == "0 of 1 accounts on the list were open and are closed again.\n"


def test_several_lists_are_taken_together(path: Path, tmp_path: Path, ann: User, ben: User) -> None:
    close_and_restore(ann)
    other = tmp_path / "other"
    path.rename(other)
    close_and_restore(ben)

    assert reapply(str(path), str(other)) == "2 of 2 accounts on the list were open and are closed again.\n"


def test_a_list_of_another_key_is_refused_and_nobody_is_closed(path: Path, ann: User) -> None:
    close_and_restore(ann)

    with (
        override_settings(SECRET_KEY=secrets.token_urlsafe(50)),
        pytest.raises(CommandError, match=r"cannot be decrypted\. SECRET_KEY or SECRET_KEY_FALLBACKS must have"),
    ):
        reapply()
    assert User.objects.get(pk=ann.pk).left is None


def test_where_there_is_no_list_a_restore_goes_on(path: Path) -> None:
    assert reapply().startswith("There is no list of closed accounts in DELETIONS_FILE.\n0 of 0 accounts")
    with override_settings(DELETIONS_FILE=""):
        assert reapply() == "DELETIONS_FILE is not set: there is no list of closed accounts.\n"


def test_a_list_that_was_named_must_be_there(path: Path) -> None:
    with pytest.raises(CommandError, match=r"^There is no /nothing/here\. No account was closed\.$"):
        reapply("/nothing/here")
    with pytest.raises(CommandError, match=r"cannot be read: Is a directory\. No account was closed\.$"):
        reapply(str(path.parent))


def test_an_account_that_cannot_be_closed_keeps_no_other_one_open(
    path: Path, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    close_and_restore(ann, ben)
    close = leaving.close_account

    def refuse_ann(user: User) -> None:
        assert user.pk != ann.pk
        close(user)

    monkeypatch.setattr(leaving, "close_account", refuse_ann)
    with pytest.raises(CommandError, match=rf"^These could not be closed, the log says why: {ann.pk}\.$"):
        reapply()

    assert [User.objects.get(pk=user.pk).left is None for user in (ann, ben)] == [True, False]
