"""Attacks on the way in: floods of wrong passwords, the admin's door, sessions, forged requests."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from tests.attacks.conftest import Judge, Names, Players, Visitors, counted, text_of
from tests.attacks.people import OPERATOR, PASSWORD, address
from tests.attacks.visitor import Answer, Visitor

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("production"), pytest.mark.by_turns(4)]

SIGNED_IN, REFUSED = "signed in", "refused"


def outcome(answer: Answer) -> str:
    """Return what came of a password."""
    return SIGNED_IN if answer.gist == "302 /matches/" else REFUSED


CHAINS = {
    "without a word about itself": [],
    "that forges an address each time": ["203.0.113.{number}"],
    "that forges a chain": ["203.0.113.{number}, 198.51.100.{number}"],
    "that sends the header twice": ["203.0.113.{number}", "198.51.100.{number}"],
}


@pytest.mark.parametrize("said", CHAINS)
def test_one_address_that_floods_the_sign_in_keeps_nobody_else_out(
    said: str, visitor: Visitors, name: Names, judge: Judge
) -> None:
    attacker, victim = visitor(), name()
    for number in range(12):
        lines = [("X-Forwarded-For", chain.format(number=number)) for chain in CHAINS[said]]
        attacker.sign_in(f"nobody{number}", "wrong-password", lines)

    judge(
        "H1",
        f"12 wrong sign-ins by one address {said}: another visitor signs in",
        expected=SIGNED_IN,
        answer=outcome(visitor().sign_in(victim, PASSWORD)),
    )
    forged = [("X-Forwarded-For", chain.format(number=99)) for chain in CHAINS[said]]
    judge(
        "H1",
        f"12 wrong sign-ins by one address {said}: the address itself",
        expected=REFUSED,
        answer=outcome(attacker.sign_in(victim, PASSWORD, forged)),
    )


def test_guests_from_many_addresses_are_all_let_in(visitor: Visitors, judge: Judge) -> None:
    answers = [visitor().post("/try/en-garde").status for _ in range(23)]

    judge("H1", "23 guests from 23 addresses", expected="23 x 302", answer=counted(answers))


def test_guests_from_one_address_are_counted(visitor: Visitors, judge: Judge) -> None:
    source = visitor().source
    answers = [Visitor(visitor().production, source).post("/try/en-garde").status for _ in range(22)]

    judge("H1", "22 guests from one address", expected="20 x 302, 2 x 429", answer=counted(answers))


def test_the_admins_door_is_the_sites_own(visitor: Visitors, judge: Judge) -> None:
    attacker = visitor()
    attacker.get("/admin/login/")
    for number in range(20):
        attacker.post("/admin/login/?next=/admin/", username=OPERATOR, password=f"guess-{number}")
    last = attacker.post("/admin/login/?next=/admin/", username=OPERATOR, password=PASSWORD)

    judge(
        "H3",
        "20 wrong passwords at /admin/login/, then the right one",
        expected="302 /accounts/login/",
        answer=f"{last.status} {urlsplit(last.location).path}",
    )


def test_staff_without_a_second_factor_do_not_enter(visitor: Visitors, inhabited: None, judge: Judge) -> None:
    operator = visitor()
    operator.sign_in(OPERATOR, PASSWORD)

    entered = operator.get("/admin/")
    shown = operator.get(entered.location) if entered.status == 302 else entered

    judge("H3", "an operator's password without a second factor, /admin/", expected=403, answer=shown.status)


def test_a_named_account_is_not_locked_from_elsewhere(visitor: Visitors, name: Names, judge: Judge) -> None:
    victim = name()
    attacker = visitor()
    for number in range(12):
        attacker.sign_in(victim, f"guess-{number}")

    judge(
        "L6",
        "12 wrong passwords for a name: its owner signs in from elsewhere",
        expected=SIGNED_IN,
        answer=outcome(visitor().sign_in(victim, PASSWORD)),
    )


# --- What held ------------------------------------------------------------------------------------------------------


def test_a_session_gets_a_new_number_on_sign_in(visitor: Visitors, name: Names, judge: Judge) -> None:
    browser = visitor()
    browser.cookies["sessionid"] = "f" * 32
    browser.sign_in(name(), PASSWORD)

    judge("ok", "a session number that was planted", expected=False, answer=browser.cookies["sessionid"] == "f" * 32)


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:alert(1)", "///evil.example"]
)
def test_nobody_is_led_away(target: str, visitor: Visitors, name: Names, judge: Judge) -> None:
    browser = visitor()

    answer = browser.post("/accounts/login/", login=name(), password=PASSWORD, next=target)

    judge("ok", f"sign-in with next={target}", expected="302 /matches/", answer=answer.gist)


@pytest.mark.parametrize("path", ["/accounts/login/", "/try/en-garde", "/guest/", "/invitations/new/en-garde/"])
def test_nothing_is_posted_without_a_token(path: str, player: Players, judge: Judge) -> None:
    _, browser = player()
    answers = [browser.ask("POST", path).status, browser.ask("POST", path, lines=[("HX-Request", "true")]).status]

    judge("ok", f"POST {path} without a token", expected=[403, 403], answer=answers)


@pytest.mark.parametrize("host", ["evil.example", "www.example.org.evil.example"])
def test_a_foreign_host_is_refused(host: str, visitor: Visitors, name: Names, judge: Judge) -> None:
    answer = visitor().get("/accounts/password/reset/", [("Host", host)])

    judge("ok", f"Host: {host}", expected=400, answer=answer.status)


def test_a_reset_leads_to_the_site_and_to_no_claimed_host(visitor: Visitors, name: Names, judge: Judge) -> None:
    browser, victim = visitor(), name()

    browser.post("/accounts/password/reset/", [("X-Forwarded-Host", "evil.example")], email=address(victim))
    browser.production.deliver()
    written = text_of(browser.production.mail.letters)

    assert "https://www.example.org/" in written
    judge("ok", "a reset with a forged X-Forwarded-Host", expected=False, answer="evil.example" in written)
