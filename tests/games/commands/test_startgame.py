"""`startgame`, and docs/adding-a-game.md carried out as it is written, in a copy of the project."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from fogsite.settings import BASE_DIR

pytestmark = pytest.mark.xdist_group("startgame")  # the copy is made once

DOCUMENT = BASE_DIR / "docs" / "adding-a-game.md"
OWN = re.compile(r"(games/rules|games/boards|tests/\w+(/boards)?)/last_stone/|docs/rules/last-stone\.md$")
UNTOUCHED = 'test -z "${DJANGO_SETTINGS_MODULE-}"  # with settings of the suite `make run` would refuse to start'
SCRIPT = """
import django
django.setup()
from games.boards.registry import about, check_script
from games.rules import playout, registry
from games.core.reading import bot_profiles
game = registry.current("last-stone")
record = playout.playout(game, {}, "1", ["last-stone", "random"])
print(game.meta.title, about("last-stone").bot.name, bot_profiles.has("last-stone"))
print(check_script("last-stone"), record.result.reason)
"""


def run(copy: Path, *command: str, plain: bool = False) -> str:
    """Return what a command in the copy prints; it has to succeed.

    Where it is `plain`, it gets no variables of the suite.
    """
    outer = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "TEST"))}
    env = {**outer, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    if plain:
        env = {name: value for name, value in outer.items() if name in ("PATH", "HOME")}
    done = subprocess.run(command, cwd=copy, env=env, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as git knows it, with the game of the document."""
    folder = tmp_path_factory.mktemp("project")
    listed = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in subprocess.run(listed, cwd=BASE_DIR, capture_output=True, text=True, check=True).stdout.split("\0"):
        if name and (BASE_DIR / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(BASE_DIR / name, folder / name)
    (folder / ".venv").symlink_to(sys.prefix)
    run(folder, "git", "init", "-q")
    run(folder, "git", "add", "-A")
    first, _second = re.findall(r"```sh\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    run(folder, "bash", "-ec", first + UNTOUCHED, plain=True)  # in the shell of somebody who has just come
    return folder


def test_a_new_game_touches_no_file_of_others(copy: Path) -> None:
    changed = [line[3:] for line in run(copy, "git", "status", "--porcelain", "-uall").splitlines() if line[0] != "A"]
    assert len(changed) > 30
    assert [name for name in changed if not OWN.match(name)] == []


def test_it_is_found_with_its_bot_and_its_checks_and_can_be_played(copy: Path) -> None:
    told = run(copy, sys.executable, "-c", SCRIPT)
    assert told == "Last Stone Last.Stone.Bot True\n/static/last-stone/check.js last\n"


@pytest.mark.deep
def test_it_passes_the_suites_that_try_every_game_and_is_played_in_a_browser(copy: Path) -> None:
    _first, second = re.findall(r"```sh\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    told = run(copy, "bash", "-ec", second)
    assert re.findall(r"=+ (.*?) in [\d.]+s.* =+", told)[-1] == "1 passed"
    assert re.search(r"=+ \d{2} passed, \d+ deselected", told)


@pytest.mark.parametrize(
    ("slug", "title", "said"),
    [
        (
            "Last Stone",
            None,
            "“Last Stone” cannot be a slug. Write lower-case letters and digits, words joined by hyphens, 40 at most.",
        ),
        ("class", None, "“class” cannot be a slug"),
        ("a" * 41, "Go", f"“{'a' * 41}” cannot be a slug"),
        ("admin", None, "The name admin is taken. Choose another one."),
        ("en-garde", None, "The name en-garde is taken. Choose another one."),
        (
            "go",
            '"',
            '“"” cannot be a title. Begin with a letter; use letters, digits, spaces, hyphens, ’; 40 at most.',
        ),
        ("go", "Go!", "“Go!” cannot be a title"),
        ("go", "G" * 41, f"“{'G' * 41}” cannot be a title"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_nothing_is_written(slug: str, title: str | None, said: str) -> None:
    before = sorted(path.name for path in (BASE_DIR / "games" / "rules").iterdir())
    with pytest.raises(CommandError) as refused:
        call_command("startgame", slug, title=title)
    assert str(refused.value).startswith(said)
    assert sorted(path.name for path in (BASE_DIR / "games" / "rules").iterdir()) == before


def test_what_is_there_is_not_overwritten_and_nothing_else_written(tmp_path: Path, settings: Any) -> None:
    settings.BASE_DIR = tmp_path
    there = tmp_path / "docs" / "rules" / "go.md"
    there.parent.mkdir(parents=True)
    there.write_text("The rules of go.")
    with pytest.raises(CommandError) as refused:
        call_command("startgame", "go")
    assert str(refused.value) == "docs/rules/go.md is there already; nothing was written."
    assert [path.read_text() for path in tmp_path.rglob("*") if path.is_file()] == ["The rules of go."]
