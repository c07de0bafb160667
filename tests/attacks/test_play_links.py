"""A link from a letter that the mail server was given: what can be done with it, and who is told of it."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest

from tests.attacks.conftest import Judge, Players, Visitors, text_of
from tests.attacks.people import address
from tests.attacks.test_matches import entries, play_by_link, to_move
from tests.attacks.visitor import Answer, Visitor
from tests.parts.production import Production

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("production"), pytest.mark.by_turns(1)]

HOSTILE = [("Origin", "null"), ("Referer", "")]
"""What browsers say of a page that tells nobody its address."""


@pytest.fixture
def match(player: Players) -> str:
    """A match whose first letter lies with the mail server."""
    (_, one), (_, other) = player(), player()
    return play_by_link(one, other)


def mailed(production: Production, match: str) -> str:
    """Return the path of the link in the letter to the player who is to move."""
    production.deliver()
    reader = address(to_move(production, match))
    letters = [letter for letter in production.mail.letters if letter["To"] == reader]
    return re.findall(r"https://[^/\s]+(/t/[^/\s]+/)", text_of(letters))[0]


def press(browser: Visitor, page: Answer) -> Answer:
    """Press the first button that makes a move, or the one that says once more which, without a cookie."""
    found = page.form("submit")
    offered = found.buttons.get("move") or {found.fields["move"]: found.action}
    move, action = next(iter(offered.items()))
    return browser.ask("POST", action, urlencode({**found.fields, "move": move}).encode(), HOSTILE)


def test_a_link_from_a_letter_plays_a_move_and_stands_in_no_log(
    match: str, production: Production, visitor: Visitors, judge: Judge
) -> None:
    link, reader = mailed(production, match), visitor()
    before, said = entries(production, match), {program: len(program.log) for program in production.running}

    fetched = [reader.ask(method, link).status for method in ("HEAD", "GET", "OPTIONS", "PUT")]
    judge("L", "a letter's link fetched by a scanner", expected=[200, 200, 405, 405], answer=fetched)
    assert entries(production, match) == before
    page = reader.get(link)
    sure = press(reader, page)  # which asks, since the move ends the turn
    assert entries(production, match) == before
    answers = [press(reader, sure), press(reader, sure), reader.get(link)]
    pressed = [answer.gist.replace(link, "itself") for answer in answers]
    judge("L", "pressed, pressed again, opened again", expected=["302 itself", "200", "200"], answer=pressed)
    assert entries(production, match) == before + 1

    elsewhere = [f"/m/{match}/", "/matches/", "/settings/"]
    expected = [f"302 /accounts/login/?next={path}" for path in elsewhere]
    judge("L", "its reader elsewhere", expected=expected, answer=[reader.get(path).gist for path in elsewhere])
    assert reader.cookies == {}
    assert {answer.headers["Referrer-Policy"] for answer in answers} == {"no-referrer"}
    assert all("no-store" in answer.headers["Cache-Control"] for answer in answers)

    log = "".join("".join(program.log[start:]) for program, start in said.items())
    log += (production.home / "access.log").read_text()
    assert "Method Not Allowed (PUT): /t/…/" in log
    assert f"GET /m/{match}/" in log
    judge("L", "lines of all logs that hold it", expected=0, answer=log.count(link.split("/")[2][:30]))
