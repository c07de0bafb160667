"""What a muted person, and one who may play no rated matches, can still do, and what page, API and form say."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.chat import services as chat
from games.core.clock.terms import Chosen
from games.core.models import Match
from games.core.services import play
from games.core.services.eligibility import LobbyError
from games.lobby import pages as lists, services as lobby
from games.lobby.models import Invitation
from games.measures import services as measures
from games.measures.models import Kind, Measure
from games.rematch.services import rematch
from games.seeks import pages as seeks_pages, services as seeks
from games.seeks.fit import Wish
from games.seeks.models import Seek, Sleep
from tests.games.browsing import form, signed_in, told
from tests.games.measures.scenes import moderator, taken
from tests.games.programs import program
from tests.games.tables import begin, now, seat

pytestmark = pytest.mark.django_db
RATED = lobby.Terms("en-garde", {}, clock=Chosen(3), rated=True)
SAID = "A moderator has decided that you can’t begin or join rated matches until"


@pytest.fixture
def mute(ben: User) -> Measure:
    return taken(ben, moderator("Max"), Kind.MUTE, 3)


@pytest.fixture
def unrated(ben: User) -> Measure:
    return taken(ben, moderator("Max"), Kind.UNRATED, 3)


# --- Chat -----------------------------------------------------------------------------------------------------------


def test_page_and_api_refuse_the_chat_with_one_sentence(match: Match, mute: Measure, ann: User, ben: User) -> None:
    said = "A moderator has decided that you can’t write in chats until"
    page = told(signed_in(ben).get(f"/m/{match.public_id}/"))
    assert said in page
    assert "You’ve insulted others." in page
    assert 'id="chat-text"' not in page
    answer: Any = signed_in(ben).post(reverse("chat", args=[match.public_id]), {"text": "Hello"})
    assert (answer.status_code, said in told(answer)) == (409, True)
    refused = program(ben).post(f"matches/{match.public_id}/chat/", text="Hello")
    assert (refused.status_code, refused.json()["code"]) == (409, "talk")
    assert program(ben).get(f"matches/{match.public_id}/chat/").json()["silent"].startswith(said)
    assert chat.say(match.public_id, ann, "Hello").text == "Hello"
    assert said not in told(signed_in(ann).get(f"/m/{match.public_id}/"))


def test_a_mute_ends_with_its_term_though_no_sweep_comes(match: Match, mute: Measure, ben: User) -> None:
    assert mute.ends is not None
    with time_machine.travel(mute.ends - timedelta(seconds=1), tick=False), pytest.raises(chat.ChatError):
        chat.say(match.public_id, ben, "Hello")
    with time_machine.travel(mute.ends, tick=False):
        assert chat.say(match.public_id, ben, "Hello").text == "Hello"
    assert Measure.objects.get().ended is None


def test_a_mute_that_is_taken_back_ends_at_once(match: Match, mute: Measure, ben: User, mo: User) -> None:
    measures.undo(mute, mo)
    assert chat.say(match.public_id, ben, "Hello").text == "Hello"


# --- Rated matches --------------------------------------------------------------------------------------------------


def refused(answer: Any) -> bool:
    with pytest.raises(LobbyError) as error:
        answer()
    return str(error.value.sentence).startswith(SAID)


def test_a_rated_match_is_neither_offered_nor_joined_and_an_unrated_one_is(
    unrated: Measure, ann: User, ben: User
) -> None:
    assert refused(lambda: lobby.invite(ben, RATED))
    theirs = lobby.invite(ann, RATED).match
    assert refused(lambda: lobby.join(theirs.public_id, ben))
    assert lobby.invite(ben, lobby.Terms("en-garde", {}, clock=Chosen(3))).match.rated is False
    assert lobby.join(lobby.invite(ann, lobby.Terms("en-garde", {})).match.public_id, ben).started
    answer = program(ben).post("invitations/", game="en-garde", rated=True)
    assert (answer.status_code, answer.json()["code"]) == (409, "lobby")


def test_no_pair_and_no_rematch_of_a_rated_match(unrated: Measure, ann: User, ben: User) -> None:
    assert refused(lambda: lobby.invite(ben, lobby.Terms("en-garde", {}, rated=True, paired=True)))
    match = begin(ann, ben)
    Match.objects.filter(pk=match.pk).update(rated=True)
    play.resign(match.public_id, ben.pk)
    assert now(match).rated
    assert refused(lambda: rematch(match.public_id, ben))
    offered = rematch(match.public_id, ann)
    assert refused(lambda: lobby.join(offered.public_id, ben))


def test_running_matches_stay_rated(ann: User, ben: User, mo: User) -> None:
    match = begin(ann, ben)
    Match.objects.filter(pk=match.pk).update(rated=True)
    taken(ben, mo, Kind.UNRATED)
    assert now(match).rated


def test_a_waiting_rated_invitation_rests_until_the_end(ann: User, ben: User, cat: User, mo: User) -> None:
    offered, plain = lobby.invite(ben, RATED), lobby.invite(ben, lobby.Terms("en-garde", {}))
    measure = taken(ben, mo, Kind.UNRATED)
    found = Invitation.objects.get(pk=offered.pk)
    assert found.state == "rests"
    assert list(lists.open_to(ann, {})) == [plain]
    assert set(lists.own_invitations(ben)) == {offered, plain}
    with pytest.raises(LobbyError, match="isn’t open right now"):
        lobby.join(offered.match.public_id, ann)
    listed = program(ann).get("invitations/").json()["results"]
    assert [each["id"] for each in listed] == [plain.match.public_id]
    listed = program(ben).get("invitations/").json()["results"]
    assert {each["id"]: each["state"] for each in listed}[offered.match.public_id] == "rests"
    assert measure.ends is not None
    with time_machine.travel(measure.ends):
        assert lobby.join(offered.match.public_id, ann).rated


def test_a_rated_seek_rests_and_any_other_finds_an_unrated_match(ann: User, ben: User, mo: User) -> None:
    seeks.ask(ben, Wish("en-garde", 1, 3, rated=True))
    seeks.ask(ann, Wish("en-garde", 1, 3))
    taken(ben, mo, Kind.UNRATED)
    assert seeks.find_opponents() == []
    mine = Seek.objects.with_owners(timezone.now()).get(user=ben)
    assert mine.sleep(timezone.now()) == Sleep.BARRED
    assert seeks_pages.page(ben).mine[0].rests == "On hold until you can play rated matches again."
    assert refused(lambda: seeks.ask(ben, Wish("en-garde", 1, 3, rated=True)))
    seeks.ask(ben, Wish("en-garde", 1, 3))
    (match,) = seeks.find_opponents()
    assert match.rated is False


def test_a_rated_seek_finds_a_match_once_the_term_is_over(ann: User, ben: User, mo: User) -> None:
    seeks.ask(ben, Wish("en-garde", 1, 3, rated=True))
    measure = taken(ben, mo, Kind.UNRATED, 1)
    assert measure.ends is not None
    with time_machine.travel(measure.ends):
        seeks.ask(ann, Wish("en-garde", 1, 3))
        (match,) = seeks.find_opponents()
        assert match.rated


def test_the_forms_offer_only_matches_that_are_not_rated(unrated: Measure, ann: User, ben: User) -> None:
    for address in ("/invitations/new/en-garde/", "/seeks/en-garde/"):
        page = told(signed_in(ben).get(address))
        assert SAID in page
        assert SAID not in told(signed_in(ann).get(address))
    client = signed_in(ben)
    form(client.get("/invitations/new/en-garde/")).send(client, audience="open", rated="on")
    assert Invitation.objects.get(inviter=ben).match.rated is False


def test_an_opponent_learns_nothing(match: Match, unrated: Measure, ann: User) -> None:
    taken(User.objects.get(username="Ben"), User.objects.get(username="Max"), Kind.MUTE)
    page = told(signed_in(ann).get(f"/m/{match.public_id}/"))
    assert "moderator has decided" not in page
    assert seat(match, ann).user == ann
