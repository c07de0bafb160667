"""Attacks that have the service write mails: to strangers, to players, and to learn who has an account."""

from __future__ import annotations

import re

import pytest

from tests.attacks.conftest import Judge, Names, Players, Visitors, at_most, counted, text_of
from tests.attacks.people import PASSWORD, address
from tests.attacks.visitor import Answer, Visitor
from tests.parts.production import Production

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("production"), pytest.mark.by_turns(4)]

MOST = 5
"""Mails that others can have one address sent in a day."""
FEW = at_most(MOST, 0)


def ask_to_be_kept(guest: Visitor, name: str, email: str) -> Answer:
    return guest.post("/guest/", username=name, email=email, password1=PASSWORD)


def arrived(production: Production, email: str) -> int:
    """Return how many letters to an address the mail server was given in the end."""
    production.deliver()
    return sum(letter["To"] == email for letter in production.mail.letters)


@pytest.fixture
def guest(visitor: Visitors) -> Visitor:
    browser = visitor()
    assert browser.post("/try/en-garde").status == 302
    return browser


def test_a_guest_cannot_bomb_a_stranger(guest: Visitor, judge: Judge) -> None:
    victim = "victim@third-party.example"
    for number in range(60):
        ask_to_be_kept(guest, f"Spammer{number}", victim)

    answer = arrived(guest.production, victim)
    judge(
        "H2",
        "60 posts to /guest/ with a stranger's address: mails",
        expected=at_most(MOST, 0),
        answer=at_most(MOST, answer),
    )


def test_many_guests_cannot_bomb_a_stranger_either(visitor: Visitors, judge: Judge) -> None:
    victim = "another@third-party.example"
    for number in range(8):
        browser = visitor()
        browser.post("/try/en-garde")
        ask_to_be_kept(browser, f"Crowd{number}", victim)

    answer = arrived(browser.production, victim)
    assert answer
    judge("H2", "8 guests, one stranger's address: mails", expected=FEW, answer=at_most(MOST, answer))


def test_many_guests_cannot_bomb_a_player(visitor: Visitors, name: Names, judge: Judge) -> None:
    victim = address(name())
    for number in range(8):
        browser = visitor()
        browser.post("/try/en-garde")
        ask_to_be_kept(browser, f"Throng{number}", victim)

    answer = arrived(browser.production, victim)
    assert answer
    judge("H2", "8 guests, one player's address: mails", expected=FEW, answer=at_most(MOST, answer))


def test_a_mail_server_that_hangs_holds_no_page(guest: Visitor, judge: Judge) -> None:
    guest.production.mail.silence("greeting")

    answer = ask_to_be_kept(guest, "Waiting", "waiting@third-party.example")

    judge("H2", "/guest/ while the mail server hangs", expected="302 /guest/", answer=answer.gist)


@pytest.mark.parametrize("wanted", ["evil.example.com", "evil.example", "www.evil-site.org", "evil.shop"])
def test_a_name_is_no_address_of_a_site(wanted: str, guest: Visitor, judge: Judge) -> None:
    answer = ask_to_be_kept(guest, wanted, "somebody@third-party.example")

    judge("H2", f"a guest who wants to be called {wanted}", expected=422, answer=answer.status)


def seen(visitor: Visitors, path: str, name: str, email: str) -> list[str]:
    """Return all that is answered to somebody who asks for an account, without what he typed himself."""
    browser = visitor()
    if path == "/guest/":
        browser.post("/try/en-garde")
    asked = browser.post(path, username=name, email=email, password1=PASSWORD)
    after = [browser.get(asked.location or path), browser.get(path), browser.get("/matches/")]
    return [asked.gist, *(without_own(page, name, email) for page in after)]


def without_own(page: Answer, name: str, email: str) -> str:
    """Return a page without what differs from one visitor to the next anyway."""
    text = re.sub(r'(name="csrfmiddlewaretoken" value=)"\w+"', r"\1", page.content.decode())
    text = re.sub(r"Guest-\d+", "Guest", re.sub(r"/m/\w{10}/", "/m/", text))
    text = re.sub(r'(name="ticket" value=|data-\w+=|datetime=)"[^"]*"', r"\1", text)
    text = re.sub(r"\d\d:\d\d|[0-9a-f]{16,}", "", text)
    return f"{page.gist} {text.replace(email, 'EMAIL').replace(name, 'NAME')}"


@pytest.mark.parametrize("path", ["/guest/", "/accounts/signup/"])
def test_no_page_tells_whether_an_address_has_an_account(
    path: str, visitor: Visitors, name: Names, judge: Judge
) -> None:
    number = path.count("/") * 10
    known = seen(visitor, path, f"Curious{number}", address(name()))
    unknown = seen(visitor, path, f"Prying{number}", "no-such-account@players.example.org")

    differs = [one[:40] for one, other in zip(known, unknown, strict=True) if one != other]
    judge("M7", f"{path}: pages that differ for an address with an account", expected=[], answer=differs)


def test_no_reset_tells_whether_an_address_has_an_account(visitor: Visitors, name: Names, judge: Judge) -> None:
    pages = []
    for email in (address(name()), "nobody-here@players.example.org"):
        browser = visitor()
        asked = browser.post("/accounts/password/reset/", email=email)
        pages.append([asked.gist, without_own(browser.get(asked.location), "NAME", email)])

    judge("M7", "a reset for an address without an account: the same pages", expected=True, answer=pages[0] == pages[1])


def test_resets_asked_for_again_and_again_are_one_mail(visitor: Visitors, name: Names, judge: Judge) -> None:
    victim = address(name())
    browser = visitor()
    for _ in range(4):
        browser.post("/accounts/password/reset/", email=victim)
    for _ in range(4):
        visitor().post("/accounts/password/reset/", email=victim)

    judge("M7", "8 resets for one address", expected=1, answer=arrived(browser.production, victim))


def invite(browser: Visitor, victim: str, note: str = "") -> Answer:
    return browser.send("/invitations/new/en-garde/", audience="personal", invited=victim, note=note)


def test_invitations_that_are_withdrawn_are_no_cannon(player: Players, name: Names, judge: Judge) -> None:
    _, browser = player()
    victim = name()
    for number in range(40):
        asked = invite(browser, victim, f"Visit https://evil.example/{number} now!")
        if asked.status == 302:
            browser.post(f"{asked.location}withdraw")

    answer = arrived(browser.production, address(victim))
    judge("M4", "40 x invite and withdraw: mails", expected=FEW, answer=at_most(MOST, answer))


def test_invitations_of_many_players_reach_one_address_five_times(player: Players, name: Names, judge: Judge) -> None:
    victim = name()
    asked = []
    for _ in range(6):
        _, browser = player()
        asked.append(invite(browser, victim).status)
    letters = arrived(browser.production, address(victim))

    judge("M4", "6 invitations of 6 players", expected=("6 x 302", MOST), answer=(counted(asked), letters))


def test_a_note_is_no_link_in_a_mail(player: Players, name: Names, judge: Judge) -> None:
    _, browser = player()
    victim = name()
    invite(browser, victim, "Visit https://evil.example/now and www.evil.example!")
    browser.production.deliver()
    written = text_of(browser.production.mail.letters)

    assert "Visit" in written
    judge("M4", "a link in an invitation's note, in its mail", expected=False, answer="evil.example" in written)
