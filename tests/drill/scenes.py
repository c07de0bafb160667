"""Matches whose time the drill moves: made within the service, `python -m tests.drill.scenes NAME…` prints JSON.

Nobody plays in them, so that nothing but the clock happens there.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from tests.drill.people import GAMES, PACE_DAYS, begin, person, set_up

SCENES: dict[str, list[str]] = {
    "reminded": ["en-garde"] * 5,
    "silent": ["en-garde"] * 5,
    "never told": ["en-garde"] * 3,
    "never told for four paces": ["en-garde"] * 2,
    "both absent": ["field-of-glory"] * 3 + ["fantasy-dice-battles"] * 3,
    "in the outage": ["en-garde"] * 4,
    "before the outage": ["en-garde"] * 2,
    "without web": ["en-garde"] * 2,
}
"""The games of each scene's matches."""


def players() -> tuple[Any, Any]:
    """Return two people whom nobody has seen before."""
    from accounts.models import User

    number = User.objects.filter(username__startswith="Timed").count()
    one, other = (person(f"Timed{each:04}") for each in (number, number + 1))
    return one, other


def matches(scene: str) -> list[str]:
    """Begin a scene's matches; their public ids."""
    return [begin(*players(), game).public_id for game in SCENES[scene]]


def invitation() -> str:
    """Return an invitation to anybody; the public id of its match."""
    from games.lobby import services as lobby

    return lobby.invite(players()[0], lobby.Terms("en-garde", GAMES["en-garde"], pace_days=PACE_DAYS)).match.public_id


def guest() -> str:
    """Return a guest's match."""
    from accounts import guests
    from games.bots import services as bots

    return bots.try_out(guests.create(), "en-garde").public_id


OTHERS = {"expired": invitation, "warned": invitation, "guest of a week ago": guest, "guest of six days ago": guest}


def made(scene: str) -> list[str]:
    """Return the public ids of a scene's matches, which are made."""
    return matches(scene) if scene in SCENES else [OTHERS[scene]()]


if __name__ == "__main__":
    set_up()
    json.dump({name: made(name) for name in sys.argv[1:]}, sys.stdout)
