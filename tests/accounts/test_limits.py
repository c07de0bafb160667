"""How often something may be posted, by whom and from where, and what is answered beyond."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.conf import settings as configured
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts import guests, limits, outbox
from accounts.models import Block, User
from games.core.api.access import ApiThrottle
from games.core.models import ChatLine, Match
from tests.games.browsing import HTMX, form, signed_in, told
from tests.games.programs import program
from tests.games.tables import begin
from tests.hostile import written
from tests.parts import depth
from tests.parts.cast import PASSWORD, person

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("redis")]
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
NOTHING = dict.fromkeys(configured.LIMITS, "0/m/user,0/m/ip")
BLOCKS = reverse("blocks")


def post(client: Client, path: str = BLOCKS, source: str = "192.0.2.1", **fields: str) -> Any:
    return client.post(path, fields, REMOTE_ADDR=source)


def answers(client: Client, number: int, **more: str) -> list[int]:
    return [post(client, **more).status_code for _ in range(number)]


@pytest.fixture
def two_a_minute(redis_server: str, settings: Any) -> None:
    """Leave room for two posts a minute, from everybody together."""
    settings.LIMITS = settings.LIMITS | {"play": "2/m/user,2/m/ip"}


# --- Every address --------------------------------------------------------------------------------------------------


def paths(resolver: URLResolver, prefix: str = "/") -> Iterator[tuple[str, Any]]:
    """Yield an address for every pattern of the site, the admin's and allauth's among them, and the view behind it."""
    for found in resolver.url_patterns:
        route = prefix + re.sub(r"\(\?P<\w+>[^()]*\)|<[^<>]+>", "1", str(found.pattern)).strip("^$").replace(r"\Z", "")
        if isinstance(found, URLResolver):
            yield from paths(found, route)
        elif isinstance(found, URLPattern):
            yield route, found.callback


PATHS = dict(paths(get_resolver()))
PROGRAMS = {path: view.cls for path, view in PATHS.items() if hasattr(view, "counts_itself")}


def test_the_addresses_of_the_whole_site_are_found() -> None:
    assert {"/accounts/login/", "/admin/login/", "/m/1/submit", "/guest/", "/api/v1/matches/1/submit/"} < set(PATHS)
    assert len(PATHS) > 100


def test_nothing_that_changes_anything_is_uncounted(mo: User, settings: Any) -> None:
    settings.LIMITS = NOTHING
    browsers = {"visitor": Client(), "moderator": signed_in(mo)}
    found = {
        (path, who, method): getattr(client, method)(path).status_code
        for path in depth.chosen(sorted(PATHS.keys() - PROGRAMS.keys()), 30, "addresses")
        for who, client in browsers.items()
        for method in ("post", "put", "patch", "delete")
    }
    assert {asked: status for asked, status in found.items() if status != 429} == {}


def test_programs_are_counted_wherever_they_can_change_anything(ann: User, settings: Any) -> None:
    settings.LIMITS, robot = NOTHING, program(ann)
    for path, view in PROGRAMS.items():
        changes = [name for name in ("post", "put", "patch", "delete") if hasattr(view, name)]
        assert view.throttle_classes == [ApiThrottle] or not changes
        for method in changes:
            response = getattr(robot.client, method)(path, {}, "application/json", headers=robot.headers)
            assert (path, response.status_code, response.json()["code"]) == (path, 429, "too_many")


# --- Who is counted how ---------------------------------------------------------------------------------------------


def test_a_user_is_counted_wherever_they_are(ann: User, ben: User, two_a_minute: None) -> None:
    client = signed_in(ann)
    assert [post(client, source=f"192.0.2.{number}").status_code for number in range(3)] == [422, 422, 429]
    assert answers(signed_in(ben), 3, source="192.0.2.1") == [422, 422, 429]


def test_visitors_are_counted_by_address(two_a_minute: None) -> None:
    assert [post(Client()).status_code for _ in range(3)] == [302, 302, 429]
    assert post(Client(), source="192.0.2.2").status_code == 302


def test_visitors_with_addresses_without_number_are_counted_by_network(two_a_minute: None) -> None:
    found = [post(Client(), source=f"2001:db8:1:2::{number}").status_code for number in range(1, 4)]
    assert found == [302, 302, 429]
    assert post(Client(), source="2001:db8:1:3::1").status_code == 302


def test_guests_are_counted_by_address_too(two_a_minute: None) -> None:
    found = [post(signed_in(guests.create())).status_code for _ in range(3)]
    assert found == [422, 422, 429]


def test_pages_and_programs_share_one_count(ann: User, ben: User, two_a_minute: None) -> None:
    begin(ann, ben)
    assert program(ann).put("matches/firstmatch/notes/", notes="").status_code == 200
    assert answers(signed_in(ann), 2) == [422, 429]
    assert program(ann).put("matches/firstmatch/notes/", notes="").status_code == 429


def test_what_begins_a_match_is_counted_by_itself_too(ann: User, redis_server: str, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"begin": "2/h/user"}
    client, challenge = signed_in(ann), reverse("challenge", args=["en-garde"])
    assert answers(client, 2, path=challenge) == [422, 422]
    assert program(ann).post("challenges/", game="en-garde").status_code == 429
    assert answers(client, 1, path=challenge) == [429]
    assert answers(client, 1, path=reverse("seek", args=["en-garde"])) == [429]
    wished = {"fastest_days": 1, "slowest_days": 3}
    assert program(ann).put("seeks/en-garde/", **wished).status_code == 429
    assert not Match.objects.exists()


def test_a_page_that_was_asked_for_too_often_has_one_press_which_asks_again(client: Client, rf: RequestFactory) -> None:
    request = rf.get("/players/?q=ann")
    request.user = AnonymousUser()
    page = limits.too_many(request).content.decode()
    main = page.partition("<main")[2].partition("</main>")[0]
    assert re.findall(r'class="button(?: [^"]*)?"[^>]*>(.+?)<', main) == ["Try again"]
    assert 'href="/players/?q=ann"' in main


def test_time_gives_room_again(ann: User, two_a_minute: None) -> None:
    client = signed_in(ann)
    with time_machine.travel(NOON, tick=False) as clock:
        assert answers(client, 3) == [422, 422, 429]
        clock.shift(59)
        assert post(client)["Retry-After"] == "1"
        clock.shift(1)
        assert answers(client, 3) == [422, 422, 429]


def test_without_redis_nothing_is_counted(ann: User, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"play": "1/m/user"}
    assert answers(signed_in(ann), 3) == [422] * 3


# --- Looking --------------------------------------------------------------------------------------------------------

LOOKED_AT = {
    "browse": "statistics statistics_of statistics_of_player profile players ratings_of deeds_of running replays "
    "pictures preview api_docs lesson finish",
    "record": "record positions api_record",
}
"""What takes long to work out, by the limit that looks at it are counted under."""
TOO_MANY = "You or others in your network have opened too many pages in a short time. Try again in 60 seconds."


def patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for found in resolver.url_patterns:
        if isinstance(found, URLResolver):
            yield from patterns(found)
        else:
            yield found


def test_what_takes_long_to_work_out_is_counted_and_nothing_else() -> None:
    views = {found.name: getattr(found.callback, "cls", found.callback) for found in patterns(get_resolver())}
    limited = {(view.look_limit, name) for name, view in views.items() if hasattr(view, "look_limit")}
    assert limited == {(limit, name) for limit, names in LOOKED_AT.items() for name in names.split()}


@pytest.fixture
def two_looks_a_minute(redis_server: str, settings: Any) -> None:
    """Leave room for two looks a minute at what is counted, by everybody together, and for one record."""
    settings.LIMITS = settings.LIMITS | {"browse": "2/m/user,2/m/ip", "record": "1/m/user,1/m/ip"}


def test_who_looks_too_often_is_told_when_to_come_back(ann: User, ben: User, two_looks_a_minute: None) -> None:
    with time_machine.travel(NOON, tick=False):
        for client in (Client(), signed_in(ann)):
            pages = [client.get(path) for path in ("/players/Ann/", "/statistics/", "/replays/", "/matches/")]
            assert [page.status_code for page in pages[:3]] == [200, 200, 429]
            assert (TOO_MANY in told(pages[2]), pages[2]["Retry-After"]) == (True, "60")
            assert pages[3].status_code in (200, 302)
        assert signed_in(ben).get("/replays/").status_code == 200


def test_pages_and_programs_share_the_count_of_records(ann: User, ben: User, two_looks_a_minute: None) -> None:
    begin(ann, ben)
    assert program(ann).get("matches/firstmatch/record/").status_code == 200
    assert program(ann).get("matches/firstmatch/record/").status_code == 429
    assert signed_in(ann).get("/m/firstmatch/record.json").status_code == 429
    assert program(ann).get("matches/firstmatch/").status_code == 200
    assert signed_in(ann).get("/m/firstmatch/").status_code == 200


def test_no_person_reaches_the_limits_of_looking() -> None:
    rates = {name: configured.LIMITS[name] for name in LOOKED_AT}
    assert rates == {"browse": "120/m/user,300/m/ip", "record": "30/m/user,60/m/ip"}


# --- What is answered -----------------------------------------------------------------------------------------------


def test_the_page_says_what_was_too_much_and_when_to_come_back(ann: User, ben: User, two_a_minute: None) -> None:
    client = signed_in(ann)
    with time_machine.travel(NOON, tick=False):
        answers(client, 2)
        page = post(client, name="Ben")
    assert (page.status_code, page["Retry-After"], page["Cache-Control"]) == (429, "60", "private, no-store")
    assert "You’ve sent too much in a short time. Nothing was changed. Try again in 60 seconds." in told(page)
    assert not Block.objects.exists()


TRIED = {
    "try": "Too many match requests from you or your network in a short time. Refused requests count too.",
    "begin": "You’ve tried to start a match too often in a short time. Refused attempts count too.",
    "sign_up": "Too many sign-up attempts from your network in a short time. Refused attempts count too.",
    "try_endpoint": "You’ve sent too many test messages recently.",
    "leave": "You’ve tried to close your account too often recently.",
    "login": "Too many sign-in attempts in a short time.",
    "mail": "Too many emails have been requested recently.",
}
"""What is said of too much of what may have been refused each time."""


@pytest.mark.parametrize("limit", TRIED)
def test_what_was_asked_for_is_not_said_to_have_been_done(limit: str) -> None:
    request = RequestFactory().post("/")
    request.user = AnonymousUser()
    page = told(limits.too_many(request, 60, limit))
    assert f"{TRIED[limit]} Nothing was changed. Try again in 60 seconds." in page


def test_refused_attempts_to_start_a_match_are_named_as_such(ann: User, redis_server: str, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"begin": "1/h/user"}
    client, challenge = signed_in(ann), reverse("challenge", args=["en-garde"])
    assert post(client, challenge).status_code == 422
    assert f"{TRIED['begin']} Nothing was changed." in told(post(client, challenge))
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(1, "1 second"), (120, "120 seconds"), (121, "3 minutes"), (3600, "60 minutes"), (7201, "3 hours")],
)
def test_a_time_to_wait_is_never_said_shorter_than_it_is(seconds: int, said: str) -> None:
    assert limits.wait_in_words(seconds) == said


def test_what_was_typed_is_kept_and_sent_again(ann: User, ben: User, two_a_minute: None) -> None:
    client = signed_in(ann)
    with time_machine.travel(NOON, tick=False) as clock:
        answers(client, 2)
        page = client.post(f"{BLOCKS}?x=1", {"name": "Ben", "password": "secret"})
        clock.shift(60)
        again = form(page, f"{BLOCKS}?x=1")
        assert set(again.fields) == {"csrfmiddlewaretoken", "name"}
        again.send(client)
    assert Block.objects.get().blocked == ben


def test_more_than_can_be_sent_again_is_not_sent_back(ann: User, two_a_minute: None) -> None:
    client = signed_in(ann)
    answers(client, 2)
    page = post(client, name="x" * limits.LONGEST_KEPT)
    assert page.status_code == 429
    assert "xxxx" not in told(page)


def test_a_page_that_sends_in_place_shows_the_sentence_and_stays(ann: User, ben: User, two_a_minute: None) -> None:
    begin(ann, ben)
    client, chat = signed_in(ann), reverse("chat", args=["firstmatch"])
    answers(client, 2)
    page = client.post(chat, {"text": "Hello"}, headers=HTMX)
    assert (page.status_code, page["HX-Retarget"], page["HX-Reselect"]) == (429, "#messages", "#messages")
    assert page["HX-Reswap"] == "outerHTML show:top"
    assert told(page).startswith('<div id="messages"')
    assert "You’ve sent too much in a short time. Nothing was changed." in told(page)
    assert "<form" not in told(page)
    assert not ChatLine.objects.exists()


def test_the_limits_of_allauth_are_answered_with_the_same_page(redis_server: str, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"login": "1/m/ip"}
    wrong = {"login": "Ann", "password": "wrong"}
    assert Client().post(reverse("account_login"), wrong).status_code == 200
    page = Client().post(reverse("account_login"), wrong)
    assert (page.status_code, page["Retry-After"]) == (429, "60")
    assert "Too many attempts in a short time. Nothing was changed. Try again in 60 seconds." in told(page)
    assert 'value="Ann"' in told(page)
    assert "wrong" not in told(page)


def test_what_allauth_answers_with_that_page_is_counted_by_the_minute() -> None:
    by_the_form = {"login_failed", "confirm_email"}
    rates = {name: rate for name, rate in configured.ACCOUNT_RATE_LIMITS.items() if rate and name not in by_the_form}
    assert {each.split("/")[1] for rate in rates.values() for each in rate.split(",")} == {"m"}


# --- Whose address it is --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "found"),
    [
        ({}, "192.0.2.1"),
        ({"HTTP_X_FORWARDED_FOR": "198.51.100.7"}, "198.51.100.7"),
        ({"HTTP_X_FORWARDED_FOR": "1.2.3.4, 198.51.100.7"}, "198.51.100.7"),
        ({"HTTP_X_FORWARDED_FOR": "1.2.3.4,5.6.7.8,198.51.100.7"}, "198.51.100.7"),
        ({"HTTP_X_FORWARDED_FOR": "198.51.100.7:4711"}, "198.51.100.7"),
        ({"HTTP_X_FORWARDED_FOR": "::ffff:198.51.100.7"}, "198.51.100.7"),
        ({"HTTP_X_FORWARDED_FOR": "2001:db8::7"}, "2001:db8::7"),
        ({"HTTP_X_FORWARDED_FOR": "fe80::7%eth0"}, "fe80::7"),
        ({"HTTP_X_FORWARDED_FOR": ""}, "192.0.2.1"),
        ({"HTTP_X_FORWARDED_FOR": ","}, "192.0.2.1"),
        ({"HTTP_X_FORWARDED_FOR": "unix:"}, "192.0.2.1"),
        ({"HTTP_X_FORWARDED_FOR": "198.51.100.7, <script>"}, "192.0.2.1"),
        ({"HTTP_X_FORWARDED_FOR": "unix:", "REMOTE_ADDR": ""}, "0.0.0.0"),
    ],
)
def test_behind_a_proxy_its_own_word_counts_and_else_the_peer(
    headers: dict[str, str], found: str, settings: Any
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    asked = RequestFactory().get("/", **{"REMOTE_ADDR": "192.0.2.1", **headers})  # type: ignore[arg-type]
    assert limits.client_address(asked) == found


def test_without_a_proxy_nobody_is_believed() -> None:
    asked = RequestFactory().get("/", REMOTE_ADDR="192.0.2.1", HTTP_X_FORWARDED_FOR="198.51.100.7")
    assert limits.client_address(asked) == "192.0.2.1"


# --- Wrong passwords ------------------------------------------------------------------------------------------------

LOCKED = "Too many failed attempts. Wait a few minutes, or reset your password by email."


def sign_in(login: str, password: str, source: str, browser: Client | None = None) -> Any:
    """Return what is answered to somebody who comes with a browser, one of their own where none is given."""
    fields = written({"login": login, "password": password})
    kind = "application/x-www-form-urlencoded"
    return (browser or Client()).post(reverse("account_login"), fields, kind, REMOTE_ADDR=source)


def test_nobody_locks_anybody_else_out_by_name(ann: User, redis_server: str) -> None:
    for _ in range(5):
        assert LOCKED not in told(sign_in("Ann", "wrong", "192.0.2.1"))
    assert LOCKED in told(sign_in("Ann", PASSWORD, "192.0.2.1"))
    assert sign_in("Ann", PASSWORD, "192.0.2.2").status_code == 302


def test_one_name_is_not_tried_from_everywhere_without_end(ann: User, redis_server: str, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"sign_in": "6/h/key"}
    for number in range(6):
        assert LOCKED not in told(sign_in("ANN" if number % 2 else "ann", "wrong", f"192.0.2.{number}"))
    assert LOCKED in told(sign_in("Ann", PASSWORD, "192.0.2.9"))
    assert sign_in("ann@example.org", PASSWORD, "192.0.2.9").status_code == 302


def test_right_passwords_are_not_counted(ann: User, redis_server: str, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"sign_in": "2/h/key"}
    assert [sign_in("Ann", PASSWORD, "192.0.2.1").status_code for _ in range(6)] == [302] * 6


def test_a_new_password_lets_its_owner_in_by_name_and_address(
    ann: User, redis_server: str, settings: Any, mailoutbox: Any
) -> None:
    settings.LIMITS = settings.LIMITS | {"sign_in": "2/h/key"}
    for login in ("Ann", "ann@example.org"):
        for number in range(3):
            sign_in(login, "wrong", f"192.0.2.{number}")
    client = Client()
    client.post(reverse("account_reset_password"), {"email": ann.email})
    outbox.deliver_due()
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S*)", mailoutbox[-1].body)
    assert link
    page = client.get(link[1], follow=True)
    client.post(page.redirect_chain[-1][0], {"password1": "foils-and-sabres", "password2": "foils-and-sabres"})
    for login in ("Ann", "ann@example.org"):
        assert sign_in(login, "foils-and-sabres", "192.0.2.1").status_code == 302


def test_the_refusal_has_one_title_and_one_way_on(ann: User, two_a_minute: None) -> None:
    client = signed_in(ann)
    with time_machine.travel(NOON, tick=False):
        answers(client, 2)
        page = told(post(client, name="Ben"))
    assert "<title>Too many requests ·" in page
    assert "<h1>Too many requests</h1>" in page
    main = page.partition("<main")[2].partition("</main>")[0]
    assert re.findall(r'class="button(?: [^"]*)?"[^>]*>(.+?)<', main) == ["Try again"]


@pytest.mark.parametrize(
    ("path", "field", "most"),
    [
        (reverse("account_login"), "login", 5),
        (reverse("account_request_login_code"), "email", 3),
        (reverse("account_reset_password"), "email", 5),
    ],
)
def test_an_address_counts_as_one_however_it_is_spelled(
    path: str, field: str, most: int, ann: User, redis_server: str
) -> None:
    """Domains in full-width letters lead to the same mailbox, and anybody can make any number of them."""
    wide = [
        f"ann@{''.join(chr(ord(sign) + 0xFEE0) for sign in 'example'[:size])}{'example'[size:]}.org"
        for size in range(7)
    ]
    asked = [post(Client(), path, **{field: address, "password": "wrong"}) for address in wide]
    refused = [answer.status_code == 429 or "oo many" in told(answer) for answer in asked if answer.status_code != 302]
    assert (len(asked) - sum(refused), sum(refused)) == (most, 7 - most)


def test_a_name_in_upper_and_lower_case_counts_as_one(redis_server: str, settings: Any) -> None:
    person("Iris")
    settings.LIMITS = settings.LIMITS | {"sign_in": "3/h/key"}
    found = [
        sign_in(name, "wrong", f"192.0.2.{number}") for number, name in enumerate(["Iris", "ırıs", "iriſ", "IRIS"])
    ]
    assert [LOCKED in told(answer) for answer in found] == [False, False, False, True]
