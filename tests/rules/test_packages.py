"""Games are found: folders of this site, and packages that are installed; a broken one is named and left out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from games.rules import packages, registry
from games.rules.errors import UnknownGame

GAME = """
class Game:
    class meta:
        slug, version = "{slug}", {version}
"""
Install = Callable[..., str]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Puts a package where Python finds it, and its entry point; the files of its rules are given by name."""
    monkeypatch.syspath_prepend(tmp_path)
    entries: list[EntryPoint] = []
    monkeypatch.setattr(packages, "entry_points", lambda **group: entries if group == {"group": packages.GROUP} else [])

    def put(slug: str, **rules: str) -> str:
        app = f"strange_{len(entries)}"
        folder = tmp_path / app / "rules"
        folder.mkdir(parents=True)
        (folder.parent / "__init__.py").touch()
        for name, text in {"__init__": 'VERSIONS = {1: "game.Game"}', **rules}.items():
            (folder / f"{name}.py").write_text(text)
        entries.append(EntryPoint(slug, app, packages.GROUP))
        for name in [name for name in sys.modules if name.split(".")[0] == app]:
            monkeypatch.delitem(sys.modules, name)
        return app

    return put


def broken() -> dict[str, str]:
    """Return what is said of each package that brings no game."""
    return {name: f"{type(error).__name__}: {error}" for name, error in packages.installed()[1].items()}


def test_the_folders_of_the_site_are_its_own_games() -> None:
    found = {package.slug: package for package in packages.own()}
    assert {"en-garde", "fantasy-dice-battles", "field-of-glory"} <= set(found)
    assert "sealed-auction" not in found
    en_garde = found["en-garde"]
    assert (en_garde.rules, en_garde.app) == ("games.rules.en_garde", "games.boards.en_garde")
    assert en_garde.versions == {1: "games.rules.en_garde.game.EnGarde"}
    assert en_garde.folder == Path(packages.__file__).parents[1] / "boards" / "en_garde"


def test_an_installed_package_is_found_by_its_entry_point() -> None:
    package = registry.PACKAGES["sealed-auction"]
    assert (package.app, package.rules) == ("sealed_auction", "sealed_auction.rules")
    assert sorted(version for slug, version in registry.GAMES if slug == "sealed-auction") == [1, 2]
    assert (package.has("words"), package.has("bot")) == (True, False)
    assert (package.brings("about"), package.brings("urls")) == (True, False)


def test_a_sound_package_is_good(install: Install) -> None:
    app = install("dominoes", game=GAME.format(slug="dominoes", version=1))
    good, bad = packages.installed()
    assert [(package.slug, package.app) for package in good] == [("dominoes", app)]
    assert bad == {}


def test_what_is_wrong_with_a_package_is_said_and_the_others_are_found(install: Install) -> None:
    install("fails", game="raise OSError('no such card')")
    install("empty", __init__="")
    install("lacks", __init__='VERSIONS = {1: "game.Other"}', game="")
    install("divides", __init__="1 / 0")
    install("other", game=GAME.format(slug="another", version=1))
    install("newer", game=GAME.format(slug="newer", version=2))
    install("half", __init__='VERSIONS = {1: "game.Other", 2: "game.Game"}', game=GAME.format(slug="half", version=2))
    install("en-garde", game="")
    install("Bad Name", game="")
    install("bad name", game=GAME.format(slug="bad name", version=1))
    install("bad-", game=GAME.format(slug="bad-", version=1))
    install("sound", game=GAME.format(slug="sound", version=1))
    assert [package.slug for package in packages.installed()[0]] == ["sound"]
    assert broken() == {
        "fails": "OSError: no such card",
        "empty": "BadPackage: strange_1.rules names no VERSIONS.",
        "lacks": "AttributeError: module 'strange_2.rules.game' has no attribute 'Other'",
        "divides": "ZeroDivisionError: division by zero",
        "other": "BadPackage: strange_4.rules.game.Game calls itself another 1, not other 1.",
        "newer": "BadPackage: strange_5.rules.game.Game calls itself newer 2, not newer 1.",
        "half": "AttributeError: module 'strange_6.rules.game' has no attribute 'Other'",
        "en-garde": "BadPackage: This site has a game of this name.",
    } | dict.fromkeys(
        ("Bad Name", "bad name", "bad-"),
        "BadPackage: Its entry point is no slug: lower-case letters and digits, words joined by hyphens.",
    )


def test_packages_come_in_the_order_of_their_slugs_however_they_are_installed(install: Install) -> None:
    for slug in ("whist", "dominoes", "chess"):
        install(slug, game=GAME.format(slug=slug, version=1))
    assert [package.slug for package in packages.installed()[0]] == ["chess", "dominoes", "whist"]


def test_what_turns_out_not_to_work_is_played_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PACKAGES", "GAMES", "BROKEN"):
        monkeypatch.setattr(registry, name, dict(getattr(registry, name)))
    fault = LookupError("no board")
    registry.game("sealed-auction", 1)
    registry.leave_out("sealed-auction", fault)
    assert {"sealed-auction": fault} == registry.BROKEN
    assert "sealed-auction" not in registry.slugs()
    assert registry.title("sealed-auction") == "sealed-auction"
    with pytest.raises(UnknownGame):
        registry.game("sealed-auction", 1)


MODULAR = """
from types import SimpleNamespace
from games.rules.en_garde import explain, game, guide, imagine, laws, steps, whys, words
from games.rules.modular import Modules
class Game(game.EnGarde):
    modules = Modules(steps, SimpleNamespace(label=words.label), explain, guide, whys, imagine, laws)
"""


def test_a_game_one_of_whose_modules_lacks_something_is_named_with_what_it_lacks(install: Install) -> None:
    app = install("half-told", game=MODULAR)
    assert broken() == {"half-told": f"BadPackage: {app}.rules.game.Game lacks words.describe, words.prompt."}
