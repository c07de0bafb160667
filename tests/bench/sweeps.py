"""What sweeps cost with a million open turns: who is to be reminded, whose time is up, and time that is given back.

`python -m tests.bench sweeps` measures on PostgreSQL; a number behind it takes so many turns instead.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

from tests.bench.admin import copy, database_time
from tests.bench.service import database
from tests.bench.verdict import verdict

TURNS, DUE = 1_000_000, 1000
GOAL, HELD_UP = 5.0, 0.1
"""Seconds of one core for a pass, and by the clock for a move that waits for a match."""
PEOPLE = 100_000
START = 1_000_000
"""The first id of the rows that are made by SQL."""
MOVES = 4
AHEAD = 40
"""Among how many turns the next one is chosen that a move is tried in while time is given back."""


def main() -> None:
    """Measure and print; nothing fails for being slow."""
    if "moves" in sys.argv:
        return submit()
    given = [int(word) for word in sys.argv[1:] if word.isdigit()]
    with database(postgres=True), tempfile.TemporaryDirectory(prefix="fog") as home:
        from tests.parts import redis

        fill(given[0] if given else TURNS)
        with redis.started(Path(home)) as broker, redis.used(broker.url):
            reminders()
            expiry()
            outage()
    return None


# --- A million turns -------------------------------------------------------------------------------------------------


def fill(turns: int) -> None:
    """Write so many turns, in matches of each game that have begun, with everything that belongs to them.

    Of each kind some are due, spread over all rows.
    """
    from django.db import connection

    originals = begun()
    share = turns // sum(match.turns.count() for match in originals) + 1
    people(originals[0].seats.all()[0].user)
    for place, match in enumerate(originals):
        matches(match, START + place * share, share)
    with connection.cursor() as cursor:
        make_due(cursor)
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("SELECT count(*), count(DISTINCT match_id), count(DISTINCT user_id) FROM games_turn")
        print("{:,} open turns in {:,} matches, of {:,} people".format(*cursor.fetchone()), flush=True)


def begun() -> list[Any]:
    """Return matches of each game after some moves: of those whose time is up one is lost, in the other somebody
    chooses.
    """
    from accounts.models import User
    from games.core.clock.terms import CHOICE, LOSS, Chosen
    from games.core.models import Match
    from tests.games import tables
    from tests.parts.games import drawn

    users = [User.objects.create_user(name, f"{name}@example.org", None) for name in ("Ann", "Ben")]
    clocks = [Chosen(absence=LOSS), Chosen(absence=CHOICE, nights=True, weekends=True)]
    for number, slug in enumerate(2 * drawn()):
        match = tables.begin(*users, game=slug, public_id=f"original{number}", clock=clocks[number % 2])
        match.seats.update(zone="Europe/Berlin")
        tables.play_on(match, MOVES)
    return list(Match.objects.all())


def people(user: Any) -> None:
    """Insert the people who play them, all like this one."""
    name = "'player' || n"
    skeleton = f"translate({name}, '01i', 'oll')"
    given = {"skeleton": skeleton, "email": f"{name} || '@example.org'", "dump_number": "NULL"}
    copy(user, PEOPLE, id=f"{START} + n", username=name, **given)


def matches(match: Any, first: int, count: int) -> None:
    """Insert so many more matches like this one, with ids from `first` on. No turn runs out for a day."""
    from accounts.models import Outbox
    from games.core.models import MatchSecret, Snapshot

    key = f"{first} + n"
    copy(match, count, id=key, public_id=f"'m' || {key}", last_moment="now() + interval '40 days'")
    for model in (MatchSecret, Snapshot):
        copy(model._default_manager.filter(match=match).latest("pk"), count, id=key, match_id=key)
    newest = {match.ply, *match.seats.values_list("answered_ply", flat=True)}
    for entry in match.entries.filter(ply__in=newest):  # of the others nothing is asked
        copy(entry, count, id=f"100 * ({key}) + {entry.ply}", match_id=key)
    deadline = "now() + interval '1 day' + mod(n * 7919, 1500000) * interval '1 second'"
    for seat in match.seats.all():
        row, user = f"2 * ({key}) + {seat.number}", f"{START} + mod(7 * ({key}) + {seat.number} * 50021, {PEOPLE})"
        copy(seat, count, id=row, match_id=key, user_id=user)
        for turn in seat.match.turns.filter(seat=seat):
            moments = {"deadline": deadline, "next_reminder_at": f"{deadline} - interval '3 hours'"}
            left = {"left": f"{deadline} - now()", "counted_from": "now()", "last_moment": "now() + interval '20 days'"}
            copy(turn, count, id=row, seat_id=row, match_id=key, user_id=user, since="now()", **moments, **left)
            sent = {"status": "'sent'", "sent_at": "now()", "key": f"({key}) || ':{turn.ply}'"}
            for letter in Outbox.objects.filter(kind="turn", key=turn.key, recipient=turn.user_id):
                copy(letter, count, id="gen_random_uuid()", recipient_id=user, **sent)


def make_due(cursor: Any) -> None:
    """Have one turn in each of a thousand matches be overdue, and one in each of a thousand others be reminded of."""
    cursor.execute("SELECT count(DISTINCT match_id) / %s FROM games_turn", [DUE])
    (step,) = cursor.fetchone()
    for place, moments in enumerate((OVERDUE, TO_REMIND)):
        first = "SELECT min(id) FROM games_turn WHERE match_id %% %s = %s GROUP BY match_id LIMIT %s"
        cursor.execute(f"UPDATE games_turn SET {moments} WHERE id IN ({first})", [step, place * (step // 2), DUE])


OVERDUE = """since = now() - interval '73 hours', counted_from = now() - interval '73 hours', deadline = now(),
"left" = interval '3 days', next_reminder_at = NULL"""
TO_REMIND = """since = now() - interval '50 hours', counted_from = now() - interval '50 hours',
"left" = interval '3 days', deadline = now() + interval '22 hours', next_reminder_at = now() - interval '2 hours'"""


# --- What is measured ------------------------------------------------------------------------------------------------


def reminders() -> None:
    """Run one pass of reminders."""
    from accounts.models import Outbox
    from games.core.services import sweeps

    told("reminded of", sweeps.remind)
    assert Outbox.objects.filter(kind="reminder").count() == DUE


def expiry() -> None:
    """Run one pass over those whose time is up. All of them were told."""
    from games.core.services import sweeps

    done = told("overdue", sweeps.expire)
    assert len(done) == DUE, len(done)
    assert not sweeps.expire(), "what is done is not due again"
    print("  " + ", ".join(f"{count} {word}" for word, count in Counter(done.values()).most_common()), flush=True)


def told(what: str, sweep: Callable[[], Any]) -> Any:
    """Print what a pass takes of one core: this process and the database together, and nothing else."""
    from games.core.services import sweeps

    sweeps.heartbeat()
    begun, here, there = time.perf_counter(), time.process_time(), database_time()
    done = sweep()
    took, here, there = time.perf_counter() - begun, time.process_time() - here, database_time() - there
    line = f"{DUE} turns {what}: {here + there:.1f} s of one core, {there:.1f} s of it in the database"
    print(f"{line} (goal < {GOAL:.0f} s, {verdict(here + there < GOAL)}; {took:.1f} s by the clock)", flush=True)
    return done


def outage() -> None:
    """Give back an outage of ten hours over all turns, while players try to move in the matches it holds."""
    from django.db.models import F

    from games.core.models import Heartbeat, Turn
    from games.core.services import sweeps

    Heartbeat.objects.update(at=F("at") - timedelta(hours=10))
    moves = subprocess.Popen(
        [sys.executable, "-m", "tests.bench", "sweeps", "moves"], stdout=subprocess.PIPE, text=True
    )
    begun, here, there = time.perf_counter(), time.process_time(), database_time()
    assert sweeps.heartbeat()
    took, here, there = time.perf_counter() - begun, time.process_time() - here, database_time() - there
    waits = sorted(json.loads(moves.communicate()[0]))
    longest, usual = waits[-1], waits[int(len(waits) * 0.99)]
    print(f"Outage over {Turn.objects.count():,} turns: {took:.0f} s by the clock, {here + there:.0f} s of one core")
    line = f"  {len(waits):,} moves in matches that get their time just then: the longest wait {longest * 1e3:.0f} ms"
    print(
        f"{line} (goal ≤ {HELD_UP * 1e3:.0f} ms, {verdict(longest <= HELD_UP)}), p99 {usual * 1e3:.0f} ms", flush=True
    )


def submit() -> None:
    """Take matches as a move takes them while time is given back, and print the waits.

    Take them among those whose turn is next.
    """
    import django

    django.setup()
    from django.db import transaction

    from accounts.database import rows
    from games.core.models import Match, Outage, Turn

    chance, waits = Random(7), list[float]()
    while not Outage.objects.exists():
        time.sleep(0.001)
    while (outage := Outage.objects.owed().first()) is not None:
        next_ones = Turn.objects.filter(pk__gt=outage.credited).order_by("pk").values_list("match", flat=True)
        match = chance.choice(next_ones[:AHEAD])
        with transaction.atomic():
            begun = time.perf_counter()
            rows.select(Match, lock=True, id=match)
            waits.append(time.perf_counter() - begun)
        time.sleep(0.002)
    print(json.dumps(waits))


if __name__ == "__main__":
    main()
