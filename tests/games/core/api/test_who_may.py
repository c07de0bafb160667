"""Who is let in: tokens, scopes, rates; and that every refusal has one form."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client

from accounts import tokens
from accounts.models import Token, User
from games.core.api import schema
from games.core.api.reading import LONGEST_BODY
from games.core.models import Match
from tests.games.programs import PLACE, Program, assert_refused, place, program
from tests.games.tables import now

pytestmark = pytest.mark.django_db

ASKED = ["me/", "turns/", "games/", "matches/", "matches/firstmatch/", "matches/firstmatch/steps/"]


@pytest.mark.parametrize("address", ASKED)
def test_without_a_token_nothing_is_told(match: Match, address: str) -> None:
    response = Client().get(place(address))
    assert assert_refused(response, 401, "not_authenticated") == {}
    assert response["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer fog_", "Bearer fog_ 1", "Bearer fög", "Bearer " + "f" * 5000, "Bearer fog_" + "0" * 64]
)
def test_a_token_that_is_none_is_refused(match: Match, header: str) -> None:
    client = Client(HTTP_AUTHORIZATION=header)
    assert assert_refused(client.get(place("me/")), 401, "bad_token") == {}


@pytest.mark.parametrize("header", ["", "Basic QW5uOng=", "Token fog_1"])
def test_another_way_of_signing_in_counts_as_none(header: str) -> None:
    client = Client(HTTP_AUTHORIZATION=header)
    assert assert_refused(client.get(place("me/")), 401, "not_authenticated") == {}


def test_a_session_opens_nothing(match: Match, ann: User, client: Client) -> None:
    client.force_login(ann)
    assert_refused(client.get(place("me/")), 401, "not_authenticated")


def test_a_revoked_token_opens_nothing(ann: User, anns: Program) -> None:
    assert anns.get("me/").status_code == 200
    tokens.revoke(ann, anns.token[:15])
    assert_refused(anns.get("me/"), 401, "bad_token")


def test_the_token_of_a_closed_account_opens_nothing(ann: User, anns: Program) -> None:
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert_refused(anns.get("me/"), 401, "bad_token")


def test_a_token_for_looking_looks_and_does_not_play(match: Match, ann: User) -> None:
    looking = program(ann, "read")
    for address in ASKED:
        assert looking.get(address).status_code == 200
    for response in (
        looking.post("matches/firstmatch/submit/", move="F5", expected=1),
        looking.put("matches/firstmatch/plan/", plan="F5", expected=1),
        looking.post("matches/firstmatch/resign/"),
    ):
        assert assert_refused(response, 403, "wrong_scope") == {}
    assert now(match).ply == 0


def test_every_operation_asks_for_a_token_that_is_valid_and_may_do_it(match: Match, ann: User) -> None:
    looking, revoked = program(ann, "read"), program(ann)
    tokens.revoke(ann, revoked.token[:15])
    for path, methods in schema.description()["paths"].items():
        for method in methods:
            asked = (
                method.upper(),
                path.format(public_id="firstmatch", slug="en-garde", name="Ann"),
                "{}",
                "application/json",
            )
            assert assert_refused(revoked.client.generic(*asked, headers=revoked.headers), 401, "bad_token") == {}
            if method != "get":
                assert assert_refused(looking.client.generic(*asked, headers=looking.headers), 403, "wrong_scope") == {}


def test_the_day_of_the_last_use_is_kept_with_one_write(
    ann: User, noon: time_machine.Traveller, django_assert_num_queries: Any
) -> None:
    robot = Program(tokens.create(ann, "robot", "read"))
    with django_assert_num_queries(5):  # token with user, the day, what waits, reliability, vacations
        robot.get("me/")
    assert str(Token.objects.get().used) == "2026-03-02"
    with django_assert_num_queries(4):
        robot.get("me/")


def test_a_stranger_learns_nothing_of_a_match(match: Match, cats: Program) -> None:
    for address in ("", "log/", "steps/", "plan/"):
        assert assert_refused(cats.get(f"matches/firstmatch/{address}"), 404, "not_found") == {}
    assert_refused(cats.post("matches/firstmatch/submit/", move="F5", expected=1), 404, "not_found")
    assert_refused(cats.put("matches/firstmatch/plan/", plan="F5", expected=1), 404, "not_found")
    assert_refused(cats.post("matches/firstmatch/resign/"), 404, "not_found")


@pytest.mark.parametrize(
    "address", ["nothing/", "matches/firstmatch", "matches/first match/", "matches/firstmatch/x/", ""]
)
def test_an_address_that_is_none_is_answered_in_json(match: Match, anns: Program, address: str) -> None:
    assert_refused(anns.get(address), 404, "not_found")
    assert_refused(anns.post(address), 404, "not_found")


def test_a_wrong_method_is_told_the_right_ones(match: Match, anns: Program) -> None:
    response = anns.put("matches/firstmatch/submit/")
    assert assert_refused(response, 405, "method_not_allowed") == {"allowed": ["POST"]}
    assert response["Allow"] == "POST"
    response = anns.client.options(place("me/"), headers=anns.headers)
    assert assert_refused(response, 405, "method_not_allowed") == {"allowed": ["GET", "HEAD"]}


# --- Bodies ---------------------------------------------------------------------------------------------------------

SUBMIT = PLACE + "matches/firstmatch/submit/"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "missing_key"),
        (b"{", "bad_json"),
        (b"\xff\xfe", "bad_json"),
        ('{"moves": "F5"}'.encode("utf-16"), "unknown_key"),  # it was read
        (b"[" * 100_000, "bad_json"),
        (b'{"move": NaN, "expected": 1}', "bad_json"),
        (b"[]", "bad_body"),
        (b'"F5"', "bad_body"),
        (b"null", "bad_body"),
        (b'{"expected": 1}', "missing_key"),
        (b'{"move": "F5", "expected": 1, "moves": "F5"}', "unknown_key"),
        (b'{"move": 5, "expected": 1}', "bad_value"),
        (b'{"move": "F5", "expected": "1"}', "bad_value"),
        (b'{"move": "F5", "expected": -1}', "bad_value"),
        (b'{"move": "F5", "expected": 1e400}', "bad_json"),
        (b'{"move": "F5", "expected": 99999999999999999999999}', "bad_value"),
        (b'{"move": "F5\\u0000", "expected": 1}', "bad_value"),
        (b'{"move": null, "expected": 1}', "bad_value"),
    ],
)
def test_a_body_that_does_not_fit_is_refused_and_nothing_is_played(
    match: Match, anns: Program, body: bytes, code: str
) -> None:
    response = anns.client.post(SUBMIT, body, "application/json", headers=anns.headers)
    assert_refused(response, 400, code)
    assert now(match).ply == 0


def test_an_unknown_key_is_named_with_those_that_are_known(match: Match, anns: Program) -> None:
    response = anns.post("matches/firstmatch/submit/", move="F5", expected=1, force=True)
    assert response.json() == {
        "code": "unknown_key",
        "message": "There’s no “force” here. Possible names: move, expected.",
        "extra": {"key": "force"},
    }
    response = anns.get("me/?colour=red")
    assert response.json()["message"] == "There’s no “colour” here. Possible names: –."


def test_a_long_move_is_refused_with_a_sentence(match: Match, anns: Program) -> None:
    response = anns.post("matches/firstmatch/submit/", move="F5; " * 25_000, expected=1)
    assert assert_refused(response, 422, "bad_notation") == {}
    assert response.json()["message"] == "The move is longer than 2000 characters. Make it shorter."


def test_a_body_that_is_too_long_is_not_read(match: Match, anns: Program) -> None:
    body = b'{"move": "' + b"F" * LONGEST_BODY + b'"}'
    response = anns.client.post(SUBMIT, body, "application/json", headers=anns.headers)
    assert_refused(response, 413, "too_large")
    assert response.json()["message"] == "The body is longer than 2048 kB."


@pytest.mark.parametrize("said", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_a_body_that_is_not_said_to_be_json_is_refused(match: Match, anns: Program, said: str) -> None:
    response = anns.client.post(SUBMIT, b"move=F5&expected=1", said, headers=anns.headers)
    assert_refused(response, 415, "unsupported_media_type")


def test_json_is_answered_no_matter_what_is_asked_for(anns: Program) -> None:
    assert anns.get("me/", Accept="text/html").json()["name"] == "Ann"


# --- Languages ------------------------------------------------------------------------------------------------------


def test_refusals_speak_the_language_that_is_asked_for_or_that_of_the_user(match: Match, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(language="de")
    robot = program(ann)
    german = robot.get("matches/nothing/").json()
    assert (german["code"], german["message"]) == ("not_found", "Hier ist nichts, oder du darfst es nicht sehen.")
    assert robot.get("matches/firstmatch/").json()["prompt"].startswith("Du bist am Zug")
    english = robot.get("matches/firstmatch/", **{"Accept-Language": "en"}).json()
    assert english["prompt"].startswith("Your turn")


# --- Rates ----------------------------------------------------------------------------------------------------------


def test_too_many_requests_are_told_when_to_come_back(
    match: Match, anns: Program, redis_server: str, settings: Any
) -> None:
    settings.LIMITS = settings.LIMITS | {"look": "2/m/user", "play": "1/m/user"}
    assert [anns.get("me/").status_code for _ in range(3)] == [200, 200, 429]
    response = anns.get("me/")
    extra = assert_refused(response, 429, "too_many")
    assert 1 <= extra["seconds"] <= 60
    assert response["Retry-After"] == str(extra["seconds"])
    assert anns.put("matches/firstmatch/notes/", notes="").status_code == 200  # counted apart


def test_without_redis_nothing_is_counted_and_all_is_answered(match: Match, anns: Program, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"look": "1/m/user", "play": "1/m/user"}
    assert cache.get("anything") is None
    assert [anns.get("me/").status_code for _ in range(3)] == [200, 200, 200]


# --- Our own faults -------------------------------------------------------------------------------------------------


def test_our_own_fault_is_answered_in_json(anns: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.core.api.views.myself.PACES", None)
    anns.client.raise_request_exception = False
    response = anns.get("games/")
    assert response.status_code == 500
    assert set(response.json()) == {"code", "message", "extra"}
    assert response.json()["code"] == "server_error"


def test_a_database_out_of_reach_is_a_503(anns: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(token: str) -> None:
        raise OperationalError("no route to host")

    monkeypatch.setattr(tokens, "find", gone)
    anns.client.raise_request_exception = False
    response = anns.get("me/")
    assert response.status_code == 503
    assert response["Retry-After"] == "30"
    assert response.json()["code"] == "database_gone"
    assert response.json()["extra"] == {}
