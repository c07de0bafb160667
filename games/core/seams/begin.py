"""How every match begins. Nothing else makes the row of a match that is to be played here, or its secret.

Who calls: everything that brings players together. An invitation and a rematch call `open_match` and wait for others;
two seeks, a house opponent and the second match of a pair call `begin_match`, since all their players are known.

In which transaction: in the caller's, who has checked by then that these players may begin such a match. Outside of one
nothing is made.

In what order: the row of the match with its secret, so that the commitment that players were shown stands before
anybody's share of chance is read; then the seats, in the order of joining; then, in `begin_match`, the match is locked
and entry 0 written, with everything that follows from an entry (`entries.append_start`).

This seam has no hook: a feature calls it, and nothing is called back. The feature that begins a match does in the same
transaction everything that follows for it. Nothing else has to know.

Where something fails, the caller's transaction undoes all of it, and the ticket is as good as before. A ticket that
another match has taken since then raises IntegrityError; `tickets.once` turns that into an answer.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db import connection
from django.db.transaction import TransactionManagementError

from accounts.models import User
from games.core.clock.terms import Chosen
from games.core.models import Match, Opponent, Seat
from games.core.services import eligibility, entries, secret
from games.core.services.locked import LockedMatch
from games.core.services.tickets import Ticket
from games.rules import registry
from games.rules.chance import ENTROPY_BYTES

ENTROPY = re.compile(rf"[0-9a-f]{{{2 * ENTROPY_BYTES}}}")
"""What a browser may give as a share of chance."""


@dataclass(frozen=True, kw_only=True)
class MatchTerms:
    """What is agreed of a match before it begins.

    `pair` is the public id of the first match of a pair, once the pair begins; empty for a match by itself.
    `rematch_of` is the match that this one is the rematch of.
    """

    game: str
    version: int
    options: Mapping[str, Any]
    clock: Chosen
    rated: bool = False
    private: bool = False
    watchable: bool = False
    pair: str = ""
    rematch_of: Match | None = None

    @classmethod
    def newest(cls, game: str, options: Mapping[str, Any], clock: Chosen) -> MatchTerms:
        """Return the terms of a match by the newest version of a game. Raises UnknownGame and BadOption."""
        meta = registry.current(game).meta
        return cls(game=game, version=meta.version, options=meta.settle(options), clock=clock)

    @classmethod
    def of(cls, match: Match) -> MatchTerms:
        """Return the terms of a match as it has them; whose rematch it is stays with that one."""
        names = ("game", "version", "options", "rated", "private", "watchable", "pair")
        return cls(clock=Chosen.of(match), **{name: getattr(match, name) for name in names})

    def renewed(self) -> MatchTerms:
        """Return the same terms by the newest version of the game, for a match that is not one of a pair yet. Raises
        UnknownGame and BadOption."""
        new = self.newest(self.game, self.options, self.clock)
        return replace(self, version=new.version, options=new.options, pair="")


class Player(NamedTuple):
    """Who takes a seat: the user's key, the seat's share of chance, what gave it (`Seat.entropy_source`), and whether
    the house plays, at which level."""

    user_id: int
    entropy: str
    source: str
    house: bool
    level: str = ""

    @classmethod
    def of(cls, seat: Seat) -> Player:
        """Return who sits on a seat, with the same share of chance."""
        return cls(seat.user_id, seat.entropy, seat.entropy_source, seat.house, seat.level)


def player(user: User, commitment: str, entropy: str = "") -> Player:
    """Return a user as a player of the match with this commitment. The site draws the share of chance unless the
    browser gave one.

    A bot adds the beginning of the commitment, which was fixed before: otherwise the site would have the last word.
    """
    house = user.is_bot and Opponent.objects.filter(user=user).exists()
    if ENTROPY.fullmatch(entropy):
        return Player(user.pk, entropy, "browser", house)
    drawn = commitment[: 2 * ENTROPY_BYTES] if house else secrets.token_hex(ENTROPY_BYTES)
    return Player(user.pk, drawn, "server", house)


def open_match(terms: MatchTerms, ticket: Ticket, players: Sequence[Player]) -> Match:
    """Make the match of a ticket, and give those who are there their seats; it waits for others.

    Raises LobbyError for a rated match of somebody who may begin none for now (`bars`), and IntegrityError where
    another match has taken the ticket.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("A match begins in a transaction, which undoes what fails half way.")
    for each in players if terms.rated else ():
        eligibility.require_unbarred(each.user_id)
    columns = {name: getattr(terms, name) for name in ("game", "version", "rated", "private", "watchable", "pair")}
    match = Match(options=terms.options, rematch_of=terms.rematch_of, **columns, **terms.clock.columns)
    secret.save_match(match, ticket)
    add_seats(match, players)
    return match


def begin_match(
    terms: MatchTerms, ticket: Ticket, players: Sequence[Player], order: Sequence[int] | None
) -> LockedMatch:
    """Make the match of a ticket and begin it at once; `players` are all who play, and `order` says which of them (from
    0) sits on each seat; None draws the seats. The match is locked until the transaction ends.

    Raises what `open_match` raises.
    """
    match = open_match(terms, ticket, players)
    locked = LockedMatch.lock(pk=match.pk)
    entries.append_start(locked, order)
    return locked


def add_seats(match: Match, players: Sequence[Player], joined: int = 0) -> None:
    """Give players their seats in a match that waits; `joined` are there already."""
    Seat.objects.bulk_create(
        Seat(
            match=match,
            user_id=each.user_id,
            joined=number,
            entropy=each.entropy,
            entropy_source=each.source,
            house=each.house,
            level=each.level,
        )
        for number, each in enumerate(players, joined)
    )


def order_of(seat: int | None, seats: int) -> list[int] | None:
    """Return which joiner (0 is the first) sits on each seat where the first wants this one; None where it is drawn."""
    if seat is None:
        return None
    others = iter(range(1, seats))
    return [0 if number == seat else next(others) for number in range(seats)]
