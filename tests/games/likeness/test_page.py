"""What moderators read of several accounts, and what they must not."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts import blocks
from accounts.models import User
from games.likeness import at_desk
from games.likeness.models import Trace
from games.reports import filing
from tests.games.browsing import signed_in, told
from tests.games.likeness.conftest import HOME, SignIn
from tests.games.likeness.test_played import duels
from tests.games.tables import begin
from tests.parts.cast import person

pytestmark = pytest.mark.django_db
NETWORK = "Used the same network as Ben on 1 day."
NOTHING = "There are no signs of that."
MET = "You’ve met this person in a match, or blocked or reported them."


def page(moderator: Client, user: User) -> str:
    """Return the desk's page of a person."""
    return told(moderator.get(reverse("admin:desk_person_change", args=[user.pk])))


@pytest.fixture
def twins(sign_in: SignIn, ann: User, ben: User, cat: User) -> None:
    """Ann and Ben have signed in at home, and Cat from elsewhere."""
    sign_in(ann)
    sign_in(ben)
    sign_in(cat, "198.51.100.7")


def test_a_shared_network_is_told_with_its_weight_and_without_itself(
    moderator: Client, twins: None, ann: User, ben: User, cat: User
) -> None:
    shown = page(moderator, ann)
    assert NETWORK in shown
    assert "Weak: a family, a school or a mobile network shares an address." in shown
    assert reverse("admin:desk_person_change", args=[ben.pk]) in shown
    assert "Cat" not in shown
    hidden = [HOME, *Trace.objects.values_list("digest", flat=True)]
    assert not any(each in shown for each in hidden)
    assert NOTHING in page(moderator, cat)


def test_a_family_is_told_with_every_sign_and_what_none_proves(
    moderator: Client, sign_in: SignIn, ann: User, ben: User
) -> None:
    sign_in(ann, HOME, "cookie")
    sign_in(ben, HOME, "cookie")
    duels(ann, ben, "WLWLWLWL")
    duels(ann, ben, "L" * 8, ply=5, reason="resignation")
    shown = page(moderator, ann)
    assert NETWORK in shown
    assert "Signed in once in the same browser right after or before Ben." in shown
    assert "Of the newest 16 rated matches of Ann, 16 were against Ben, who has 16 in all." in shown
    assert "Ann resigned 8 of 16 rated matches against Ben within 12 moves." in shown
    assert shown.count("doesn’t prove") + shown.count("doesn’t even prove") == 4
    assert "No sign proves anything by itself" in shown
    assert "Ann resigned 8 of 16 rated matches against Ben within 12 moves." in page(moderator, ben)


def test_wins_by_turns_are_told(moderator: Client, ann: User, ben: User) -> None:
    duels(ann, ben, "WLWLWLWL")
    shown = page(moderator, ann)
    assert "They take turns winning: in 8 decided matches with Ben, the winner changed 7 times." in shown


def test_the_readers_own_account_changes_nothing(
    moderator: Client, max_: User, twins: None, sign_in: SignIn, ann: User
) -> None:
    before = page(moderator, ann)
    sign_in(max_)
    assert page(moderator, ann) == before


def test_who_has_to_do_with_the_reader_is_not_named(
    moderator: Client, max_: User, twins: None, ann: User, ben: User
) -> None:
    blocks.block(max_, ben)
    assert NOTHING in page(moderator, ann)
    blocks.unblock(max_, ben)
    assert NETWORK in page(moderator, ann)
    filing.file(max_, "player", "Ben", "other", "He has two accounts.")
    assert NOTHING in page(moderator, ann)


def test_who_has_met_the_reader_is_not_named_nor_looked_into(
    moderator: Client, max_: User, twins: None, ann: User, ben: User
) -> None:
    begin(max_, ben)
    assert NOTHING in page(moderator, ann)
    shown = page(moderator, ben)
    assert MET in shown
    assert "Used the same network" not in shown


def test_a_report_or_a_block_against_the_reader_changes_no_byte(
    moderator: Client, max_: User, twins: None, ann: User, ben: User
) -> None:
    """What vanished would tell that there is one."""
    before = [page(moderator, user) for user in (ann, ben)]
    filing.file(ben, "player", "Max", "other", "He is unfair.")
    blocks.block(ben, max_)
    assert [page(moderator, user) for user in (ann, ben)] == before


def test_colleagues_are_for_superusers(moderator: Client, mo: User, sign_in: SignIn, ann: User) -> None:
    colleague = person("Kim", is_staff=True)
    sign_in(ann)
    sign_in(colleague)
    assert NOTHING in page(moderator, ann)
    assert "This is a moderator." in page(moderator, colleague)
    boss = signed_in(person("Boss", is_staff=True, is_superuser=True))
    assert "Used the same network as Kim on 1 day." in page(boss, ann)
    assert "Used the same network as Ann on 1 day." in page(boss, colleague)


def test_who_has_left_is_not_named(moderator: Client, twins: None, ann: User, ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(left="2026-01-01T00:00:00Z")
    assert NOTHING in page(moderator, ann)
    assert "One person with several accounts?" not in page(moderator, User.objects.get(pk=ben.pk))


def test_a_site_without_traces_says_so(moderator: Client, twins: None, ann: User, settings: Any) -> None:
    settings.SIGN_IN_TRACES = False
    shown = page(moderator, ann)
    assert "This site doesn’t compare networks and browsers." in shown
    assert NETWORK not in shown


def test_nobody_sees_it_in_a_case_or_without_the_right(
    twins: None, max_: User, ann: User, mo: User, rf: RequestFactory
) -> None:
    request = rf.get("/")
    request.user = max_
    assert at_desk.likeness_of(request, ann, None) is not None
    assert at_desk.likeness_of(request, ann, 1) is None
    request.user = person("Nobody")
    assert at_desk.likeness_of(request, ann, None) is None


@pytest.mark.parametrize("on", [True, False])
def test_the_privacy_page_tells_of_traces_where_there_are_any(
    db: None, client: Client, settings: Any, on: bool
) -> None:
    settings.SIGN_IN_TRACES = on
    assert ("A fingerprint of the network" in told(client.get("/privacy/"))) is on


def test_a_page_asks_a_bounded_number_of_queries(
    moderator: Client,
    twins: None,
    ann: User,
    ben: User,
    django_assert_max_num_queries: Any,
    max_: User,
    rf: RequestFactory,
) -> None:
    duels(ann, ben, "WLWLWLWL")
    request = rf.get("/")
    request.user = User.objects.get(pk=max_.pk)
    request.user.has_perm("desk.view_person")
    with django_assert_max_num_queries(8):
        at_desk.likeness_of(request, ann, None)
