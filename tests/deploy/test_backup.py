"""Backups and restores with the scripts of `deploy/` and the manual's own commands, against a PostgreSQL of their own.

Only what needs root differs: `runuser` runs as the tester, `systemctl` does nothing but start the backup.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from fogsite.settings import BASE_DIR
from tests.parts import database, postgres
from tests.parts.production import DEPLOY, documented_environment, setting

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("backup"), pytest.mark.by_turns(7)]
MANUAL = (BASE_DIR / "docs" / "operations.md").read_text()
BACKUPS = "/var/lib/fogsite-backups"
RECORD = BASE_DIR / "tests" / "rules" / "en_garde" / "golden" / "en-garde-1-standard-points.json"
STAND_INS = {
    "runuser": '[ "$1 $2 $3" = "-u postgres --" ] && shift 3 && exec "$@"',
    "systemctl": 'echo "$*" >> "$HOME/systemctl"; [ "$*" != "start fogsite-backup" ] || exec "$HOME/bin/unit"',
    "fogsite-manage": f'cd {BASE_DIR} && exec {sys.executable} manage.py "$@"',
}


class Server:
    """A machine with the service's database, where commands of the manual are run."""

    def __init__(self, home: Path, cluster: str) -> None:
        self.home, self.backups, self.host = home, home / "backups", cluster.partition("?host=")[2]
        self.environment = home / "fogsite.env"
        self.environment.write_text("SECRET_KEY=kept\n")
        programs = home / "bin"
        programs.mkdir()
        for name, what in {**STAND_INS, "unit": self.unit()}.items():
            (programs / name).write_text(f"#!/bin/sh\n{what}\n")
            (programs / name).chmod(0o755)
        places = [programs, DEPLOY, postgres.programs(Path(self.host)), os.environ["PATH"]]
        self.env = {
            **documented_environment(),
            "SECRET_KEY": secrets.token_urlsafe(50),
            "DATABASE_URL": f"postgres://fogsite@/fogsite?host={self.host}",
            "PATH": ":".join(map(str, places)),
            "HOME": str(home),
            "PGHOST": self.host,
            "PGUSER": "postgres",
        }

    def unit(self) -> str:
        """Return what the backup's unit runs."""
        start = setting("fogsite-backup.service", "ExecStart").replace("/usr/local/sbin", str(DEPLOY))
        start = start.replace(BACKUPS, str(self.backups))
        return f"exec {start.replace('${CREDENTIALS_DIRECTORY}/fogsite.env', str(self.environment))}"

    def attempt(self, commands: str, **changes: str) -> subprocess.CompletedProcess[str]:
        """Return what comes of commands that are pasted into a shell."""
        return subprocess.run(
            ["bash", "-c", commands.replace(BACKUPS, str(self.backups))],
            env=self.env | changes,
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    def run(self, commands: str) -> str:
        """Return what commands print that do not fail."""
        done = self.attempt(commands)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def names(self, kind: str) -> list[str]:
        """Return the backups of a kind, the oldest first."""
        return sorted(path.name for path in (self.backups / kind).iterdir())

    def query(self, sql: str, name: str = "fogsite") -> list[tuple[object, ...]]:
        with psycopg.connect(host=self.host, user="postgres", dbname=name, autocommit=True) as connection:
            found = connection.execute(sql.encode())
            return found.fetchall() if found.description else []

    def databases(self) -> list[str]:
        """Return all databases but those of PostgreSQL itself."""
        sql = "SELECT datname FROM pg_database WHERE NOT datistemplate AND datname <> 'postgres' ORDER BY 1"
        return [str(name) for (name,) in self.query(sql, "postgres")]


def manual(heading: str) -> str:
    """Return the commands of a section of the manual."""
    found = re.search(rf"^##+ {heading}\n.*?```sh\n(.*?)```", MANUAL, re.DOTALL | re.MULTILINE)
    assert found, heading
    return found[1]


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The URL of a server on which nothing else is, of a machine whose language nobody has set."""
    home = database.directory() / "backup"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", "C")
        url = postgres.start(home)
    yield url
    postgres.stop(home)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, cluster: str) -> str:
    """The name of a database of the service with one match in it, to be copied."""
    first = Server(tmp_path_factory.mktemp("first"), cluster)
    made = re.findall(r"^(runuser -u postgres -- create.*?)(?: &&)?$", MANUAL, re.MULTILINE)
    first.run(" && ".join([*made, "fogsite-manage migrate --verbosity 0"]))
    people = "from tests.parts.cast import person; person('Ann'); person('Ben')"
    first.run(f'fogsite-manage shell -v 0 -c "{people}" && fogsite-manage import {RECORD} --players Ann,Ben')
    first.query("ALTER DATABASE fogsite RENAME TO filled", "postgres")
    first.query("ALTER DATABASE filled IS_TEMPLATE true", "postgres")
    return "filled"


@pytest.fixture
def server(tmp_path: Path, cluster: str, filled: str) -> Iterator[Server]:
    """A server with the service's database and one match in it."""
    found = Server(tmp_path, cluster)
    found.run(f"createdb --owner fogsite --template {filled} fogsite")
    yield found
    for name in found.databases():
        found.query(f'DROP DATABASE "{name}" WITH (FORCE)', "postgres")


def digest(server: Server) -> list[tuple[object, ...]]:
    """Return all that a match is."""
    return server.query("SELECT match_id, ply, text, digest FROM games_entry ORDER BY 1, 2")


def pasted(server: Server) -> str:
    """Return the manual's commands that restore the newest backup."""
    return manual("Restore").replace("NAME", server.names("daily")[-1])


def restore(server: Server, **changes: str) -> subprocess.CompletedProcess[str]:
    return server.attempt(pasted(server), **changes)


STOPPED, STARTED = "stop fogsite-*.service fogsite-*.socket", "start fogsite.target"


def asked(server: Server) -> list[str]:
    """Return what systemd was asked for since the backup."""
    return (server.home / "systemctl").read_text().splitlines()[1:]


def test_what_was_wrecked_after_a_backup_is_restored_as_the_manual_says(server: Server) -> None:
    before = digest(server)
    server.run(manual("Backups").splitlines()[0])
    server.query("DROP TABLE games_snapshot CASCADE; DROP TRIGGER games_entry_is_final ON games_entry")
    server.query("TRUNCATE games_entry CASCADE")

    done = restore(server)

    assert (done.returncode, done.stderr) == (0, "1/1\n")
    assert "1 match verified." in done.stdout
    assert digest(server) == before
    assert len(before) > 10
    with pytest.raises(psycopg.errors.RaiseException):  # the log is for adding only, as it was
        server.query("DELETE FROM games_entry")
    assert asked(server) == [STOPPED, STARTED]


def test_what_was_there_stays_beside_what_is_restored(server: Server) -> None:
    server.run(manual("Backups").splitlines()[0])
    server.query("DELETE FROM accounts_outbox; CREATE TABLE played_since (what text)")

    assert restore(server).returncode == 0

    former, now = sorted(server.databases(), key=len, reverse=True)
    assert (former.startswith("fogsite_before_"), now) == (True, "fogsite")
    assert server.query("SELECT count(*) FROM played_since", former) == [(0,)]
    assert server.query("SELECT to_regclass('played_since')") == [(None,)]
    assert server.query("SELECT tableowner FROM pg_tables WHERE tablename = 'games_match'") == [("fogsite",)]


def test_the_owner_of_a_database_restores_a_backup_without_further_rights(server: Server) -> None:
    """As a hosted PostgreSQL has it, where nobody is given the user postgres. The search for parts of names needs an
    extension, and PostgreSQL lets the owner of a database create it."""
    before = digest(server)
    server.run(manual("Backups").splitlines()[0])
    dump = server.backups / "daily" / server.names("daily")[-1] / "database.dump"
    server.run("createdb --owner fogsite --template template0 --encoding UTF8 --locale C.UTF-8 hosted")

    done = server.attempt(f"pg_restore --exit-on-error --single-transaction --dbname=hosted {dump}", PGUSER="fogsite")

    assert (done.returncode, done.stderr) == (0, "")
    assert server.query("SELECT rolsuper, rolcreatedb FROM pg_roles WHERE rolname = 'fogsite'") == [(False, False)]
    owned = "SELECT extname, extowner::regrole::text FROM pg_extension WHERE extname <> 'plpgsql'"
    assert server.query(owned, "hosted") == [("pg_trgm", "fogsite")]
    parts = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'user_by_part'::regclass"
    assert server.query(parts, "hosted") == [(True,)]
    assert server.query("SELECT match_id, ply, text, digest FROM games_entry ORDER BY 1, 2", "hosted") == before


def test_the_database_knows_every_letter_no_matter_which_language_the_machine_has(server: Server) -> None:
    server.run(manual("Backups").splitlines()[0])
    known = "SELECT pg_encoding_to_char(encoding), datctype, upper('é') FROM pg_database WHERE datname = 'fogsite'"
    assert server.query(known) == [("UTF8", "C.UTF-8", "É")]

    assert restore(server).returncode == 0

    assert server.query(known) == [("UTF8", "C.UTF-8", "É")]


WAITS = (
    "fogsite-restore: fogsite is in use (connections: 1, of postgres a sweep). "
    "Waiting up to {} s for the last one to end.\n"
)


def test_nothing_is_restored_or_started_while_somebody_stays_in_the_database(server: Server) -> None:
    server.run(manual("Backups").splitlines()[0])
    server.query("CREATE TABLE played_since (what text)")

    with psycopg.connect(server.env["DATABASE_URL"], user="postgres", application_name="a sweep"):
        done = restore(server, PATIENCE="1")

    assert done.returncode == 1
    assert done.stderr == WAITS.format(1) + (
        "fogsite-restore: fogsite is still in use (connections: 1, of postgres a sweep): stop the service with "
        "systemctl stop 'fogsite-*.service' 'fogsite-*.socket'. Nothing was changed.\n"
    )
    assert done.stdout == ""  # nothing of what stands behind it ran, and looked as if all were well
    assert asked(server) == [STOPPED]
    assert server.databases() == ["fogsite"]
    assert server.query("SELECT count(*) FROM played_since") == [(0,)]


def test_a_restore_waits_until_the_last_has_left_the_database(server: Server) -> None:
    server.run(manual("Backups").splitlines()[0])
    server.query("CREATE TABLE played_since (what text)")

    with psycopg.connect(server.env["DATABASE_URL"], user="postgres", application_name="a sweep"):
        running = subprocess.Popen(
            ["bash", "-c", pasted(server).replace(BACKUPS, str(server.backups))],
            env=server.env,
            cwd="/",
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
        )
        assert running.stderr
        assert running.stderr.readline() == WAITS.format(130)
    _, said = running.communicate(timeout=300)

    assert (running.returncode, said) == (0, "1/1\n")
    assert asked(server) == [STOPPED, STARTED]
    assert server.query("SELECT to_regclass('played_since')") == [(None,)]


def test_a_dump_that_is_cut_short_is_not_restored(server: Server) -> None:
    server.run(manual("Backups").splitlines()[0])
    dump = server.backups / "daily" / server.names("daily")[0] / "database.dump"
    os.truncate(dump, dump.stat().st_size - 1000)
    before = digest(server)

    done = restore(server)

    assert done.returncode == 1
    assert done.stderr.endswith("is not whole: take another backup. Nothing was changed.\n")
    assert asked(server) == [STOPPED]
    assert (server.databases(), digest(server)) == (["fogsite"], before)


@pytest.mark.parametrize(
    ("command", "changes", "sentence"),
    [
        ("fogsite-restore", {}, "Name the folder of one backup: fogsite-restore DIRECTORY."),
        ("fogsite-restore /nowhere", {}, "There is no /nowhere/database.dump that can be read."),
        (
            "",
            {"PGHOST": "/nowhere"},
            "PostgreSQL does not answer: be the user postgres (runuser -u postgres -- …) where the database runs.",
        ),
        (
            "",
            {"PGUSER": "fogsite"},
            "No database could be made for the user fogsite: is it there (createuser fogsite), and is there room?",
        ),
    ],
)
def test_a_restore_that_cannot_be_says_what_to_do(
    server: Server, command: str, changes: dict[str, str], sentence: str
) -> None:
    server.run(manual("Backups").splitlines()[0])
    newest = f"{server.backups}/daily/{server.names('daily')[0]}"
    done = server.attempt(command or f"fogsite-restore {newest}", **changes)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"fogsite-restore: {sentence} Nothing was changed."
    assert server.databases() == ["fogsite"]


def test_a_backup_by_hand_that_is_told_no_place_names_the_unit(server: Server) -> None:
    done = server.attempt("fogsite-backup")
    assert done.returncode == 1
    assert done.stderr.endswith("DIRECTORY is missing: systemctl start fogsite-backup knows both\n")


def test_a_restore_that_was_interrupted_is_simply_run_again(server: Server) -> None:
    server.run(manual("Backups").splitlines()[0])
    server.run("createdb fogsite_restored && psql -qd fogsite_restored -c 'CREATE TABLE half (done text)'")

    assert restore(server).returncode == 0

    assert server.query("SELECT to_regclass('half')") == [(None,)]
    assert "fogsite_restored" not in server.databases()


def test_a_backup_holds_the_environment_and_nobody_else_may_read_it(server: Server) -> None:
    server.run("fogsite-backup $HOME/backups $HOME/fogsite.env")

    folder = server.backups / "daily" / server.names("daily")[0]

    assert sorted(path.name for path in folder.iterdir()) == ["database.dump", "fogsite.env"]
    assert (folder / "fogsite.env").read_text() == "SECRET_KEY=kept\n"
    assert {path.stat().st_mode & 0o77 for path in [folder, *folder.iterdir()]} == {0}
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ", folder.name)
    assert server.names("monthly") == [folder.name[:7]]


# --- The list of closed accounts ------------------------------------------------------------------------------------


@pytest.fixture
def listed(server: Server) -> Server:
    """A server that keeps a list of closed accounts, and where backups note what came of them."""
    (server.home / "status").mkdir()
    named = {"DELETIONS_FILE": server.home / "list", "BACKUP_STATUS": server.home / "status"}
    server.environment.write_text("".join(f"{name}={path}\n" for name, path in named.items()))
    server.env |= {name: str(path) for name, path in named.items()}
    return server


CLOSE = (
    "from accounts import deletions; from accounts.models import User; from games.core.services import leaving; "
    "leaving.close_account(User.objects.get(username='Ann')); deletions.write_missing()"
)
PEOPLE = "SELECT username, email FROM accounts_user WHERE NOT is_bot ORDER BY id"


def test_an_account_that_was_closed_after_a_backup_is_closed_by_its_restore(listed: Server) -> None:
    listed.run("systemctl start fogsite-backup")
    listed.run(f'fogsite-manage shell -v 0 -c "{CLOSE}"')
    [(former, empty), ben] = listed.query(PEOPLE)
    assert (str(former).startswith("former player "), empty, ben[0]) == (True, "", "Ben")

    done = restore(listed)

    assert "1 of 1 accounts on the list were open and are closed again.\n" in done.stdout
    assert listed.query(PEOPLE) == [(former, ""), ben]
    assert asked(listed) == [STOPPED, STARTED]


def test_the_service_does_not_start_with_a_list_that_it_cannot_decrypt(listed: Server) -> None:
    listed.run("systemctl start fogsite-backup")
    listed.run(f'fogsite-manage shell -v 0 -c "{CLOSE}"')

    done = restore(listed, SECRET_KEY=secrets.token_urlsafe(50))

    assert (done.returncode, "/list cannot be decrypted. SECRET_KEY or" in done.stderr) == (1, True)
    assert asked(listed) == [STOPPED]


def test_a_backup_copies_the_list_for_a_new_server(listed: Server) -> None:
    (listed.home / "list").write_bytes(b"encrypted")
    listed.run("systemctl start fogsite-backup")

    copy = listed.backups / "daily" / listed.names("daily")[0] / "deletions"
    assert (copy.read_bytes(), copy.stat().st_mode & 0o77) == (b"encrypted", 0)


def test_a_list_that_cannot_be_copied_costs_no_backup(listed: Server) -> None:
    (listed.home / "list").mkdir()

    done = listed.attempt("systemctl start fogsite-backup")

    assert done.returncode == 0
    assert f"<4>fogsite-backup: {listed.home}/list, which DELETIONS_FILE names, could not be copied." in done.stderr
    assert len(listed.names("daily")) == 1


# --- What came of it ------------------------------------------------------------------------------------------------


def test_a_backup_notes_when_it_was_made_for_everybody_to_read(listed: Server) -> None:
    listed.run("systemctl start fogsite-backup")

    note = listed.home / "status" / "backup.json"
    [name] = listed.names("daily")
    day, clock = name[:10], name[11:19].replace("-", ":")
    assert json.loads(note.read_text()) == {"time": f"{day}T{clock}Z", "result": "ok"}
    assert note.stat().st_mode & 0o777 == 0o644
    assert [each.name for each in note.parent.iterdir()] == ["backup.json"]


def test_a_backup_that_fails_notes_so_beside_the_time_of_the_newest_one(listed: Server) -> None:
    note = listed.home / "status" / "backup.json"
    assert listed.attempt("systemctl start fogsite-backup", PGHOST="/nowhere").returncode != 0
    assert json.loads(note.read_text()) == {"time": None, "result": "failed"}

    listed.run("systemctl start fogsite-backup")
    made = json.loads(note.read_text())["time"]
    assert listed.attempt("systemctl start fogsite-backup", PGHOST="/nowhere").returncode != 0
    assert json.loads(note.read_text()) == {"time": made, "result": "failed"}


def test_a_note_that_cannot_be_written_costs_no_backup(listed: Server) -> None:
    (listed.home / "status").rmdir()

    done = listed.attempt("systemctl start fogsite-backup")

    assert done.returncode == 0
    assert f"<4>fogsite-backup: no note could be written into {listed.home}/status" in done.stderr
    assert len(listed.names("daily")) == 1


FAILURES = {
    "the database does not answer": {"PGHOST": "/nowhere"},
    "there is no such database": {"PGDATABASE": "nothing"},
    "the dump is cut short": {"CUT": "1"},
    "the environment file is missing": {"ENVIRONMENT": "/nowhere"},
}
CUT = """#!/bin/sh
"{pg_dump}" "$@" || exit
[ -z "$CUT" ] || for file in "$HOME"/backups/.new/database.dump; do truncate --size=-1000 "$file"; done
"""


@pytest.mark.parametrize("failure", FAILURES)
def test_a_backup_that_fails_says_so_and_leaves_the_former_ones(server: Server, failure: str) -> None:
    backup = "fogsite-backup $HOME/backups ${ENVIRONMENT:-$HOME/fogsite.env}"
    server.run(backup)
    daily = server.backups / "daily"
    (daily / server.names("daily")[0]).rename(daily / "2020-01-01T00-00-00Z")
    before = server.names("daily"), server.names("monthly")
    cutter = server.home / "bin" / "pg_dump"
    cutter.write_text(CUT.format(pg_dump=postgres.programs(Path(server.host)) / "pg_dump"))
    cutter.chmod(0o755)

    done = server.attempt(backup, **FAILURES[failure])

    assert done.returncode != 0
    assert done.stderr.endswith("<3>fogsite-backup: no backup was made, the former ones are as they were.\n")
    assert (server.names("daily"), server.names("monthly")) == before
    cutter.unlink()
    assert server.attempt(backup).returncode == 0


def test_fourteen_days_and_twelve_months_are_kept(server: Server) -> None:
    daily = [
        f"2019-{month:02}-{day:02}T03-3{again}-00Z" for month in (1, 2) for day in range(1, 21) for again in (0, 1)
    ]
    monthly = [f"{year}-{month:02}" for year in (2018, 2019) for month in range(1, 13)]
    for kind, names in {"daily": daily, "monthly": monthly}.items():
        for name in names:
            (server.backups / kind / name).mkdir(parents=True)

    server.run("fogsite-backup $HOME/backups $HOME/fogsite.env")

    *old, new = server.names("daily")
    assert old == [f"2019-02-{day:02}T03-3{again}-00Z" for day in range(8, 21) for again in (0, 1)]
    assert new > "2020"
    assert server.names("monthly") == [f"2019-{month:02}" for month in range(2, 13)] + [new[:7]]
