"""What a player is shown beside the board of a rematch that the other player offers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.core.clock.terms import Chosen
from games.core.models import Match
from games.core.services import play
from games.lobby import services as lobby
from games.rematch import services as rematch
from tests.games.browsing import form, signed_in, told
from tests.games.tables import begin, now

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(ann: User, ben: User) -> Match:
    match = begin(ann, ben)
    play.resign(match.public_id, ann.pk)
    return now(match)


def test_a_rematch_on_the_same_terms_is_accepted_beside_the_board(over: Match, ann: User, ben: User) -> None:
    rematch.rematch(over.public_id, ben)
    assert "Accept Ben’s rematch" in told(signed_in(ann).get(over.get_absolute_url()))


@pytest.mark.parametrize("change", [{"vacations": False}, {"absence": "loss"}, {"pace_days": 1}])
def test_one_with_another_clock_has_to_be_looked_at_first(
    over: Match, ann: User, ben: User, change: dict[str, Any]
) -> None:
    offered = rematch.rematch(over.public_id, ben, clock=replace(Chosen.of(over), **change))
    page = told(signed_in(ann).get(over.get_absolute_url()))
    assert "Accept Ben’s rematch" not in page
    assert "Ben offers a different clock." in page
    assert (
        f'<a class="button" id="rematch" href="{offered.invitation.get_absolute_url()}">Look at the rematch</a>' in page
    )


def stamp(client: Client, match: Match) -> str:
    """Return what an open page of a match compares to learn that it is old."""
    found: str = client.get(f"{match.get_absolute_url()}stamp").json()["stamp"]
    return found


def test_an_open_page_learns_of_the_offer_and_of_what_becomes_of_it(over: Match, ann: User, ben: User) -> None:
    page = signed_in(ann)
    stamps = [stamp(page, over)]
    offered = rematch.rematch(over.public_id, ben)
    stamps.append(stamp(page, over))
    lobby.withdraw(offered.public_id, ben)
    stamps.append(stamp(page, over))
    offered = rematch.rematch(over.public_id, ben)
    stamps.append(stamp(page, over))
    lobby.join(offered.public_id, ann)
    stamps.append(stamp(page, over))
    assert len(set(stamps)) == 5


def test_who_asks_for_the_rematch_that_the_other_offers_begins_it(over: Match, ann: User, ben: User) -> None:
    client = signed_in(ann)
    old = form(client.get(over.get_absolute_url()), "/rematch")
    offered = rematch.rematch(over.public_id, ben)
    answered = old.send(client, entropy="ab" * 16)
    assert answered.redirect_chain == [(offered.get_absolute_url(), 302)]
    assert now(offered).started


def test_who_asks_for_the_same_but_is_offered_another_clock_looks_at_it_first(
    over: Match, ann: User, ben: User
) -> None:
    client = signed_in(ann)
    old = form(client.get(over.get_absolute_url()), "/rematch")
    offered = rematch.rematch(over.public_id, ben, clock=replace(Chosen.of(over), pace_days=1))
    assert old.send(client).redirect_chain == [(offered.invitation.get_absolute_url(), 302)]
    assert now(offered).started is None
