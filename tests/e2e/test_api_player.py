"""Ann at a browser against a program: the player of the documentation, to the end of a match."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.models import Match, Seat
from tests.e2e.conftest import DESKTOP, Person, look_again
from tests.e2e.en_garde.test_match import is_over, play
from tests.games.core.api.test_player import running, saved
from tests.games.tables import begin, now
from tests.parts.cast import person

LOOKS = 2_000


def play_to_the_end(page: Page) -> None:
    """Move whenever it is Ann's turn; the page shows the program's moves by itself, with its clock put forward."""
    for _ in range(LOOKS):
        if is_over(page):
            return
        if page.locator("#choices").count():
            play(page)
        else:
            look_again(page)
            page.wait_for_timeout(100)
    raise AssertionError("the match does not end")


def test_a_browser_plays_the_program_of_the_documentation_to_the_end(
    arrive: Callable[..., Person], service: str, tmp_path: Path
) -> None:
    ann = arrive("Ann", DESKTOP)
    ann.sign_in()
    ben = person("Ben")
    match = begin(User.objects.get(username="Ann"), ben, rounds=1)
    with running(saved(tmp_path), service, [ben], pause="0.5") as [program]:
        ann.page.clock.install()
        ann.open(match.get_absolute_url())
        play_to_the_end(ann.page)
        told, _ = program.communicate(timeout=60)
    assert (now(match).status, program.returncode) == (Match.Status.OVER, 0)
    moves = match.entries.filter(seat=Seat.objects.get(match=match, user=ben).number)
    assert len(told.splitlines()) == moves.count() > 0
    ended = re.compile(r"^(You won the match|You lost the match|The match ends in a draw)")
    expect(ann.page.locator("#match .result")).to_have_text(ended)
