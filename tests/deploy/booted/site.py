"""The service on a booted machine: installed, asked and changed by the manual's own lines."""

from __future__ import annotations

import json
import re
import secrets
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.deploy.booted.machine import Machine, until

BASE_DIR = Path(__file__).resolve().parents[3]
HOST = "www.example.org"
MANUAL = (BASE_DIR / "docs" / "operations.md").read_text()
PAGE = f"https://{HOST}/accounts/login/"
RECORD = BASE_DIR / "tests" / "rules" / "en_garde" / "golden" / "en-garde-1-standard-points.json"
CERTBOT = f"""#!/bin/sh
# Stands in for certbot, which needs the world: a certificate that this machine trusts, and nginx shows it.
set -e
openssl req -x509 -newkey rsa:2048 -nodes -days 20 -subj /CN={HOST} -addext subjectAltName=DNS:{HOST} \\
    -keyout /etc/ssl/private/site.key -out /usr/local/share/ca-certificates/site.crt 2>/dev/null
update-ca-certificates >/dev/null 2>&1
sed -i "s|listen 80;|listen 80; listen 443 ssl; ssl_certificate /usr/local/share/ca-certificates/site.crt; \\
ssl_certificate_key /etc/ssl/private/site.key;|" /etc/nginx/sites-enabled/fogsite
systemctl reload nginx
"""


MIGRATION = """
from django.db import migrations
class Migration(migrations.Migration):
    dependencies = [("games", "{before}")]
    operations = [migrations.RunSQL("CREATE TABLE tried (what text)", "DROP TABLE tried")]
"""


def blocks(heading: str) -> list[str]:
    """Return the blocks of commands in a section of the manual, in order."""
    found = re.search(rf"^(##+) {heading}\n(.*?)(?=^##+ |\Z)", MANUAL, re.DOTALL | re.MULTILINE)
    assert found, heading
    return re.findall(r"^```sh\n(.*?)^```", found[2], re.DOTALL | re.MULTILINE)


class Repository:
    """What the machine clones: this checkout's newest commit."""

    def __init__(self, home: Path) -> None:
        self.bare, self.work = home / "repository", home / "work"
        for command in (["clone", "-q", "--bare", BASE_DIR, self.bare], ["clone", "-q", self.bare, self.work]):
            subprocess.run(["git", *map(str, command)], check=True)

    def git(self, *command: str) -> str:
        who = ["-c", "user.name=Tests", "-c", "user.email=tests@example.org"]
        done = subprocess.run(["git", "-C", self.work, *who, *command], check=True, capture_output=True, text=True)
        return done.stdout.strip()

    @property
    def newest(self) -> str:
        return self.git("rev-parse", "--short=12", "HEAD")

    def add_migration(self) -> None:
        """Add a commit that brings one more table."""
        folder = self.work / "games" / "migrations"
        before = max(path.stem for path in folder.glob("[0-9]*.py"))
        (folder / f"{int(before[:4]) + 1:04}_tried.py").write_text(MIGRATION.format(before=before))
        self.git("add", ".")
        self.git("commit", "-qm", "games: Try a migration.")
        self.git("push", "-q")


class Site:
    """The service on a machine."""

    def __init__(self, machine: Machine, repository: Repository) -> None:
        self.machine, self.repository = machine, repository

    def prepare(self) -> None:
        """Prepare what is there before: PostgreSQL's disk, a name that leads here, packages, a certbot.

        The packages lie in a folder.
        """
        run = self.machine.run
        run(
            "systemctl stop 'postgresql*' && cp -a /var/lib/postgresql/. /mnt/database/ && "
            "chown postgres: /mnt/database && mount --bind /mnt/database /var/lib/postgresql && "
            "systemctl start postgresql"
        )
        run(f"echo 127.0.0.1 {HOST} >> /etc/hosts")
        run("printf '[global]\\nno-index = true\\nfind-links = /mnt/wheels\\n' > /etc/pip.conf")
        self.write("/usr/local/bin/certbot", CERTBOT)
        run("chmod +x /usr/local/bin/certbot && rm -f /etc/nginx/sites-enabled/default")

    def write(self, path: str, text: str) -> None:
        assert "EOF_OF_FILE" not in text
        self.machine.run(f"cat > {path} <<'EOF_OF_FILE'\n{text}\nEOF_OF_FILE")

    def fill_in(self) -> None:
        """Write into the file of variables what an operator writes there."""
        written = {"SECRET_KEY": secrets.token_urlsafe(50), "ALLOWED_HOSTS": HOST, "EMAIL_URL": "smtp://127.0.0.1:25"}
        for name, value in written.items():
            self.machine.run(f"sed -i 's|^{name}=.*|{name}={value}|' /etc/fogsite.env")

    def paste(self, block: str, **changes: str) -> str:
        """Paste a block of the manual, with some words replaced; return what it says. It has to succeed."""
        for word, other in changes.items():
            assert word in block, word
            block = block.replace(word, other)
        code, said = self.machine.paste(block)
        assert code == 0, said[-3000:]
        return said

    def health(self) -> dict[str, Any]:
        """Return what `/healthz` says; nothing where it does not answer."""
        said = self.machine.attempt(f"curl --silent --max-time 20 https://{HOST}/healthz").stdout
        return json.loads(said) if said.startswith("{") else {}

    def await_health(self) -> dict[str, Any]:
        """Return what it says as soon as all is well; which takes until each part was heard."""

        def well() -> dict[str, Any]:
            found = self.health()
            return found if found.get("ok") else {}

        return until(well, 240, f"not well: {self.health()}")

    def sql(self, query: str, database: str = "fogsite") -> str:
        return self.machine.run(f'runuser -u postgres -- psql -qtA -d {database} -c "{query}"').strip()

    def play(self) -> None:
        """Make two people, and a match between them that is over."""
        self.machine.run("install -d -m 755 /var/tmp/tried")
        self.write("/var/tmp/tried/record.json", RECORD.read_text())
        make = "User.objects.create_user(name, name + '@example.org')"
        people = f"from accounts.models import User; [{make} for name in ('Ann', 'Ben')]"
        self.machine.run(f'fogsite-manage shell -v 0 -c "{people}"')
        self.machine.run("fogsite-manage import /var/tmp/tried/record.json --players Ann,Ben")

    def digest(self) -> str:
        return self.sql("SELECT md5(string_agg(digest::text, ',' ORDER BY match_id, ply)) FROM games_entry")

    @contextmanager
    def visited(self) -> Iterator[dict[str, int]]:
        """Have a visitor ask for a page again and again; yield how often each status was answered."""
        answers: dict[str, int] = {}
        over = threading.Event()

        def visit() -> None:
            wanted = f"--output /dev/null {PAGE} " * 3
            ask = f"curl --silent --max-time 60 --write-out '%{{http_code}} ' {wanted}"
            while not over.is_set():
                for status in self.machine.attempt(ask).stdout.split():
                    answers[status] = answers.get(status, 0) + 1

        threads = [threading.Thread(target=visit) for _ in range(2)]
        for thread in threads:
            thread.start()
        try:
            yield answers
        finally:
            over.set()
            for thread in threads:
                thread.join()
