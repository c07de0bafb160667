"""Scenes of matches that awards come to know of, beside those of `doors.py`."""

from __future__ import annotations

from datetime import timedelta

from accounts.models import User
from games.core.models import Match
from games.core.services import play
from games.deeds import services as awards, summarising as summaries
from games.ratings import services as ratings
from tests.games import tables
from tests.games.rows.doors import NOON, Act, Cast, door


def won(winner: User, loser: User, key: str, hours: int = 0, **given: object) -> Match:
    """Return a rated match that the loser has given up, so many hours after noon."""
    match = tables.begin(winner, loser, public_id=key)
    play.resign(key, loser.pk)
    columns = {"rated": True, "ended": NOON + timedelta(hours=hours), **given}
    Match.objects.filter(pk=match.pk).update(**columns)
    return tables.now(match)


@door("games.deeds.services.award_deeds")
def _note(cast: Cast) -> Act:
    """Return one that ended before the one that awards know of, and one of somebody else."""
    won(cast.ann, cast.ben, f"{cast.key}-later", 1)
    awards.note_due()
    won(cast.ann, cast.ben, f"{cast.key}-first")
    won(cast.cat, cast.ben, f"{cast.key}-other")
    return awards.award_deeds


@door("games.deeds.services.award_deeds: after one was struck")
def _note_struck(cast: Cast) -> Act:
    made = won(cast.ann, cast.ben, f"{cast.key}-first")
    won(cast.ann, cast.ben, f"{cast.key}-later", 1)
    awards.note_due()
    ratings.strike(made.public_id, "One person played both sides.")
    return awards.award_deeds


@door("games.deeds.summarising.summarise")
def _sum_up(cast: Cast) -> Act:
    """Return two matches that are over, with nothing kept of them."""
    won(cast.ann, cast.ben, f"{cast.key}-first")
    won(cast.cat, cast.ben, f"{cast.key}-other")
    return summaries.summarise
