"""`python -m tests.bench admin`: what moderators wait for on a PostgreSQL with a million rows of everything.

`python -m tests.bench admin 20000` takes fewer rows; `accounts_outbox` behind it fills and measures that list alone.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.service import database
from tests.bench.verdict import verdict

ROWS = 1_000_000
GOAL = 300
"""Milliseconds, for the worst of a list's searches too."""
TIMES = 5
START = 1_000_000
"""The first id of the rows that are made by SQL."""
TURNS_A_PLAYER = 20

WORDS = {"accounts_user": ["p", "player7", "player77@example.org"], "games_entry": ["m000000077"]}
SEARCHES = ["player77", "player77@example.org", "Maestro.Belcolpo", "m000000077", "nobody"]
"""A player, an address, a house opponent with a third of all matches, a match, and nothing."""
FILTERS = {
    "accounts_outbox": [
        *("status__exact=failed", "status__exact=pending", "status__exact=sent", "kind=invited", "kind=turn"),
        *("channel=email", "channel=webhook", "channel=push", "created__gte=2025-12-31T00:00Z"),
    ],
    "accounts_user": [
        "is_staff__exact=1",
        "is_bot__exact=1",
        "is_active__exact=0",
        "language=it",
        "date_joined__gte=2025-12-31T00:00Z",
    ],
    "games_match": ["game=field-of-glory", "status__exact=open", "created__gte=2025-12-31T00:00Z"],
}
OUTBOX = "accounts_outbox"
LISTS = [
    *[OUTBOX, "accounts_user", "account_emailaddress"],
    *["games_match", "games_seat", "games_turn", "games_entry", "games_chatline", "games_invitation"],
]


def copy(row: Any, count: int, **given: str) -> None:
    """Insert rows like this one, as many as `count`, except for what is given.

    That is SQL in which `n` counts from 0.
    """
    from django.db import connection

    fields = [(field.attname, f'"{field.column}"') for field in row._meta.concrete_fields]
    columns = ", ".join(column for _, column in fields)
    values = ", ".join(given.get(name, f"t.{column}") for name, column in fields)
    table, key = f'"{row._meta.db_table}"', f't."{row._meta.pk.column}"'
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # neither foreign keys nor the log's trigger
        cursor.execute(
            f"INSERT INTO {table} ({columns}) SELECT {values} FROM {table} t, generate_series(0, {count - 1}) n "
            f"WHERE {key} = %s",
            [str(row.pk)],
        )
        cursor.execute("RESET session_replication_role")


def fill(rows: int, lists: Sequence[str] = LISTS) -> Any:
    """Return a million of everything that these lists show; answers the moderator, who sits in a match himself."""
    from allauth.account.models import EmailAddress

    from accounts import outbox
    from accounts.models import User
    from games.chat import services as chat
    from games.lobby import services as lobby

    mo = User.objects.create_superuser("Mo", "mo@example.org", "x")
    ann = User.objects.create_user("Ann", "ann@example.org", "x")
    bot = User.objects.create_user("Maestro.Belcolpo", "", "x")
    match = lobby.join(lobby.invite(ann, lobby.Terms("en-garde", {"rounds": 9}, pace_days=3)).match.public_id, mo)
    chat.say(match.public_id, ann, "Hello")
    outbox.queue(ann.pk, "turn", "1", {"match": match.pk})
    address = EmailAddress.objects.create(user=ann, email="ann@example.org", verified=True)
    then = f"timestamptz '2026-01-01' - ({rows} - n) * interval '1 minute'"
    _people(ann, address, rows, then)
    if lists != [OUTBOX]:
        _matches(match, bot, rows, then)
    _letters(ann.outbox.get(kind="turn", key="1"), rows, then)
    return mo


def _matches(match: Any, bot: Any, rows: int, then: str) -> None:
    """Insert matches with everything that belongs to them. A third of them are against the house."""
    from games.core.models import ChatLine

    key, player = f"{START} + n", f"{START} + n / {TURNS_A_PLAYER}"
    over = "CASE WHEN mod(n, 5) = 0 THEN 'playing' ELSE 'over' END"
    result = """CASE WHEN mod(n, 5) > 0 THEN '{"reason": "void"}'::jsonb END"""
    copy(match, rows, id=key, public_id="'m' || lpad(n::text, 9, '0')", status=over, result=result, created=then)
    for number, seat in enumerate(match.seats.all()):
        user = f"CASE WHEN mod(n, 3) = 0 AND {number} = 0 THEN {bot.pk} ELSE {START} + (n / 10 + {number} * 77) END"
        copy(seat, rows, id=f"{START} + 2 * n + {number}", match_id=key, user_id=user, number=str(number))
    late = "timestamptz '2026-12-01' + n * interval '1 second'"
    copy(match.turns.get(), rows, id=key, match_id=key, seat_id=f"{START} + 2 * n", user_id=player, deadline=late)
    copy(match.entries.get(), rows, id=key, match_id=key)
    copy(ChatLine.objects.get(), rows, id=key, match_id=key, user_id=player)
    copy(match.invitation, rows, id=key, match_id=key, inviter_id=player, created=then)


def _people(ann: Any, address: Any, rows: int, then: str) -> None:
    """Insert users, each with an address."""
    key, name = f"{START} + n", "'player' || n"
    email = f"{name} || '@example.org'"
    skeleton = f"translate({name}, '01i', 'oll')"
    copy(ann, rows, id=key, username=name, skeleton=skeleton, email=email, date_joined=then, dump_number="NULL")
    copy(address, rows, id=key, user_id=key, email=email)


def _letters(letter: Any, rows: int, then: str) -> None:
    """Insert letters that were sent, and a few that failed, wait or went by a push."""
    mailbox = f"'player' || n / {TURNS_A_PLAYER} || '@example.org'"
    copy(
        letter,
        rows,
        id="gen_random_uuid()",
        recipient_id=f"{START} + n / {TURNS_A_PLAYER}",
        address=mailbox,
        mailbox=mailbox,
        key="n::text",
        status="CASE mod(n, 100000) WHEN 7 THEN 'failed' WHEN 8 THEN 'pending' ELSE 'sent' END",
        channel="CASE mod(n, 100000) WHEN 9 THEN 'push' ELSE 'email' END",
        failed_at=f"CASE WHEN mod(n, 100000) = 7 THEN {then} END",
        sent_at=f"CASE WHEN mod(n, 100000) NOT IN (7, 8) THEN {then} END",
        created=then,
    )


def database_time() -> float:
    """Return seconds that the database has computed for this connection."""
    from django.db import connection

    return int(Path(f"/proc/{connection.connection.info.backend_pid}/schedstat").read_text().split()[0]) / 1e9


def main() -> None:
    """Measure and print; nothing fails for being slow."""
    given = [word for word in sys.argv[1:] if word.isdigit()]
    with database(postgres=True):
        from django.db import connection
        from django.test import Client

        rows = int(given[0]) if given else ROWS
        lists = [word for word in sys.argv[1:] if word in LISTS] or LISTS
        moderator = fill(rows, lists)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
            cursor.execute("SET max_parallel_workers_per_gather = 0")  # so that the time of one process is all of it
        client = Client(SERVER_NAME="localhost")
        client.force_login(moderator, "accounts.backends.Backend")
        print(f"Admin with {rows:,} rows of each, milliseconds of processor time (goal ≤ {GOAL} each)")
        for name in lists:
            _measure(client, name)


def _measure(client: Any, name: str) -> None:
    """Print what the list, its last page, its searches and filters take."""
    shown = f"admin:{name}_changelist"
    found = {
        "list": took(client, shown, ""),
        "page 100": took(client, shown, "p=100"),
        **{f"search {word}": took(client, shown, f"q={word}") for word in WORDS.get(name, SEARCHES)},
        **{f"filter {each}": took(client, shown, each) for each in FILTERS.get(name, [])},
    }
    if name == OUTBOX:
        found["figures"] = took(client, f"admin:{name}_figures", "")
    for what, (spent, there) in found.items():
        print(f"  {name} {what}: {spent:.0f}, {there:.0f} of it in the database, {verdict(spent <= GOAL)}", flush=True)


def took(client: Any, name: str, query: str) -> tuple[float, float]:
    """Return milliseconds in all and in the database: processor time, since the machine may be busy otherwise."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    url, times = f"{reverse(name)}?{query}", list[tuple[float, float]]()
    with CaptureQueriesContext(connection) as asked:
        client.get(url)
    assert not any("DISTINCT" in each["sql"] for each in asked.captured_queries), f"{url} reads a whole table"
    for _ in range(TIMES):
        begun = time.process_time(), database_time()
        response = client.get(url)
        there = database_time() - begun[1]
        times.append(((time.process_time() - begun[0] + there) * 1000, there * 1000))
        assert response.status_code == 200, (url, response.status_code)
    return median(all_of for all_of, _ in times), median(there for _, there in times)


if __name__ == "__main__":
    main()
