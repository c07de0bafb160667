"""What sign-ins leave, what two accounts have in common by it, and when it is gone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from django.core.cache import cache
from django.db.models import Q
from django.test import Client

from accounts import guests
from accounts.models import User
from games.core.seams import sweeps
from games.core.services import leaving
from games.likeness import documents, traces
from games.likeness.models import Trace
from games.likeness.traces import SharedTraces
from tests.accounts.test_limits import sign_in as sign_in_by_page
from tests.games.likeness.conftest import ELSEWHERE, HOME, SignIn
from tests.parts.cast import PASSWORD, person

pytestmark = pytest.mark.django_db
NOBODY = Q(user=0)
DAY = timedelta(days=1)


def shared(user: User) -> dict[str, SharedTraces]:
    found = traces.shared_with(user, NOBODY)
    return {each.username: found[each.pk] for each in User.objects.filter(pk__in=found)}


def test_two_in_one_network_are_found_and_one_in_another_is_not(
    sign_in: SignIn, noon: time_machine.Traveller, ann: User, ben: User, cat: User
) -> None:
    for _day in range(2):
        sign_in(ann)
        sign_in(ben)
        sign_in(cat, ELSEWHERE)
        noon.shift(DAY)
    sign_in(ben)
    assert shared(ann) == {"Ben": SharedTraces(network=True, days=2, turns=0)}
    assert shared(ben) == {"Ann": SharedTraces(network=True, days=2, turns=0)}
    assert shared(cat) == {}


def test_one_network_on_different_days_alone_is_told_apart(
    sign_in: SignIn, noon: time_machine.Traveller, ann: User, ben: User
) -> None:
    sign_in(ann)
    noon.shift(DAY)
    sign_in(ben)
    assert shared(ann) == {"Ben": SharedTraces(network=True, days=0, turns=0)}


def test_a_browser_is_found_wherever_it_is(sign_in: SignIn, ann: User, ben: User) -> None:
    sign_in(ann, HOME, "first")
    sign_in(ben, ELSEWHERE, "first", "second")
    sign_in(ann, HOME, "second", "third")
    assert shared(ann) == {"Ben": SharedTraces(network=False, days=0, turns=2)}


def test_addresses_of_one_customer_are_one_network(sign_in: SignIn, ann: User, ben: User, cat: User) -> None:
    sign_in(ann, "2001:db8:1:2::3")
    sign_in(ben, "2001:db8:1:2:4:5:6:7")
    sign_in(cat, "2001:db8:1:3::3")
    assert list(shared(ann)) == ["Ben"]


def test_a_day_leaves_one_row_and_no_hour_and_no_address(sign_in: SignIn, ann: User) -> None:
    for _time in range(3):
        sign_in(ann, HOME, "cookie")
    rows = list(Trace.objects.order_by("kind").values_list("user", "kind", "day"))
    day = traces._today()
    assert rows == [(ann.pk, "browser", day), (ann.pk, "network", day)]
    assert all(len(digest) == 32 for digest in Trace.objects.values_list("digest", flat=True))


def test_after_fifteen_days_there_is_nothing(
    sign_in: SignIn, noon: time_machine.Traveller, ann: User, ben: User
) -> None:
    sign_in(ann)
    sign_in(ben)
    noon.shift(13 * DAY)
    sweeps.run_sweep("likeness")
    assert list(shared(ann)) == ["Ben"]
    noon.shift(2 * DAY)
    assert shared(ann) == {}  # though no sweep has come
    sweeps.run_sweep("likeness")
    assert not Trace.objects.exists()


def test_a_new_key_makes_old_traces_incomparable(
    sign_in: SignIn, noon: time_machine.Traveller, ann: User, ben: User
) -> None:
    sign_in(ben, ELSEWHERE)  # makes the key
    noon.shift(13 * DAY)
    sign_in(ann)
    noon.shift(2 * DAY)
    sign_in(ben)
    assert Trace.objects.filter(user=ben).latest("day").digest != Trace.objects.get(user=ann).digest
    assert shared(ann) == {}
    sign_in(ann)
    assert shared(ann) == {"Ben": SharedTraces(network=True, days=1, turns=0)}


def test_the_key_is_nowhere_in_the_database_and_a_digest_needs_it(sign_in: SignIn, ann: User) -> None:
    sign_in(ann)
    before = Trace.objects.get().digest
    Trace.objects.all().delete()
    cache.delete(traces.KEY)
    sign_in(ann)
    assert Trace.objects.get().digest != before


@pytest.mark.parametrize(("others", "found"), [(traces.CROWD, traces.CROWD), (traces.CROWD + 1, 0)])
def test_a_network_that_many_use_names_nobody(sign_in: SignIn, ann: User, others: int, found: int) -> None:
    sign_in(ann)
    for number in range(others):
        sign_in(person(f"Pupil{number}"))
    assert len(shared(ann)) == found


def test_who_is_hidden_makes_no_crowd(sign_in: SignIn, ann: User) -> None:
    sign_in(ann)
    pupils = [person(f"Pupil{number}") for number in range(traces.CROWD + 1)]
    for each in pupils:
        sign_in(each)
    assert len(traces.shared_with(ann, Q(user=pupils[0].pk))) == traces.CROWD


def test_guests_and_peers_without_an_address_leave_nothing(sign_in: SignIn, ann: User) -> None:
    sign_in(guests.create())
    sign_in(ann, "")
    assert not Trace.objects.exists()


def test_without_redis_nobody_leaves_a_trace(ann: User, rf: Any) -> None:
    traces.leave_traces(rf.post("/"), ann, ["cookie"])
    assert not Trace.objects.exists()


def test_a_site_can_do_without(sign_in: SignIn, ann: User, ben: User, settings: Any) -> None:
    sign_in(ann)
    sign_in(ben)
    settings.SIGN_IN_TRACES = False
    assert shared(ann) == {}
    sign_in(ann, ELSEWHERE)
    assert Trace.objects.count() == 2
    sweeps.run_sweep("likeness")
    assert not Trace.objects.exists()
    assert cache.get(traces.KEY) is None


def test_who_leaves_takes_the_traces_along(sign_in: SignIn, ann: User, ben: User) -> None:
    sign_in(ann)
    sign_in(ben)
    leaving.close_account(ben)
    assert list(Trace.objects.values_list("user", flat=True)) == [ann.pk]


def test_a_download_has_days_and_kinds_and_no_digest(sign_in: SignIn, ann: User) -> None:
    sign_in(ann, HOME, "first", "second")
    day = traces._today()
    assert list(documents.traces_of(ann)) == [{"day": day, "kind": "browser"}, {"day": day, "kind": "network"}]


# --- By the page ----------------------------------------------------------------------------------------------------


@pytest.mark.xdist_group("redis")
def test_signing_in_leaves_traces_and_going_on_leaves_none(redis_server: str, ann: User, ben: User, cat: User) -> None:
    shared_browser = Client()
    for name in ("Ann", "Ben"):
        assert sign_in_by_page(name, PASSWORD, HOME, shared_browser).status_code == 302
        shared_browser.post("/accounts/logout/")
    assert sign_in_by_page("Cat", PASSWORD, ELSEWHERE).status_code == 302
    assert shared(ann) == {"Ben": SharedTraces(network=True, days=1, turns=1)}
    assert shared(cat) == {}
    count = Trace.objects.count()
    own = Client()
    own.force_login(ann)
    assert own.get("/matches/", REMOTE_ADDR="203.0.113.9").status_code == 200
    assert Trace.objects.count() == count


@pytest.mark.xdist_group("redis")
def test_a_forged_cookie_leaves_no_trace(redis_server: str, ann: User) -> None:
    browser = Client()
    browser.cookies["known_browser"] = "forged"
    sign_in_by_page("Ann", PASSWORD, HOME, browser)
    assert sorted(Trace.objects.values_list("kind", flat=True)) == ["browser", "network"]


@pytest.mark.xdist_group("redis")
def test_an_error_keeps_nobody_out(redis_server: str, ann: User) -> None:
    with patch("games.likeness.traces._key", side_effect=RuntimeError):
        assert sign_in_by_page("Ann", PASSWORD, HOME).status_code == 302
    assert not Trace.objects.exists()
