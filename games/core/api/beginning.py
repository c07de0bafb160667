"""What programs send and are answered as they begin a match, as types, for every way that players come together."""

from __future__ import annotations

from typing import Annotated

import msgspec

from accounts.models import User
from games.core.api.shapes import Absence, Days, Given, Seen
from games.core.clock.terms import Chosen
from games.core.models import Match

Entropy = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{32})?$")]
"""What the player adds to the chance of the match: 16 bytes as hex; where it is empty the site draws it."""
TicketText = Annotated[str, msgspec.Meta(max_length=500)]
"""A ticket as `tickets/` gives it; where it is empty the match gets a seal that nobody has seen before."""
LevelWanted = Annotated[str, msgspec.Meta(max_length=20)]
"""At which level the computer plays."""
SeatWanted = Annotated[int, msgspec.Meta(ge=0, le=9)] | None


class ClockGiven(Given, frozen=True):
    """What a match is to say of time; what is left out is as the site has it by default.

    Either `pace_days`, or a bank, which holds at most what it begins with where `cap_hours` does not say more. Which
    numbers there are stands with the games. `total_days` null is what is usual.
    """

    pace_days: int | None = None
    bank_hours: int = 0
    increment_hours: int = 0
    cap_hours: int = 0
    nights: bool = False
    weekends: bool = False
    vacations: bool = True
    total_days: int | None = None
    absence: Absence = "choice"

    def chosen(self, pace_days: int | None) -> Chosen:
        """Return the clock; `pace_days` is what was said besides, which counts where the clock itself names no pace."""
        usual = 0 if self.bank_hours else Chosen.pace_days
        days = next((days for days in (self.pace_days, pace_days) if days is not None), usual)
        more = {"pace_days": days, "cap_hours": self.cap_hours or self.bank_hours}
        return Chosen(**msgspec.structs.asdict(self) | more)


class Timed(Given, frozen=True):
    """What says of time either `pace_days`, the days for a move, or all with a `clock`."""

    pace_days: Days | None = None
    clock: ClockGiven | None = None

    def chosen(self) -> Chosen:
        """Return the clock that is meant."""
        return (self.clock or ClockGiven()).chosen(self.pace_days)


class Begun(Seen, frozen=True):
    """The match I asked for: once it has `begun` it is below `matches/`, before that below `invitations/`.

    `entropy` is what stands there as added by me.
    """

    id: str
    begun: bool
    commitment: str
    entropy: str

    @classmethod
    def of(cls, match: Match, user: User) -> Begun:
        """Return what one who has asked for a match gets: the match if it has begun, else the invitation that waits."""
        mine = match.seats.filter(user=user).first()
        return cls(
            id=match.public_id,
            begun=match.started is not None,
            commitment=match.commitment,
            entropy=mine.entropy if mine else "",
        )
