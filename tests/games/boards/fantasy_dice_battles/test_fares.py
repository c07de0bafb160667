"""What somebody who builds an army is told of a unit: what it costs, and how it fares."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.boards.fantasy_dice_battles import fares
from games.rules.fantasy_dice_battles.balance.figures import Figures, Measured
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS

DATA = SETS[DEFAULT_SET]
CHANGES = "the chance of winning changes by"
COMPARED = "Compared with its faction’s average hero, it"
EQUAL = "It’s about as good as its faction’s average hero:"


def told(unit: str, monkeypatch: pytest.MonkeyPatch, figures: Figures | None) -> list[str]:
    """Return what is told of a unit with these figures."""
    units = {unit: figures} if figures else {}
    monkeypatch.setattr(fares, "measured", lambda _data: Measured(DATA.digest, 1, 1200, "s", units))
    return fares.as_recruit(DATA.kinds[unit], DATA)


@pytest.mark.parametrize(
    ("unit", "gain", "said"),
    [
        ("knights", 4.0, "One more copy raises the chance of winning by 4.0 percentage points (± 2.0)."),
        ("knights", -4.0, "One more copy lowers the chance of winning by 4.0 percentage points (± 2.0)."),
        ("knights", 3.9, f"It isn’t clear whether one more copy helps: {CHANGES} +3.9 percentage points (± 2.0)."),
        ("knights", -3.9, f"It isn’t clear whether one more copy helps: {CHANGES} −3.9 percentage points (± 2.0)."),
        ("wizard", 6.0, f"{COMPARED} raises the chance of winning by 6.0 percentage points (± 2.0)."),
        ("wizard", -6.0, f"{COMPARED} lowers the chance of winning by 6.0 percentage points (± 2.0)."),
        ("wizard", -0.1, f"{EQUAL} the chance of winning differs by −0.1 percentage points (± 2.0)."),
    ],
)
def test_a_gain_is_told_if_it_is_more_than_chance(
    unit: str, gain: float, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = told(unit, monkeypatch, Figures(gain, 2.0, 1.5))
    assert found[-2:] == [said, "On average, each of its cards is active 1.50 times per battle."]


def test_what_it_costs_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told("knights", monkeypatch, None)[:-1] == ["It costs 4 points.", "Up to 2 per army."]
    assert told("footmen", monkeypatch, None)[0] == "It costs 1 point."
    assert told("wizard", monkeypatch, None)[:-1] == ["Heroes cost no points. An army has three different ones."]


def test_what_was_not_measured_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told("knights", monkeypatch, None)[-1] == "We haven’t measured how it fares."
    assert told("knights", monkeypatch, Figures(4.0, 2.0))[-1] == (
        "No ready-made army has it, so we haven’t measured how often its cards are active."
    )
    monkeypatch.setattr(fares, "measured", lambda _data: None)
    assert fares.as_recruit(DATA.kinds["knights"], DATA)[-1] == "We haven’t measured how it fares."
    assert fares.how_measured(DATA) == ""


def test_numbers_are_written_as_the_language_does(monkeypatch: pytest.MonkeyPatch) -> None:
    with translation.override("de"):
        assert told("knights", monkeypatch, Figures(11.6, 2.5, 1.51))[-2:] == [
            "Eine mehr davon erhöht die Siegchance um 11,6 Prozentpunkte (± 2,5).",
            "Im Schnitt ist eine Karte davon in einer Schlacht 1,51-mal aktiv.",
        ]


def test_how_it_was_measured_is_said() -> None:
    assert fares.how_measured(DATA).startswith("We measured how units fare in 2000 battles between random armies")
