"""Ratings: what a rated match does to the ratings of its players."""

from games.core import ended
from games.services import ratings


def register() -> None:
    """Tally a match once its end is committed. The sweep “tally” tallies what was missed."""
    ended.after_commit("ratings", ratings.note_end, swept_by="tally")
