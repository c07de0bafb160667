"""What the service that runs goes through while an upgrade migrates."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

import psycopg
import pytest
from django.db import connection, models
from django.db.migrations import AddConstraint, AddField, AddIndex, AlterField, Migration, RunSQL
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from accounts.database.indexes import REPEATABLE, AddIndexConcurrently
from fogsite.settings import BASE_DIR
from tests.parts import database

MIGRATIONS = ["accounts/migrations/0*.py", "games/migrations/0*.py"]
SCRIPT = Path(__file__).with_name("old_code.py").relative_to(BASE_DIR)


def environment(url: str) -> dict[str, str]:
    """Return the environment of a development copy with this database, without Redis."""
    return {"PATH": os.environ["PATH"], "DEVELOPMENT": "1", "DATABASE_URL": url, "REDIS_URL": "unix:///nowhere"}


# --- The code that still runs ---------------------------------------------------------------------------------------


def git(*command: str) -> str:
    """Return what git says of this project; skips the test where it has nothing to say."""
    done = subprocess.run(["git", *command], cwd=BASE_DIR, capture_output=True, check=False)
    if done.returncode:
        pytest.skip(f"Not tried: git has no commit from before the newest migration ({done.stderr.decode().strip()}).")
    return done.stdout.decode().strip()


def before_newest_migration() -> str:
    """Return the last commit without the newest migration, which may not be committed yet."""
    if git("status", "--porcelain", "--untracked-files=all", "--", *MIGRATIONS):
        return git("rev-parse", "HEAD")
    newest = git("log", "--diff-filter=A", "--max-count=1", "--format=%H", "--", *MIGRATIONS)
    return git("rev-parse", "--verify", f"{newest}^")


@pytest.fixture
def old_code(tmp_path: Path) -> Path:
    """The project as it was before the newest migration."""
    commit = before_newest_migration()
    archive = subprocess.run(["git", "archive", commit], cwd=BASE_DIR, capture_output=True, check=True).stdout
    subprocess.run(
        ["tar", "--extract"], cwd=tmp_path, input=archive, check=True
    )  # Python 3.11.2 has no safe extractall
    return tmp_path


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_code_before_the_newest_migration_goes_on_with_the_newest_tables(old_code: Path) -> None:
    env = environment(database.url_of_this_test()) | {"DJANGO_SETTINGS_MODULE": "fogsite.settings"}

    command = [sys.executable, "-c", (old_code / SCRIPT).read_text()]  # modules may have moved since
    done = subprocess.run(command, env=env, cwd=old_code, capture_output=True, text=True, check=False, timeout=300)

    assert done.stdout.splitlines() == [
        "invite_join_and_move: playing 3",
        "try_a_game: 302 True",
        "sign_up: 302",
        "look: [200, 200]",
    ], done.stderr


# --- Interrupted ----------------------------------------------------------------------------------------------------


def ours() -> dict[tuple[str, str], Migration]:
    """Return our migrations by app and name."""
    loaded = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    return {key: each for key, each in loaded.items() if key[0] in ("accounts", "games")}


def test_every_migration_is_done_as_a_whole_or_can_be_run_again_where_it_was_stopped() -> None:
    assert len(ours()) > 15
    in_parts = {name: each for name, each in ours().items() if not each.atomic}
    assert [
        name for name, each in in_parts.items() if not all(isinstance(do, REPEATABLE) for do in each.operations)
    ] == []


@pytest.fixture
def empty() -> Iterator[str]:
    """The URL of a database without any table."""
    name = f"interrupted_{token_hex(4)}"
    with psycopg.connect(database.url(), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}".encode())
        yield database.url().replace("/postgres?", f"/{name}?")
        server.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def migrating(url: str, *target: str, patience: int = 0) -> subprocess.Popen[str]:
    """Return a migration that waits for others for so many seconds, or as long as it takes."""
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0", *target]
    env = environment(url) | {"MIGRATION_LOCK_TIMEOUT": str(patience)}
    return subprocess.Popen(command, env=env, cwd=BASE_DIR, stderr=subprocess.PIPE, text=True)


def migrate(url: str, *target: str) -> tuple[int, str]:
    """Return the exit code of a migration and what it says."""
    said = (process := migrating(url, *target)).communicate(timeout=300)[1]
    return process.returncode, said


def await_count(observer: psycopg.Connection, sql: str, wanted: int) -> None:
    """Wait until a query counts so many."""
    deadline = time.monotonic() + 120
    while (row := observer.execute(sql.encode()).fetchone()) != (wanted,):
        assert time.monotonic() < deadline, row
        time.sleep(0.05)


OTHERS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
WAITING = f"{OTHERS} AND wait_event_type = 'Lock'"
HALF = "SELECT count(*) FROM information_schema.columns WHERE table_name = 'games_entry' AND column_name = 'by_program'"
NOTED = "SELECT count(*) FROM django_migrations WHERE app = 'games' AND name LIKE '0009%'"


@pytest.mark.postgres
@pytest.mark.deep
def test_a_migration_killed_half_way_leaves_nothing_and_is_simply_run_again(empty: str) -> None:
    assert migrate(empty, "games", "0008") == (0, "")
    with psycopg.connect(empty, autocommit=True) as observer, psycopg.connect(empty) as player:
        player.execute("LOCK TABLE games_turn IN ACCESS SHARE MODE")  # games 0009 has changed another table by then
        process = migrating(empty, "games", "0009")
        await_count(observer, WAITING, 1)
        process.kill()
        process.communicate()
        player.rollback()
        await_count(observer, f"{OTHERS} AND state <> 'idle'", 0)

        assert [observer.execute(sql.encode()).fetchone() for sql in (HALF, NOTED)] == [(0,), (0,)]

        assert migrate(empty) == (0, "")
        assert [observer.execute(sql.encode()).fetchone() for sql in (HALF, NOTED)] == [(1,), (1,)]


# --- Waited for -----------------------------------------------------------------------------------------------------

GAVE_WAY = (
    "CommandError: Somebody else held what this migration needs for over 1 s. It has changed nothing, and those before "
    "it are done. Run it again, best when little is played.\n"
)
HELD_UP = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = to_regclass('games_match')"
"""Counts who waits for the table of matches, and holds up all who come after. Before that a migration may wait a moment
for something else."""
AWARDED = "SELECT count(*) FROM information_schema.columns WHERE table_name = 'games_match' AND column_name = 'awarded'"


@pytest.fixture
def before(empty: str) -> str:
    """The URL of a database without the migrations from games 0044 on, which changes matches."""
    assert migrate(empty, "games", "0043") == (0, "")
    return empty


@contextmanager
def reading(url: str) -> Iterator[psycopg.Connection]:
    """Have somebody look at matches and not finish before the `with` ends; yield their connection."""
    with psycopg.connect(url) as reader:
        reader.execute("SELECT count(*) FROM games_match")
        yield reader


def looks(url: str, seconds: float) -> bool:
    """Say whether a page that shows matches has its answer in so many seconds."""
    with psycopg.connect(url, options=f"-c statement_timeout={round(1000 * seconds)}") as page:
        try:
            page.execute("SELECT count(*) FROM games_match")
        except psycopg.errors.QueryCanceled:
            return False
    return True


@pytest.mark.postgres
def test_a_migration_that_waits_holds_up_all_pages_and_one_that_gives_way_does_not(before: str) -> None:
    with psycopg.connect(before, autocommit=True) as observer:
        with reading(before):
            patient = migrating(before)
            await_count(observer, HELD_UP, 1)
            assert looks(before, 3) is False
        assert (patient.communicate(timeout=300)[1], patient.returncode) == ("", 0)
        assert migrate(before, "games", "0043") == (0, "")

        with reading(before):
            impatient = migrating(before, patience=1)
            await_count(observer, HELD_UP, 1)
            assert looks(before, 10) is True
            assert (impatient.communicate(timeout=60)[1], impatient.returncode) == (GAVE_WAY, 1)
            assert looks(before, 1) is True
            assert observer.execute(AWARDED.encode()).fetchone() == (0,)

        again = migrating(before, patience=1)
        assert (again.communicate(timeout=300)[1], again.returncode) == ("", 0)
        assert observer.execute(AWARDED.encode()).fetchone() == (1,)


# --- Indexes --------------------------------------------------------------------------------------------------------

BUILT_AT_ONCE = {"accounts": "0027_favourites_offer", "games": "0048_reports_by_random_keys"}
"""The newest migrations from before there was a large table anywhere: they may build indexes as they like."""
LARGE = {
    *("accounts_user", "accounts_outbox", "games_match", "games_seat", "games_entry", "games_snapshot", "games_turn"),
    *("games_chatline", "games_invitation", "games_rating", "games_ratingchange"),
}
BUILDS = re.compile(r'CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).*? ON "(\w+)"|ALTER TABLE "(\w+)".*? UNIQUE\b')


def holds_up(migration: Migration) -> list[str]:
    """Return a sentence for each large table in which a migration builds an index while nobody can write there."""
    loader = MigrationLoader(connection)
    if (key := (migration.app_label, migration.name)) not in loader.graph.nodes:
        loader.graph.add_node(key, migration)
        for parent in migration.dependencies:
            loader.graph.add_dependency(migration, key, parent)
    statements = loader.collect_sql([(migration, False)])
    made = {table for sql in statements for table in re.findall(r'^CREATE TABLE "(\w+)"', sql)}
    built = {table for sql in statements for pair in BUILDS.findall(sql) for table in pair if table in LARGE}
    return [
        f"{migration.app_label} {migration.name} builds an index on {table}, and nobody can write there meanwhile. "
        "Use AddIndexConcurrently of accounts/database/indexes.py in a migration of its own, with atomic = False; a "
        "new column or foreign key takes db_index=False first."
        for table in sorted(built - made)
    ]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_no_migration_keeps_people_from_moving_while_it_builds_an_index() -> None:
    new = [each for (app, name), each in ours().items() if name > BUILT_AT_ONCE[app]]
    assert new
    assert [sentence for each in new for sentence in holds_up(each)] == []


SEAT = models.ForeignKey("games.Seat", models.CASCADE, null=True, related_name="+")
BUILDING: dict[str, Operation] = {
    "an index": AddIndex("entry", models.Index(fields=["created"], name="entry_by_age")),
    "a constraint": AddConstraint("entry", models.UniqueConstraint(fields=["digest"], name="one_digest")),
    "a partial constraint": AddConstraint(
        "entry", models.UniqueConstraint(fields=["digest"], condition=models.Q(ply=0), name="one_digest_of_begin")
    ),
    "a foreign key": AddField("entry", "by", SEAT),
    "a unique column": AddField("entry", "number", models.IntegerField(null=True, unique=True)),
    "a column that gets one": AlterField("entry", "created", models.DateTimeField(db_index=True)),
    "SQL": RunSQL('CREATE INDEX entry_by_age ON "games_entry" (created)'),
}


def newest_and(operation: Operation, *, whole: bool = True) -> Migration:
    """Return a migration behind the newest one."""
    parent = ("games", max(name for app, name in ours() if app == "games"))
    given = {"atomic": whole, "dependencies": [parent], "operations": [operation]}
    made: Migration = type("Migration", (Migration,), given)("9999_builds", "games")
    return made


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", BUILDING)
def test_anything_that_builds_an_index_on_a_large_table_is_told_how_it_is_done(what: str) -> None:
    assert [sentence.partition(",")[0] for sentence in holds_up(newest_and(BUILDING[what]))] == [
        "games 9999_builds builds an index on games_entry"
    ]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_an_index_that_is_built_concurrently_is_told_nothing() -> None:
    index = models.Index(fields=["created"], name="entry_by_age")
    assert holds_up(newest_and(AddIndexConcurrently("entry", index), whole=False)) == []


STOP = f"SELECT pg_terminate_backend(pid) {WAITING.removeprefix('SELECT count(*)')}"
VALID = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'seat_of_house'::regclass"


@pytest.mark.postgres
def test_moves_go_on_while_an_index_is_built_and_one_that_was_stopped_is_built_again(empty: str) -> None:
    [built] = [name for app, name in ours() if name.endswith("_seat_of_house")]
    [(_, before)] = ours()["games", built].dependencies
    assert migrate(empty, "games", before) == (0, "")
    with psycopg.connect(empty, autocommit=True) as observer, psycopg.connect(empty) as player:
        player.execute("UPDATE games_seat SET muted = false")  # the build waits until this is committed
        process = migrating(empty, "games", built)
        await_count(observer, WAITING, 1)
        observer.execute("SET statement_timeout = '3s'")
        observer.execute("UPDATE games_seat SET muted = false")
        observer.execute(STOP.encode())
        assert "terminating connection" in process.communicate(timeout=60)[1]
        assert observer.execute(VALID).fetchone() == (False,)
        player.rollback()

        assert migrate(empty, "games", built) == (0, "")
        assert observer.execute(VALID).fetchone() == (True,)
        assert migrate(empty, "games", before) == (0, "")
        assert observer.execute("SELECT to_regclass('seat_of_house')").fetchone() == (None,)


OF_ENTRIES = "SELECT count(*) FROM pg_indexes WHERE tablename = 'games_entry'"


@pytest.mark.postgres
def test_an_index_that_was_dropped_comes_back_when_one_goes_back(empty: str) -> None:
    [dropping] = [name for app, name in ours() if app == "games" and name.endswith("_indexes_that_repeat_others")]
    [before, _] = [name for _, name in ours()["games", dropping].dependencies]
    counts: list[int] = []
    with psycopg.connect(empty, autocommit=True) as observer:
        for name in (before, dropping, before, dropping):
            assert migrate(empty, "games", name) == (0, "")
            counts += observer.execute(OF_ENTRIES).fetchone() or ()
    assert counts == [3, 2, 3, 2]
