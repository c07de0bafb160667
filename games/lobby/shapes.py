"""What is sent and answered where somebody to play with is found, as types: invitations, challenges, rematches."""

from __future__ import annotations

from typing import Annotated

import msgspec

from games.core.api.shapes import Absence, Audience, ClockSeen, Days, Given, Options, ReliabilitySeen, Seen, Share, When
from games.core.clock.terms import Chosen

Entropy = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{32})?$")]
"""What the player adds to the chance of the match: 16 bytes as hex; where it is empty the site draws it."""
TicketText = Annotated[str, msgspec.Meta(max_length=500)]
"""A ticket as `tickets/` gives it; where it is empty the match gets a seal that nobody has seen before."""
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
        """The clock; `pace_days` is what was said besides, which counts where the clock itself names no pace."""
        usual = 0 if self.bank_hours else Chosen.pace_days
        days = next((days for days in (self.pace_days, pace_days) if days is not None), usual)
        more = {"pace_days": days, "cap_hours": self.cap_hours or self.bank_hours}
        return Chosen(**msgspec.structs.asdict(self) | more)


class Timed(Given, frozen=True):
    """What says of time either `pace_days`, the days for a move, or all with a `clock`."""

    pace_days: Days | None = None
    clock: ClockGiven | None = None

    def chosen(self) -> Chosen:
        """The clock that is meant."""
        return (self.clock or ClockGiven()).chosen(self.pace_days)


class InvitationGiven(Timed, frozen=True, kw_only=True):
    """A match to offer; what is left out is as the site has it by default.

    `seat` is mine, null to have the seats drawn. `invited` names the player a `personal` invitation is for, and is
    refused with any other `audience`. `language` is what I would like to chat in. `min_reliability` is asked of who
    joins, in per cent; nobody's first five matches are held to it, and it cannot be asked of whom I name. `entropy` is
    what I add to the chance of the match, 16 bytes as hex. `watchable` lets everybody look on while it runs, who then
    see no hands. `paired` asks for two matches at once, with sides swapped and one result.
    """

    game: str
    options: Options = {}
    audience: Audience = "open"
    seat: SeatWanted = None
    entropy: Entropy = ""
    ticket: TicketText = ""
    invited: str = ""
    note: str = ""
    language: str = ""
    min_reliability: Share = 0
    rated: bool = False
    private: bool = False
    watchable: bool = False
    paired: bool = False


class InvitationSeen(Seen, frozen=True):
    """A match looking for players. `state` is `waits`, `rests` while it cannot be joined for the
    time being, `begun`, `withdrawn`, `declined` or `expired`. `resting` says that it is a link which rests
    until its inviter offers it again.

    `seat` is the inviter's, null where the seats are drawn; `places` are those still free. `reliability` is the
    inviter's, `min_reliability` what is asked of who joins, in per cent. `second_commitment`
    is that of the other match where it invites to a pair, null where it does not.
    """

    id: str
    state: str
    game: str
    version: int
    title: str
    options: Options
    pace_days: int
    clock: ClockSeen
    rated: bool
    private: bool
    watchable: bool
    inviter: str
    inviter_is_program: bool
    reliability: ReliabilitySeen
    min_reliability: int
    audience: Audience
    invited: str | None
    seat: int | None
    players: list[str]
    places: int
    resting: bool
    note: str
    language: str
    created: When
    expires: When
    commitment: str
    second_commitment: str | None
    page: str


class Invitations(Seen, frozen=True):
    """Invitations that wait, newest first; `next` is the address of the rest, null at the end."""

    results: list[InvitationSeen]
    next: str | None


class JoinGiven(Given, frozen=True):
    """What I add to the chance of the match, 16 bytes as hex; where it is left out the site draws it."""

    entropy: Entropy = ""


class RematchGiven(Timed, frozen=True, kw_only=True):
    """What I add to the chance of the rematch, and its `ticket`. Without `pace_days` and `clock` it has the clock
    of the match before.
    """

    entropy: Entropy = ""
    ticket: TicketText = ""

    def another(self) -> Chosen | None:
        """The clock that is meant; None for that of the match before."""
        return self.chosen() if self.clock or self.pace_days else None


class TicketQuery(Given, frozen=True):
    """The game of the match to be begun."""

    game: str


class TicketSeen(Seen, frozen=True):
    """The right to begin one match with `ticket`, until it `expires`. `match` and `commitment` are what the match will
    have: keep them with the entropy you send."""

    ticket: str
    match: str
    commitment: str
    expires: When


class ChallengeGiven(Timed, frozen=True, kw_only=True):
    """A match with the house; `seat` is mine, null to have the seats drawn. A vacation does not stop its clock."""

    game: str
    options: Options = {}
    seat: SeatWanted = None
    entropy: Entropy = ""
    ticket: TicketText = ""


class Begun(Seen, frozen=True):
    """The match I asked for: once it has `begun` it is below `matches/`, before that below `invitations/`.

    `entropy` is what stands there as added by me.
    """

    id: str
    begun: bool
    commitment: str
    entropy: str
