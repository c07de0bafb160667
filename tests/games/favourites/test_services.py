"""Whom somebody likes to play."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from games.bots import services as bots
from games.core.services import leaving
from games.core.services.eligibility import LobbyError
from games.favourites import queries, services as favourites
from games.favourites.models import Favourite
from tests.games.browsing import form, signed_in, told
from tests.games.tables import begin
from tests.parts.cast import person

pytestmark = pytest.mark.django_db
BEN = "/players/Ben/"
MARK = BEN + "favourite"


def shown_to(user: User) -> str:
    """Return the profile of Ben, without what differs each time it is asked for."""
    return told(signed_in(user).get(BEN))


def test_somebody_is_marked_and_unmarked_on_the_profile_and_nobody_else_sees_it(ann: User, ben: User) -> None:
    client, before = signed_in(ann), shown_to(ben)
    marked = form(client.get(BEN), MARK).send(client)
    assert marked.redirect_chain == [(BEN, 302)]
    assert queries.favourites(ann) == ["Ben"]
    assert "Remove from favourites" in told(marked)
    assert shown_to(ben) == before
    assert "Remove from favourites" not in told(signed_in(person("Cat")).get(BEN))
    assert "favourites" not in told(Client().get(BEN))
    unmarked = form(client.get(BEN), MARK).send(client)
    assert "Add to favourites" in told(unmarked)
    assert not Favourite.objects.exists()


def test_marking_twice_is_marking_once(ann: User, ben: User) -> None:
    client = signed_in(ann)
    for _time in range(2):
        assert client.post(MARK, {"on": "1"}).headers["Location"] == BEN
    assert Favourite.objects.count() == 1
    for _time in range(2):
        assert client.post(MARK).headers["Location"] == BEN
    assert not Favourite.objects.exists()


def test_favourites_come_first_where_a_name_is_entered(ann: User, ben: User) -> None:
    cat, dan = person("Cat"), person("Dan")
    begin(ann, ben), begin(ann, cat, public_id="secondmatch")
    favourites.add(ann, dan), favourites.add(ann, ben)
    assert queries.proposed(ann) == ["Ben", "Dan", "Cat"]
    page = told(signed_in(ann).get("/invitations/new/en-garde/"))
    options = "".join(f'<option value="{name}"></option>' for name in ("Ben", "Dan", "Cat"))
    assert f'<datalist id="proposed">{options}</datalist>' in page
    listed = told(signed_in(ann).get("/players/"))
    assert listed.index("Your favourites") < listed.index("Dan") < listed.index("Recent opponents")


@pytest.mark.parametrize("who", ["herself", "guest", "gone", "suspended", "bot"])
def test_only_who_can_be_invited_can_be_a_favourite(ann: User, ben: User, who: str) -> None:
    now = timezone.now()
    given: dict[str, dict[str, Any]] = {
        "guest": {"guest_until": now},
        "gone": {"left": now},
        "suspended": {"is_active": False},
    }
    User.objects.filter(pk=ben.pk).update(**given.get(who, {}))
    ben.refresh_from_db()
    favoured = {"herself": ann, "bot": bots.bot_of("en-garde")}.get(who, ben)
    with pytest.raises(LobbyError, match="You can add people to your favourites only if"):
        favourites.add(ann, favoured)
    sent = signed_in(ann).post(f"/players/{favoured.username}/favourite", {"on": "1"}, follow=True)
    assert sent.status_code == 404 or "You can add people to your favourites only if you can invite them." in told(sent)
    assert not Favourite.objects.exists()


def test_a_guest_has_none(ann: User) -> None:
    guest = person("Guest", guest_until=timezone.now())
    with pytest.raises(LobbyError):
        favourites.add(guest, ann)


def test_a_hundred_are_enough(ann: User, ben: User) -> None:
    others = [person(f"Other{number}") for number in range(favourites.MAX_FAVOURITES)]
    Favourite.objects.bulk_create(Favourite(user=ann, favoured=other) for other in others)
    with pytest.raises(LobbyError, match="You can have up to 100 favourites"):
        favourites.add(ann, ben)
    favourites.add(ann, others[0])  # one of them
    favourites.remove(ann, others[0])
    favourites.add(ann, ben)
    assert Favourite.objects.filter(user=ann).count() == favourites.MAX_FAVOURITES


@pytest.mark.parametrize("blocker", ["ann", "ben"])
def test_a_block_hides_a_favourite_until_it_is_lifted(ann: User, ben: User, blocker: str) -> None:
    favourites.add(ann, ben)
    one, other = (ann, ben) if blocker == "ann" else (ben, ann)
    blocks.block(one, other)
    assert queries.proposed(ann) == []
    blocks.unblock(one, other)
    assert queries.proposed(ann) == ["Ben"]


def test_who_leaves_is_nobody_s_favourite_and_has_none(ann: User, ben: User) -> None:
    favourites.add(ann, ben), favourites.add(ben, ann)
    favourites.add(ann, person("Cat"))
    leaving.close_account(ben)
    assert [str(row) for row in Favourite.objects.all()] == [
        f"user {User.objects.get(username='Cat').pk} is a favourite of user {ann.pk}"
    ]


def test_three_hundred_rows_cost_as_many_queries_as_three(ann: User) -> None:
    client, costs = signed_in(ann), []
    for number in (3, 97):
        others = [person(f"Other{number}.{one}") for one in range(number)]
        Favourite.objects.bulk_create(Favourite(user=ann, favoured=other) for other in others)
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/players/", {"q": "other"}).status_code == 200
        costs.append(len(queries))
    assert costs == [6, 6]


@pytest.mark.parametrize("path", ["/players/Nobody/favourite", "/players/x%00/favourite"])
def test_nobody_of_that_name_is_missing(ann: User, path: str) -> None:
    assert signed_in(ann).post(path, {"on": "1"}).status_code == 404
