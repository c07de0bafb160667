"""What is tried on a booted machine, one after the other; each says in words what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.deploy.booted.machine import until
from tests.deploy.booted.site import MANUAL, Site, blocks

FULL = "The disk of PostgreSQL is full: nothing can be written."
GONE = "No PostgreSQL answers at the socket in DATABASE_URL."
START = "systemctl restart postgresql"


def install(site: Site) -> str:
    """Install. The two blocks of the manual, between which the operator fills in the file."""
    site.prepare()
    files, start, *_ = blocks("On one Debian server")
    code, said = site.machine.paste(files)
    assert (code, "'REPOSITORY' does not exist" in said) == (128, True), said[-2000:]
    site.paste(files, REPOSITORY="/mnt/repository")
    code, said = site.machine.paste(start)
    assert code != 0, "an environment that is not filled in was taken"
    assert "SECRET_KEY is not set: it signs sessions and links" in said, said[-2000:]
    assert "celery" not in site.machine.run("ls /srv/fogsite/releases/*/.venv/lib/python3*/site-packages")
    site.fill_in()
    site.paste(start)
    assert site.await_health()["version"] == site.repository.newest
    check = site.machine.run("fogsite-manage check --deploy --fail-level WARNING 2>&1")
    assert "No mail server answers at 127.0.0.1:25" in check, check
    return "a wrong repository and an empty SECRET_KEY were told at once, and could be mended; then every part was well"


def upgrade(site: Site) -> str:
    """Run an upgrade to a commit that brings a migration, while visitors ask."""
    site.repository.add_migration()
    [upgrading, *_] = blocks("Upgrade")
    with site.visited() as answers:
        site.paste(upgrading)
    assert site.await_health()["version"] == site.repository.newest
    assert set(answers) == {"200"}, answers
    return f"{answers['200']} requests, none refused"


def restore(site: Site) -> str:
    """Restore, while visitors ask. What was wrecked since the backup is as it was."""
    site.play()
    before = site.digest()
    site.machine.run("systemctl start fogsite-backup")
    name = site.machine.run("ls /var/lib/fogsite-backups/daily | tail -n 1").strip()
    site.sql("ALTER TABLE games_entry DISABLE TRIGGER ALL; DELETE FROM games_entry")
    assert site.digest() == ""
    [lines] = blocks("Restore")
    with site.visited():
        said = site.paste(lines, NAME=name)
    assert "1 match verified." in said, said
    assert site.digest() == before
    site.await_health()
    return "restored, verified, and well again"


def go_back(site: Site) -> str:
    """Go back behind a migration, while visitors ask."""
    first = site.repository.git("rev-parse", "--short=12", "HEAD~1")
    [lines] = blocks("Going back")
    with site.visited():
        site.paste(lines.replace("commit=COMMIT", f"commit={first}", 1))
    assert site.await_health()["version"] == first
    assert site.sql("SELECT to_regclass('tried') IS NULL") == "t"
    return "the older release runs, and the table of the newer is gone"


def fill_the_disk(site: Site) -> str:
    """Return PostgreSQL's disk is full, until PostgreSQL stops."""
    before = site.digest()
    for _ in range(3):  # what is over is kept for what comes: it can go on for a while
        site.sql("SELECT pg_switch_wal()")
        site.sql("CHECKPOINT")
    site.machine.attempt("dd if=/dev/zero of=/mnt/database/filler bs=64k")
    site.machine.run("truncate --size=-400K /mnt/database/filler")
    begun = time.monotonic()
    until(
        lambda: site.health().get("parts", {}).get("database", {}).get("error") == FULL,
        60,
        f"not told: {site.health()}",
    )
    told = time.monotonic() - begun
    check = site.machine.attempt("fogsite-manage check --deploy --fail-level WARNING")
    assert (check.returncode, FULL in check.stdout + check.stderr) == (1, True), check.stdout + check.stderr
    stop_by_full_disk(site)
    site.machine.run("rm /mnt/database/filler")
    assert site.health()["parts"]["database"]["error"] == GONE
    begun = time.monotonic()
    assert f"`{START}`" in MANUAL
    site.machine.run(START)
    site.await_health()
    assert site.digest() == before
    return f"told after {told:.0f} s; well {time.monotonic() - begun:.0f} s after PostgreSQL was started again"


def stop_by_full_disk(site: Site) -> None:
    """Let PostgreSQL need room for its log, without which it stops for good."""
    switch = "runuser -u postgres -- psql -d fogsite -c 'SELECT txid_current()' -c 'SELECT pg_switch_wal()'"

    def is_down() -> bool:
        site.machine.attempt(switch)
        return site.machine.attempt("pg_isready").returncode == 2

    until(is_down, 120, "PostgreSQL goes on without room for its log")


def take_the_port(site: Site) -> str:
    """Take port 8000, and see that the journal of the socket says so."""
    run = site.machine.run
    run("systemctl stop 'fogsite-*.service' 'fogsite-*.socket'")
    run("systemd-run --quiet --unit=taker python3 -m http.server --bind 127.0.0.1 8000")
    until(lambda: site.machine.attempt("curl -s http://127.0.0.1:8000/").returncode == 0, 30, "the port is not taken")
    assert site.machine.attempt("systemctl start fogsite-web.socket").returncode != 0
    assert "Address already in use" in run("journalctl --no-pager -u 'fogsite-*' --since -1min")
    run("systemctl stop taker")
    *_, starting = blocks("When a part has stopped or emails are late")
    site.paste(starting)
    site.await_health()
    return "the journal of the socket says so; after the manual's lines all is well"


SCENES: tuple[Callable[[Site], str], ...] = (install, upgrade, restore, go_back, take_the_port, fill_the_disk)
