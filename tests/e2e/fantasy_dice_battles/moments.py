"""Every kind of moment of Fantasy Dice Battles, in the match of `script.json`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from accounts.models import User
from tests.e2e.moments import Moment, Stop, scripted

ARMY = (
    "faction horde; put goblins@1:F1; put goblins@1:F2; put goblins@1:F3; put gobarch@1:S1; put gobarch@1:S2; "
    "put warlord@1:H; put wolves@2:F1; put ogres@2:F2; put wolves@2:F3; put shamans@2:S1; put shamans@2:S2; "
    "put wyvern@2:H; put wolves@3:F1; put goblins@3:F2; put ogres@3:F3; put troll@3:S1; put troll@3:S2; put witch@3:H; "
    "put wolves@reserve"
)
STOPS = (
    Stop("army", 0, 0),
    Stop("army begun", 0, 0, "faction horde; put goblins@1:F1; put ogres@2:F2"),
    Stop("army finished", 0, 0, ARMY),
    Stop("army, waiting", 1, 0),
    Stop("army taken", 1, 1, "army brood_a"),
    Stop("orders", 2, 0, offered=True),
    Stop("orders begun", 2, 0, "lay gobarch@1"),
    Stop("orders full", 2, 0, "lay gobarch@1; lay shamans@2; lay wyvern@3; lay witch@regroup"),
    Stop("orders, waiting", 3, 0),
    Stop("round over", 4, 0, offered=True),
    Stop("reinforced", 4, 0, "reinforce wolves@1:F1"),
    Stop("reinforced twice", 6, 0, "reinforce wolves@1:S2; reinforce wolves@2:F1"),
    Stop("nobody to send", 10, 0, "lay goblins@1"),
    Stop("fleeing", 14, 0),
    Stop(
        "idle battalion",
        14,
        0,
        "reinforce shamans@3:S1; reinforce gobarch@2:S1; lay ogres@1; lay wyvern@2; lay shamans@3",
    ),
    Stop("over, lost", 16, 0),
    Stop("over, won", 16, 1),
)


def moments(ann: User, ben: User) -> Iterator[Moment]:
    """Yield the moments from the choice of armies to the last hero's fall."""
    return scripted(Path(__file__).parent / "script.json", STOPS, ann, ben)
