"""Seeks that ask for a pair: two matches with sides swapped, which begin together and are sought again together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from accounts.models import User
from games.core.models import Match
from games.core.reading import positions
from games.core.seams.begin import MatchTerms
from games.core.services import entries
from games.core.services.eligibility import LobbyError
from games.core.services.locked import LockedMatch
from games.lobby import services as lobby, unbegun
from games.lobby.services import Terms
from games.rematch.services import rematch
from games.seeks import pages as pages_seeks, services as seeks
from games.seeks.models import Seek
from tests.games.browsing import signed_in, told
from tests.games.core.services.test_pairs import BY_LOT, DICE, Both, both, lost, names
from tests.games.seeks.test_services import ask
from tests.games.tables import now

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def standing(noon: Any) -> None:
    """Time stands still at noon."""


def begun(ann: User, ben: User, game: str = "field-of-glory", **given: Any) -> Both:
    """Return the pair of Ann, who asks for it, and Ben, who takes it."""
    ask(ann, game, paired=True, **given)
    first = seeks.find_opponent(ask(ben, game, paired=None).pk)
    assert first is not None
    return both(now(first))


def test_both_matches_begin_at_once_with_sides_swapped(ann: User, ben: User) -> None:
    first, other = begun(ann, ben, rated=True)
    assert names(first) == names(other)[::-1]
    assert replace(MatchTerms.of(first), options=other.options) == MatchTerms.of(other)
    assert (first.twin_id, first.status, other.status, other.rated) == (other.public_id, "playing", "playing", True)
    assert (first.commitment == other.commitment, Seek.objects.exists()) == (False, False)


@pytest.mark.parametrize(("one", "other"), [(True, False), (False, None), (None, None)])
def test_who_does_not_ask_for_a_pair_or_refuses_one_has_none(ann: User, ben: User, one: Any, other: Any) -> None:
    ask(ann, paired=one)
    found = seeks.find_opponent(ask(ben, paired=other).pk)
    assert (found is None) is (one is True)
    assert not Match.objects.exclude(pair="").exists()


def test_neither_begins_where_the_second_cannot(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    start = entries.append_start

    def fail(locked: LockedMatch, order: Any) -> Any:
        if locked.match.public_id.endswith("-2"):
            raise RuntimeError
        return start(locked, order)

    monkeypatch.setattr(entries, "append_start", fail)
    ask(ann, paired=True)
    assert seeks.find_opponent(ask(ben, paired=True).pk) is None
    assert (Match.objects.count(), Seek.objects.count()) == (0, 2)


def test_who_composes_an_army_seeks_no_pair(ann: User) -> None:
    with pytest.raises(LobbyError, match="You can’t play a pair with an army you build yourself"):
        ask(ann, DICE, paired=True, options={"first_army": "own"})
    assert not Seek.objects.exists()


def test_two_preset_armies_are_drawn_for_a_pair_that_was_sought(ann: User, ben: User) -> None:
    first, other = begun(ann, ben, DICE, options=BY_LOT)
    sides = [positions.newest_position(match).position.state.sides for match in (first, other)]
    assert [side.tokens for side in sides[0]] == [side.tokens for side in sides[1]]
    assert (first.options, "drawn" in other.options.values(), names(first)) == (BY_LOT, False, names(other)[::-1])


def test_armies_that_do_not_matter_are_drawn_for_a_pair(ann: User, ben: User, cat: User) -> None:
    ask(cat, DICE, paired=None, options={"first_army": "own"})
    assert seeks.find_opponent(ask(ann, DICE, paired=True).pk) is None
    first = seeks.find_opponent(ask(ben, DICE, paired=True, options=BY_LOT).pk)
    assert first is not None
    assert (first.options, first.pair, Seek.objects.get().user) == (BY_LOT, first.public_id, cat)


def test_an_army_that_was_agreed_on_stays_beside_one_that_is_drawn(ann: User) -> None:
    made = ask(ann, DICE, paired=True, options={"second_army": "realm_b"})
    assert made.options == {"first_army": "drawn", "second_army": "realm_b"}
    assert ask(ann, DICE, paired=None).options == {}


def test_a_pair_that_was_sought_is_sought_again_once_both_are_void(ann: User, ben: User) -> None:
    found = begun(ann, ben, DICE, options=BY_LOT)
    for match in found:
        assert not Seek.objects.exists()
        locked = LockedMatch.lock(pk=match.pk)
        absent = [seat.pk for seat in locked.seats if seat.user_id == ben.pk]
        entries.append_ruling(locked, "!void", absent=absent)
        unbegun.offer_anew(locked, absent)
    [sought] = Seek.objects.all()
    assert (sought.user, sought.wish.paired, sought.wish.options) == (ann, True, BY_LOT)


def test_the_rematch_of_a_pair_that_was_sought_is_a_pair(ann: User, ben: User) -> None:
    for match in begun(ann, ben, "en-garde"):
        lost(match, ben, after_moves=False)
    [first] = Match.objects.filter(pair__gt="").order_by("pk")[:1]
    assert rematch(first.public_id, ann).invitation.paired


def test_what_has_begun_leads_to_both_but_to_none_that_somebody_was_invited_to(ann: User, ben: User, cat: User) -> None:
    found = begun(ann, ben)
    lobby.join(lobby.invite(ann, Terms("en-garde", {}, paired=True)).match.public_id, cat)
    shown = {row.url for row in pages_seeks.begun(ann)}
    assert shown == {match.get_absolute_url() for match in found}


# --- Forms ----------------------------------------------------------------------------------------------------------


def filled(page: Any) -> dict[str, Any]:
    """Return what a form sends unchanged."""
    shown = page.context["form"]
    values = {name: shown[name].value() for name in shown.fields}
    return {name: value for name, value in values.items() if value is not None and value is not False}


@pytest.mark.parametrize(("game", "first"), [("field-of-glory", True), ("en-garde", False), (DICE, False)])
def test_the_form_begins_with_a_pair_where_sides_are_uneven(ann: User, game: str, first: bool) -> None:
    client = signed_in(ann)
    page = client.get(f"/seeks/{game}/")
    assert ("You can’t play a pair with an army you build yourself" in told(page)) is (game == DICE)
    client.post(f"/seeks/{game}/", filled(page))
    assert Seek.objects.get().paired is first
    assert ("as a pair" in told(client.get("/seeks/"))) is first


@pytest.mark.parametrize("game", ["field-of-glory", "en-garde"])
def test_a_new_match_with_anyone_who_fits_is_a_pair_where_it_says_so(ann: User, game: str) -> None:
    client = signed_in(ann)
    page = client.get(f"/invitations/new/{game}/")
    client.post(f"/invitations/new/{game}/", {**filled(page), "audience": "seek"})
    assert Seek.objects.get().paired is (game == "field-of-glory")


def test_the_form_refuses_a_pair_with_an_army_of_ones_own_where_it_was_chosen(ann: User) -> None:
    client = signed_in(ann)
    sent = {**filled(client.get(f"/seeks/{DICE}/")), "paired": "yes"}
    refused = client.post(f"/seeks/{DICE}/", {**sent, "option_first_army": "own"})
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["option_first_army"])
    assert '<details class="more" open>' in told(refused)
    client.post(f"/seeks/{DICE}/", sent)
    assert Seek.objects.get().options == BY_LOT


def test_a_new_match_with_anyone_who_fits_draws_the_armies_of_a_pair(ann: User) -> None:
    client = signed_in(ann)
    sent = {**filled(client.get(f"/invitations/new/{DICE}/")), "audience": "seek", "paired": "on"}
    client.post(f"/invitations/new/{DICE}/", {**sent, "option_second_army": "realm_b"})
    assert Seek.objects.get().options == {"first_army": "drawn", "second_army": "realm_b"}
