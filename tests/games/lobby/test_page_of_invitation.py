"""One invitation: looking at it, joining, withdrawing."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import blocks, guests
from accounts.models import User
from games.core.models import Match
from games.core.services import play
from games.lobby import services as lobby
from games.lobby.models import Invitation
from tests.games.browsing import form, forms, signed_in, told
from tests.games.tables import AUCTION, SECRET, begin, now, offer, owing

pytestmark = pytest.mark.django_db

TOO_LATE = "You can’t join this match. Someone else took the last seat, or it isn’t open to you."


@pytest.fixture
def offered(ann: User) -> Match:
    return offer(ann)


def url(match: Match, name: str = "invitation") -> str:
    return reverse(name, args=[match.public_id])


def actions(user: User, match: Match) -> set[str]:
    """Return what the page lets a user do."""
    names = {url(match, name): name for name in ("join", "withdraw")}
    found = {names.get(each.action) for each in forms(signed_in(user).get(url(match)))}
    return {name for name in found if name}


def test_it_says_what_is_offered_and_what_chance_is_bound_to(offered: Match, ben: User) -> None:
    page = told(signed_in(ben).get(url(offered)))
    for words in ("Ann has invited you to En Garde", "Ann’s seat: Left fencer", "3 days", offered.commitment):
        assert words in page


def test_an_inviter_whose_account_a_program_plays_is_labelled(offered: Match, ann: User, ben: User) -> None:
    label = '<span class="badge">program</span>'
    assert label not in told(signed_in(ben).get(url(offered)))
    User.objects.filter(pk=ann.pk).update(is_program=True)
    assert label in told(signed_in(ben).get(url(offered)))


def test_it_shows_the_game_and_folds_the_seal_away(offered: Match, ben: User) -> None:
    page = told(signed_in(ben).get(url(offered)))
    assert 'class="picture"' in page
    assert page.index('<details class="seal">') < page.index(offered.commitment, page.index("<dl"))


def test_the_inviter_may_withdraw_and_anybody_else_join(offered: Match, ann: User, ben: User) -> None:
    assert actions(ann, offered) == {"withdraw"}
    assert actions(ben, offered) == {"join"}


def test_the_inviter_gets_a_link_to_give_away(offered: Match, ann: User) -> None:
    assert f"http://testserver{url(offered)}" in told(signed_in(ann).get(url(offered)))


def test_an_invitation_by_link_is_open_to_anyone_who_has_the_link(offered: Match, cat: User) -> None:
    Invitation.objects.update(audience="link")
    assert actions(cat, offered) == {"join"}


def test_an_unknown_invitation_is_not_found(ann: User) -> None:
    client = signed_in(ann)
    for name, method in (("invitation", client.get), ("withdraw", client.post)):
        assert method(reverse(name, args=["nowhere"])).status_code == 404
    assert TOO_LATE in told(client.post(reverse("join", args=["nowhere"]), follow=True))


def test_who_is_signed_out_is_asked_to_sign_in_to_do_anything(offered: Match, client: Client) -> None:
    for name in ("join", "withdraw"):
        assert client.post(url(offered, name)).headers["Location"] == f"{reverse('account_login')}?next={url(offered)}"
    assert now(offered).status == "open"


def test_only_the_right_methods_are_allowed(offered: Match, ben: User) -> None:
    client = signed_in(ben)
    assert client.post(url(offered)).status_code == 405
    assert client.get(url(offered, "join")).status_code == 405
    assert client.get(url(offered, "withdraw")).status_code == 405
    assert now(offered).status == "open"


def test_it_says_of_my_share_where_no_browser_gave_it(ann: User, ben: User) -> None:
    words = "(drawn by the site, because no browser sent one)"
    shares = {"browser": "ab" * 16, "server": ""}
    for source, entropy in shares.items():
        made = lobby.invite(ann, lobby.Terms("en-garde", {}), entropy=entropy).match
        share = made.seats.get().entropy
        mine, other = (told(signed_in(user).get(url(made))) for user in (ann, ben))
        assert (share in mine, words in mine) == (True, source == "server")
        assert (share in other, words in other) == (False, False)


# --- join -----------------------------------------------------------------------------------------------------------


def test_the_last_to_join_starts_the_match_and_is_led_to_it(offered: Match, ben: User) -> None:
    client = signed_in(ben)
    response = form(client.get(url(offered)), "/join").send(client)
    assert response.redirect_chain == [(url(offered, "match"), 302)]
    assert response.status_code == 200
    assert owing(offered) == ["Ann"]
    assert offered.seats.get(user=ben).entropy_source == "server"


def test_the_browser_gives_its_share_of_chance(offered: Match, ben: User) -> None:
    client = signed_in(ben)
    form(client.get(url(offered)), "/join").send(client, entropy="cd" * 16)
    seat = offered.seats.get(user=ben)
    assert (seat.entropy, seat.entropy_source) == ("cd" * 16, "browser")


def test_who_joins_a_table_with_free_places_stays_on_the_invitation(ann: User, ben: User, cat: User) -> None:
    match, client = offer(ann, AUCTION), signed_in(ben)
    response = form(client.get(url(match)), "/join").send(client)
    assert response.redirect_chain == [(url(match), 302)]
    assert "Waiting for one more player." in told(response)
    assert actions(ben, match) == set()
    assert actions(cat, match) == {"join"}


def test_a_match_that_has_begun_is_there_for_those_who_may_look_at_it(ann: User, ben: User, cat: User) -> None:
    match = begin(ann, ben)
    assert signed_in(ann).get(url(match)).headers["Location"] == url(match, "match")
    assert signed_in(cat).get(url(match)).status_code == 404
    play.resign(match.public_id, ben.pk)
    assert signed_in(cat).get(url(match)).headers["Location"] == url(match, "match")
    watched = begin(ann, ben, public_id="secondmatc", watchable=True)
    assert signed_in(cat).get(url(watched)).headers["Location"] == url(watched, "match")


def test_nobody_joins_twice_or_too_late(ann: User, ben: User, cat: User) -> None:
    match = offer(ann, AUCTION)
    lobby.join(match.public_id, ben)
    response = signed_in(ben).post(url(match, "join"))
    assert response.status_code == 409
    assert "You’re already in this match." in told(response)
    full = begin(ann, ben, public_id="secondmatc")
    response = signed_in(cat).post(url(full, "join"), follow=True)
    assert response.redirect_chain == [(reverse("lobby"), 302)]
    assert TOO_LATE in told(response)


def test_a_withdrawn_invitation_cannot_be_joined(offered: Match, ann: User, ben: User) -> None:
    lobby.withdraw(offered.public_id, ann)
    response = signed_in(ben).post(url(offered, "join"))
    assert response.status_code == 409
    assert "The invitation was withdrawn. Nobody can join this match any more." in told(response)


def test_the_secret_is_laid_open_when_nothing_comes_of_the_match(offered: Match, ann: User, ben: User) -> None:
    assert SECRET.hex() not in told(signed_in(ben).get(url(offered)))
    lobby.withdraw(offered.public_id, ann)
    assert SECRET.hex() in told(signed_in(ben).get(url(offered)))


def test_a_match_being_played_keeps_its_secret_on_the_invitation_too(match: Match, ann: User) -> None:
    assert SECRET.hex() not in told(signed_in(ann).get(url(match), follow=True))


# --- withdraw -------------------------------------------------------------------------------------------------------


def test_the_inviter_withdraws_and_is_told_so(offered: Match, ann: User) -> None:
    client = signed_in(ann)
    response = form(client.get(url(offered)), "/withdraw").send(client)
    assert response.redirect_chain == [(reverse("lobby"), 302)]
    assert "You’ve withdrawn the invitation." in told(response)
    assert now(offered).status == "void"


def test_nobody_withdraws_what_somebody_else_offered(offered: Match, ben: User, mo: User) -> None:
    for user in (ben, mo):
        assert signed_in(user).post(url(offered, "withdraw")).status_code == 404
    assert now(offered).status == "open"


def test_a_match_that_has_begun_is_not_withdrawn(ann: User, ben: User, cat: User) -> None:
    match = offer(ann, AUCTION)
    for user in (ben, cat):
        lobby.join(match.public_id, user)
    response = signed_in(ann).post(url(match, "withdraw"), follow=True)
    assert response.redirect_chain == [(url(match, "match"), 302)]
    assert "The match has begun. You can resign, but you can no longer withdraw the invitation." in told(response)
    assert now(match).status == "playing"


# --- decline, leave, and what has become of it ----------------------------------------------------------------------


def personal(inviter: User, name: str) -> Match:
    return lobby.invite(
        inviter, lobby.Terms("en-garde", {}, pace_days=3, audience="personal", invited=name, note="A <b>duel</b>?")
    ).match


def test_a_personal_invitation_is_not_there_for_strangers(ann: User, ben: User, cat: User) -> None:
    match = personal(ann, "Ben")
    assert signed_in(cat).get(url(match)).status_code == 404
    for name in ("decline", "leave", "withdraw"):
        assert signed_in(cat).post(url(match, name)).status_code == 404
    assert TOO_LATE in told(signed_in(cat).post(url(match, "join"), follow=True))
    assert now(match).status == "open"


def test_whom_it_is_meant_for_joins_or_declines_and_reads_the_note(ann: User, ben: User) -> None:
    match, client = personal(ann, "Ben"), signed_in(ben)
    page = client.get(url(match))
    assert {each.action for each in forms(page)} >= {url(match, "join"), url(match, "decline")}
    assert "A &lt;b&gt;duel&lt;/b&gt;?" in page.content.decode()
    response = form(page, "/decline").send(client)
    assert response.redirect_chain == [(reverse("lobby"), 302)]
    assert "You’ve declined the invitation. We’ll let the sender know." in told(response)
    assert "You have declined this invitation." in told(client.get(url(match)))
    assert "Ben has declined this invitation." in told(signed_in(ann).get(url(match)))


def test_who_sent_it_to_one_player_is_told_what_happens_next_and_has_no_link_to_give(ann: User, ben: User) -> None:
    page = told(signed_in(ann).get(url(personal(ann, "Ben"))))
    assert "Ben will get an email and see this among their invitations." in page
    assert "Give this link" not in page


def test_who_has_joined_a_table_may_leave_it(ann: User, ben: User) -> None:
    match, client = offer(ann, AUCTION), signed_in(ben)
    lobby.join(match.public_id, ben)
    response = form(client.get(url(match)), "/leave").send(client)
    assert "You’ve left the table." in told(response)
    assert match.seats.count() == 1
    again = client.post(url(match, "leave"))
    assert again.status_code == 404


def test_while_nobody_joins_the_inviter_is_shown_what_to_do(offered: Match, ann: User) -> None:
    page = told(signed_in(ann).get(url(offered)))
    assert "Send this link to a friend" in page
    assert f'<a href="{reverse("challenge", args=["en-garde"])}">Play En Garde against the computer</a>' in page


def test_an_expired_invitation_says_so_before_and_after_the_sweep(offered: Match, ann: User, ben: User) -> None:
    Invitation.objects.update(expires="2026-01-01T00:00Z")
    for _ in range(2):
        page = told(signed_in(ben).get(url(offered)))
        assert "This invitation has expired: the last seat stayed open for two weeks." in page
        assert actions(ben, offered) == set()
        assert signed_in(ben).post(url(offered, "join")).status_code == 409
        lobby.expire(offered.pk, timezone.now())
    assert "You can create the match again." in told(signed_in(ann).get(url(offered)))


def test_who_is_blocked_gets_a_sentence_even_with_the_link(offered: Match, ann: User, ben: User) -> None:
    blocks.block(ann, ben)
    response = signed_in(ben).post(url(offered, "join"))
    assert response.status_code == 409
    assert "You can’t join this match." in told(response)


def test_a_guest_is_told_what_is_missing_instead_of_a_button(offered: Match) -> None:
    guest = guests.create()
    assert actions(guest, offered) == set()
    page = told(signed_in(guest).get(url(offered)))
    assert "To play with others, choose a name and enter your email address." in page


def test_names_lead_to_profiles(offered: Match, ben: User) -> None:
    assert '<a class="person" href="/players/Ann/">Ann</a>' in told(signed_in(ben).get(url(offered)))


# --- Private --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("audience", Invitation.Audience.values)
def test_a_private_match_that_has_begun_is_nothing_to_strangers(audience: str, ann: User, ben: User, cat: User) -> None:
    invited = "Ben" if audience == "personal" else ""
    given: dict[str, Any] = {"pace_days": 3, "private": True, "audience": audience, "invited": invited}
    match = lobby.invite(ann, lobby.Terms("en-garde", {}, **given)).match
    assert signed_in(cat).get(url(match)).status_code == (404 if audience == "personal" else 200)
    lobby.join(match.public_id, ben)
    for _ in range(2):
        for client in (signed_in(cat), signed_in(guests.create())):
            assert client.get(url(match)).status_code == 404
            assert client.post(url(match, "join")).headers["Location"] == reverse("lobby")
        for user in (ann, ben):
            assert signed_in(user).get(url(match)).headers["Location"] == url(match, "match")
        if now(match).ended is None:
            play.resign(match.public_id, ann.pk)


def test_a_private_invitation_from_which_nothing_came_says_so_as_any_other(ann: User, cat: User) -> None:
    for end in ("withdrawn", "expired"):
        match = lobby.invite(ann, lobby.Terms("en-garde", {}, pace_days=3, private=True, audience="link")).match
        if end == "withdrawn":
            lobby.withdraw(match.public_id, ann)
        else:
            Invitation.objects.filter(match=match).update(expires="2026-01-01T00:00Z")
            lobby.expire(match.pk, timezone.now())
        page = signed_in(cat).get(url(match))
        assert (page.status_code, page.context["state"]) == (200, end)


def test_who_has_joined_is_shown_the_seal_and_the_own_share(ann: User, ben: User, cat: User) -> None:
    match, client = offer(ann, AUCTION), signed_in(ben)
    response = form(client.get(url(match)), "/join").send(client, entropy="cd" * 16)
    facts = told(response)
    assert f"<dt>Seal</dt><dd><code>{match.commitment}</code></dd>" in facts
    assert f"<dt>Your random number</dt><dd><code>{'cd' * 16}</code></dd>" in facts
    assert "Your random number" not in told(signed_in(cat).get(url(match)))
