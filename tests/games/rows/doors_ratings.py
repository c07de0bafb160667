"""Scenes of matches that ratings come to know of, beside those of `doors.py`."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from games.core.models import Match, Seat
from games.ratings import services as ratings
from tests.games.rows.doors import NOON, Act, Cast, door

GAME = "en-garde"


def rated(key: str, winner: User, loser: User, ended: datetime = NOON, **given: Any) -> Match:
    """Return the rows of a rated match that is over, of whose loser more may be `given`."""
    row = {"game": GAME, "version": 1, "pace_days": 3, "status": "over", "result": {}, "rated": True}
    match = Match.objects.create(**row, public_id=key, started=ended, ended=ended)
    Seat.objects.create(match=match, user=winner, number=0, joined=0, outcome="won", answered_ply=1)
    lost = {"outcome": "lost", "answered_ply": 2, **given}
    Seat.objects.create(match=match, user=loser, number=1, joined=1, **lost)
    return match


def season(cast: Cast) -> list[Match]:
    """Return two matches that Ben has lost by one absence, the second of them tallied already; and one after them."""
    gone = {"outcome": "timeout", "absent_since": NOON}
    made = [
        rated(f"{cast.key}-{number}", winner, cast.ben, NOON + timedelta(seconds=number), **lost)
        for number, (winner, lost) in enumerate([(cast.ann, gone), (cast.cat, gone), (cast.ann, {})])
    ]
    Match.objects.filter(pk=made[0].pk).update(rated=False)
    ratings.tally(GAME)
    Match.objects.filter(pk=made[0].pk).update(rated=True)
    return made


@door("games.ratings.services.tally")
def _tally(cast: Cast) -> Act:
    """Return one that ended before those that ratings know of."""
    season(cast)
    return lambda: ratings.tally(GAME)


@door("games.ratings.services.tally: after an absence that has counted")
def _tally_absence(cast: Cast) -> Act:
    season(cast)
    ratings.tally(GAME)
    rated(f"{cast.key}-later", cast.ann, cast.ben, NOON + timedelta(hours=1), outcome="timeout", absent_since=NOON)
    return lambda: ratings.tally(GAME)


@door("games.ratings.services.rebuild")
def _rebuild(cast: Cast) -> Act:
    season(cast)
    return lambda: ratings.rebuild(GAME)


@door("games.ratings.services.strike")
def _strike(cast: Cast) -> Act:
    made = season(cast)
    ratings.tally(GAME)
    return lambda: ratings.strike(made[0].public_id, "One person played both sides.")


@door("games.ratings.services.unstrike")
def _unstrike(cast: Cast) -> Act:
    made = season(cast)
    Match.objects.filter(pk=made[0].pk).update(struck="One person played both sides.")
    ratings.tally(GAME)
    return lambda: ratings.unstrike(made[0].public_id)
