"""Every kind of moment of Fantasy Dice Battles, in the match of `script.json`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from accounts.models import User
from tests.e2e.moments import Moment, Stop, scripted

STOPS = (
    Stop("army", 0, 0),
    Stop("army begun", 0, 0, "faction horde; put goblins@1:F1; put ogres@2:F2"),
    Stop("army, waiting", 1, 0),
    Stop("orders", 2, 0),
    Stop("orders begun", 2, 0, "lay gobarch@1"),
    Stop("orders full", 2, 0, "lay gobarch@1; lay shamans@2; lay wyvern@3; lay witch@regroup"),
    Stop("orders, waiting", 3, 0),
    Stop("round over", 4, 0),
    Stop("reinforced", 4, 0, "reinforce wolves@1:F1"),
    Stop("fleeing", 14, 0),
    Stop("over, lost", 16, 0),
    Stop("over, won", 16, 1),
)


def moments(ann: User, ben: User) -> Iterator[Moment]:
    """From the choice of armies to the last hero's fall."""
    return scripted(Path(__file__).parent / "script.json", STOPS, ann, ben)
