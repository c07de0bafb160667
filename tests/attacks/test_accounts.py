"""Attacks on accounts: a session that was borrowed, tokens that outlive a password, names that pass for others'."""

from __future__ import annotations

import re

import pytest

from tests.attacks.conftest import Judge, Names, Players, Visitors
from tests.attacks.people import PASSWORD, address
from tests.attacks.visitor import Answer, Visitor

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("production"), pytest.mark.by_turns(4)]

ASKED = "/accounts/reauthenticate/"


def path_of(answer: Answer) -> str:
    return f"{answer.status} {answer.location.partition('?')[0]}".strip()


def token_of(browser: Visitor, scope: str) -> str:
    """Return a new token, made by somebody who has just given the password."""
    browser.confirm(PASSWORD)
    page = browser.post("/settings/programs/", name="program", scope=scope).text
    found = re.search(r"fog_\w+", page)
    assert found, page
    return found[0]


def link_in_mail(browser: Visitor, to: str, pattern: str) -> str:
    """Return the path of a link in the newest letter to an address."""
    browser.production.deliver()
    letter = [letter for letter in browser.production.mail.letters if letter["To"] == to][-1]
    body = letter.get_body(("plain",))
    assert body
    found = re.search(pattern, body.get_content())
    assert found, body.get_content()
    return found[0]


def test_a_borrowed_session_does_not_become_the_account(player: Players, judge: Judge) -> None:
    _, browser = player()
    thief = "thief@third-party.example"

    changed = browser.post("/accounts/email/", email=thief, action_add="")
    made = browser.post("/settings/programs/", name="thief", scope="play")
    browser.production.deliver()

    judge("M6", "a borrowed session: another address", expected=f"302 {ASKED}", answer=path_of(changed))
    judge("M6", "a borrowed session: a token", expected=f"302 {ASKED}", answer=path_of(made))
    letters = sum(letter["To"] == thief for letter in browser.production.mail.letters)
    judge("M6", "a borrowed session: mails to the other address", expected=0, answer=letters)


def test_the_old_address_is_told_of_the_new_one(player: Players, judge: Judge) -> None:
    who, browser = player()
    new = f"new-{address(who)}"

    browser.confirm(PASSWORD)
    browser.post("/accounts/email/", email=new, action_add="")
    browser.post(link_in_mail(browser, new, r"/accounts/confirm-email/\S+"))
    browser.production.deliver()

    told = sum(letter["To"] == address(who) for letter in browser.production.mail.letters)
    judge("M6", "an address is changed: the old one is told", expected=True, answer=told > 0)


def test_a_token_ends_with_a_reset(player: Players, judge: Judge) -> None:
    who, browser = player()
    token = token_of(browser, "play")
    assert browser.call(token, "GET", "me/").status == 200

    browser.post("/accounts/password/reset/", email=address(who))
    link = link_in_mail(browser, address(who), r"/accounts/password/reset/key/\S+")
    form = browser.get(link).location
    browser.get(form)
    browser.post(form, password1="a-better-one-2026", password2="a-better-one-2026")

    assert browser.sign_in(who, "a-better-one-2026").status == 302
    judge("M6", "a token after a reset", expected=401, answer=browser.call(token, "GET", "me/").status)


def test_the_old_session_ends_with_a_reset(player: Players, visitor: Visitors, judge: Judge) -> None:
    who, thief = player()
    owner = visitor()
    owner.post("/accounts/password/reset/", email=address(who))
    form = owner.get(link_in_mail(owner, address(who), r"/accounts/password/reset/key/\S+")).location
    owner.get(form)
    owner.post(form, password1="a-better-one-2026", password2="a-better-one-2026")

    judge("ok", "another session after a reset", expected=302, answer=thief.get("/settings/").status)


HANGUL = "\u3164"
LOOK_ALIKES = {
    "somebody's, with an invisible letter": "{name}" + HANGUL,
    "somebody's, with another one": "{name}\u1160",
    "somebody's, in two scripts": "{first}\u0430{rest}",
    "admin": "admin",
    "Admin in disguise": "Adm\u0456n",
    "Mo.derator": "Mo.derator",
    "support": "support",
    "a host": "evil.example.com",
    "a Latin letter and an Arabic digit": "M\u0665",
    "two scripts": "P\u0430ula",
}


@pytest.mark.parametrize("kind", LOOK_ALIKES)
def test_nobody_takes_a_name_that_deceives(kind: str, visitor: Visitors, name: Names, judge: Judge) -> None:
    victim = name() if "{" in LOOK_ALIKES[kind] else ""
    wanted = LOOK_ALIKES[kind].format(name=victim, first=victim[:1], rest=victim[2:])
    browser = visitor()

    answer = browser.post("/accounts/signup/", username=wanted, email="new@third-party.example", password1=PASSWORD)

    refused = answer.status in (200, 422) and "errorlist" in answer.text
    judge("L1", f"signing up with a name like {kind}", expected="refused", answer="refused" if refused else answer.gist)
