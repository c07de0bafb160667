"""Invitations anybody can find."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games import lobby
from games.models import Invitation
from tests.games.browsing import signed_in, told
from tests.games.tables import AUCTION, begin, offer

pytestmark = pytest.mark.django_db
URL = reverse("lobby")


def listed(client: Client) -> list[str]:
    return [row["public_id"] for row in client.get(URL).context["open_invitations"]]


def test_open_invitations_are_listed_newest_first_with_what_they_offer(ann: User, ben: User) -> None:
    offer(ann, public_id="firstoffer", rounds=2)
    offer(ben, AUCTION, public_id="secondoffr", pace_days=1)
    client = signed_in(ann)
    assert listed(client) == ["secondoffr", "firstoffer"]
    page = told(client.get(URL))
    assert "En Garde with Ann" in page
    assert "Sealed Auction with Ben" in page
    assert "Rounds to win: 2" in page
    assert "1 day a move" in page
    assert "3 days a move" in page
    assert page.count("yours") == 1


def test_an_invitation_by_link_is_listed_for_its_inviter_alone(ann: User, cat: User) -> None:
    Invitation.objects.filter(match=offer(ann)).update(audience="link")
    assert listed(signed_in(ann)) == ["firstmatch"]
    assert listed(signed_in(cat)) == []


def test_what_was_joined_or_withdrawn_is_listed_no_more(ann: User, ben: User, cat: User) -> None:
    begin(ann, ben)
    withdrawn = offer(ann, public_id="secondoffr")
    lobby.withdraw(withdrawn.public_id, ann)
    assert listed(signed_in(cat)) == []
    assert "Nobody is looking for a match just now." in told(signed_in(cat).get(URL))


def cost(client: Client) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(URL).status_code == 200
    return len(queries)


def test_three_invitations_cost_as_many_queries_as_one(ann: User, ben: User, cat: User) -> None:
    client = signed_in(cat)
    offer(ann, public_id="firstoffer")
    assert cost(client) == 5
    offer(ben, public_id="secondoffr")
    offer(cat, AUCTION, public_id="thirdoffer")
    assert cost(client) == 5


def test_who_is_signed_out_is_asked_to_sign_in(client: Client) -> None:
    assert client.get(URL).headers["Location"] == f"{reverse('account_login')}?next={URL}"


def test_it_is_only_read_and_never_stored(ann: User) -> None:
    client = signed_in(ann)
    assert client.post(URL).status_code == 405
    assert client.get(URL).headers["Cache-Control"] == "private, no-store"
