"""Taking a move back by consent: whether it may be, from what everybody may know of it.

A move may be taken back while it is the newest entry, if it was asked of its seat alone, if what follows is not
answered in secret, and if all that it showed was its seat's own choice (`Game.foreseen`) and nothing was drawn. So
the player who takes it back has learnt nothing, and whether it may be taken back tells nothing of what is sealed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from games.rules import engine
from games.rules.engine import AnyGame, AnyPosition
from games.rules.game import Event, Seat
from games.rules.sentence import N_, Sentence, sentence


class Bar(Enum):
    """Why a move cannot be taken back."""

    NOTHING = N_("You have no move to take back.")
    TOGETHER = N_("When several players move at the same time, nothing can be taken back.")
    SHOWN = N_("Your last move drew or revealed something new, so you can’t take it back any more.")
    ANSWERED = N_("Your last move has been answered, so you can’t take it back any more.")
    GONE = N_("Your last move has already been taken back. Only a moderator can go back further.")

    @property
    def sentence(self) -> Sentence:
        """The same, to the player."""
        return sentence(self.value)


def barred(
    game: AnyGame,
    seat: Seat,
    before: AnyPosition,
    after: AnyPosition,
    events: Iterable[Event],
    draws: Sequence[object],
) -> Bar | None:
    """Return why the move by which a seat led from one position to another cannot be taken back, even before it is
    answered; None where it can.
    """
    if engine.to_act(game, before) != {seat} or engine.is_secret(game, before) or engine.is_secret(game, after):
        return Bar.TOGETHER
    if draws or not all(game.foreseen(event) for event in events):
        return Bar.SHOWN
    return None
