"""The lobby: invitations to me, those open to everybody, and my own."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from games.core.models import Match, Seat
from games.core.pages import paging as parts
from games.lobby import services as lobby
from games.lobby.models import Invitation
from tests.games.browsing import signed_in, told
from tests.games.copies import copies
from tests.games.tables import AUCTION, begin, finished, offer

pytestmark = pytest.mark.django_db
URL = reverse("lobby")


def listed(client: Client, query: str = "", part: str = "open_invitations") -> list[str]:
    return [row["public_id"] for row in client.get(URL + query).context[part]]


def test_open_invitations_are_listed_newest_first_with_what_they_offer(ann: User, ben: User, cat: User) -> None:
    offer(ann, public_id="firstoffer", rounds=2)
    offer(ben, AUCTION, public_id="secondoffr", pace_days=1)
    client = signed_in(cat)
    assert listed(client) == ["secondoffr", "firstoffer"]
    page = told(client.get(URL))
    assert "En Garde with Ann" in page
    assert "Sealed Auction with Ben" in page
    assert "Rounds to win: 2" in page
    assert "1 day per move" in page
    assert "3 days per move" in page


def test_what_holds_for_all_rows_is_said_once_and_nothing_dangles(ann: User, ben: User, cat: User) -> None:
    for number, user in enumerate((ann, ben)):
        offer(user, public_id=f"anoffer{number}")
    page = told(signed_in(cat).get(URL))
    assert page.count("End dates assume that the match begins today.") == 1
    assert "if it begins today" not in page
    assert page.count("3 days per move, the match ends by ") == 2
    assert "·" not in page.partition("<main")[2].partition("</main>")[0]


def test_ones_own_stand_apart_with_the_time_until_which_they_stand(ann: User, cat: User) -> None:
    Invitation.objects.filter(match=offer(ann)).update(audience="link", expires="2026-12-24T18:00Z")
    assert (listed(signed_in(ann)), listed(signed_in(ann), part="mine")) == ([], ["firstmatch"])
    assert "by link, until <time" in told(signed_in(ann).get(URL))
    assert (listed(signed_in(cat)), listed(signed_in(cat), part="mine")) == ([], [])


def test_a_personal_invitation_is_listed_for_its_two_alone(ann: User, ben: User, cat: User) -> None:
    match = lobby.invite(ann, lobby.Terms("en-garde", {}, pace_days=3, audience="personal", invited="Ben")).match
    assert listed(signed_in(ben), part="to_me") == [match.public_id]
    assert listed(signed_in(ann), part="mine") == [match.public_id]
    assert match.public_id not in told(signed_in(cat).get(URL))


def test_the_note_of_an_invitation_stands_in_the_list_and_can_do_no_harm(ann: User, ben: User) -> None:
    lobby.invite(ann, lobby.Terms("en-garde", {}, pace_days=3, note="<script>alert(1)</script>\r\nSubject: hi"))
    page = signed_in(ben).get(URL).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; Subject: hi" in page
    assert "<script>alert" not in page


@pytest.mark.parametrize(("language", "quoted"), [("en", "“{}”"), ("de", "„{}“"), ("it", "«{}»")])
def test_a_note_stands_in_the_quotation_marks_of_the_readers_language(
    language: str, quoted: str, ann: User, ben: User
) -> None:
    lobby.invite(ann, lobby.Terms("en-garde", {}, pace_days=3, note="Well & good"))
    User.objects.filter(pk=ben.pk).update(language=language)
    note = quoted.format("<bdi>Well &amp; good</bdi>")
    page = signed_in(ben).get(reverse("lobby")).content.decode()
    assert f'<p class="note">{note}</p>' in page


def test_what_was_joined_withdrawn_or_has_expired_is_listed_no_more(ann: User, ben: User, cat: User) -> None:
    begin(ann, ben)
    withdrawn = offer(ann, public_id="secondoffr")
    lobby.withdraw(withdrawn.public_id, ann)
    Invitation.objects.filter(match=offer(ann, public_id="thirdoffer")).update(expires="2026-01-01T00:00Z")
    assert listed(signed_in(cat)) == []
    assert "Nobody is looking for a match right now." in told(signed_in(cat).get(URL))


def test_each_row_says_how_reliable_its_inviter_is_and_what_is_asked_that_the_reader_lacks(
    ann: User, ben: User, cat: User
) -> None:
    finished(ann, ben, range(9))
    finished(ann, ben, [1], outcome="timeout")
    finished(cat, ben, range(8))
    finished(cat, ben, [1, 2], outcome="timeout")
    for least in (0, 80, 81):
        lobby.invite(ann, lobby.Terms("en-garde", {}, pace_days=3, min_reliability=least))
    page = told(signed_in(cat).get(URL))
    assert page.count("Ann’s reliability: 90% (9 of 10 matches)") == 3
    assert [f'<span class="badge">at least {least}% reliability</span>' in page for least in (0, 80, 81)] == [
        False,
        True,
        True,
    ]
    assert page.count("This match requires ") == 1
    assert "This match requires 81% reliability; yours is 80% (8 of 10 matches without an absence)." in page
    own = told(signed_in(ann).get(URL))
    assert "This match requires" not in own
    assert '<span class="badge">at least 81% reliability</span>' in own


@pytest.mark.parametrize("turned", [False, True])
def test_those_who_block_each_other_do_not_find_each_other(ann: User, ben: User, cat: User, turned: bool) -> None:
    offer(ann, public_id="annsoffer1")
    lobby.join(offer(cat, AUCTION, public_id="catsoffer1").public_id, ann)
    blocks.block(*((ben, ann) if turned else (ann, ben)))
    assert listed(signed_in(ben)) == []
    assert listed(signed_in(cat)) == ["annsoffer1"]


# --- Filters --------------------------------------------------------------------------------------------------------


@pytest.fixture
def four(ann: User) -> None:
    """Invitations that differ in everything one may filter by."""

    def made(public_id: str, game: str = "en-garde", pace_days: int = 3, **given: Any) -> None:
        match = lobby.invite(ann, lobby.Terms(game, {}, pace_days=pace_days, **given)).match
        Match.objects.filter(pk=match.pk).update(public_id=public_id)

    made("german", language="de")
    made("auction", game=AUCTION)
    made("slow", pace_days=14, language="it")
    made("newest")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["newest", "slow", "auction", "german"]),
        ("?game=&pace=&language=", ["newest", "slow", "auction", "german"]),
        ("?game=sealed-auction", ["auction"]),
        ("?pace=14", ["slow"]),
        ("?language=de", ["newest", "auction", "german"]),
        ("?pace=3&game=en-garde", ["newest", "german"]),
        ("?game=sealed-auction&pace=14", []),
    ],
)
def test_a_filter_lets_through_what_fits(four: None, ben: User, query: str, found: list[str]) -> None:
    assert listed(signed_in(ben), query) == found


def test_a_filter_that_finds_nothing_says_so_and_can_be_dropped(four: None, ben: User) -> None:
    page = told(signed_in(ben).get(f"{URL}?game=sealed-auction&pace=14"))
    assert "No invitations match your filter." in page
    assert f'<a href="{URL}">Show all</a>' in page
    assert '<option value="14" selected>' in page


@pytest.mark.parametrize("query", ["?game=chess", "?pace=4", "?language=tlh", "?game=%00"])
def test_a_filter_that_does_not_exist_is_named_and_filters_nothing(four: None, ben: User, query: str) -> None:
    response = signed_in(ben).get(URL + query)
    assert response.status_code == 422
    assert "is not one of the available choices." in told(response)
    assert len(response.context["open_invitations"]) == 4


def test_paging_keeps_the_filter(ann: User, ben: User, cat: User) -> None:
    for user in (ann, ben):
        for _ in range(lobby.MAX_OPEN):
            lobby.invite(user, lobby.Terms("en-garde", {}, pace_days=3))
    client = signed_in(cat)
    page = told(client.get(f"{URL}?game=en-garde&pace=3"))
    assert 'href="?game=en-garde&pace=3&page=2#open"' in page
    assert len(listed(client)) == 20
    assert len(listed(client, "?game=en-garde&pace=3&page=2")) == 20


def test_no_more_are_counted_than_the_pages_lead_to(
    ann: User, ben: User, cat: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for user in (ann, ben):
        lobby.invite(user, lobby.Terms("en-garde", {}, pace_days=3))
    monkeypatch.setattr(parts, "MAX_LISTED", 1)
    assert len(listed(signed_in(cat))) == 1


# --- Costs and refusals ---------------------------------------------------------------------------------------------


def cost(client: Client) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(URL).status_code == 200
    return len(queries)


def test_three_invitations_cost_as_many_queries_as_one(ann: User, ben: User, cat: User) -> None:
    client = signed_in(cat)
    for user in (ann, ben):
        lobby.invite(user, lobby.Terms("en-garde", {}, pace_days=3))
        lobby.invite(user, lobby.Terms(AUCTION, {}, pace_days=3))
        lobby.invite(user, lobby.Terms("en-garde", {}, pace_days=3, audience="personal", invited="Cat"))
        lobby.invite(cat, lobby.Terms("en-garde", {}, pace_days=3))
        assert cost(client) == 11  # session, user, what waits, counts, four lists, all seats, reliability, games


def test_three_hundred_matches_of_those_who_invite_cost_as_many_queries_as_three(
    ann: User, ben: User, cat: User
) -> None:
    client = signed_in(cat)
    for user in (ann, ben):
        lobby.invite(user, lobby.Terms("en-garde", {}, pace_days=3, min_reliability=90))
    costs = []
    for number in (3, 297):
        for one, other in ((ann, ben), (ben, cat), (cat, ann)):
            finished(one, other, range(number))
        costs.append(cost(client))
    assert costs == [10, 10]  # none of invitations to her


def test_three_hundred_of_everything_cost_as_many_queries_as_three(ann: User, ben: User, cat: User) -> None:
    client = signed_in(cat)
    personal = lobby.Terms("en-garde", {}, pace_days=3, audience="personal", invited="Cat")
    made = [offer(ann, public_id="open"), lobby.invite(ann, personal).match, begin(ann, ben, public_id="seat")]
    Seat.objects.filter(match=made[2], user=ben).update(open_until=timezone.now() + timedelta(days=2))
    offer(cat, public_id="mine")
    assert cost(client) == 12
    for match in made:
        copies(match, 99)
    shown = client.get(URL).context
    assert [len(shown[name]) for name in ("open_invitations", "to_me", "open_seats")] == [20, 20, 20]
    assert '<a rel="next" href="?invited=2#to-me">Older</a>' in told(client.get(URL))
    assert cost(client) == 12


def test_who_is_signed_out_is_asked_to_sign_in(client: Client) -> None:
    assert client.get(URL).headers["Location"] == f"{reverse('account_login')}?next={URL}"


def test_it_is_only_read_and_never_stored(ann: User) -> None:
    client = signed_in(ann)
    assert client.post(URL).status_code == 405
    assert client.get(URL).headers["Cache-Control"] == "private, no-store"
