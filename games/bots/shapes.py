"""What a program sends for a match with the house, as types."""

from games.core.api.beginning import Entropy, LevelWanted, SeatWanted, TicketText, Timed
from games.core.api.shapes import Options


class ChallengeGiven(Timed, frozen=True, kw_only=True):
    """A match with the house; `seat` is mine, null to have the seats drawn. A vacation does not stop its clock.

    `level` is one of the game's; where it is empty, the computer plays at the usual one.
    """

    game: str
    options: Options = {}
    seat: SeatWanted = None
    level: LevelWanted = ""
    entropy: Entropy = ""
    ticket: TicketText = ""
