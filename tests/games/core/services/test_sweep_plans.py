"""The sweeps read due rows alone, however many matches are open: shown by PostgreSQL's own account of what it did."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from accounts import guests, outbox
from accounts.database import portions
from accounts.models import Outbox, User
from accounts.outbox import delivery
from games.core.models import Match, Outage, Seat, Turn
from games.core.models.seat import CLOSED
from games.core.services import outages, sweeps, upkeep
from games.favourites import telling
from games.guests import unproved
from games.lobby import sweeps as lobby_sweeps
from games.lobby.models import Invitation
from games.substitutes import services as substitutes
from games.vacations import services as vacations
from tests.games.conftest import NOON
from tests.games.tables import begin, under_way
from tests.parts.cast import person

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]
OPEN = 100_000
OLD = 20_000
DUE = 5  # of each kind


def columns(model: type[Model], *besides: str) -> str:
    """Return the columns of a table as SQL lists them, except those that the copies have of their own."""
    fields = [field.column for field in model._meta.local_concrete_fields]
    return ", ".join(f'{model._meta.db_table}."{name}"' for name in fields if name not in ("id", *besides))


def bare(listed: str) -> str:
    """Return a list of columns without the names of their tables, as INSERT wants them."""
    return ", ".join(name.split(".")[1] for name in listed.split(", "))


OF_MATCH = columns(Match, "public_id")
OF_SEAT = columns(Seat, "match_id")
MATCHES = f"""
INSERT INTO games_match (public_id, {bare(OF_MATCH)})
SELECT 'm' || n, {OF_MATCH} FROM games_match, generate_series(1, %(open)s) AS n WHERE id = %(match)s
"""
SEATS = f"""
INSERT INTO games_seat (match_id, {bare(OF_SEAT)})
SELECT m.id, {OF_SEAT} FROM games_match m, games_seat
WHERE m.id <> %(match)s AND games_seat.match_id = %(match)s AND games_seat.number = 0
"""
# The first five turns are overdue, the next five are to be reminded of; all others have hours to go.
TURNS = """
INSERT INTO games_turn (match_id, seat_id, user_id, ply, since, deadline, next_reminder_at, reminders_sent)
SELECT match_id, id, user_id, 0, %(now)s::timestamptz - interval '2 days',
    CASE WHEN rank <= 5 THEN %(now)s::timestamptz - interval '1 minute'
         ELSE %(now)s::timestamptz + interval '2 days' + rank * interval '1 second' END,
    CASE WHEN rank <= 5 THEN NULL
         WHEN rank <= 10 THEN %(now)s::timestamptz - interval '1 minute'
         ELSE %(now)s::timestamptz + interval '1 day' + rank * interval '1 second' END, 0
FROM (SELECT id, match_id, user_id, row_number() OVER (ORDER BY id) AS rank FROM games_seat
      WHERE match_id <> %(match)s) AS numbered
"""
# Nearly all notices were sent long ago; of the others half are due.
LETTERS = """
INSERT INTO accounts_outbox (id, recipient_id, channel, kind, key, payload, status, attempts, next_try, error, created,
    sent_at)
SELECT gen_random_uuid(), %(user)s, 'email', 'turn', n, '{}', CASE WHEN n <= 10 THEN 'pending' ELSE 'sent' END, 0,
    %(now)s::timestamptz + CASE WHEN n <= 5 THEN interval '-1 minute' WHEN n <= 10 THEN interval '1 hour'
        ELSE interval '-1 day' END, '', %(now)s, CASE WHEN n > 10 THEN %(now)s::timestamptz END
FROM generate_series(1, %(open)s) AS n
"""


# All notices were sent within ninety days but a few, half of them about a match that runs; some went to an address.
OLD_LETTERS = """
INSERT INTO accounts_outbox (id, recipient_id, address, channel, kind, key, payload, status, attempts, next_try, error,
    created, sent_at)
SELECT gen_random_uuid(), CASE WHEN n > 10 THEN %(user)s END, CASE WHEN n > 10 THEN '' ELSE 'x@example.org' END,
    'email', 'end', n, CASE WHEN n <= 15 THEN '{}' ELSE json_build_object('match', %(match)s) END, 'sent', 1, at, '',
    at, at
FROM (SELECT n, %(now)s::timestamptz - CASE WHEN n <= 5 THEN interval '8 days' WHEN n <= 10 THEN interval '6 days'
        WHEN n <= 20 THEN interval '91 days' ELSE n * interval '380 seconds' END AS at
      FROM generate_series(1, %(open)s - 5) AS n) AS dated
"""
# All matches but a few are over for long.
OVER = """
UPDATE games_match SET status = 'void', ended = %(now)s::timestamptz - interval '91 days', thinned = rank > 6
FROM (SELECT id, row_number() OVER (ORDER BY id) AS rank FROM games_match) AS numbered
WHERE games_match.id = numbered.id AND games_match.id <> %(match)s
"""
OF_USER = columns(User, "username", "skeleton", "email", "last_login", "guest_until", "left", "dump_number")
# Nearly all people were signed in once. Many were guests, and a few guests' accounts are still to be closed.
PEOPLE = f"""
INSERT INTO accounts_user (username, skeleton, email, last_login, guest_until, "left", {bare(OF_USER)})
SELECT 'u' || n, 'u' || n, '', CASE WHEN n > 5 THEN %(now)s::timestamptz END,
    CASE WHEN n > 5 AND n %% 2 = 0 THEN %(now)s::timestamptz - interval '8 days' END,
    CASE WHEN n > 15 AND n %% 2 = 0 THEN %(now)s::timestamptz END, {OF_USER}
FROM accounts_user, generate_series(1, %(open)s) AS n WHERE id = %(user)s
"""


def fill(*statements: str, **values: Any) -> None:
    """Let SQL write rows, with letters among them, and count all rows again after each statement.

    PostgreSQL's own autovacuum would count none, since nothing is committed. The next statement would then compare
    every row with every other. Autovacuum leaves alone what this transaction has counted.
    """
    with connection.cursor() as cursor:
        for sql in ("DELETE FROM accounts_outbox", *statements):
            cursor.execute(sql, values)
            cursor.execute("ANALYZE")


@pytest.fixture
def crowd(ann: User, ben: User, noon: Any) -> Match:
    """A hundred thousand open matches beside one."""
    match = begin(ann, ben)
    match.turns.all().delete()
    fill(MATCHES, SEATS, TURNS, LETTERS, open=OPEN, match=match.pk, now=NOON, user=ann.pk)
    return match


@pytest.fixture
def old(ann: User, ben: User, noon: Any) -> Match:
    """Many letters, people, and matches that are over, beside one that runs."""
    match = begin(ann, ben)
    User.objects.update(date_joined=NOON - timedelta(days=40))
    fill(MATCHES, OLD_LETTERS, OVER, PEOPLE, open=OLD, match=match.pk, now=NOON, user=ann.pk)
    return match


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", []):
        yield from nodes(below)


def scans(sql: str) -> list[tuple[str, int]]:
    """Return the kind of each scan of a table, and how many rows it took into its hands, kept or not."""
    return [(node["Node Type"], taken(node)) for node in scans_of(sql)]


def scans_of(sql: str) -> list[dict[str, Any]]:
    """Return each scan of a table, as PostgreSQL tells of it."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}")
        [(plan,)] = cursor.fetchall()
    return [node for node in nodes(plan[0]["Plan"]) if "Scan" in node["Node Type"]]


def taken(scan: dict[str, Any]) -> int:
    """Return rows a scan took up; PostgreSQL counts them by the loop."""
    return int(scan["Actual Loops"] * (scan["Actual Rows"] + scan.get("Rows Removed by Filter", 0)))


def test_sweeps_and_a_batch_of_credit_read_by_indexes_and_no_more_than_is_due(crowd: Match, ann: User) -> None:
    """Each sweep by itself, and then a whole pass, beside the same crowd: making it takes longest."""
    with transaction.atomic():
        each_sweep_finds_its_rows_by_an_index_and_reads_no_others(ann)
        transaction.set_rollback(True)
    a_whole_pass_and_a_batch_of_credit_read_no_more_than_is_due()


def each_sweep_finds_its_rows_by_an_index_and_reads_no_others(ann: User) -> None:
    assert Turn.objects.count() == OPEN
    sweeping: list[Callable[[], Any]] = [
        lambda: sweeps.due_reminders(NOON),
        lambda: delivery.due_rows(NOON).order_by("next_try").values_list("pk", flat=True)[:200],
    ]
    for sweep in sweeping:
        with CaptureQueriesContext(connection) as asked:
            assert len(sweep()) == DUE
        [query] = asked.captured_queries
        found = scans(query["sql"])
        assert all("Index" in kind for kind, _ in found), found
        assert [read for _, read in found] == [DUE] * len(found), found
    matches_are_found_likewise()
    vacations_are_found_likewise(ann)
    invitations_to_be_told_are_found_likewise()
    seats_that_nobody_took_are_found_likewise()


# Of the choices five are due; so are the last moments of five matches.
CHOICES = """
INSERT INTO games_timeup (match_id, seat_id, user_id, began, until)
SELECT match_id, seat_id, user_id, %(now)s, %(now)s::timestamptz + (rank - 15) * interval '1 minute'
FROM (SELECT match_id, seat_id, user_id, row_number() OVER (ORDER BY id) AS rank FROM games_turn) AS numbered
WHERE rank > 10
"""
LAST_MOMENTS = """
UPDATE games_match SET last_moment = %(now)s WHERE id IN (SELECT match_id FROM games_turn ORDER BY id DESC LIMIT 5)
"""


def matches_are_found_likewise() -> None:
    """Find matches in which time is up, or the time to choose, and those that ought to be over."""
    with connection.cursor() as cursor:
        for sql in (CHOICES, LAST_MOMENTS):
            cursor.execute(sql, {"now": NOON})
        cursor.execute("ANALYZE")
    with CaptureQueriesContext(connection) as asked:
        assert len(sweeps.due_matches(NOON)) == 3 * DUE
    assert len(asked.captured_queries) == 3
    for query in asked.captured_queries:
        found = scans(query["sql"])
        assert all("Index" in kind for kind, _ in found), found
        assert max(read for _, read in found) == DUE, found


def seats_that_nobody_took_are_found_likewise() -> None:
    """Find these seats beside many that were taken, and many that are still open."""
    rows, keys = Seat.objects.order_by("pk"), list(Seat.objects.order_by("pk").values_list("pk", flat=True)[:OLD])
    rows.filter(pk__in=keys).update(open_until=CLOSED)
    rows.filter(pk__in=keys[: OLD // 2]).update(open_until=NOON + timedelta(days=1))
    rows.filter(pk__in=keys[:DUE]).update(open_until=NOON)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    with CaptureQueriesContext(connection) as asked:
        assert len(substitutes.lapsed(NOON)[: sweeps.ROWS_A_SWEEP]) == DUE
    assert scans(asked.captured_queries[0]["sql"]) == [("Index Scan", DUE)]


OF_INVITATION = columns(Invitation, "match_id", "told_up_to")
INVITATIONS = f"""
INSERT INTO games_invitation (match_id, told_up_to, {bare(OF_INVITATION)})
SELECT m.id, CASE WHEN row_number() OVER (ORDER BY m.id) <= 5 THEN 0 END, {OF_INVITATION}
FROM games_match m, games_invitation WHERE m.id <> games_invitation.match_id
"""


def invitations_to_be_told_are_found_likewise() -> None:
    """Find these beside many invitations that everybody who asked was told of."""
    Invitation.objects.update(created=NOON, told_up_to=None)
    with connection.cursor() as cursor:
        cursor.execute(INVITATIONS)
        cursor.execute("ANALYZE")
    assert Invitation.objects.count() > OPEN
    with CaptureQueriesContext(connection) as asked:
        assert len(Invitation.objects.to_tell(NOON).values_list("pk", flat=True)) == DUE
    assert scans(asked.captured_queries[0]["sql"]) == [("Index Scan", DUE)]


def a_whole_pass_and_a_batch_of_credit_read_no_more_than_is_due() -> None:
    """Read matches, seats, turns and letters of players who are late, to be reminded, or get time."""
    late = [under_way(begin(person("Cat"), person("Dan"), public_id="late0"))]
    late += [
        under_way(begin(*(seat.user for seat in late[0].seats.all()), public_id=f"late{n}")) for n in range(1, DUE)
    ]
    Turn.objects.filter(deadline__lte=NOON).update(deadline=NOON + timedelta(days=9))
    Turn.objects.filter(match__in=late).update(deadline=NOON)
    Turn.objects.to_remind(NOON).update(since=NOON - timedelta(days=3), deadline=NOON + timedelta(hours=23))
    Outbox.objects.filter(status="pending").update(status="sent", sent_at=NOON)
    outage = Outage.objects.create(began=NOON, ended=NOON, last_turn=Turn.objects.latest("pk").pk, credited=10**12)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    sweeps.heartbeat()
    with CaptureQueriesContext(connection) as asked:
        assert sweeps.remind(NOON) == DUE
        assert sweeps.expire(NOON) == {match.pk: "timeout" for match in late}
        Outage.objects.filter(pk=outage.pk).update(began=NOON - timedelta(hours=10), credited=0)
        assert outages._credit(outage.pk)
    read = [each for query in asked.captured_queries for sql in query["sql"].split("; ") for each in plan_of(sql)]
    assert [each for each in read if each["Node Type"] == "Seq Scan" and each["Relation Name"] in LARGE] == []
    assert {each["Relation Name"] for each in read if "Relation Name" in each} >= LARGE
    assert max(taken(each) for each in read) <= 3 * outages.TURNS_A_BATCH  # with versions that are over


LARGE = {"games_match", "games_seat", "games_turn", "accounts_outbox"}


def plan_of(sql: str) -> list[dict[str, Any]]:
    """Return the scans of a query; none of what writes."""
    return scans_of(sql) if sql.startswith("SELECT") else []


VACATIONS = """
INSERT INTO accounts_vacation (user_id, begins, ends, automatic, created, noted)
SELECT %(user)s, at, at + interval '1 hour', true, at, n > 5
FROM (SELECT n, %(now)s::timestamptz - interval '3 days' - n * interval '1 hour' AS at
      FROM generate_series(1, %(old)s) AS n) AS dated
"""


def vacations_are_found_likewise(ann: User) -> None:
    """Find vacations to take for users, and those that not all matches know of, beside many that are over."""
    near = list(Turn.objects.filter(deadline__gt=NOON).order_by("deadline").values_list("pk", flat=True)[:DUE])
    Turn.objects.filter(pk__in=near).update(deadline=NOON + timedelta(minutes=2), last_moment=NOON + timedelta(days=9))
    with connection.cursor() as cursor:
        cursor.execute(VACATIONS, {"user": ann.pk, "now": NOON, "old": OLD})
        cursor.execute("ANALYZE")
    with CaptureQueriesContext(connection) as asked:
        assert (len(vacations.players_in_need(NOON)), vacations.unnoted()) == (DUE, [ann.pk])
    for query in asked.captured_queries:
        read = scans(query["sql"])
        assert max(number for _, number in read) <= 3 * DUE, read


def test_what_is_old_is_found_without_reading_all_else_however_much_there_is_beside_it(
    old: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The letters of a match that runs are read besides, and kept."""
    taken: list[int] = []

    def take(found: Any, _act: object) -> int:
        taken.append(len(found))
        return 0

    monkeypatch.setattr(portions, "each", lambda found, by, act: take(found.order_by(by)[: portions.ROWS], act))
    sweeping: list[Callable[[], Any]] = [
        lambda: outbox.remove_old(NOON),
        lambda: upkeep.thin(NOON),
        lambda: lobby_sweeps.void_unoffered(NOON),
        lambda: list(unproved.to_close(NOON)[: unproved.ACCOUNTS_A_SWEEP]),
        lambda: list(guests.to_close(NOON)[:200]),
    ]
    with CaptureQueriesContext(connection) as asked:
        found = [sweep() for sweep in sweeping]
    assert (taken, *map(len, found[-2:])) == ([DUE, DUE, DUE, 0], DUE, DUE)
    for query in asked.captured_queries:
        read = scans(query["sql"])
        assert max(number for _, number in read) <= 3 * DUE, read


# All people are confirmed and like the user; some of those who are still here want to be told.
ADDRESSES = """
INSERT INTO account_emailaddress (email, verified, "primary", user_id)
SELECT username || '@example.org', true, true, id FROM accounts_user WHERE username LIKE 'u%%'
"""
FAVOURITES = """
INSERT INTO games_favourite (user_id, favoured_id, created, tell)
SELECT id, %(user)s, %(now)s, row_number() OVER (ORDER BY "left" NULLS FIRST, id) <= %(asking)s
FROM accounts_user WHERE username LIKE 'u%%'
"""


@pytest.mark.parametrize(("asking", "read_at_most"), [(DUE, 3 * DUE), (OLD // 2, 2 * telling.PORTION)])
def test_whom_to_tell_is_read_in_portions_beside_all_who_did_not_ask(
    old: Match, ann: User, asking: int, read_at_most: int
) -> None:
    fill(ADDRESSES, FAVOURITES, user=ann.pk, now=NOON, asking=asking)
    invitation = Invitation(match=old, inviter=ann, told_up_to=0)
    with CaptureQueriesContext(connection) as asked:
        assert len(telling._to_tell(invitation, NOON)[: telling.PORTION]) == min(asking, telling.PORTION)
    read = scans(asked.captured_queries[0]["sql"])
    assert max(number for _, number in read) <= read_at_most, read
