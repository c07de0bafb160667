"""What is tried on a booted machine, one after the other; each says in words what came of it."""

from __future__ import annotations

from collections.abc import Callable

from tests.deploy.booted.site import Site, blocks


def install(site: Site) -> str:
    """Install. The two blocks of the manual, between which the operator fills in the file."""
    site.prepare()
    files, start, *_ = blocks("On one Debian server")
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
    return "an empty SECRET_KEY was told before the packages were installed; then every part was well"


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


SCENES: tuple[Callable[[Site], str], ...] = (install, restore)
