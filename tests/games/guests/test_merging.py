"""A guest's matches become those of an account, except those that cannot."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db.models import ForeignObjectRel
from django.test import Client
from django.utils import timezone

from accounts import blocks, guests
from accounts.models import Block, Endpoint, Feed, Outbox, Preferences, SignUp, Token, User, Vacation
from games.boards.fantasy_dice_battles import saved_armies
from games.boards.fantasy_dice_battles.models import SavedArmy
from games.bots import services as bots
from games.chat import notes
from games.core.documents import records
from games.core.models import ChatLine, Match, Opponent, Seat, Substitution, TimeUp, Turn
from games.core.reading import access, endings, reliability
from games.core.reading.access import NotYours
from games.core.services import eligibility, play
from games.deeds.models import Award
from games.favourites.models import Favourite
from games.guests import merging
from games.guests.merging import CannotMerge
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.ratings.models import Rating, RatingChange
from games.reports.models import Opinion, Report
from games.rules import verify
from games.rules.fantasy_dice_battles.army import armies as notation
from games.rules.fantasy_dice_battles.sets.offered import SETS
from games.seeks.models import Seek
from games.vacations import services as vacations
from tests.games.conftest import NOON
from tests.games.tables import answer, first_move, now, seat, turn
from tests.parts import features

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
ARMY = notation.text(SETS["fogsite"].presets["realm_a"].army)


@pytest.fixture
def guest(noon: Any) -> User:
    return guests.create()


def linked(inviter: User, guest: User, **terms: Any) -> Match:
    """Return a match begun by a guest who was given the link; the guest moves first."""
    options = {"starter": "right"}
    given = lobby.Terms("en-garde", options, pace_days=3, seat=0, audience="link", **terms)
    made = lobby.invite(inviter, given).match
    lobby.join(made.public_id, guest)
    return now(made)


def merged(guest: User, account: User) -> list[str]:
    """Return what stays with the guest, each by why."""
    return [each.why.template for each in merging.merge(guest.pk, account) if each.why]


def again(user: User) -> User:
    return User.objects.get(pk=user.pk)


# --- What becomes the account's -------------------------------------------------------------------------------------


def test_matches_that_run_go_on_in_the_account(ann: User, cat: User, guest: User) -> None:
    match, house = linked(ann, guest), bots.challenge(guest, "en-garde", {}, seat=0)
    notes.save(match.public_id, guest.pk, "She always advances.")
    before = turn(match, guest)
    assert merged(guest, cat) == []
    assert [seat.user for seat in match.seats.order_by("number")] == [ann, cat]
    assert seat(match, cat).notes == "She always advances."
    assert (turn(match, cat).pk, turn(match, cat).deadline) == (before.pk, before.deadline)
    answer(match, cat, first_move(match, cat))
    assert Seat.objects.filter(match=house, user=cat).exists()
    with pytest.raises(NotYours):
        access.match_for(guest.pk, match.public_id)


def test_the_guest_is_closed_and_nothing_of_it_is_left(ann: User, cat: User, guest: User) -> None:
    linked(ann, guest)
    for channel in Endpoint.Channel.values:
        Endpoint.objects.create(user=guest, channel=channel, address="https://hook.example.org/1")
    assert merged(guest, cat) == []
    closed = again(guest)
    assert (closed.left, closed.is_active) == (NOON, False)
    assert not Endpoint.objects.filter(user=guest).exists()
    assert not Outbox.objects.filter(recipient=guest).exists()
    assert not Seat.objects.filter(user=guest).exists()


def test_the_account_is_told_of_the_turn_it_owes(ann: User, cat: User, guest: User) -> None:
    match = linked(ann, guest)
    merged(guest, cat)
    [letter] = Outbox.objects.filter(recipient=cat, kind="turn")
    assert (letter.key, letter.status) == (turn(match, cat).key, "pending")


def test_the_open_pages_of_the_others_learn_the_name(ann: User, cat: User, guest: User) -> None:
    match = linked(ann, guest)
    before = seat(match, ann).stamp
    merged(guest, cat)
    assert seat(match, ann).stamp != before


def test_a_match_that_was_unrated_by_the_guest_stays_so_and_counts_for_reliability(
    ann: User, cat: User, guest: User
) -> None:
    match = linked(ann, guest, rated=True)
    answer(match, guest, first_move(match, guest))
    play.resign(match.public_id, guest.pk)
    assert (reliability.reliability_of(ann.pk).counted, reliability.reliability_of(cat.pk).counted) == (0, 0)
    assert merged(guest, cat) == []
    assert not now(match).rated
    assert (reliability.reliability_of(ann.pk).counted, reliability.reliability_of(cat.pk).counted) == (1, 1)
    record = records.finished_record(now(match))
    verify.check(record)
    assert [each.name for each in record.seats] == ["Ann", "Cat"]


def test_from_then_on_the_match_is_lost_by_absence_and_not_void(ann: User, cat: User, guest: User) -> None:
    match = linked(ann, guest)
    assert endings.is_waited_for_in_vain(list(match.seats.all()), seat(match, guest))
    merged(guest, cat)
    assert not endings.is_waited_for_in_vain(list(match.seats.all()), seat(match, cat))


def test_the_opponents_see_that_a_program_plays(ann: User, cat: User, guest: User) -> None:
    match = linked(ann, guest)
    User.objects.filter(pk=cat.pk).update(is_program=True)
    merged(guest, again(cat))
    assert seat(match, cat).declared


def test_vacations_of_the_account_stop_the_clock_in_its_new_matches(
    ann: User, cat: User, guest: User, django_capture_on_commit_callbacks: Any
) -> None:
    match = linked(ann, guest)
    Vacation.objects.create(user=cat, begins=NOON + DAY, ends=NOON + 3 * DAY, noted=True)
    with django_capture_on_commit_callbacks(execute=True):
        merged(guest, cat)
    assert seat(match, cat).vacations == ((NOON + DAY, NOON + 3 * DAY),)
    assert Vacation.objects.get().noted


def test_where_it_stops_before_all_matches_know_of_the_vacations_the_sweep_goes_on(
    ann: User,
    cat: User,
    guest: User,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    linked(ann, guest)
    Vacation.objects.create(user=cat, begins=NOON + DAY, ends=NOON + 3 * DAY, noted=True)
    monkeypatch.setattr(vacations, "update_matches", Mock(side_effect=OSError("gone")))
    with django_capture_on_commit_callbacks(execute=True):
        assert merged(guest, cat) == []
    assert vacations.unnoted() == [cat.pk]
    assert client.get("/healthz").json()["parts"]["features"]["failed"] == {"vacations": {"age": 0, "sweep": "expire"}}


def test_deeds_of_the_guest_are_looked_for_once_more(ann: User, cat: User, guest: User) -> None:
    match = linked(ann, guest)
    answer(match, guest, first_move(match, guest))
    play.resign(match.public_id, guest.pk)
    Match.objects.update(awarded=True)
    merged(guest, cat)
    assert not now(match).awarded


@pytest.mark.parametrize(("name", "kept"), [("My tactic", "My tactic"), (40 * "x", 29 * "x")])
def test_saved_armies_come_along_and_none_replaces_another(cat: User, guest: User, name: str, kept: str) -> None:
    User.objects.filter(pk=guest.pk).update(username="Guest-1234")
    saved_armies.save(guest, name, ARMY)
    saved_armies.save(cat, name, ARMY)
    merged(again(guest), cat)
    names = SavedArmy.objects.filter(user=cat).values_list("name", flat=True)
    assert set(names) == {name, f"{kept} Guest-1234"}


def test_saved_armies_come_along_where_every_name_is_taken(cat: User, guest: User) -> None:
    """A guest who stays may be merged again, and long names are cut to the same."""
    User.objects.filter(pk=guest.pk).update(username="Guest-1234")
    cats = ["A", "A Guest-1234", 40 * "x", 39 * "x" + "y"]
    for name in cats:
        saved_armies.save(cat, name, ARMY)
    for name in ("A", 40 * "x", 39 * "x" + "y"):
        saved_armies.save(guest, name, ARMY)
    merged(again(guest), cat)
    names = SavedArmy.objects.filter(user=cat).values_list("name", flat=True)
    assert set(names) == {*cats, "A Guest-1234 2", 29 * "x" + " Guest-1234", 27 * "x" + " Guest-1234 2"}


def test_who_reported_the_guest_has_reported_the_account(ann: User, cat: User, guest: User) -> None:
    match = linked(ann, guest)
    Report.objects.create(reporter=ann, kind="match", match=match, reported=guest, reason="insult")
    merged(guest, cat)
    assert Report.objects.get().reported == cat


@pytest.mark.parametrize("kind", ["match", "player"])
def test_nobody_has_reported_oneself(ann: User, cat: User, guest: User, kind: str) -> None:
    match = linked(ann, guest) if kind == "match" else None
    Report.objects.create(reporter=cat, kind=kind, match=match, reported=guest, reason="insult")
    merged(guest, cat)
    assert Report.objects.get().reported == guest


def test_a_seat_that_the_guest_has_given_away_is_the_accounts_past(
    ann: User, ben: User, cat: User, guest: User
) -> None:
    match = linked(ann, guest)
    Seat.objects.filter(match=match, user=guest).update(user=ben, taken_ply=1)
    Substitution.objects.create(match=match, seat=1, ply=1, former=guest, user=ben)
    assert merged(guest, cat) == []
    assert Substitution.objects.get().former == cat
    assert again(guest).left


HANDED_OVER: dict[Any, list[str]] = {
    Seat: ["user"],
    Turn: ["user"],
    TimeUp: ["user"],
    ChatLine: ["user"],
    Substitution: ["former", "user"],
    Report: ["reported"],
    SavedArmy: ["user"],
    **features.entries("HANDED_OVER"),
}
ENDS: dict[Any, list[str]] = {SignUp: ["guest"], Endpoint: ["user"], Outbox: ["recipient"], EmailAddress: ["user"]}
"""What ends with the guest: ways to tell it of its matches, and to make another account of it."""
NONE: dict[Any, list[str]] = {
    Authenticator: ["user"],
    Token: ["user"],
    Feed: ["user"],
    Vacation: ["user"],
    Outbox: ["asker"],
    Favourite: ["user", "favoured"],
    Award: ["user"],
    Seek: ["user"],
    Report: ["reporter", "assignee", "asked_of"],
    Opinion: ["author"],
    Invitation: ["inviter", "invited"],
    Opponent: ["user"],
    Rating: ["user"],
    RatingChange: ["user"],
    LogEntry: ["user"],
    User.groups.through: ["user"],
    User.user_permissions.through: ["user"],
    **features.entries("NO_GUESTS"),
}
"""What guests never have."""
STAYS: dict[Any, list[str]] = {
    Preferences: ["user"],
    Block: ["blocker", "blocked"],
    **features.entries("STAYS_WITH_GUEST"),
}
"""What says how the guest, and not the account, is dealt with."""


def test_of_everything_that_belongs_to_a_user_it_is_settled_whether_it_is_handed_over(
    ann: User, ben: User, cat: User, guest: User
) -> None:
    settled: dict[Any, set[str]] = {}
    for table in (HANDED_OVER, ENDS, NONE, STAYS):
        for model, fields in table.items():
            settled.setdefault(model, set()).update(fields)
    relations = User._meta.get_fields(include_hidden=True)
    found: dict[Any, set[str]] = {}
    for relation in relations:
        if isinstance(relation, ForeignObjectRel):
            found.setdefault(relation.related_model, set()).add(relation.field.name)
    assert found == settled
    match, given = linked(ann, guest), linked(ben, guest)
    ChatLine.objects.create(match=match, user=guest, text="Hello")
    TimeUp.objects.create(match=match, seat=seat(match, ann), user=guest, began=NOON, until=NOON + DAY)
    Substitution.objects.create(match=match, seat=1, ply=1, former=ben, user=guest)
    Substitution.objects.create(match=given, seat=1, ply=1, former=guest, user=ben)
    Report.objects.create(reporter=ann, kind="player", reported=guest, reason="name")
    saved_armies.save(guest, "My tactic", ARMY)
    for make in features.brought("make_rows"):
        make(match)
    assert merged(guest, cat) == []
    for table, owner in ((HANDED_OVER, cat), (ENDS, None)):
        for model, fields in table.items():
            for field in fields:
                rows = model._base_manager
                assert not rows.filter(**{field: guest}).exists(), (model, field)
                assert owner is None or rows.filter(**{field: owner}).exists(), (model, field)


# --- What stays with the guest --------------------------------------------------------------------------------------

SELF = "Your account is already in this match, or was in it before."
CLOSED = "Your account can’t join this match."


def test_nobody_plays_against_oneself(ann: User, guest: User) -> None:
    match, house = linked(ann, guest), bots.challenge(guest, "en-garde", {})
    assert merged(guest, ann) == [SELF]
    assert [seat.user for seat in match.seats.order_by("number")] == [ann, guest]
    assert Seat.objects.filter(match=house, user=ann).exists()
    assert (again(guest).left, again(guest).is_guest) == (None, True)


def test_who_had_a_seat_before_gets_no_other_one(ann: User, ben: User, cat: User, guest: User) -> None:
    match = linked(ann, guest)
    Seat.objects.filter(match=match, user=ann).update(user=ben, taken_ply=1)
    Substitution.objects.create(match=match, seat=0, ply=1, former=ann, user=ben)
    assert merged(guest, ann) == [SELF]


@pytest.mark.parametrize("of_guest", [False, True])
@pytest.mark.parametrize("by_opponent", [False, True])
def test_a_block_leaves_the_match_and_does_not_say_whose_it_is(
    ann: User, cat: User, guest: User, of_guest: bool, by_opponent: bool
) -> None:
    match, other = linked(ann, guest), guest if of_guest else cat
    blocks.block(*(ann, other) if by_opponent else (other, ann))
    assert merged(guest, cat) == [CLOSED]
    assert seat(match, guest).user == guest


def test_who_may_look_into_matches_takes_none_that_runs(ann: User, cat: User, guest: User) -> None:
    cat.user_permissions.add(Permission.objects.get(codename="view_match"))
    over = linked(ann, guest)
    answer(over, guest, first_move(over, guest))
    play.resign(over.public_id, guest.pk)
    linked(ann, guest)
    assert merged(guest, again(cat)) == [
        "Your account can see everything in any match, so you can’t add this one until it’s over."
    ]
    assert seat(over, cat).outcome == "lost"


def test_no_more_than_so_many_matches_against_the_house(
    cat: User, guest: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots.challenge(cat, "en-garde", {})
    for _ in range(2):
        bots.challenge(guest, "en-garde", {})
    monkeypatch.setattr(eligibility, "MAX_WITH_HOUSE", 2)
    assert merged(guest, cat) == ["You already have {limit} matches against the computer. Finish one first."]
    assert (Seat.objects.filter(user=cat).count(), Seat.objects.filter(user=guest).count()) == (2, 1)


def test_an_account_that_nobody_reaches_plays_no_more_people(ann: User, cat: User, guest: User) -> None:
    linked(ann, guest), bots.challenge(guest, "en-garde", {})
    User.objects.filter(pk=cat.pk).update(bounced=cat.email)
    [why] = merged(guest, again(cat))
    assert why.startswith("Emails to {email} are bouncing.")


def test_what_is_asked_of_those_who_join_is_asked_here(
    ann: User, cat: User, guest: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked(ann, guest, min_reliability=90)
    monkeypatch.setattr(reliability, "reliability_of", lambda _: reliability.Reliability(kept=5, absences=5, missed=5))
    [why] = merged(guest, cat)
    assert why.startswith("This match requires {least}% reliability")


def test_of_a_pair_both_come_or_none(ann: User, cat: User, guest: User) -> None:
    linked(ann, guest, paired=True)
    assert (merged(guest, ann), Seat.objects.filter(user=guest).count()) == ([SELF, SELF], 2)
    assert (merged(guest, cat), Seat.objects.filter(user=cat).count()) == ([], 2)


def test_of_a_pair_neither_comes_where_only_one_could(ann: User, ben: User, cat: User, guest: User) -> None:
    first = linked(ann, guest, paired=True)
    Substitution.objects.create(match=first, seat=1, ply=1, former=ben, user=guest)
    blocks.block(cat, ben)
    assert (merged(guest, cat), Seat.objects.filter(user=guest).count()) == ([CLOSED, CLOSED], 2)


# --- Who can -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changed", [{"guest_until": None}, {"left": timezone.now()}, {"is_active": False}], ids=["kept", "closed", "out"]
)
def test_a_guest_that_is_none_any_more_gives_nothing(ann: User, cat: User, guest: User, changed: Any) -> None:
    match = linked(ann, guest)
    User.objects.filter(pk=guest.pk).update(**changed)
    with pytest.raises(CannotMerge, match="This guest no longer exists"):
        merging.merge(guest.pk, cat)
    assert seat(match, guest).user == guest


@pytest.mark.parametrize("changed", [{"left": timezone.now()}, {"is_active": False}, {"guest_until": timezone.now()}])
def test_an_account_that_is_none_takes_nothing(ann: User, cat: User, guest: User, changed: Any) -> None:
    match = linked(ann, guest)
    User.objects.filter(pk=cat.pk).update(**changed)
    with pytest.raises(CannotMerge, match="This account can’t take over matches"):
        merging.merge(guest.pk, cat)
    assert seat(match, guest).user == guest


def test_a_match_that_begins_at_this_moment_is_not_taken_unheld(
    ann: User, cat: User, guest: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold = merging._hold

    def late(*ids: int) -> Any:
        linked(ann, guest)
        return hold(*ids)

    monkeypatch.setattr(merging, "_hold", late)
    with pytest.raises(CannotMerge, match="A match has just begun"):
        merging.merge(guest.pk, cat)
    assert not Seat.objects.filter(user=cat).exists()
