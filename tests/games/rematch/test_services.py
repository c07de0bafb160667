"""The same match again, with sides swapped."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts import blocks
from accounts.models import User
from games.bots import services as bots
from games.core.models import Match
from games.core.reading.access import NotYours
from games.core.services import leaving, play
from games.core.services.eligibility import LobbyError
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.rematch.services import rematch
from tests.games.browsing import form, signed_in, told
from tests.games.core.notices.test_notices import body, sent
from tests.games.tables import begin, now, seat

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller


@pytest.fixture
def over(ann: User, ben: User, noon: Time) -> Match:
    """A match that Ann, on the left, has resigned."""
    match = begin(ann, ben, variant="standard", rounds=3, pace_days=7)
    play.resign(match.public_id, ann.pk)
    return now(match)


def places(match: Match) -> list[str]:
    return list(match.seats.order_by("number").values_list("user__username", flat=True))


def test_a_rematch_is_a_personal_invitation_with_sides_swapped(over: Match, ann: User, ben: User) -> None:
    match = rematch(over.public_id, ann)
    made = match.invitation
    assert (made.audience, made.inviter, made.invited, made.seat) == (Invitation.Audience.PERSONAL, ann, ben, 1)
    assert (match.options, match.pace_days, match.rematch_of) == (over.options, 7, over)
    lobby.join(match.public_id, ben)
    assert places(match) == ["Ben", "Ann"]


def test_two_who_ask_get_one_rematch(over: Match, ann: User, ben: User) -> None:
    match = rematch(over.public_id, ann)
    assert rematch(over.public_id, ben) == match
    assert rematch(over.public_id, ann) == match
    lobby.join(match.public_id, ben)
    assert rematch(over.public_id, ann) == match
    assert over.rematches.count() == 1


def test_one_that_was_withdrawn_can_be_offered_again(over: Match, ann: User, ben: User) -> None:
    first = rematch(over.public_id, ann)
    lobby.withdraw(first.public_id, ann)
    again = rematch(over.public_id, ben)
    assert again != first
    assert again.invitation.seat == 0


def test_a_house_opponent_sits_down_at_once(ann: User) -> None:
    before = bots.challenge(ann, "en-garde", {}, seat=0)
    play.resign(before.public_id, ann.pk)
    match = rematch(before.public_id, ann)
    assert (match.status, match.rematch_of) == ("playing", before)
    assert places(match)[1] == "Ann"


def refusal(match: Match, user: User) -> str:
    count = Match.objects.count()
    with pytest.raises(LobbyError) as refused:
        rematch(match.public_id, user)
    assert Match.objects.count() == count
    return str(refused.value)


def test_there_is_no_rematch_of_a_match_that_goes_on_or_of_more_than_two(
    match: Match, auction: Match, ann: User
) -> None:
    assert refusal(match, ann) == "The match isn’t over yet. You can offer a rematch afterwards."
    play.resign(auction.public_id, ann.pk)
    assert refusal(auction, ann) == "Rematches are possible only in two-player matches. Offer a new match instead."


def test_who_is_blocked_or_gone_is_not_asked(over: Match, ann: User, ben: User) -> None:
    blocks.block(ben, ann)
    for user in (ann, ben):
        assert refusal(over, user) == "Your opponent doesn’t accept invitations from you."
    blocks.unblock(ben, ann)
    User.objects.filter(pk=ben.pk).update(is_active=False)
    assert refusal(over, ann) == "Ben can’t be invited right now."
    leaving.close_account(ben)
    assert refusal(over, ann) == "Your opponent has left the site."


def test_strangers_get_none(over: Match, cat: User) -> None:
    for public_id in (over.public_id, "nowhere"):
        with pytest.raises(NotYours):
            rematch(public_id, cat)


def test_the_other_is_told_while_the_invitation_waits(over: Match, ann: User, noon: Time) -> None:
    sent(noon)
    match = rematch(over.public_id, ann)
    letter: Any = sent(noon)["ben"]
    assert letter.subject == "Ann would like a rematch: En Garde"
    assert f"http://testserver/i/{match.public_id}/" in body(letter)
    assert match.commitment in letter.body


def test_one_withdrawn_at_once_is_told_to_nobody(over: Match, ann: User, noon: Time) -> None:
    sent(noon)
    lobby.withdraw(rematch(over.public_id, ann).public_id, ann)
    assert sent(noon) == {}


# --- Pages ----------------------------------------------------------------------------------------------------------


def test_both_find_the_rematch_on_the_page_of_the_match(over: Match, ann: User, ben: User) -> None:
    mine, theirs = signed_in(ann), signed_in(ben)
    answered = form(mine.get(over.get_absolute_url()), "/rematch").send(mine, entropy="ab" * 16)
    match = Match.objects.get(rematch_of=over)
    assert answered.redirect_chain == [(over.get_absolute_url(), 302)]
    assert "You’ve offered a rematch. It begins as soon as your opponent accepts." in told(answered)
    assert seat(match, ann).entropy == "ab" * 16
    assert "You’ve offered a rematch" in told(mine.get(over.get_absolute_url()))
    page = told(theirs.get(over.get_absolute_url()))
    assert f'data-match="{match.public_id}" data-seal="{match.commitment}"' in page
    assert "7 days per move, ends by " in page
    accept = form(theirs.get(over.get_absolute_url()), "/join")
    assert accept.send(theirs, entropy="cd" * 16).redirect_chain == [(f"/m/{match.public_id}/", 302)]
    assert seat(match, ben).entropy == "cd" * 16
    for client in (mine, theirs):
        assert f'href="/m/{match.public_id}/">Go to the rematch' in told(client.get(over.get_absolute_url()))
        assert over.get_absolute_url() in told(client.get(match.get_absolute_url()))


def test_a_refusal_is_told_on_the_page_of_the_match(over: Match, ann: User, ben: User) -> None:
    blocks.block(ben, ann)
    client = signed_in(ann)
    answered = form(client.get(over.get_absolute_url()), "/rematch").send(client)
    assert answered.status_code == 409
    assert "Your opponent doesn’t accept invitations from you." in told(answered)


def test_strangers_find_nothing(over: Match, cat: User, client: Client) -> None:
    assert signed_in(cat).post(f"{over.get_absolute_url()}rematch").status_code == 404
    assert client.post(f"{over.get_absolute_url()}rematch").status_code == 302
    assert not Match.objects.filter(rematch_of=over).exists()


# --- Another clock --------------------------------------------------------------------------------------------------

BANK = {"pace_days": 0, "bank_hours": 120, "increment_hours": 12, "cap_hours": 168, "weekends": True, "total_days": 45}


def asked(match: Match, client: Client) -> Any:
    """Return the page on which another clock is chosen for the rematch of a match."""
    return client.get(f"{match.get_absolute_url()}rematch")


def clock(match: Match) -> dict[str, Any]:
    return {name: getattr(match, name) for name in BANK}


def test_the_card_of_the_result_leads_to_another_clock(over: Match, ann: User, cat: User) -> None:
    link = f'<a href="{over.get_absolute_url()}rematch">Rematch with a different clock</a>'
    assert told(signed_in(ann).get(over.get_absolute_url())).count(link) == 1
    assert link not in told(signed_in(cat).get(over.get_absolute_url()))
    rematch(over.public_id, ann)
    assert link not in told(signed_in(ann).get(over.get_absolute_url()))


def test_no_other_clock_is_offered_against_the_computer(ann: User) -> None:
    duel = bots.challenge(ann, "en-garde", {}, seat=0)
    play.resign(duel.public_id, ann.pk)
    page = told(signed_in(ann).get(duel.get_absolute_url()))
    assert "Rematch with sides swapped" in page
    assert "Rematch with a different clock" not in page


def test_it_is_chosen_from_the_clock_of_the_match_before(over: Match, ann: User, ben: User) -> None:
    Match.objects.filter(pk=over.pk).update(**BANK)
    client = signed_in(ann)
    page = asked(over, client)
    assert "5 days for all moves, plus 12 hours per move, up to 7 days, weekends don’t count, ends by " in told(page)
    assert 'hx-get="/invitations/new/en-garde/clock"' in page.content.decode()
    assert {name: page.context["form"][name].value() for name in BANK} == BANK
    form(page).send(client, **BANK)
    made = Match.objects.get(rematch_of=over)
    assert clock(made) == BANK
    assert (made.invitation.invited, made.invitation.seat, made.options) == (ben, 1, over.options)


def test_the_rematch_has_the_clock_that_was_chosen_and_all_else_as_before(over: Match, ann: User) -> None:
    client = signed_in(ann)
    answered = form(asked(over, client)).send(client, pace_days="2", weekends="on", vacations="on", entropy="ab" * 16)
    made = Match.objects.get(rematch_of=over)
    assert answered.redirect_chain == [(over.get_absolute_url(), 302)]
    assert (made.pace_days, made.weekends, made.vacations, made.absence) == (2, True, True, over.absence)
    assert (made.rated, made.private, seat(made, ann).entropy) == (over.rated, over.private, "ab" * 16)


def test_the_house_begins_at_once_with_the_clock_that_was_chosen(ann: User) -> None:
    before = bots.challenge(ann, "en-garde", {}, seat=0)
    play.resign(before.public_id, ann.pk)
    client = signed_in(ann)
    page = asked(before, client)
    assert 'name="vacations"' not in page.content.decode()
    answered = form(page).send(client, pace_days="14")
    made = Match.objects.get(rematch_of=before)
    assert answered.redirect_chain == [(f"/m/{made.public_id}/", 302)]
    assert (made.pace_days, made.vacations, made.absence) == (14, False, "loss")


@pytest.mark.parametrize(
    ("filled", "sentence"),
    [
        ({"pace_days": "4"}, "The time per move can be 1, 2, 3, 5, 7, 14 days."),
        ({"pace_days": "0", "bank_hours": ""}, "Choose how much time the bank starts with, or choose days per move."),
        ({"pace_days": ""}, "This field is required."),
        ({"ticket": "zz"}, "We didn’t issue this seal for this game. Start with a new one."),
    ],
)
def test_a_clock_that_cannot_be_is_told_on_its_page_and_nothing_begins(
    filled: dict[str, str], sentence: str, over: Match, ann: User
) -> None:
    client = signed_in(ann)
    answered = form(asked(over, client)).send(client, **filled)
    assert answered.status_code == 422
    assert sentence in told(answered)
    assert not Match.objects.filter(rematch_of=over).exists()


def test_a_rematch_that_cannot_be_is_refused_on_the_page_of_its_clock(over: Match, ann: User, ben: User) -> None:
    blocks.block(ben, ann)
    client = signed_in(ann)
    answered = form(asked(over, client)).send(client, pace_days="2")
    assert answered.status_code == 409
    assert "Your opponent doesn’t accept invitations from you." in told(answered)
    assert "<h1>Rematch with a different clock</h1>" in told(answered)


def test_where_none_can_be_asked_for_its_page_leads_to_the_match(
    match: Match, auction: Match, ann: User, cat: User, client: Client
) -> None:
    for other in (match, auction):
        assert asked(other, signed_in(ann)).url == other.get_absolute_url()
    play.resign(auction.public_id, ann.pk)
    play.resign(match.public_id, ann.pk)
    assert asked(auction, signed_in(ann)).url == auction.get_absolute_url()
    assert asked(match, signed_in(cat)).status_code == 404
    assert asked(match, client).url == f"/accounts/login/?next={match.get_absolute_url()}rematch"


def test_the_rematch_that_the_other_has_offered_in_the_meantime_is_the_one(over: Match, ann: User, ben: User) -> None:
    client = signed_in(ann)
    page = asked(over, client)
    offered = rematch(over.public_id, ben)
    answered = form(page).send(client, pace_days="2")
    assert answered.redirect_chain == [(f"/i/{offered.public_id}/", 302)]
    assert now(offered).pace_days == 7
    assert asked(over, client).url == over.get_absolute_url()
