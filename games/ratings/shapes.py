"""Ratings as programs are shown them, as types, and how rows become these."""

from collections.abc import Sequence
from typing import Annotated

import msgspec

from games.core.api.shapes import Given, RatingChangeSeen, RatingSeen, Seen
from games.core.models import Match, Seat
from games.ratings import numbers
from games.ratings.models import Rating, RatingChange


class RatingOfGame(RatingSeen, frozen=True):
    """A rating in a game, from so many `matches` that have counted."""

    game: str
    matches: int


class Ratings(Seen, frozen=True):
    """The ratings of a player, whom public dumps call by `dump_number`, null for a guest."""

    dump_number: int | None
    results: list[RatingOfGame]


class RankingQuery(Given, frozen=True):
    """Which page, from 1."""

    page: Annotated[int, msgspec.Meta(ge=1, le=10**6)] = 1


class RankedSeen(RatingSeen, frozen=True):
    """A place in a table, from 1."""

    rank: int
    name: str
    matches: int


class RankingSeen(Seen, frozen=True):
    """A page of a table; `next` is the address of the next one, null at the end.

    `active` players have had a match that counted within 180 days; listed are those whose ratings are settled, and in
    any case the half of them with the smallest deviations.
    """

    active: int
    results: list[RankedSeen]
    next: str | None


def _numbers(rating: numbers.Strength) -> dict[str, float | bool]:
    return {"number": rating.number, "deviation": rating.deviation, "settled": rating.is_settled}


def of_game(row: Rating) -> RatingOfGame:
    """Return a rating of somebody."""
    return RatingOfGame(**_numbers(row.value), game=row.game, matches=row.matches)  # type: ignore[arg-type]


def ranked(rank: int, row: Rating) -> RankedSeen:
    """Return a place in a table. The row must come with its user."""
    numbers = _numbers(row.value)
    return RankedSeen(**numbers, rank=rank, name=row.user.username, matches=row.matches)  # type: ignore[arg-type]


def changes_by_seat(match: Match, seats: Sequence[Seat]) -> list[RatingChangeSeen]:
    """Return what a match has done to ratings, by seat; nothing before it is over, and where it is not rated."""
    if not match.tallied:
        return []
    found = {row.user_id: row for row in RatingChange.objects.filter(match=match)}
    return [_change(seat.index, found[seat.user_id]) for seat in seats if seat.user_id in found]


def _change(seat: int, row: RatingChange) -> RatingChangeSeen:
    before, after = (RatingSeen(**_numbers(each)) for each in (row.before, row.after))  # type: ignore[arg-type]
    return RatingChangeSeen(seat=seat, verdict=row.verdict, before=before, after=after)  # type: ignore[arg-type]
