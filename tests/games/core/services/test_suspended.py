"""A suspended person as the one whom others would play: not to be invited, named, paired or given a seat while that
lasts. What the person has offered is `test_suspended_inviter.py`."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import blocks
from accounts.models import Outbox, User
from games.core.models import Match
from games.core.reading import opponents
from games.core.services import play
from games.core.services.eligibility import LobbyError
from games.favourites import queries, services as favourites
from games.favourites.models import Favourite
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.lobby.services import Terms
from games.seeks import services as seeks
from games.seeks.fit import Wish
from games.seeks.models import Seek
from games.site import oneself
from games.substitutes import services as substitutes
from games.substitutes.services import NoSubstitute
from tests.games.admin.test_moderator import moderator  # noqa: F401  the fixture
from tests.games.browsing import form, signed_in, told
from tests.games.core.services.test_suspended_inviter import suspend
from tests.games.programs import program
from tests.games.substitutes.test_admin import hand_over
from tests.games.substitutes.test_services import seek
from tests.games.tables import begin, now, owing, texts

pytestmark = pytest.mark.django_db
NOT_INVITED = "Ben can’t be invited right now."
NO_SEAT = "Cat is suspended and can’t take over a seat."
NAMED: dict[str, Any] = {"audience": "personal", "invited": "Ben"}
STANDING = Wish("en-garde", 3, 3, near=False)


# --- Invited by name ------------------------------------------------------------------------------------------------


def test_nobody_invites_who_is_suspended_and_anybody_does_afterwards(ann: User, ben: User) -> None:
    suspend(ben)
    with pytest.raises(LobbyError) as refused:
        lobby.invite(ann, Terms("en-garde", {}, **NAMED))
    assert (str(refused.value), refused.value.status) == (NOT_INVITED, 409)
    assert (Match.objects.count(), Outbox.objects.count()) == (0, 0)
    suspend(ben, is_active=True)
    assert lobby.invite(ann, Terms("en-garde", {}, **NAMED)).invited == ben


def test_page_and_program_are_refused_with_the_sentence_and_nothing_is_made(ann: User, ben: User) -> None:
    suspend(ben)
    client = signed_in(ann)
    shown = form(client.get(reverse("invite_to", args=["en-garde"]))).send(client, **NAMED)
    assert (shown.status_code, told(shown).count(NOT_INVITED)) == (409, 1)
    refused = program(ann).post("invitations/", game="en-garde", **NAMED)
    assert (refused.status_code, refused.json()["code"], refused.json()["message"]) == (409, "lobby", NOT_INVITED)
    assert (Match.objects.count(), Invitation.objects.count()) == (0, 0)


def test_a_block_is_told_before_that(ann: User, ben: User) -> None:
    blocks.block(ben, ann)
    suspend(ben)
    with pytest.raises(LobbyError, match=r"^Ben doesn’t accept invitations from you\.$"):
        lobby.invite(ann, Terms("en-garde", {}, **NAMED))


def test_who_was_invited_before_finds_it_afterwards(ann: User, ben: User) -> None:
    match = lobby.invite(ann, Terms("en-garde", {}, **NAMED)).match
    bens, join = program(ben), f"invitations/{match.public_id}/join/"
    suspend(ben)
    assert (bens.post(join).status_code, now(match).status) == (401, "open")
    suspend(ben, is_active=True)
    assert (bens.post(join).status_code, now(match).status) == (200, "playing")


# --- Favourites and names that are proposed -------------------------------------------------------------------------


def test_a_suspended_person_is_named_nowhere_where_one_invites(ann: User, ben: User) -> None:
    favourites.add(ann, ben)
    play.resign(begin(ann, ben).public_id, ann.pk)
    for active in (True, False, True):
        suspend(ben, is_active=active)
        names = ["Ben"] if active else []
        found = [each.username for each in opponents.by_part_of_name(ann, "be")]
        listed = [each["player"] for each in program(ann).get("favourites/").json()["results"]]
        assert (queries.proposed(ann), found, listed, oneself.read_oneself(ann).favourites) == (
            names,
            names,
            names,
            names,
        )


def test_the_profile_offers_only_what_can_be_done(ann: User, ben: User) -> None:
    acts = ("Invite to a match", "to favourites", "from favourites", "Tell me when", "Stop telling me")

    def offered() -> list[str]:
        shown = told(signed_in(ann).get(reverse("profile", args=["Ben"])))
        return [words for words in acts if words in shown]

    suspend(ben)
    assert offered() == []
    Favourite.objects.create(user=ann, favoured=ben, tell=True)
    assert offered() == ["from favourites", "Stop telling me"]
    signed_in(ann).post(reverse("tell_of_favourite", args=["Ben"]))
    assert offered() == ["from favourites"]
    suspend(ben, is_active=True)
    assert offered() == ["Invite to a match", "from favourites", "Tell me when"]


# --- Substitutes ----------------------------------------------------------------------------------------------------


def test_a_moderator_hands_no_seat_to_a_suspended_player(
    moderator: Client,  # noqa: F811
    match: Match,
    cat: User,
) -> None:
    suspend(cat)
    with pytest.raises(NoSubstitute) as refused:
        substitutes.replace(match.public_id, 0, "Ann is ill.", "Cat")
    assert (str(refused.value), refused.value.status) == (NO_SEAT, 409)
    assert hand_over(moderator, match) == 422
    assert (texts(match), owing(match)) == ([], ["Ann"])
    suspend(cat, is_active=True)
    assert hand_over(moderator, match) == 302
    assert owing(match) == ["Cat"]


def test_who_is_suspended_while_taking_a_seat_over_does_not_get_it(match: Match, ann: User, cat: User) -> None:
    seek(match, ann)
    suspend(cat)  # who was signed in still as the page was asked for
    with pytest.raises(NoSubstitute):
        substitutes.take_seat(match.public_id, cat)
    assert (texts(match), owing(match)) == ([], ["Ann"])


# --- Seeks ----------------------------------------------------------------------------------------------------------


def test_a_standing_seek_rests_and_goes_on_afterwards(ann: User, ben: User) -> None:
    kept = seeks.ask(ann, STANDING, 2)
    suspend(ann)
    mine = seeks.ask(ben, STANDING)
    assert (seeks.find_opponent(kept.pk), seeks.find_opponent(mine.pk), seeks.find_opponents()) == (None, None, [])
    suspend(ann, is_active=True)
    assert len(seeks.find_opponents()) == 1
    assert list(Seek.objects.values_list("user__username", "keep")) == [("Ann", 2)]


def test_who_is_suspended_between_the_choice_and_the_lock_is_not_paired(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold = seeks._hold

    def suspended_first(user_ids: Any) -> bool:
        suspend(ann)
        return hold(user_ids)

    monkeypatch.setattr(seeks, "_hold", suspended_first)
    seeks.ask(ann, STANDING, 2)
    assert seeks.find_opponent(seeks.ask(ben, STANDING).pk) is None
    assert (Match.objects.count(), Seek.objects.count()) == (0, 2)
