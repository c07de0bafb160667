"""What a program sends for a rematch, as types."""

from games.core.api.beginning import Entropy, LevelWanted, TicketText, Timed
from games.core.clock.terms import Chosen


class RematchGiven(Timed, frozen=True, kw_only=True):
    """What I add to the chance of the rematch, and its `ticket`. Without `pace_days` and `clock` it has the clock
    of the match before, and without `level` the computer plays as it did there.
    """

    level: LevelWanted = ""
    entropy: Entropy = ""
    ticket: TicketText = ""

    def another(self) -> Chosen | None:
        """Return the clock that is meant; None for that of the match before."""
        return self.chosen() if self.clock or self.pace_days else None
