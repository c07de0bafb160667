"""The documentation's player, word for word, plays whole matches against a running server."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
from pytest_django.live_server_helper import LiveServer

from accounts import tokens
from accounts.models import User
from fogsite.settings import BASE_DIR
from games.core.models import Match
from games.rules import registry
from tests.games.tables import begin, now
from tests.parts.cast import person
from tests.parts.games import facts

LONGEST = 40
"""Lines the player may have."""


@pytest.fixture
def player(tmp_path: Path) -> Path:
    return saved(tmp_path)


def saved(folder: Path) -> Path:
    """Return the player as a file of its own."""
    text = (BASE_DIR / "docs" / "api.md").read_text().partition("```python\n")[2].partition("```")[0]
    assert 0 < len(text.splitlines()) <= LONGEST
    file = folder / "player.py"
    file.write_text(text)
    return file


def begun(slug: str) -> Match:
    """Return a match of the game between people of the cast."""
    people = [person(name) for name in ("Ann", "Ben", "Cat")[: registry.current(slug).meta.seats]]
    return begin(*people, game=slug, **facts(slug).quick)


@contextmanager
def running(player: Path, site: str, people: Iterable[User], pause: str = "0.05") -> Iterator[list[Popen[str]]]:
    """Start a player for each of the people, and stop those that still run afterwards."""
    started = [
        Popen([sys.executable, player, site, tokens.create(user, "player", "play"), pause], stdout=PIPE, text=True)
        for user in people
    ]
    try:
        yield started
    finally:
        for program in started:
            program.kill()
            program.communicate()


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_match_of_any_game_is_played_to_its_end(slug: str, player: Path, live_server: LiveServer) -> None:
    match = begun(slug)
    people = [seat.user for seat in match.seats.select_related("user")]
    with running(player, live_server.url, people) as programs:
        told = [program.communicate(timeout=120)[0] for program in programs]
        assert [program.returncode for program in programs] == [0] * len(programs)
    assert now(match).status == Match.Status.OVER
    assert sum(len(text.splitlines()) for text in told) == now(match).ply


def test_the_player_says_why_it_cannot_play(player: Path, live_server: LiveServer) -> None:
    told = subprocess.run([sys.executable, player, live_server.url, "fog_0"], capture_output=True, text=True)
    assert (told.returncode, told.stderr) == (1, "This token is unknown or no longer valid.\n")
