"""Scenes of rulings that wait, and of going back that is undone, beside those of `doors.py`."""

from __future__ import annotations

from games.core.models import Match
from games.core.services import rulings
from games.offers import undo
from tests.games.rows.doors import Act, Cast, door
from tests.games.tables import answer, first_move


def ruled(cast: Cast) -> Match:
    """Return a match that a ruling will end for Ben."""
    match = cast.match()
    rulings.announce_ruling(match.public_id, "!adjudicate 1", "A word of a moderator.")
    return match


@door("games.core.services.rulings.announce_ruling")
def _announce(cast: Cast) -> Act:
    match = cast.match()
    return lambda: rulings.announce_ruling(match.public_id, "!void", "A word of a moderator.")


@door("games.core.services.rulings.undo_ruling")
def _undo(cast: Cast) -> Act:
    match = ruled(cast)
    return lambda: rulings.undo_ruling(match.public_id)


@door("games.core.services.rulings.take_effect")
def _take_effect(cast: Cast) -> Act:
    match = ruled(cast)
    return lambda: rulings.take_effect(match.pk)


@door("games.offers.undo.undo_going_back")
def _undo_going_back(cast: Cast) -> Act:
    match = cast.match()
    answer(match, cast.ann, first_move(match, cast.ann))
    undo.go_back(match.public_id, 0, "A word of a moderator.")
    return lambda: undo.undo_going_back(match.public_id, "It was a slip.")
