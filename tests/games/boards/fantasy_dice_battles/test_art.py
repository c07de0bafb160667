"""The figures of Fantasy Dice Battles: what the rig draws, and what lies on the disk."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from fogsite.art.steps import stepped
from games.boards.fantasy_dice_battles.art import FACTIONS, files, shapes
from games.boards.fantasy_dice_battles.unit_cards import DRAWN

FIGURES = [(faction, name) for faction, figures in FACTIONS.items() for name in figures]


@pytest.mark.parametrize(("name", "text"), files().items())
def test_the_sheets_on_the_disk_are_those_that_the_rig_draws(name: str, text: str) -> None:
    assert Path(str(finders.find(name))).read_text() == stepped(text)


def test_the_rig_draws_a_figure_for_every_unit() -> None:
    assert {faction: set(figures) for faction, figures in FACTIONS.items()} == {
        faction: set(units) for faction, units in DRAWN.items()
    }


@pytest.mark.parametrize(("faction", "name"), FIGURES)
def test_a_figure_keeps_to_the_grid_and_to_what_the_browser_may_draw(faction: str, name: str) -> None:
    figure = FACTIONS[faction][name]()
    points = [point for _, outline in figure.layers for _, points, _ in outline.steps for point in points]
    assert all(-0.5 <= part <= 64 for point in points for part in (point.real, point.imag))
    drawn = figure.symbol(name)
    assert len(drawn) <= 1600
    assert not re.search(r"style=|<text|<filter|Gradient|\.\d\d", drawn.replace('".22"', "").replace('".35"', ""))
    assert re.findall(r'id="([^"]+)"', drawn) == [name]


def test_outlines_are_written_in_short_relative_steps() -> None:
    assert shapes.trace(1, 2, 3.04, 0.5).text == "M1 2l2-1.5"
    assert shapes.path("M0 0 Q1 1 0.3 2 Z").text == "M0 0q1 1 .3 2z"
    assert shapes.disc(5, 5, 2).text == "M3 5a2 2 0 1 1 4 0 2 2 0 1 1-4 0z"


def test_outlines_can_be_moved_turned_scaled_and_mirrored() -> None:
    one = shapes.trace(10, 10, 20, 10)
    assert one.move(1, 2).text == "M11 12l10 0"
    assert one.turn(90, 10, 10).text == "M10 10l0 10"
    assert one.scale(0.5, 10, 10).text == "M10 10l5 0"
    assert one.flip(10).text == "M10 10l-10 0"
    assert shapes.disc(10, 10, 4, 2).turn(90, 10, 10).flip(10).text == "M10 14a4 2-90 1 1 0-8 4 2-90 1 1 0 8z"


def test_outlines_that_run_the_other_way_round_leave_no_hole() -> None:
    square = shapes.poly(0, 0, 9, 0, 9, 9, 0, 9)
    assert shapes.Figure().body(square, square.move(3, 3)).symbol("x").count("<path") == 1
    assert shapes.Figure().body(square, square.flip(6)).symbol("x").count("<path") == 2
