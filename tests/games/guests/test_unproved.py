"""Accounts whose address was never confirmed are closed after thirty days, unless others have had to do with them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client

from accounts import guests, people, tasks
from accounts.models import FormerName, User
from games.bots import services as bots
from games.core.models import Match
from games.guests import unproved
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.tasks import close_unproved
from tests.games.conftest import NOON
from tests.games.tables import now, offer
from tests.parts.cast import PASSWORD, person
from tests.parts.patience import PATIENCE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
MONTH, SECOND = timedelta(days=30), timedelta(seconds=1)


def unconfirmed(name: str = "Una", **fields: Any) -> User:
    """Return somebody who was entered at NOON and never opened the link."""
    user = person(name, **fields)
    EmailAddress.objects.filter(user=user).update(verified=False)
    return user


def is_open(user: User) -> bool:
    return User.objects.get(pk=user.pk).left is None


def test_it_is_closed_after_thirty_days_and_nothing_is_left_that_tells_who_it_was(ann: User) -> None:
    una = unconfirmed()
    assert (unproved.close_unproved(NOON + MONTH - SECOND), is_open(una)) == (0, True)
    assert (unproved.close_unproved(NOON + MONTH), is_open(una)) == (1, False)
    assert unproved.close_unproved(NOON + MONTH) == 0
    former = User.objects.get(pk=una.pk)
    assert (former.username, former.email, former.is_active) == (f"former player {una.pk}", "", False)
    assert not EmailAddress.objects.filter(user=una).exists()
    assert FormerName.of("Una").exists()
    assert is_open(ann)


def test_who_was_entered_without_an_address_is_closed_too() -> None:
    nobody = User.objects.create_user("Nobody")
    assert (unproved.close_unproved(NOON + MONTH), is_open(nobody)) == (1, False)


def test_who_has_confirmed_signed_in_or_is_no_such_account_stays(ann: User) -> None:
    kept = [
        ann,
        unconfirmed("Proved", proved=NOON),
        unconfirmed("In", last_login=NOON),
        unconfirmed("Suspended", is_active=False),
        unconfirmed("Staff", is_staff=True),
        unconfirmed("Super", is_superuser=True),
        bots.bot_of("en-garde"),
        guests.create(),
    ]
    second = EmailAddress.objects.create(user=ann, email="new@example.org", verified=False)
    assert unproved.close_unproved(NOON + timedelta(days=400)) == 0
    assert all(is_open(user) for user in kept)
    assert EmailAddress.objects.filter(pk=second.pk).exists()


def test_an_account_that_others_know_stays(ann: User, ben: User) -> None:
    """Nothing sets it apart from one that its owner comes back to. The link is sent again at each sign-in."""
    host, joiner, invited = unconfirmed("Host"), unconfirmed("Joiner"), unconfirmed("Invited")
    withdrawn = offer(host, public_id="withdrawn")
    lobby.withdraw(withdrawn.public_id, host)
    table = offer(ann, public_id="table")
    lobby.join(table.public_id, joiner)
    lobby.invite(ann, lobby.Terms("en-garde", {}, pace_days=3, audience="personal", invited="Invited"))
    assert unproved.close_unproved(NOON + timedelta(days=400)) == 0
    assert [is_open(user) for user in (host, joiner, invited)] == [True] * 3
    assert (now(table).status, Invitation.objects.count()) == ("playing", 3)
    assert Match.objects.filter(status="playing").count() == 1


def test_who_confirms_at_the_last_moment_is_not_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    una = unconfirmed()
    close = unproved._close

    def late(pk: int, now: Any) -> bool:
        EmailAddress.objects.filter(user=una).update(verified=True)
        return close(pk, now)

    monkeypatch.setattr(unproved, "_close", late)
    assert (unproved.close_unproved(NOON + MONTH), is_open(una)) == (0, True)


def test_nobody_can_sign_in_in_the_meantime_so_that_nothing_is_lost(client: Client) -> None:
    una = unconfirmed()
    client.post("/accounts/login/", {"login": "Una", "password": PASSWORD})
    assert client.get("/matches/").status_code == 302
    assert User.objects.get(pk=una.pk).last_login is None


def test_one_sweep_closes_so_many_and_the_task_goes_on(noon: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unproved, "ACCOUNTS_A_SWEEP", 2)
    users = [unconfirmed(f"Una{number}") for number in range(3)]
    noon.shift(people.UNPROVED)
    for left in (1, 0, 0):
        close_unproved()
        assert sum(map(is_open, users)) == left
    tasks.remove_old()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_close_each_once(noon: Any) -> None:
    users, begun = [unconfirmed(f"Una{number}") for number in range(6)], Barrier(2)

    def sweep(_number: int) -> int:
        try:
            begun.wait(timeout=PATIENCE)
            return unproved.close_unproved(NOON + MONTH)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sum(pool.map(sweep, range(2))) == len(users)
    assert not any(map(is_open, users))
    assert FormerName.objects.count() == len(users)
