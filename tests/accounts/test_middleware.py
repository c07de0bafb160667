"""Pages in the reader's own language and time zone, and no query where nobody asks for it."""

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from django.utils import timezone, translation

from accounts.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


def show(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{translation.get_language()} {timezone.get_current_timezone_name()}")


def stamp(request: HttpRequest) -> HttpResponse:
    return show(request)


stamp.anonymous_ok = True  # type: ignore[attr-defined]

urlpatterns = [path("show", show), path("stamp", stamp)]


def seen(client: Client, page: str = "/show", language: str = "it") -> str:
    return client.get(page, headers={"accept-language": language}).content.decode()


def test_strangers_get_the_browsers_language_and_utc(client: Client) -> None:
    assert seen(client) == "it UTC"


def test_a_user_gets_their_own(ann: User, client: Client) -> None:
    User.objects.filter(pk=ann.pk).update(language="de", time_zone="Europe/Rome")
    client.force_login(ann)
    assert seen(client) == "de Europe/Rome"


def test_a_user_who_named_no_language_gets_the_browsers(as_ann: Client) -> None:
    assert seen(as_ann) == "it UTC"


def test_a_zone_that_is_no_longer_known_counts_as_utc(ann: User, as_ann: Client) -> None:
    User.objects.filter(pk=ann.pk).update(time_zone="Atlantis/Centre")
    assert seen(as_ann) == "it UTC"


def test_nothing_is_left_behind_for_the_next_reader(ann: User, as_ann: Client) -> None:
    User.objects.filter(pk=ann.pk).update(language="de", time_zone="Europe/Rome")
    seen(as_ann)
    assert timezone.get_current_timezone_name() == "UTC"
    assert seen(Client()) == "it UTC"


def test_a_visit_without_a_session_costs_no_query(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        seen(client)


def test_a_view_that_needs_nobody_costs_no_query(as_ann: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        seen(as_ann, "/stamp")


def test_other_views_cost_the_session_the_user_and_what_waits(as_ann: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(3):
        seen(as_ann)


def reader(client: Client, page: str = "/show") -> str | None:
    """Return the user whom an answer says it is for."""
    return client.get(page).headers.get("X-Reader")


def test_an_answer_says_to_a_browser_whom_it_is_for_and_to_nobody_who_that_is(
    ann: User, ben: User, client: Client
) -> None:
    assert reader(client) == "nobody"
    client.force_login(ann)
    mine = reader(client)
    assert mine is not None
    assert (len(mine), str(ann.pk) == mine, reader(client)) == (16, False, mine)
    Session.objects.all().delete()
    assert reader(client) == "nobody"
    client.force_login(ben)
    assert reader(client) not in (mine, "nobody")
    client.force_login(ann)
    assert reader(client) == mine


def test_a_view_that_needs_nobody_does_not_say_who_it_is_for(as_ann: Client) -> None:
    assert reader(as_ann, "/stamp") is None
