"""Closing an account: asked first, for good, and without harm to those who stay."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.core import mail
from django.core.exceptions import ValidationError
from django.db.models import ForeignObjectRel
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import blocks, feeds, guests, outbox, tokens
from accounts.models import Block, Endpoint, Feed, FormerName, Outbox, Preferences, SignUp, Token, User, Vacation
from games.boards.fantasy_dice_battles import saved_armies
from games.boards.fantasy_dice_battles.models import SavedArmy
from games.chat import notes, services as chat
from games.core.documents import records
from games.core.models import ChatLine, Match, Opponent, Seat, Substitution, TimeUp, Turn
from games.core.services import leaving, play
from games.deeds.models import Award
from games.favourites import services as favourites
from games.favourites.models import Favourite
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.ratings.models import Rating, RatingChange
from games.reports import filing
from games.reports.models import Opinion, Report
from games.rules import verify
from games.rules.fantasy_dice_battles.army import armies as notation
from games.rules.fantasy_dice_battles.sets.offered import SETS
from games.seeks.models import Seek
from games.vacations import services as vacations
from tests.games.browsing import signed_in, told
from tests.games.tables import AUCTION, answer, begin, now, offer, seat
from tests.parts import features
from tests.parts.cast import PASSWORD, person

pytestmark = pytest.mark.django_db
URL = reverse("leave_site")


def gone(user: User) -> User:
    """Return the user once it has left."""
    leaving.close_account(user)
    return User.objects.get(pk=user.pk)


# --- The page -------------------------------------------------------------------------------------------------------


def test_it_is_said_before_what_will_end(match: Match, ann: User) -> None:
    offer(ann, public_id="openmatch1")
    page = told(signed_in(ann).get(URL))
    assert "1 match in progress will be resigned immediately and count as lost." in page
    assert "1 invitation will be withdrawn." in page
    assert "This can’t be undone by anyone." in page


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"password": PASSWORD}, "Please tick the box to confirm."),
        ({"confirm": "1"}, "That’s not the right password. Nothing was changed."),
        ({"confirm": "1", "password": "wrong"}, "That’s not the right password. Nothing was changed."),
        ({"confirm": "1", "password": "x" * 100_000}, "That’s not the right password. Nothing was changed."),
    ],
)
def test_without_tick_and_password_nothing_happens(ann: User, given: dict[str, str], said: str) -> None:
    response = signed_in(ann).post(URL, given)
    assert response.status_code == 422
    assert said in told(response)
    assert not FormerName.objects.exists()


def test_with_both_the_account_is_closed_and_one_is_signed_out(ann: User) -> None:
    client, elsewhere = signed_in(ann), signed_in(ann)
    response = client.post(URL, {"confirm": "1", "password": PASSWORD}, follow=True)
    assert response.redirect_chain == [(reverse("home"), 302)]
    assert "Your account is closed." in told(response)
    for browser in (client, elsewhere):
        assert browser.get(reverse("my_matches")).status_code == 302


def test_nobody_can_sign_in_any_more_or_ask_for_a_new_password(ann: User, client: Client) -> None:
    gone(ann)
    for login in ("Ann", "ann@example.org", f"former player {ann.pk}"):
        response = client.post(reverse("account_login"), {"login": login, "password": PASSWORD})
        assert response.status_code == 200  # the form again
    client.post(reverse("account_reset_password"), {"email": "ann@example.org"})
    assert all("reset" not in letter.body or "no account" in letter.body for letter in mail.outbox)


def test_a_guest_is_led_to_the_page_that_keeps_matches(db: None) -> None:
    assert signed_in(guests.create()).get(URL).headers["Location"] == reverse("keep")


def test_passwords_cannot_be_tried_for_long(ann: User, redis_server: str) -> None:
    client = signed_in(ann)
    found = [client.post(URL, {"confirm": "1", "password": "wrong"}).status_code for _ in range(11)]
    assert found == [422] * 10 + [429]


# --- The account ----------------------------------------------------------------------------------------------------


def test_nothing_is_left_that_tells_who_it_was(ann: User, ben: User) -> None:
    Preferences.objects.create(user=ann)
    tokens.create(ann, "Robot", "play")
    begin(ann, ben)
    blocks.block(ann, ben)
    former = gone(ann)
    assert former.username == f"former player {ann.pk}"
    assert (former.email, former.is_active, former.has_usable_password()) == ("", False, False)
    assert former.left is not None
    assert former.auth_token_set.count() == 0
    kept = (
        EmailAddress.objects.filter(user=ann),
        Preferences.objects.filter(user=ann),
        Outbox.objects.filter(recipient=ann),
        Block.objects.filter(blocker=ann),
    )
    assert [rows.exists() for rows in kept] == [False] * 4
    assert "Ann" not in str(list(User.objects.filter(pk=ann.pk).values()))


@pytest.mark.parametrize("name", ["Ann", "ann", "A.n_n", "Аnn"])
def test_nobody_can_take_the_name_or_one_that_looks_like_it(ann: User, name: str) -> None:
    gone(ann)
    with pytest.raises(ValidationError, match="is taken, or too similar to another player’s name"):
        User.require_unlike(name)


@pytest.mark.parametrize("name", ["FormerPlayer7", "former.player", "f0rmer-p1ayer_9"])
def test_nobody_can_pass_for_one_who_has_left(db: None, name: str) -> None:
    with pytest.raises(ValidationError):
        User.require_unlike(name)


def test_the_mail_address_is_free_again(ann: User) -> None:
    gone(ann)
    assert person("Anna", is_staff=False).pk
    User.objects.create_user("Anne", "ann@example.org", PASSWORD)


def test_a_moderator_who_leaves_is_none_any_more(mo: User) -> None:
    former = gone(mo)
    assert (former.is_staff, former.is_superuser) == (False, False)


DELETED = {
    EmailAddress: ["user"],
    Authenticator: ["user"],
    SavedArmy: ["user"],
    Favourite: ["user", "favoured"],
    Award: ["user"],
    Seek: ["user"],
    Preferences: ["user"],
    Endpoint: ["user"],
    Feed: ["user"],
    Vacation: ["user"],
    Token: ["user"],
    Outbox: ["recipient", "asker"],
    SignUp: ["guest"],
    Block: ["blocker", "blocked"],
    Report: ["reporter"],
    Turn: ["user"],
    TimeUp: ["user"],
    User.groups.through: ["user"],
    User.user_permissions.through: ["user"],
    **features.entries("DELETED"),
}
KEPT = {
    Seat: ["user"],
    Substitution: ["former", "user"],
    ChatLine: ["user"],
    Invitation: ["inviter", "invited"],
    Opponent: ["user"],
    Rating: ["user"],
    RatingChange: ["user"],
    Report: ["reported", "assignee", "asked_of"],
    Opinion: ["author"],
    LogEntry: ["user"],
    **features.entries("KEPT"),
}
"""What others played or ruled with it."""


def test_of_everything_that_belongs_to_a_user_it_is_settled_whether_it_is_deleted(ann: User, ben: User) -> None:
    found: dict[Any, list[str]] = {}
    for relation in User._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel):
            found.setdefault(relation.related_model, []).append(relation.field.name)
    settled = {model: DELETED.get(model, []) + KEPT.get(model, []) for model in DELETED | KEPT}
    assert {model: set(names) for model, names in found.items()} == {
        each: set(names) for each, names in settled.items()
    }
    match = begin(ann, ben)
    Award.objects.create(user=ann, game=match.game, deed="win", match=match, earned=timezone.now())
    feeds.renew_addresses(ann)
    vacations.plan_vacation(ann, None, timezone.now() + timedelta(days=1))
    saved_armies.save(ann, "My tactic", notation.text(SETS["fogsite"].presets["realm_a"].army))
    filing.file(ann, "player", "Ben", "insult", "")
    favourites.add(ann, ben), favourites.add(ben, ann)
    for make in features.brought("make_rows"):
        make(match)
    gone(ann)
    assert [
        model for model, names in DELETED.items() for name in names if model._base_manager.filter(**{name: ann})
    ] == []


# --- Matches --------------------------------------------------------------------------------------------------------


def test_running_matches_are_resigned_and_the_others_told(match: Match, ann: User, ben: User) -> None:
    outbox.deliver_due()
    mail.outbox.clear()
    gone(ann)
    assert now(match).status == "over"
    assert (seat(match, ben).outcome, match.entries.last().text) == ("won", "!resign 0")  # type: ignore[union-attr]
    outbox.deliver_due()
    [letter] = mail.outbox
    assert letter.to == ["ben@example.org"]
    assert f"former player {ann.pk}" in letter.subject


def test_what_others_have_played_stays_whole_and_verifies(match: Match, ann: User, ben: User) -> None:
    answer(match, ann, "F3")
    chat.say(match.public_id, ann, "Well met")
    before = list(match.entries.values())
    gone(ann)
    record = records.finished_record(now(match))
    verify.check(record)
    assert list(match.entries.values())[: len(before)] == before
    assert [joiner.name for joiner in record.seats] == [f"former player {ann.pk}", "Ben"]
    page = told(signed_in(ben).get(f"/m/{match.public_id}/"))
    assert "Well met" in page
    assert f"former player {ann.pk}" in page
    assert "Ann" not in page


def test_plans_and_notes_go_with_their_author(match: Match, ann: User) -> None:
    notes.save(match.public_id, ann.pk, "Beware of his lunges.")
    gone(ann)
    assert list(Seat.objects.filter(user=ann).values_list("notes", "plan")) == [("", "")]


def test_invitations_end_places_are_given_back_and_those_it_concerns_are_told(ann: User, ben: User, cat: User) -> None:
    mine = offer(ann, public_id="anninvites")
    joined = begin(ben, ann, game=AUCTION, public_id="annhasjoin")
    meant = lobby.invite(cat, lobby.Terms("en-garde", {}, pace_days=3, audience="personal", invited="Ann")).match
    gone(ann)
    assert now(mine).invitation.state == "withdrawn"
    assert now(meant).invitation.state == "declined"
    assert (now(joined).status, joined.seats.count()) == ("open", 1)
    outbox.deliver_due()
    assert [letter.to for letter in mail.outbox] == [["cat@example.org"]]
    assert Invitation.objects.waiting().count() == 1


def test_what_ended_in_the_meantime_does_not_stand_in_the_way(
    match: Match, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = leaving.running

    def late(user: User) -> Any:
        found = running(user)
        play.resign(match.public_id, ben.pk)
        return found

    monkeypatch.setattr(leaving, "running", late)
    assert gone(ann).left
    assert seat(match, ann).outcome == "won"


def test_it_is_done_whole_or_not_at_all(match: Match, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaving.leaving, "anonymise", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        leaving.close_account(ann)
    assert now(match).status == "playing"
