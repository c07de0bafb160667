"""The figures of Field of Glory: what the pages name is drawn, and light enough."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from fogsite.art.steps import stepped
from games.boards.field_of_glory import art, battlefield
from games.boards.field_of_glory.art.tokens import TOKENS
from games.rules.field_of_glory.cards import KINDS, TERRAIN_NAMES

SHEET = "field-of-glory/art.svg"
NAMES = set(re.findall(r'<symbol id="([^"]+)"', art.files()[SHEET]))


def test_every_type_of_card_has_a_figure_of_its_own() -> None:
    assert set(battlefield.ICONS) == {kind.code for kind in KINDS}
    assert len(set(battlefield.ICONS.values())) == len(KINDS)
    assert set(battlefield.ICONS.values()) <= NAMES


def test_every_terrain_has_its_land_and_its_sign() -> None:
    assert set(battlefield.GROUNDS) == set(TERRAIN_NAMES)
    assert {f"land-{terrain}" for terrain in TERRAIN_NAMES} | set(battlefield.GROUNDS.values()) <= NAMES


def test_nothing_is_drawn_that_no_page_shows() -> None:
    shown = {*battlefield.ICONS.values(), *(f"land-{terrain}" for terrain in TERRAIN_NAMES), *TOKENS}
    assert shown == NAMES


def test_all_figures_together_are_lighter_than_a_photograph() -> None:
    assert len(gzip.compress(stepped(art.files()[SHEET]).encode())) < 11_000


def test_figures_have_no_styles_of_their_own() -> None:
    for text in art.files().values():
        assert "style" not in text
        assert "filter" not in text


@pytest.mark.parametrize(
    "sheet", ["css/home.css", "css/rules.css", "field-of-glory/board.css", "field-of-glory/cards.css"]
)
def test_a_cut_shows_the_paper_that_lies_beneath_in_the_dark_too(sheet: str) -> None:
    assert "--cut: var(--" in Path(str(finders.find(sheet))).read_text()
