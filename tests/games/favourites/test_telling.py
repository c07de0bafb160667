"""Being told that a favourite offers a match."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import blocks, outbox
from accounts.models import Outbox, Preferences, User
from games.core.models import Match
from games.core.reading.reliability import Reliability
from games.core.services import leaving, sweeps
from games.favourites import notices, services as favourites, telling
from games.favourites.models import Favourite
from games.lobby import services as lobby
from games.lobby.models import Invitation
from tests.games.tables import offer, pass_time
from tests.parts.cast import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
Time = time_machine.Traveller
DELAY, HOUR = timedelta(seconds=30), timedelta(hours=1)


@pytest.fixture
def told(ann: User, ben: User) -> Favourite:
    """Ben is told when Ann offers a match."""
    return favourites.add(ben, ann, tell=True)


def open_match(user: User, **terms: Any) -> Match:
    return lobby.invite(user, lobby.Terms(**{"game": "en-garde", "options": {}, "pace_days": 3, **terms})).match


def letters() -> list[tuple[str, str]]:
    """Return who is mailed what when all that is due is sent."""
    mail.outbox.clear()
    outbox.deliver_due()
    return [(letter.to[0].split("@")[0], str(letter.subject)) for letter in mail.outbox]


OFFERED = ("ben", "Ann is offering a match: En Garde")


def test_who_asked_is_told_once_and_nobody_else(told: Favourite, ann: User, ben: User, cat: User, noon: Time) -> None:
    favourites.add(cat, ann)  # who did not ask
    match = open_match(ann, note="Visit https://evil.example/ now")
    assert (telling.tell_due(), Outbox.objects.count()) == (0, 0)
    noon.shift(DELAY)
    assert (telling.tell_due(), letters()) == (1, [OFFERED])
    body = str(mail.outbox[0].body)
    assert "Ann is offering a match of En Garde: 3 days per move, ends by 30 June" in body
    assert "Ann wrote: “Visit [link] now”" in body
    assert f"http://testserver/i/{match.public_id}/" in body
    assert "http://testserver/players/Ann/" in body
    assert (telling.tell_due(), letters()) == (0, [])
    told.refresh_from_db()
    assert (told.told, Invitation.objects.get().told_up_to) == (timezone.now(), None)


@pytest.mark.parametrize("audience", ["link", "personal"])
def test_only_what_everybody_can_join_is_told(told: Favourite, ann: User, cat: User, noon: Time, audience: str) -> None:
    open_match(ann, audience=audience, invited="Cat" if audience == "personal" else "")
    noon.shift(DELAY)
    assert telling.tell_due() == 0
    assert Invitation.objects.get().told_up_to is None


def _withdrawn(match: Match, ann: User, ben: User) -> None:
    lobby.withdraw(match.public_id, ann)


def _taken(match: Match, ann: User, ben: User) -> None:
    lobby.join(match.public_id, person("Cat"))


def _blocks(match: Match, ann: User, ben: User) -> None:
    blocks.block(ben, ann)


def _blocked(match: Match, ann: User, ben: User) -> None:
    blocks.block(ann, ben)


def _no_more(match: Match, ann: User, ben: User) -> None:
    favourites.tell_no_more(ben, ann)


def _removed(match: Match, ann: User, ben: User) -> None:
    favourites.remove(ben, ann)


def _suspended(match: Match, ann: User, ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(is_active=False)


def _ann_suspended(match: Match, ann: User, ben: User) -> None:
    User.objects.filter(pk=ann.pk).update(is_active=False)


def _left(match: Match, ann: User, ben: User) -> None:
    leaving.close_account(ben)


def _ann_left(match: Match, ann: User, ben: User) -> None:
    leaving.close_account(ann)


def _unconfirmed(match: Match, ann: User, ben: User) -> None:
    EmailAddress.objects.filter(user=ben).update(verified=False)


def _unreachable(match: Match, ann: User, ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(bounced=ben.email)


def _unwanted(match: Match, ann: User, ben: User) -> None:
    Preferences.objects.create(user=ben, invitation_mails=False)


BOTH = [_withdrawn, _taken, _blocks, _blocked, _no_more, _removed, _suspended, _ann_left, _left]


@pytest.mark.parametrize("meanwhile", [*BOTH, _unconfirmed])
def test_before_the_sweep_it_is_not_even_queued(
    told: Favourite, ann: User, ben: User, noon: Time, meanwhile: Any
) -> None:
    match = open_match(ann)
    meanwhile(match, ann, ben)
    noon.shift(DELAY)
    Outbox.objects.all().delete()
    assert (telling.tell_due(), Outbox.objects.count()) == (0, 0)
    assert Invitation.objects.get().told_up_to is None


def test_of_what_rests_nobody_is_told_until_it_rests_no_more(told: Favourite, ann: User, ben: User, noon: Time) -> None:
    match = open_match(ann)
    _ann_suspended(match, ann, ben)
    noon.shift(DELAY)
    assert (telling.tell_due(), Outbox.objects.count()) == (0, 0)
    User.objects.filter(pk=ann.pk).update(is_active=True)
    assert (telling.tell_due(), letters()) == (1, [OFFERED])


@pytest.mark.parametrize("meanwhile", [*BOTH, _ann_suspended, _unreachable, _unwanted])
def test_between_the_sweep_and_the_letter_it_is_looked_at_once_more(
    told: Favourite, ann: User, ben: User, noon: Time, meanwhile: Any
) -> None:
    match = open_match(ann)
    noon.shift(DELAY)
    assert telling.tell_due() == 1
    meanwhile(match, ann, ben)
    assert [letter for letter in letters() if letter == OFFERED] == []


@pytest.mark.parametrize(("least", "expected"), [(50, [OFFERED]), (51, [])])
def test_who_is_not_reliable_enough_to_join_is_not_told(
    told: Favourite, ann: User, noon: Time, monkeypatch: pytest.MonkeyPatch, least: int, expected: list[Any]
) -> None:
    monkeypatch.setattr(
        "games.core.reading.reliability.reliability_of", lambda _: Reliability(kept=5, absences=5, missed=5)
    )
    open_match(ann, min_reliability=least)
    noon.shift(DELAY)
    assert (telling.tell_due(), letters()) == (1, expected)


def test_within_an_hour_nobody_is_told_again_of_the_same_person(
    told: Favourite, ann: User, ben: User, cat: User, noon: Time
) -> None:
    favourites.add(ben, cat, tell=True)
    for expected in (1, 0, 0):
        open_match(ann)
        noon.shift(DELAY)
        assert telling.tell_due() == expected
    open_match(cat)
    noon.shift(HOUR - 2 * DELAY)
    assert telling.tell_due() == 1  # of Cat
    open_match(ann)
    noon.shift(DELAY)
    assert telling.tell_due() == 1
    assert letters() == [OFFERED, ("ben", "Cat is offering a match: En Garde"), OFFERED]


def test_five_letters_a_day_are_all(ben: User, noon: Time) -> None:
    for number in range(6):
        other = person(f"Other{number}")
        favourites.add(ben, other, tell=True)
        open_match(other)
    noon.shift(DELAY)
    assert telling.tell_due() == 6
    sent = set(letters())  # all are due at one moment, and go out in any order
    assert len(sent) == 5
    assert sent < {("ben", f"Other{number} is offering a match: En Garde") for number in range(6)}
    assert Outbox.objects.filter(status=Outbox.Status.OBSOLETE).count() == 1
    invited = lobby.Terms("en-garde", {}, pace_days=3, audience="personal", invited="Ben")
    lobby.invite(other, invited)  # counts elsewhere
    noon.shift(DELAY)
    assert letters() == [("ben", "Other5 has invited you to a match: En Garde")]


def followers(user: User, number: int) -> None:
    """Make so many who are told when a user offers a match."""
    others = User.objects.bulk_create(
        User(username=f"Fan{one}", skeleton=f"fan{one}", email=f"fan{one}@example.org") for one in range(number)
    )
    EmailAddress.objects.bulk_create(EmailAddress(user=each, email=each.email, verified=True) for each in others)
    Favourite.objects.bulk_create(Favourite(user=each, favoured=user, tell=True) for each in others)


def test_three_hundred_are_told_in_portions_each_once(ann: User, noon: Time) -> None:
    followers(ann, 300)
    open_match(ann)
    noon.shift(DELAY)
    assert telling._tell_portion(Invitation.objects.get().pk, timezone.now()) == 200
    last = Outbox.objects.order_by("recipient").last()
    assert last is not None
    assert Invitation.objects.get().told_up_to == Favourite.objects.get(user=last.recipient).pk
    assert telling.tell_due() == 100
    assert Outbox.objects.values("recipient").distinct().count() == Outbox.objects.count() == 300
    assert Invitation.objects.get().told_up_to is None


def test_a_sweep_ends_in_time_and_the_next_one_goes_on(
    told: Favourite, ann: User, noon: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_match(ann)
    noon.shift(DELAY)
    with monkeypatch.context() as late:
        late.setattr(telling, "MAX_SECONDS", 0)
        assert (telling.tell_due(), Invitation.objects.get().told_up_to) == (0, 0)
    assert (telling.tell_due(), Invitation.objects.get().told_up_to) == (1, None)


def test_to_offer_costs_the_same_however_many_ask(ann: User, cat: User) -> None:
    costs = []
    followers(ann, 300)
    for user in (cat, ann):
        with CaptureQueriesContext(connection) as queries:
            open_match(user)
        costs.append(len(queries))
    assert costs[0] == costs[1]
    assert Outbox.objects.count() == 0


def test_a_sweep_costs_the_same_however_many_ask(ann: User, cat: User, ben: User, noon: Time) -> None:
    followers(ann, 150)
    favourites.add(ben, cat, tell=True)
    costs = []
    for user in (cat, ann):
        open_match(user)
        noon.shift(DELAY)
        with CaptureQueriesContext(connection) as queries:
            telling.tell_due()
        costs.append(len([each for each in queries if "accounts_outbox" not in each["sql"]]))
    assert costs[0] == costs[1]


def test_offers_that_nobody_wants_to_hear_of_are_settled_together(
    told: Favourite, cat: User, noon: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_match(cat)
    costs = []
    for number in (1, 8):
        Invitation.objects.update(created=timezone.now() - timedelta(days=2))
        for _ in range(number):
            open_match(cat)
        noon.shift(DELAY)
        with CaptureQueriesContext(connection) as queries:
            assert telling.tell_due() == 0
        costs.append(len(queries))
        assert set(Invitation.objects.values_list("told_up_to", flat=True)) == {None}
    assert costs[0] == costs[1]


def test_an_invitation_of_before_is_not_told(told: Favourite, ann: User, noon: Time) -> None:
    offer(ann)
    Invitation.objects.update(told_up_to=None)
    noon.shift(DELAY)
    assert telling.tell_due() == 0


def test_one_that_fails_does_not_keep_those_after_it_from_being_told(
    told: Favourite,
    ann: User,
    ben: User,
    cat: User,
    noon: Time,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    favourites.add(ben, cat, tell=True)
    broken, _sound = open_match(ann).invitation, open_match(cat)
    queue = notices.queue_favourite

    def fail(invitation: Invitation, user_ids: Any) -> None:
        queue(invitation, user_ids)
        if invitation.inviter_id == ann.pk:
            raise RuntimeError("broken")

    noon.shift(DELAY)
    monkeypatch.setattr(notices, "queue_favourite", fail)
    assert (telling.tell_due(), letters()) == (1, [("ben", "Cat is offering a match: En Garde")])
    assert [record.getMessage() for record in caplog.records if record.name == telling.__name__] == [
        f"Invitation {broken.pk} could not be told to those who asked"
    ]
    told.refresh_from_db()
    broken.refresh_from_db()
    assert (told.told, broken.told_up_to) == (None, 0)
    monkeypatch.undo()
    assert (telling.tell_due(), letters()) == (1, [OFFERED])


def test_a_match_offered_again_is_not_told_twice(told: Favourite, ann: User, cat: User, noon: Time) -> None:
    sweeps.heartbeat()
    match = open_match(ann, seat=0, options={"starter": "right"})
    noon.shift(DELAY)
    assert (telling.tell_due(), letters()) == (1, [OFFERED])
    lobby.join(match.public_id, cat)
    Outbox.objects.update(status="sent", sent_at=timezone.now())
    pass_time(noon, timedelta(days=3))
    assert sweeps.expire() == {match.pk: "void"}
    anew = Invitation.objects.get(again_of=match)
    assert (anew.state, anew.inviter, anew.told_up_to) == ("waits", ann, None)
    noon.shift(DELAY)
    assert telling.tell_due() == 0
    assert not Outbox.objects.filter(kind="favourite", key=f"{anew.match_id}").exists()
