"""Pages for what goes wrong: clear, with the right status, and without what failed."""

from collections.abc import Iterator

import pytest
from django.db import OperationalError, connection
from django.test import Client

from accounts import guests


def out_of_reach(*_: object) -> None:
    raise OperationalError("connection to server at 10.0.0.7 failed")


@pytest.fixture
def database_gone(client: Client) -> Iterator[None]:
    client.raise_request_exception = False
    with connection.execute_wrapper(out_of_reach):
        yield


@pytest.mark.django_db
@pytest.mark.usefixtures("database_gone")
def test_a_database_out_of_reach_is_a_503_that_says_so_and_when_to_come_back(client: Client) -> None:
    client.cookies["sessionid"] = "abcdefghijklmnopqrstuvwxyz012345"

    answer = client.get("/matches/")

    assert answer.status_code == 503
    assert answer["Retry-After"] == "30"
    assert "<h1>We can’t reach our database</h1>" in answer.content.decode()
    assert "10.0.0.7" not in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.usefixtures("database_gone")
def test_a_database_out_of_reach_lets_no_browser_forget_what_it_keeps_for_its_reader(client: Client) -> None:
    assert client.get("/rules/").headers["X-Reader"] == "nobody"
    client.cookies["sessionid"] = "abcdefghijklmnopqrstuvwxyz012345"
    assert "X-Reader" not in client.get("/matches/").headers


@pytest.mark.django_db
@pytest.mark.usefixtures("database_gone")
def test_who_asks_for_json_hears_of_the_lost_database_in_json(client: Client) -> None:
    client.cookies["sessionid"] = "abcdefghijklmnopqrstuvwxyz012345"

    answer = client.get("/matches/", headers={"accept": "application/json"})

    assert answer.status_code == 503
    assert answer.json() == {
        "code": "database_gone",
        "message": "We can’t reach our database right now. Nothing was changed. Please try again in a minute.",
        "extra": {},
    }


@pytest.mark.django_db
@pytest.mark.usefixtures("database_gone")
def test_a_form_sent_to_a_lost_database_is_a_503_too(client: Client) -> None:
    assert client.post("/accounts/login/", {"login": "Ann", "password": "wrong"}).status_code == 503


@pytest.mark.urls("tests.fogsite.failing_urls")
def test_our_own_fault_is_a_500_that_shows_nothing_of_the_code(client: Client) -> None:
    client.raise_request_exception = False

    answer = client.get("/fail")

    assert answer.status_code == 500
    assert "<h1>Something went wrong here</h1>" in answer.content.decode()
    assert "secret" not in answer.content.decode()


@pytest.mark.django_db
def test_an_unknown_address_is_a_404_in_the_look_of_the_site(client: Client) -> None:
    answer = client.get("/no-such-page/")

    assert answer.status_code == 404
    assert "<h1>There’s nothing here</h1>" in answer.content.decode()
    assert "site-header" in answer.content.decode()


@pytest.mark.django_db
def test_a_form_without_its_token_is_refused_with_a_reason() -> None:
    answer = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "Ann", "password": "wrong"})

    assert answer.status_code == 403
    page = answer.content.decode()
    assert "<h1>This form is out of date</h1>" in page
    assert "You’ve signed out since you opened the form, or your browser doesn’t accept cookies" in page
    assert "site-header" in page


@pytest.mark.django_db
def test_a_form_from_before_one_came_as_guest_leads_to_the_matches() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(guests.create())
    answer = client.post("/accounts/login/", {"login": "Ann", "password": "wrong"})

    assert answer.status_code == 403
    page = answer.content.decode()
    assert "you opened this form earlier, perhaps in another tab." in page
    assert 'class="button" href="/matches/"' in page


def test_a_foreign_host_name_is_a_400(client: Client) -> None:
    answer = client.get("/", headers={"host": "evil.example"})

    assert answer.status_code == 400
    assert "We couldn’t understand this request" in answer.content.decode()
