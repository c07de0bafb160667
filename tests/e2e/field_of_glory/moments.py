"""Every kind of moment of Field of Glory, in the match of `script.json`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Moment(NamedTuple):
    """After so many entries, seen by a seat that has composed a plan, or none."""

    name: str
    entries: int
    seat: int
    plan: str = ""


MOMENTS: Sequence[Moment] = (
    Moment("draft", 5, 0),
    Moment("drafted, waiting", 12, 0),
    Moment("turn with nine cards", 24, 1),
    Moment("units placed", 24, 1, "place EL2a@4; place LI2b@4"),
    Moment("half paid", 24, 1, "place EL2a@4; place LI2b@4; pay CO5c"),
    Moment("actions", 28, 0),
    Moment("attack", 28, 0, "attack CV4b"),
    Moment("attack with Overlap", 28, 0, "attack CV4b; overlap OV2b"),
    Moment("attacked", 29, 1),
    Moment("attack, waiting", 29, 0),
    Moment("standing", 29, 1, "stand LI2b"),
    Moment("fight won", 30, 0),
    Moment("fight lost", 30, 1),
    Moment("flank attacks", 33, 0),
    Moment("flank attack", 33, 0, "flank CV3b@1"),
    Moment("attacked in the flank", 34, 1),
    Moment("ten cards", 37, 1),
)
