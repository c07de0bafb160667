"""`docs/map.md` is what `make map` would write now, and says of every module what it is for."""

from __future__ import annotations

import re

from tests import map


def test_the_map_is_up_to_date() -> None:
    assert map.MAP.read_text() == map.text() + "\n", "Run `make map`."


def test_it_says_of_every_module_what_it_is_for() -> None:
    assert re.findall(r"^\| `\w+` \|  \|$", map.MAP.read_text(), re.MULTILINE) == []


def test_it_names_the_seams_that_a_feature_hangs_on() -> None:
    [row] = re.findall(r"^\| `games.statistics` \| .*", map.text(), re.MULTILINE)
    assert row == (
        "| `games.statistics` | Statistics: how matches ended, counted. | "
        "`addresses.register`, `ended.in_transaction`, `imported.register`, `sweeps.register` |"
    )
