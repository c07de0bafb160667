"""Invitations as types, and tickets: what programs send and are answered."""

from typing import Literal

from games.core.api.beginning import Entropy, SeatWanted, TicketText, Timed
from games.core.api.shapes import ClockSeen, Given, Options, ReliabilitySeen, Seen, Share, When

Audience = Literal["open", "link", "personal"]


class InvitationGiven(Timed, frozen=True, kw_only=True):
    """A match to offer; the site's defaults apply to everything that is left out.

    `seat` is mine, null to have the seats drawn. `invited` names the player a `personal` invitation is for, and is
    refused with any other `audience`. `language` is what I would like to chat in. `min_reliability` is asked of players
    who join, in per cent; nobody's first five matches are held to it, and it can't be asked of a player I name.
    `entropy` is what I add to the chance of the match, 16 bytes as hex. `watchable` lets everybody look on while it
    runs, without seeing hands. `paired` asks for two matches at the same time, with sides swapped and one result.
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
    inviter's, `min_reliability` what is asked of the player who joins, in per cent. `second_commitment`
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
