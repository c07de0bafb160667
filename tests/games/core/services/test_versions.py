"""Two versions of one game on the same site: each match keeps the rules it was begun by, on pages and in its record."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.core.models import Match
from games.rules import registry, verify
from games.rules.record import loads
from tests.games.browsing import form, signed_in, told
from tests.games.tables import AUCTION, begin, now, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

BIDS = {"Ann": "bid 2; on even; seal", "Ben": "bid 4; on even; seal", "Cat": "bid 0; on even; seal"}
PRICES = {1: 4, 2: 2}
"""What the highest bid pays: itself in version 1, the second highest in version 2."""


@pytest.fixture
def matches(ann: User, ben: User, cat: User, monkeypatch: pytest.MonkeyPatch) -> dict[int, Match]:
    """A match by version 1, begun when there was no other, and one by version 2, begun when there was."""
    with monkeypatch.context() as earlier:
        earlier.delitem(registry.GAMES, (AUCTION, 2))
        old = begin(ann, ben, cat, game=AUCTION, public_id="oldauction")
    return {1: old, 2: begin(ann, ben, cat, game=AUCTION, public_id="newauction")}


def choose(user: User, match: Match, text: str) -> str:
    """Make a move as the page lets it be made: steps are added, the last plays them all; the page it leads to."""
    client, steps = signed_in(user), text.split("; ")
    page = client.get(match.get_absolute_url())
    for number in range(1, len(steps)):
        page = form(page, "/plan").send(client, move="; ".join(steps[:number]))
    return told(form(page, "/submit").send(client, move=text))


@pytest.mark.parametrize("version", [1, 2])
def test_each_match_is_played_by_its_own_version_on_its_pages(
    matches: dict[int, Match], ann: User, ben: User, cat: User, version: int
) -> None:
    match = matches[version]
    assert match.version == version
    choose(ann, match, "pass")
    for user in (ann, ben, cat):
        page = choose(user, match, BIDS[user.username])
    assert f"for {PRICES[version]}." in page
    assert "<dt>Last bids</dt><dd>2 · 4 · 0</dd>" in page


def test_both_stand_in_the_list_and_leave_records_that_verify(matches: dict[int, Match], ann: User) -> None:
    client = signed_in(ann)
    page = told(client.get("/matches/"))
    for version, match in matches.items():
        assert match.get_absolute_url() in page
        assert play_on(match).status == "over"
        record = loads(client.get(f"{match.get_absolute_url()}record.json").getvalue())
        verify.check(record)
        assert record.version == now(match).version == version
