"""How a match ended: noted with the match and with each seat."""

from collections.abc import Collection

import msgspec

from games.core.models import Match, Seat
from games.core.models.seat import NOTHING
from games.core.services.locked import LockedMatch
from games.rules.game import Outcome


def finish(locked: LockedMatch, ended: Outcome, text: str, absent: Collection[int]) -> None:
    """Note the end that an entry of this text has brought. `absent` are the keys of seats whose players never came."""
    void = ended.reason == "void"
    locked.match.status = Match.Status.VOID if void else Match.Status.OVER
    locked.match.result = None if void else msgspec.to_builtins(ended)
    locked.match.ended = locked.now
    for seat in locked.seats:
        seat.outcome = of_seat(ended, seat.index, seat.pk in absent, text)
        seat.score = ended.scores[seat.index] if ended.scores else None
        seat.blind = []  # nothing is hidden any more
        seat.offered = NOTHING
        seat.close()


def of_seat(ended: Outcome, number: int, absent: bool, text: str) -> str:
    """Return what the end is for one seat; `absent` where its player never came, `text` is that of the last entry."""
    if ended.reason == "void":
        return Seat.Outcome.ABSENT if absent else Seat.Outcome.VOID
    if not ended.winners:
        return Seat.Outcome.LEVEL
    if number in ended.winners:
        return Seat.Outcome.WON
    return Seat.Outcome.TIMEOUT if text == f"!timeout {number}" else Seat.Outcome.LOST
