"""What came of somebody's matches that are over: by game, side and army, and against whom.

Matches between people count if the reader may look at them; void ones do not, nor those that a moderator has struck.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet

from accounts import blocks
from accounts.models import User
from games.core.models import Match, Seat
from games.core.models.seat import house_plays
from games.core.reading import results as profiles
from games.statistics.queries import LOST, Balance, K, balances, total

MAX_OPPONENTS = 10
"""Opponents who are named: those of most matches."""


class BalanceKey(NamedTuple):
    """What of somebody's matches is counted together; `army` is empty where there was none."""

    game: str
    side: int
    army: str


def of_person(person: User, reader_id: int | None) -> dict[BalanceKey, Balance]:
    """Return what came of the matches of a person that a user, or a visitor, may look at, by one query."""
    rows = _seats(person, reader_id).values("match__game", "number", "army", "outcome").annotate(number_of=Count("pk"))
    found = rows.values_list("match__game", "number", "army", "outcome", "number_of")
    return balances((BalanceKey(game, side or 0, army), outcome, number) for game, side, army, outcome, number in found)


class InGame(NamedTuple):
    """What came of somebody's matches of a game: of all, by side and by army."""

    game: str
    whole: Balance
    sides: dict[int, Balance]
    armies: dict[str, Balance]


def in_games(parts: Mapping[BalanceKey, Balance]) -> list[InGame]:
    """Return the parts put together, game by game."""
    return [_in_game(game, parts) for game in sorted({part.game for part in parts})]


def _in_game(game: str, parts: Mapping[BalanceKey, Balance]) -> InGame:
    rows = [(part, balance) for part, balance in parts.items() if part.game == game]
    sides = _summed((part.side, balance) for part, balance in rows)
    armies = _summed((part.army, balance) for part, balance in rows if part.army)
    return InGame(game, total(balance for _part, balance in rows), sides, armies)


def _summed(rows: Iterable[tuple[K, Balance]]) -> dict[K, Balance]:
    found: dict[K, list[Balance]] = defaultdict(list)
    for key, balance in rows:
        found[key].append(balance)
    return {key: total(found[key]) for key in sorted(found)}  # type: ignore[type-var]


class Against(NamedTuple):
    """What came of somebody's matches against another one."""

    other: User
    balance: Balance


def balances_by_opponent(person: User, reader_id: int | None) -> list[Against]:
    """Return the same by opponent, those of most matches first.

    Nobody is named to whom the reader blocks, or who blocks the reader.
    """
    met = _seats(person, reader_id).annotate(other=F("match__seats__user")).exclude(other=person.pk)
    if reader_id is not None:
        met = met.exclude(other__in=blocks.between(reader_id))
    rows = list(_by_other(met)[:MAX_OPPONENTS])
    users = User.objects.in_bulk([row["other"] for row in rows])
    return [Against(users[row["other"]], Balance(row["won"], row["drawn"], row["lost"])) for row in rows]


def _by_other(met: QuerySet[Any]) -> QuerySet[Any, dict[str, Any]]:
    won, level = (Count("pk", filter=Q(outcome=each)) for each in (Seat.Outcome.WON, Seat.Outcome.LEVEL))
    lost = Count("pk", filter=Q(outcome__in=LOST))
    played = Count("pk")
    return met.values("other").annotate(won=won, drawn=level, lost=lost, played=played).order_by("-played", "other")


def _seats(person: User, reader_id: int | None) -> QuerySet[Seat]:
    matches = profiles.finished_of_person(person, reader_id).filter(
        ~house_plays("pk"), status=Match.Status.OVER, struck=""
    )
    return Seat.objects.filter(user=person, match__in=matches.order_by()).order_by()
