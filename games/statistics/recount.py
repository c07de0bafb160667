"""What statistics count of a match that is over: noted as it ends, and again from its log."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from django.db import Error
from django.db.models import QuerySet

from accounts import faults
from games.core.models import Entry, Match, Seat
from games.core.reading import positions
from games.core.services import outcomes, secret
from games.rules import engine
from games.rules.chance import digest_key
from games.rules.engine import AnyPosition, Replay
from games.rules.game import Outcome

ARMIES: dict[str, Callable[[Any, int], str]] = {}
"""By game, which kind of army a seat had in the state at the end; noted here by the boards."""
PORTION = 100
"""Matches that are replayed before what they come to is written."""


class NoEnd(Exception):
    """A log that does not come to the end of a match."""


def note_armies(match: Match, seats: Iterable[Seat], position: AnyPosition) -> None:
    """Note with the seats of a match that has ended in a position which armies they had, where its game has any."""
    army = ARMIES.get(match.game)
    if army is not None:
        for seat in seats:
            seat.army = army(position.state, seat.index)


class Portion(NamedTuple):
    """So many matches were replayed, so many rows were not as the logs have it and are now; these `failed`: public ids,
    each with the reason."""

    matches: int
    changed: int
    failed: dict[str, str]


def finished_matches(games: Sequence[str]) -> int:
    """Return how many matches of these games are over; of all games where none is named."""
    return _over(games).count()


def portions(games: Sequence[str]) -> Iterator[Portion]:
    """Replay all matches of these games that are over, in portions, and write what differs from what is noted.

    A log that does not have the digests it was written with changes nothing: what is noted may be all that is right.
    It may be broken off and done again, and nobody waits for it: what is over does not change.
    """
    after = 0
    while found := list(_over(games).filter(pk__gt=after).order_by("pk").prefetch_related("seats")[:PORTION]):
        yield _recounted(found)
        after = found[-1].pk


def _over(games: Sequence[str]) -> QuerySet[Match]:
    rows = Match.objects.filter(status=Match.Status.OVER)
    return rows.filter(game__in=games) if games else rows


def _recounted(matches: list[Match]) -> Portion:
    logs = _logs(matches)
    secrets = secret.for_check(matches)
    changed = list[Match | Seat]()
    failed = dict[str, str]()
    for match in matches:
        try:
            changed += _differing(match, logs.get(match.pk, []), bytes.fromhex(secrets.get(match.pk, "")))
        except Error:
            raise
        except Exception as error:  # one that cannot be read must not keep the others from being counted
            failed[match.public_id] = faults.why(error)
    Match.objects.bulk_update([row for row in changed if isinstance(row, Match)], ["result"])
    seats = [row for row in changed if isinstance(row, Seat)]
    Seat.objects.bulk_update(seats, ["outcome", "score", "army"])
    return Portion(len(matches), len(changed), failed)


def _logs(matches: list[Match]) -> dict[int, list[Entry]]:
    entries = Entry.objects.filter(match__in=matches).order_by("match", "ply")
    return {match: list(log) for match, log in groupby(entries, key=lambda entry: entry.match_id)}


def _differing(match: Match, log: list[Entry], sealed: bytes) -> list[Match | Seat]:
    """Return the match and its seats as far as their rows differ from what the log comes to, which the secret holds to
    its digests. Raises NoEnd or RulesError.
    """
    position, ended = _end(match, log, digest_key(sealed))
    rows: list[Match | Seat] = [match, *match.seats.all()]
    before = [_counted(row) for row in rows]
    match.result = msgspec.json.decode(msgspec.json.encode(ended))  # with lists, as the row has them
    for seat in match.seats.all():
        seat.outcome = outcomes.of_seat(ended, seat.index, False, log[-1].text)
        seat.score = ended.scores[seat.index] if ended.scores else None
    note_armies(match, match.seats.all(), position)
    return [row for row, was in zip(rows, before, strict=True) if _counted(row) != was]


def _end(match: Match, log: list[Entry], key: bytes) -> tuple[AnyPosition, Outcome]:
    if not log:
        raise NoEnd("it has no log")
    position = Replay(match.rules, key).run([positions.as_rules(entry) for entry in log]).position
    ended = engine.outcome(match.rules, position)
    if ended is None or ended.reason == "void":
        raise NoEnd("its log does not come to a result")
    return position, ended


def _counted(row: Match | Seat) -> object:
    return row.result if isinstance(row, Match) else (row.outcome, row.score, row.army)
