"""`docs/map.md` is what `make map` would write now, and says of every module what it is for."""

from __future__ import annotations

import re

from tests import map


def test_the_map_is_up_to_date() -> None:
    assert map.MAP.read_text() == map.text() + "\n", "Run `make map`."


def test_it_says_of_every_module_what_it_is_for() -> None:
    assert re.findall(r"^\| `\w+` \|  \|$", map.MAP.read_text(), re.MULTILINE) == []


def test_it_names_the_seams_that_a_feature_hangs_on() -> None:
    [row] = re.findall(r"^\| `games.ratings` \| .*", map.text(), re.MULTILINE)
    assert row == (
        "| `games.ratings` | Ratings: what a rated match does to the ratings of its players. | "
        "`addresses.register`, `ended.after_commit`, `leaving.register`, `merging.register`, `sweeps.register` |"
    )
