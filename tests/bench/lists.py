"""`python -m tests.bench lists`: what my matches and the lobby cost where much is to be listed, on PostgreSQL.

500 matches wait for the reader, as many for others, and as many are over; 5,000 invitations are open to everybody.
"""

from __future__ import annotations

from typing import Any

from tests.bench import service
from tests.bench.admin import copy, took
from tests.bench.budgets import TIME
from tests.bench.verdict import verdict

EACH = 500
OPEN = 5_000
PAGES = {"my_matches": ("", "waiting=13&others=13&page=13"), "lobby": ("", "page=125", "game=en-garde&pace=3")}
"""Addresses by name, and what is asked for there."""


def main() -> None:
    """Measure and print; nothing fails for being slow."""
    with service.database(postgres=True):
        from django.db import connection

        pair = service.Pair()
        fill(pair)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
            cursor.execute("SET max_parallel_workers_per_gather = 0")  # so that the time of one process is all of it
        client = pair.clients[pair.users[0].pk]
        print(f"Milliseconds of processor time (goal ≤ {TIME}): {EACH} matches in each list, {OPEN:,} invitations")
        for name, queries in PAGES.items():
            for query in queries:
                spent, there = took(client, name, query)
                print(f"  {name} {query}: {spent:.0f}, {there:.0f} of it in the database, {verdict(spent <= TIME)}")


def fill(pair: service.Pair) -> None:
    """Put all games by turns into the first player's lists, and invitations of as many people as games."""
    from accounts.models import User
    from games.core.models import Match, Turn
    from games.core.services import play
    from tests.games import tables

    games = list(service.MIDDLE)
    count = EACH // len(games)
    for game in games:
        waiting = service.middle(pair, game)
        copies(waiting, count)
        waits = tables.begin(*pair.users, game=game, public_id=f"o-{game[:8]}")
        Turn.objects.filter(match=waits, user=pair.users[0]).delete()
        copies(waits, count)
        over = tables.begin(*pair.users, game=game, public_id=f"f-{game[:8]}")
        play.resign(over.public_id, pair.users[1].pk)
        copies(tables.now(over), count)
        cat = User.objects.create_user(f"Cat.{game}", f"{game}@example.org", None)
        offered = tables.offer(cat, game=game, public_id=f"i-{game[:8]}")
        copies(Match.objects.get(pk=offered.pk), OPEN // len(games))


def copies(match: Any, count: int) -> None:
    """Write so many more matches like one, with everything that lists read of them."""
    key = f"{match.pk} * 1000000 + n"
    copy(match, count, id=key, public_id=f"'{match.pk}-' || n")
    for seat in match.seats.all():
        copy(seat, count, id=f"{seat.pk} * 1000000 + n", match_id=key)
    for row in (*match.turns.all(), *match.snapshots.filter(ply=match.ply)):
        seat_id = {"seat_id": f"{row.seat_id} * 1000000 + n"} if hasattr(row, "seat_id") else {}
        copy(row, count, id=f"{row.pk} * 1000000 + n", match_id=key, **seat_id)
    if match.status == match.Status.OPEN:
        copy(match.invitation, count, id=f"{match.invitation.pk} * 1000000 + n", match_id=key)
