"""Every kind of moment of Field of Glory, in the match of `script.json`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from accounts.models import User
from games.core.services import play
from tests.e2e.moments import Moment, Stop, scripted
from tests.games import tables

STOPS = (
    Stop("draft", 5, 0),
    Stop("drafted, waiting", 12, 0),
    Stop("turn with nine cards", 24, 1, offered=True),
    Stop("units placed", 24, 1, "place EL2a@4; place LI2b@4"),
    Stop("half paid", 24, 1, "place EL2a@4; place LI2b@4; pay CO5c"),
    Stop("actions", 28, 0),
    Stop("attack", 28, 0, "attack CV4b"),
    Stop("attack with Overlap", 28, 0, "attack CV4b; overlap OV2b"),
    Stop("attacked", 29, 1),
    Stop("attack, waiting", 29, 0),
    Stop("standing", 29, 1, "stand LI2b"),
    Stop("fight won", 30, 0),
    Stop("fight lost", 30, 1),
    Stop("flank attacks", 33, 0),
    Stop("flank attack", 33, 0, "flank CV3b@1"),
    Stop("attacked in the flank", 34, 1),
    Stop("ten cards", 37, 1, offered=True),
)


def moments(ann: User, ben: User) -> Iterator[Moment]:
    """Yield the moments from the draft to a hand of ten cards, with which Ann resigns."""
    for moment in scripted(Path(__file__).parent / "script.json", STOPS, ann, ben):
        yield moment
    play.resign(moment.match.public_id, ann.pk)
    yield Moment("over, resigned", tables.now(moment.match), ann)
    yield Moment("over, won", tables.now(moment.match), ben)
