"""What every page says to browsers, and what the admin shows to a moderator who plays."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import struct
import time

import pytest

from tests.attacks.conftest import Judge, Players, Visitors
from tests.attacks.people import MODERATOR, OPERATOR, PASSWORD
from tests.attacks.test_matches import play_by_link
from tests.attacks.visitor import Answer, Visitor

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("production"), pytest.mark.by_turns(4)]

PUBLIC = ["/", "/fairness/", "/rules/", "/rules/en-garde/", "/api/", "/accounts/login/", "/accounts/signup/"]
OWN = [
    *("/matches/", "/invitations/", "/players/", "/invitations/new/en-garde/", "/house/en-garde/", "/armies/"),
    *("/settings/", "/settings/mails/", "/settings/programs/", "/settings/blocks/", "/settings/leave/"),
    *("/accounts/email/", "/accounts/password/change/", "/accounts/logout/"),
]


def lacking(answer: Answer) -> list[str]:
    """Return which protections a page does without."""
    headers = answer.headers
    policy = headers.get("Content-Security-Policy", "unsafe")
    held = {
        "Content-Security-Policy": "default-src 'self'" in policy and "unsafe" not in policy,
        "frames": headers.get("X-Frame-Options") == "DENY" and "frame-ancestors 'none'" in policy,
        "Strict-Transport-Security": headers.get("Strict-Transport-Security", "").startswith("max-age=2592000"),
        "X-Content-Type-Options": headers.get("X-Content-Type-Options") == "nosniff",
        "Referrer-Policy": headers.get("Referrer-Policy") == "same-origin",
        "Permissions-Policy": "camera=()" in headers.get("Permissions-Policy", ""),
    }
    return [name for name, holds in held.items() if not holds]


@pytest.mark.parametrize("path", PUBLIC)
def test_a_public_page_is_protected(path: str, visitor: Visitors, judge: Judge) -> None:
    judge("L7", f"headers that {path} lacks", expected=[], answer=lacking(visitor().get(path)))


def test_no_page_of_ones_own_is_kept_by_the_browser(player: Players, judge: Judge) -> None:
    _, browser = player()
    pages = [browser.get(path) for path in OWN]

    assert {page.status for page in pages} == {200}
    without = [page.path for page in pages if lacking(page)]
    judge("L7", "own pages that lack a header", expected=[], answer=without)
    kept = [page.path for page in pages if "no-store" not in page.headers.get("Cache-Control", "")]
    judge("L7", "own pages that the browser keeps", expected=[], answer=kept)


def test_cookies_are_sent_by_https_alone_and_told_to_no_script(
    visitor: Visitors, inhabited: None, judge: Judge
) -> None:
    browser = visitor()
    browser.get("/accounts/login/")
    answer = browser.sign_in(OPERATOR, PASSWORD)
    [session] = [line for line in answer.headers.get_all("Set-Cookie", []) if line.startswith("sessionid=")]

    parts = sorted(
        part.strip() for part in session.split(";") if part.strip() in ("Secure", "HttpOnly", "SameSite=Lax")
    )
    judge("ok", "the session's cookie", expected=["HttpOnly", "SameSite=Lax", "Secure"], answer=parts)


def code(secret: str) -> str:
    """Return what an authenticator shows now (RFC 6238)."""
    counter = struct.pack(">Q", int(time.time()) // 30)
    digest = hmac.new(base64.b32decode(secret), counter, hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start : start + 4])[0] & 0x7FFFFFFF) % 10**6:06}"


def entered(browser: Visitor) -> Visitor:
    """Return the moderator, signed in with a second factor that is made for it."""
    browser.sign_in(MODERATOR, PASSWORD)
    browser.confirm(PASSWORD)
    found = re.search(r"\b[A-Z2-7]{32}\b", browser.get("/accounts/2fa/totp/activate/").text)
    assert found
    assert browser.post("/accounts/2fa/totp/activate/", code=code(found[0])).status == 302
    browser.production.redis.flush()  # a code counts once
    browser.cookies.pop("sessionid")
    browser.sign_in(MODERATOR, PASSWORD)
    assert browser.post("/accounts/2fa/authenticate/", code=code(found[0])).status == 302
    return browser


def test_a_moderator_who_plays_finds_nothing_of_the_match_in_the_admin(
    visitor: Visitors, player: Players, inhabited: None, judge: Judge
) -> None:
    moderator, (_, one), (_, other) = entered(visitor()), player(), player()
    mine, foreign = play_by_link(moderator, one), play_by_link(one, other)

    lists = [moderator.get(f"/admin/games/{model}/") for model in ("match", "seat", "turn", "entry")]

    assert [page.status for page in lists] == [200] * 4
    judge("L2", "the moderator's own match in the admin's lists", expected=[], answer=where(mine, lists))
    assert where(foreign, lists)


def where(match: str, pages: list[Answer]) -> list[str]:
    return [page.path for page in pages if match in page.text]
