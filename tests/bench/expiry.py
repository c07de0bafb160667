"""What overdue matches and an outage cost: how long a sweep takes, and the longest time that any move is held up.

`python -m tests.bench.expiry` measures on PostgreSQL.
"""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any
from uuid import uuid4

from tests.bench.service import database
from tests.bench.verdict import verdict
from tests.bench.worker import working

MATCHES, TURNS = 1000, 20_000


def copied(row: Any, **changes: Any) -> Any:
    """A new row like another one."""
    names = [field.attname for field in row._meta.concrete_fields if not field.primary_key]
    return type(row)(**{name: getattr(row, name) for name in names} | changes)


def begun() -> list[Any]:
    """A match of each game, in which somebody has been told that it is their turn."""
    from accounts.models import User
    from games.rules import registry
    from games.services import lobby

    ann, ben = (User.objects.create_user(name, f"{name}@example.org", "x") for name in ("Ann", "Ben"))
    offers = [lobby.invite(ann, lobby.Terms(slug, {}, pace_days=3)) for slug in registry.slugs()]
    return [lobby.join(offer.match.public_id, ben) for offer in offers]


def fill(originals: list[Any], count: int) -> None:
    """So many more matches like these, with all that belongs to where they stand."""
    from accounts.models import Outbox
    from games.models import Match, MatchSecret, Seat, Snapshot, Turn

    share = [originals[number % len(originals)] for number in range(count)]
    made = Match.objects.bulk_create(copied(each, public_id=uuid4().hex) for each in share)
    for model in (MatchSecret, Snapshot):
        owned = {row.match_id: row for row in model._default_manager.filter(match__in=originals)}
        rows = zip(share, made, strict=True)
        model._default_manager.bulk_create(copied(owned[old.pk], match_id=new.pk) for old, new in rows)
    for original in originals:
        mine = [new for old, new in zip(share, made, strict=True) if old is original]
        for seat in original.seats.all():
            seats = Seat.objects.bulk_create(copied(seat, match_id=new.pk) for new in mine)
            for turn in Turn.objects.filter(seat=seat):
                Turn.objects.bulk_create(copied(turn, match_id=new.match_id, seat_id=new.pk) for new in seats)
                for letter in Outbox.objects.filter(key=turn.key, recipient=turn.user_id):
                    keys = (f"{new.match_id}:{turn.ply}" for new in seats)
                    Outbox.objects.bulk_create(copied(letter, key=key) for key in keys)


def expiry(originals: list[Any]) -> None:
    """Every match is overdue at once, and all who owe a move were told."""
    from django.utils import timezone

    from accounts.models import Outbox
    from games import tasks
    from games.models import Turn
    from games.services import sweeps

    fill(originals, MATCHES - len(originals))
    Outbox.objects.update(status="sent", sent_at=timezone.now())
    Turn.objects.update(deadline=timezone.now())
    sweeps.beat()
    with working("worker") as worker:
        begun = time.perf_counter()
        tasks.expire_due.delay()
        while Turn.objects.exists():
            time.sleep(0.05)
        took, cpu = time.perf_counter() - begun, worker.busy()
    line = f"{MATCHES} overdue matches closed by one worker of 2 processes: {took:.1f} s"
    print(f"{line} (goal < 5 s, {verdict(took < 5)}; {cpu:.1f} s of the worker's processor time)", flush=True)


def outage(originals: list[Any]) -> None:
    """An outage of ten hours over all turns, batch by batch."""
    from django.db.models import F

    from games.models import Heartbeat
    from games.services import outages
    from games.services import sweeps as sweeps

    fill(originals, TURNS)
    batches: list[float] = []
    real = outages._credit

    def timed(outage_id: int) -> bool:
        begun = time.perf_counter()
        more = real(outage_id)
        batches.append(time.perf_counter() - begun)
        return more

    outages._credit = timed
    sweeps.beat()
    Heartbeat.objects.update(at=F("at") - timedelta(hours=10))
    begun = time.perf_counter()
    assert sweeps.beat()
    took = time.perf_counter() - begun
    print(
        f"outage over {TURNS} turns: longest batch {max(batches) * 1e3:.0f} ms (goal < 100 ms, "
        f"{verdict(max(batches) < 0.1)}; {len(batches)} batches, {took:.1f} s)",
        flush=True,
    )


def main() -> None:
    """Measure and print; nothing fails for being slow."""
    with database(postgres=True):
        originals = begun()
        outage(originals)
        clear(originals)
        expiry(originals)


def clear(originals: list[Any]) -> None:
    """Take the copies away again."""
    from games.models import Match, MatchSecret, Seat

    copies = Match.objects.exclude(pk__in=[match.pk for match in originals])
    for model in (MatchSecret, Seat):
        model._default_manager.filter(match__in=copies).delete()
    copies.delete()


if __name__ == "__main__":
    main()
