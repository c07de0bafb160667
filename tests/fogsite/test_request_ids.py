"""The id of a request: who gives it, and where it stands."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from io import StringIO

import pytest
from django.test import Client, override_settings

from fogsite import logs, request_ids

GIVEN = "0123456789abcdef0123456789abcdef"
MADE = re.compile("[0-9a-f]{32}")


@pytest.fixture
def written() -> Iterator[StringIO]:
    """What our log writes."""
    found = StringIO()
    [handler] = [each for each in logging.getLogger().handlers if type(each) is logging.StreamHandler]
    before = handler.setStream(found)
    yield found
    handler.setStream(before)


@override_settings(BEHIND_PROXY=True)
def test_the_proxys_id_is_taken(client: Client) -> None:
    assert client.get("/fairness/", headers={"X-Request-ID": GIVEN}).headers["X-Request-ID"] == GIVEN


@pytest.mark.parametrize("forged", [GIVEN.upper(), GIVEN + "0", GIVEN[1:], "x" * 32, "٣" * 32, f"{GIVEN}\n", ""])
@override_settings(BEHIND_PROXY=True)
def test_what_does_not_look_like_an_id_is_not_taken(forged: str, client: Client) -> None:
    made = client.get("/fairness/", headers={"X-Request-ID": forged}).headers["X-Request-ID"]
    assert MADE.fullmatch(made)
    assert made != forged


def test_without_a_proxy_a_visitor_gives_no_id(client: Client) -> None:
    first, second = (
        client.get("/fairness/", headers={"X-Request-ID": GIVEN}).headers["X-Request-ID"] for _ in range(2)
    )
    assert len({GIVEN, first, second}) == 3


def test_all_lines_of_a_request_have_its_id_and_those_after_it_have_none(client: Client, written: StringIO) -> None:
    request_id = client.get("/no-such-page/").headers["X-Request-ID"]
    logging.getLogger("games.tests").warning("Afterwards")

    found, afterwards = written.getvalue().splitlines()
    assert found.endswith(f" WARNING django.request {request_id}: Not Found: /no-such-page/")
    assert afterwards.endswith(" WARNING games.tests: Afterwards")


@pytest.mark.urls("tests.fogsite.failing_urls")
def test_the_page_of_our_own_fault_shows_it_and_a_program_is_told() -> None:
    client = Client(raise_request_exception=False)
    page = client.get("/fail")
    assert f'<code class="request-id">{page.headers["X-Request-ID"]}</code>' in page.content.decode()

    answer = client.get("/fail", headers={"Accept": "application/json"})
    assert answer.json()["extra"] == {"request_id": answer.headers["X-Request-ID"]}


# --- Structured logs ------------------------------------------------------------------------------------------------


@pytest.fixture
def as_json(written: StringIO) -> Iterator[StringIO]:
    """The same as LOG_FORMAT=json has it."""
    [handler] = [each for each in logging.getLogger().handlers if type(each) is logging.StreamHandler]
    before = handler.formatter
    handler.setFormatter(logs.Json())
    yield written
    handler.setFormatter(before)


@pytest.mark.urls("tests.fogsite.failing_urls")
def test_a_line_is_an_object_with_the_view_and_the_traceback(as_json: StringIO) -> None:
    request_id = Client(raise_request_exception=False).get("/fail").headers["X-Request-ID"]

    [line] = as_json.getvalue().splitlines()
    told = json.loads(line)
    traceback = told.pop("exception")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", told.pop("time"))
    assert told == {
        "level": "ERROR",
        "logger": "django.request",
        "message": "Internal Server Error: /fail",
        "request": request_id,
        "view": "tests.fogsite.failing_urls.fail",
    }
    assert traceback.startswith("Traceback (most recent call last):\n")


def test_secret_addresses_are_masked_in_it(as_json: StringIO) -> None:
    try:
        raise ValueError('of "/t/secret/submit"')
    except ValueError:
        logging.getLogger("games.tests").exception("Line one\nof /f/secret.ics “%s”", "ü\u2028")

    [line] = as_json.getvalue().splitlines()
    told = json.loads(line)
    assert told["message"] == "Line one\nof /f/… “ü\u2028”"
    assert told["exception"].endswith('ValueError: of "/t/…/submit"')


def test_nothing_is_noted_where_nothing_runs() -> None:
    request_ids.end_work()
    assert request_ids.current_work() == request_ids.NOTHING
