"""Names on boards are parted between syllables, in each language, and never leave a letter alone."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from games.core.reading.syllables import lines_taken, parted


@pytest.mark.parametrize(
    ("language", "name", "shown"),
    [
        ("de", "Goblinschützen", "Gob|lin|schüt|zen"),
        ("de", "Schlangenorakel", "Schlan|genora|kel"),
        ("de", "Oger", "Oger"),
        ("it", "Cavaliere di viverna", "Cava|liere di viverna"),
        ("en", "Halberdiers", "Hal|berdiers"),
        ("en", "Goblin Archers", "Goblin Archers"),
    ],
)
def test_a_name_is_parted_between_syllables(language: str, name: str, shown: str) -> None:
    with override(language):
        assert parted(name).replace("\u00ad", "|") == shown


def test_the_narrowest_cards_part_shorter_words_too() -> None:
    with override("de"):
        assert parted("Beschwörer", is_narrow=True).replace("\u00ad", "|") == "Be|schwö|rer"
        assert parted("Trolle", is_narrow=True).replace("\u00ad", "|") == "Trol|le"
        assert parted("Trolle") == "Trolle"


@pytest.mark.parametrize(
    ("shown", "room", "taken"),
    [
        ("Oger", 7.4, 1),
        ("Gob|lin|schüt|zen", 7.4, 2),
        ("Schup|pen|garde", 7.4, 3),
        ("Guar|dia squamata", 7.4, 3),
        ("Flug|dra|chen|rei|ter", 7.4, 3),
        ("Cava|liere di viverna", 7.4, 3),
        ("Cava|liere di viverna", 12, 2),
    ],
)
def test_the_lines_of_a_name_are_counted(shown: str, room: float, taken: int) -> None:
    assert lines_taken(shown.replace("|", "\u00ad"), room) == taken
