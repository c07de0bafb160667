"""How units fare, as it is kept for pages: the same as the report in the rules says, and only for the set as it is."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from games.rules.fantasy_dice_battles.balance.figures import Figures, Measured, measured, written
from tests.rules.fantasy_dice_battles.table import HOUSE

REPORT = Path(__file__).parents[4] / "docs" / "rules" / "fantasy-dice-battles.md"
ROW = re.compile(r"^\| `(\w+)` \| \w+ \| ([+-][\d.]+) ± ([\d.]+) \| ([\d.]+) \|$", re.MULTILINE)


def kept() -> Measured:
    found = measured(HOUSE)
    assert found
    return found


def test_every_unit_of_the_default_set_was_measured_as_the_rules_report_it() -> None:
    report = REPORT.read_text(encoding="utf-8")
    rows = {unit: Figures(float(gain), float(error), float(often)) for unit, gain, error, often in ROW.findall(report)}
    assert kept().units == rows
    assert list(kept().units) == list(HOUSE.kinds)
    assert f"--games {kept().games} --matches {kept().matches}`" in report


def test_a_set_that_has_changed_since_was_not_measured() -> None:
    assert measured(msgspec.structs.replace(HOUSE, digest=HOUSE.digest + 1)) is None


def test_what_is_written_reads_back() -> None:
    assert msgspec.json.decode(written(kept()), type=Measured) == kept()
