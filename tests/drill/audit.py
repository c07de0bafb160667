"""What the database says, for the drill to judge: run within the service, `python -m tests.drill.audit` prints JSON.

Whose turn it was is worked out again from the logs alone; the rows of turns and notices are only compared with it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tests.drill.people import set_up

if TYPE_CHECKING:
    from games.core.models import Entry, Match, Seat

Key = tuple[str, str, str]
"""A notice: its kind, its key, and to whom it is."""


def expected(match: Match) -> tuple[set[Key], set[str]]:
    """Return the notices about turns, beginning and end that a match's log calls for, and who owes a move at its
    end.
    """
    from games.rules import engine
    from games.rules.engine import Replay

    seats = {seat.index: seat for seat in match.seats.select_related("user")}
    replay: Replay[Any, Any] = Replay(match.rules)
    keys, held = set[Key](), set[int]()
    for entry in match.entries.order_by("ply"):
        replay.push(_as_rules(entry))
        owing = set(engine.to_act(match.rules, replay.position))
        held -= _ended_by_clock(entry, seats)
        fresh = owing - held
        keys |= {("turn", f"{match.pk}:{entry.ply}", name) for name in _people(seats, fresh)}
        keys |= {("start", f"{match.pk}", name) for name in _people(seats, seats.keys() - fresh) if entry.ply == 0}
        held = owing
    if match.status != "playing":
        keys |= {("end", f"{match.pk}", name) for name in _people(seats, seats.keys())}
    return keys, {seats[number].user.username for number in held}


def _as_rules(entry: Entry) -> Any:
    from games.core.reading import positions

    return positions.as_rules(entry)


def _people(seats: dict[int, Seat], numbers: Iterable[int]) -> list[str]:
    return [seats[number].user.username for number in numbers if not seats[number].house]


def _ended_by_clock(entry: Entry, seats: dict[int, Seat]) -> set[int]:
    """Return the seat for which the clock moved: what it owes afterwards is news to its player."""
    clock = entry.seat is not None and not entry.by_program and not seats[entry.seat].house
    return {entry.seat} if clock and entry.seat is not None else set()


def told() -> set[Key]:
    """Return the notices that were queued about turns, beginnings and ends."""
    from accounts.models import Outbox

    rows = Outbox.objects.filter(kind__in=["turn", "start", "end"])
    return set(rows.values_list("kind", "key", "recipient__username"))


def untold() -> dict[str, list[Any]]:
    """Return missing notices, notices that nothing calls for, and matches with wrong rows of turns."""
    from games.core.models import Match, Turn

    wanted, wrong = set[Key](), []
    for match in Match.objects.filter(started__isnull=False).order_by("pk"):
        keys, owing = expected(match)
        wanted |= keys
        if set(Turn.objects.filter(match=match).values_list("user__username", flat=True)) != owing:
            wrong.append(match.public_id)
    found = told()
    return {"missing": sorted(wanted - found), "idle": sorted(found - wanted), "turns": wrong}


def written() -> Iterator[tuple[str, str, str]]:
    """Yield the moves that programs made, by match, player and text, oldest first."""
    from games.core.models import Entry, Seat

    names = {(seat.match_id, seat.number): seat.user.username for seat in Seat.objects.select_related("user")}
    rows = Entry.objects.filter(by_program=True).order_by("match", "ply")
    for match_id, public_id, seat, text in rows.values_list("match_id", "match__public_id", "seat", "text"):
        yield public_id, names[match_id, seat], text


def house() -> Iterator[tuple[float, float]]:
    """Yield when house opponents answered, and the seconds that took."""
    from games.core.models import Entry, Seat

    seats = set(Seat.objects.filter(house=True).values_list("match_id", "number"))
    before: Entry | None = None
    for entry in Entry.objects.filter(match__in=[match for match, _ in seats]).order_by("match", "ply"):
        if before is not None and before.match_id == entry.match_id and (entry.match_id, entry.seat) in seats:
            yield entry.created.timestamp(), (entry.created - before.created).total_seconds()
        before = entry


def letters() -> dict[str, dict[str, Any]]:
    """Return the outbox by Message-ID: status, address, kind, and the times of its queueing and sending."""
    from accounts.channels.email.transport import message_id
    from accounts.models import Outbox

    found = {}
    for row in Outbox.objects.all():
        name = message_id("notice", str(row.recipient_id or row.address), row.channel, row.kind, row.key)
        times = [each and each.timestamp() for each in (row.created, row.sent_at)]
        found[name] = {"status": row.status, "address": row.address, "kind": row.kind, "times": times, "key": row.key}
    return found


def ended_by_house() -> dict[str, str]:
    """Return the matches that ended on time or by absence, with the house's words."""
    from games.core.models import Entry

    rows = Entry.objects.filter(seat=None, ply__gt=0)
    return dict(rows.values_list("match__public_id", "text"))


def audit() -> dict[str, Any]:
    return {
        **untold(),
        "written": list(written()),
        "house": list(house()),
        "letters": letters(),
        "ended": ended_by_house(),
    }


if __name__ == "__main__":
    set_up()
    json.dump(audit(), sys.stdout)
