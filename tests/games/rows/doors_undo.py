"""Doors by which a match goes back or is cancelled; see `doors`."""

from __future__ import annotations

from games.bots import services as bots
from games.offers import services as offers, undo
from tests.games.rows.doors import Act, Cast, door
from tests.games.tables import answer, duel, first_move


@door("games.offers.services.make: taken back")
def _take_back(cast: Cast) -> Act:
    match = cast.match()
    who = duel(match)
    answer(match, who, "P")
    offers.make(match.public_id, who.pk, "undo")
    other = cast.ben if who == cast.ann else cast.ann
    return lambda: offers.make(match.public_id, other.pk, "undo", agreeing=True)


@door("games.offers.undo.go_back")
def _go_back(cast: Cast) -> Act:
    match = cast.match()
    answer(match, cast.ann, first_move(match, cast.ann))
    return lambda: undo.go_back(match.public_id, 0, "A word of a moderator.")


@door("games.offers.undo.undo_going_back")
def _undo_going_back(cast: Cast) -> Act:
    match = cast.match()
    answer(match, cast.ann, first_move(match, cast.ann))
    undo.go_back(match.public_id, 0, "A word of a moderator.")
    return lambda: undo.undo_going_back(match.public_id, "It was the wrong match.")


@door("games.offers.services.make: the house cancels")
def _cancel_with_house(cast: Cast) -> Act:
    match = bots.challenge(cast.ann, "en-garde", {})
    return lambda: offers.make(match.public_id, cast.ann.pk, "cancel")
