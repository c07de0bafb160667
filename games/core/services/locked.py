"""A locked match: what is read with it, and the batch of what its transaction writes.

Code that changes a running match holds it as a LockedMatch, changes the rows read with it, puts each row that it has
changed or made into the batch, and writes the batch at its end: one statement of many parts, or none
(`accounts/database/rows.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from django.utils import timezone

from accounts.database import rows
from games.core.clock.stops import Span
from games.core.models import Match, Seat, Snapshot, TimeUp, Turn
from games.core.reading import positions
from games.core.reading.access import NotYours
from games.core.services import secret
from games.rules.chance import KeyedChance
from games.rules.errors import GameOver
from games.rules.sentence import N_, sentence


class Held(GameOver):
    """A moderator's ruling waits that will end the match, or is undone."""

    code = "held"


def require_playing(match: Match) -> None:
    """Raise GameOver unless a match is being played, and Held while a ruling waits."""
    if match.status == Match.Status.OPEN:
        raise GameOver(sentence(N_("The match hasn’t begun yet. It’s still waiting for players.")))
    if match.status != Match.Status.PLAYING:
        raise GameOver(sentence(N_("The match is over; you can’t make any more moves.")))
    if match.held_until is not None:
        decided = N_("A moderator has decided how this match ends. It’s on hold until the decision takes effect.")
        raise Held(sentence(decided))


def _players(match: Match) -> list[rows.Wanted]:
    """Return what is read of those who play a match: seats and turns."""
    return [rows.Wanted(Seat, {"match_id": match.pk}), rows.Wanted(Turn, {"match_id": match.pk})]


def _board(match: Match) -> list[rows.Wanted]:
    """Return what is read of where a match stands: the newest snapshot and the secret."""
    return [rows.Wanted(Snapshot, {"match_id": match.pk, "ply": match.ply}), secret.secret_columns(match)]


class LockedMatch:
    """A match whose row is locked, with its seats in order, its turns by seat key, and where it stands.

    `is_overdue`: somebody's time was up when it was locked. `silences`: when nobody could play, as far as the match has
    not got it back yet; known where a player moves, whose turn ends with it.
    """

    silences: Sequence[Span] = ()

    def __init__(self, match: Match, found: Sequence[list[Any]] = ()) -> None:
        """Take a match that is already locked.

        `found` is what `_players` and `_board` ask for, if it was read before. More of a board that is not in it is
        read once it is needed.
        """
        now = timezone.now()
        self.match = match
        self.now = max(now, match.moved or now)  # times in a log never decrease, even if the clock goes back
        seats, turns, *board = found or rows.select_each(*_players(match), *_board(match))
        self.seats: list[Seat] = sorted(seats, key=lambda seat: (seat.number or 0, seat.joined))
        self.turns: dict[int, Turn] = {turn.seat_id: turn for turn in turns}
        self.batch = rows.Batch()
        self.is_overdue = any(turn.deadline <= self.now for turn in turns)
        if board:
            self._board = board

    @classmethod
    def lock(cls, **which: Any) -> LockedMatch:
        """Lock the match whose columns have these values, inside a transaction. Raises NotYours where there is none."""
        for match in rows.select(Match, lock=True, **which):
            return cls(match)
        raise NotYours

    @classmethod
    def lock_each(cls, match_ids: Collection[int], *, wait: bool = False, board: bool = True) -> list[LockedMatch]:
        """Lock several matches, inside a transaction; those that somebody else holds are waited for or left out. Where
        they stand is read at once only for the `board`."""
        matches = rows.select_among(Match, "id", match_ids, lock=True, wait=wait)
        keys = [match.pk for match in matches]
        seats = rows.select_among(Seat, "match_id", keys)
        turns = rows.select_among(Turn, "match_id", keys)
        boards = iter(rows.select_each(*(each for match in matches for each in _board(match))) if board else ())
        return [
            cls(
                match,
                [
                    [seat for seat in seats if seat.match_id == match.pk],
                    [turn for turn in turns if turn.match_id == match.pk],
                    *islice(boards, len(_board(match))),
                ],
            )
            for match in matches
        ]

    @cached_property
    def _board(self) -> list[list[Any]]:
        """The newest snapshot and the secret, each in a list."""
        return rows.select_each(*_board(self.match))

    @cached_property
    def before(self) -> positions.Walk:
        """Where the match stands, before the entry to be made."""
        return positions.newest_position(self.match, self._board[0])

    @cached_property
    def time_up(self) -> TimeUp | None:
        """Return the row of the seat whose time is up, if the player who stayed may choose.

        It is asked for only if it can be there.
        """
        found = rows.select(TimeUp, match_id=self.match.pk) if self.is_overdue else []
        return next(iter(found), None)

    def chance(self, epoch: int = 0) -> tuple[KeyedChance, bytes]:
        """Return the draws of the next entry in an epoch, and the key of its digest."""
        (sealed,) = self._board[1]
        return secret.keyed(self.match, sealed, self.seats, epoch)

    def seat_of(self, user_id: int) -> Seat:
        """Return the seat of a user. Raises NotYours."""
        for seat in self.seats:
            if seat.user_id == user_id:
                return seat
        raise NotYours

    def require_playing(self) -> None:
        """Raise GameOver unless the match is being played."""
        require_playing(self.match)

    def write_seats(self) -> None:
        """Write what has changed in the seats, with all else that the batch holds, where no entry does it."""
        for seat in self.seats:
            self.batch.update(seat)
        self.batch.write()
