"""The service as `deploy/` has it run: environment, programs and proxy are read from there.

Only names of hosts, ports and places differ: everything listens on the loopback, each run has a database of its own.
The socket of the web is held here, as systemd would, so that the web can be restarted behind it.
"""

from __future__ import annotations

import os
import re
import secrets
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psycopg

from fogsite.celery import app
from fogsite.settings import BASE_DIR
from tests.parts import database, redis
from tests.parts.mail import MailServer
from tests.parts.ports import free_port
from tests.parts.program import Program

HOST = "www.example.org"
FILLED_IN = {"ALLOWED_HOSTS": HOST, "EMAIL_URL": "smtp+tls://user:password@mail.example.org:587"}
DEPLOY = BASE_DIR / "deploy"
UNITS = ("web", "stream", "worker", "letters", "beat")
TARGET = (*UNITS, "metrics")
"""All that fogsite.target starts. What serves the metrics is left out of a run: nothing waits for it."""
UPSTREAMS = {"web": "127.0.0.1:8000", "stream": "127.0.0.1:8001"}
"""Where the units listen that nginx asks."""
READY = {
    "web": "Listening at",
    "stream": "Uvicorn running",
    "worker": "[queues]",
    "letters": "[queues]",
    "beat": "is starting",
}
"""What each unit's program says when it is there."""
PROGRAMS = Path(sys.executable).parent
ACTIVATE = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(sys.argv[2], sys.argv[2:])
"""
"""Hands a socket to a program as systemd does."""
IN_RELEASE = "/srv/fogsite/site/.venv/bin/"
PATH = f"{os.environ['PATH']}:/usr/sbin"
"""Where nginx is found, too, by somebody who is not root."""

NGINX = """
daemon off;
pid {home}/nginx.pid;
error_log stderr notice;
events {{ }}
http {{
    access_log {home}/access.log;
    client_body_temp_path {home}/body;
    proxy_temp_path {home}/proxy;
    fastcgi_temp_path {home}/fastcgi;
    uwsgi_temp_path {home}/uwsgi;
    scgi_temp_path {home}/scgi;
    {site}
}}
"""


class Production:
    """PostgreSQL, Redis, gunicorn, uvicorn, the workers and beat behind nginx, with a mail server that keeps what it is
    sent.

    `address` is where nginx listens, for `HOST`; `certificate` is what it shows; `upstreams` are the units' own.
    """

    connections = 768
    """Of each of nginx's processes: Debian's default."""

    def __init__(self, home: Path) -> None:
        home.mkdir(mode=0o755)
        self.home = home
        self.sockets: dict[str, socket.socket] = {}
        self.redis, self.mail = redis.Redis(home), MailServer()
        self.upstreams = {unit: ("127.0.0.1", free_port()) for unit in UPSTREAMS}
        self.address = "127.0.0.1", free_port()
        self.certificate = home / "certificate.pem"
        self.database = f"production_{secrets.token_hex(4)}"
        self.env: dict[str, str] = {}
        self.running: list[Program] = []
        self.units: dict[str, Program] = {}
        self.started = ExitStack()
        self.metrics = home / "metrics"
        self.metrics.mkdir()

    def start(self) -> None:
        """Start every part in the manual's order.

        Raises: `AssertionError` if a part does not start, with what it said.
        """
        self.redis.start()
        self.started.callback(self.redis.stop)
        self.mail.start()
        self.started.callback(self.mail.stop)
        self._query(f"CREATE DATABASE {self.database}", at=database.url())
        self.started.callback(self._query, f"DROP DATABASE {self.database} WITH (FORCE)", at=database.url())
        self.env = self.environment()
        for command in preparations():
            self.manage(*command)
        for unit, at in self.upstreams.items():
            self.sockets[unit] = socket.create_server(at, backlog=2048)
            self.started.callback(self.sockets[unit].close)
        for unit in UNITS:
            self.units[unit] = self._run(self.start_unit(unit))
        self._run(self._nginx())

    def stop(self) -> None:
        """Stop what was started, the last first."""
        self.started.close()

    def restart(self, unit: str, **changes: str) -> int:
        """Restart a unit as systemd does, in a changed environment; return the exit code of the one that ran."""
        code = self.units[unit].stop()
        self.units[unit] = self._run(self.start_unit(unit, **changes))
        return code

    def _run(self, program: Program) -> Program:
        self.running.append(program)
        self.started.callback(program.kill)
        return program

    def environment(self) -> dict[str, str]:
        """Return the manual's environment with this run's own secrets and places, and nothing else of this
        process's.
        """
        ours = {
            "SECRET_KEY": secrets.token_urlsafe(50),
            "EMAIL_URL": self.mail.url,
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self.redis.url,
            "SITE_CHECK": "0",  # its name leads elsewhere
            "CELERY_BEAT_SCHEDULE_FILENAME": str(self.home / "beat"),
            "DELETIONS_FILE": str(self.home / "deletions" / "list"),
            "BACKUP_STATUS": "",  # no backup is made
            "METRICS_DIR": str(self.metrics),
        }
        said = {"PYTHONUNBUFFERED": "1", "PYTHONWARNINGS": "ignore"}
        return {"PATH": os.environ["PATH"], "HOME": str(self.home), **said, **documented_environment(), **ours}

    def asking_itself(self) -> dict[str, str]:
        """Return the variables by which the site looks at an address of the loopback whether it answers."""
        return {
            "SITE_CHECK": "1",
            "SITE_URL": f"https://localhost:{self.address[1]}",
            "ALLOWED_HOSTS": f"{HOST},localhost",
            "SSL_CERT_FILE": str(self.certificate),
        }

    @property
    def database_url(self) -> str:
        return database.url().replace("/postgres?", f"/{self.database}?")

    def manage(self, *command: str) -> str:
        """Return what a command of `manage.py` prints."""
        return self.python("manage.py", *command)

    def python(self, *command: str) -> str:
        """Return what a Python program prints that runs in the service's environment."""
        done = self.attempt(*command)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def attempt(self, *command: str, **changes: str) -> subprocess.CompletedProcess[str]:
        """Return what comes of a Python program in a changed environment; a variable changed to "" is taken away."""
        env = {name: value for name, value in {**self.env, **changes}.items() if value}
        return subprocess.run(
            [sys.executable, *command],
            env=env,
            cwd=BASE_DIR,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,  # a machine may be busy
        )

    def query(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query at the service's own database; what it changes is committed."""
        return self._query(sql, *values, at=self.database_url)

    @staticmethod
    def _query(sql: str, *values: Any, at: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(at, autocommit=True) as connection:
            found = connection.execute(sql.encode(), values or None)
            return found.fetchall() if found.description else []

    def deliver(self) -> None:
        """Let the worker send all that is queued, also what is to wait a while; returns when nothing is left."""
        deadline = time.monotonic() + 120
        with redis.used(self.redis.url):
            while self._unsent():
                assert time.monotonic() < deadline, self.query("SELECT kind, status, error FROM accounts_outbox")
                self.query("UPDATE accounts_outbox SET next_try = now() WHERE status = 'pending' AND attempts = 0")
                app.send_task("accounts.tasks.deliver_due")
                time.sleep(0.2)

    @contextmanager
    def refusing(self, *mailboxes: str) -> Iterator[None]:
        """Let the mail server know nothing of these, among many others that it serves."""
        self.mail.refused |= {*mailboxes}
        yield
        self.mail.refused -= {*mailboxes}
        self.query("UPDATE accounts_outbox SET refused = false")  # as letters to others do: accounts/outbox/halts.py

    def _unsent(self) -> int:
        """Return letters being sent, or not yet tried."""
        waiting = "status = 'sending' OR (status = 'pending' AND attempts = 0)"
        return int(self.query(f"SELECT count(*) FROM accounts_outbox WHERE {waiting}")[0][0])

    def start_unit(self, unit: str, **changes: str) -> Program:
        """Return a unit's program in a changed environment; one that listens is handed its socket as systemd hands it
        over.
        """
        name, *options = program(unit)
        command = [str(PROGRAMS / name), *options]
        if not (DEPLOY / f"fogsite-{unit}.socket").exists():
            return Program(command, self.env | changes, READY[unit])
        held = self.sockets[unit].fileno()
        return Program([sys.executable, "-c", ACTIVATE, str(held), *command], self.env | changes, READY[unit], [held])

    def _nginx(self) -> Program:
        key = self.home / "key.pem"
        make_certificate(self.certificate, key)
        listen = "listen {}:{} ssl http2;".format(*self.address)
        shown = f"ssl_certificate {self.certificate}; ssl_certificate_key {key};"
        site = re.sub(r"(?m)^ *listen .*\n", "", documented_site(self.home))
        for unit, at in self.upstreams.items():
            site = site.replace(UPSTREAMS[unit], "{}:{}".format(*at))
        site = site.replace(f"server_name {HOST};", f"server_name {HOST}; {listen} {shown}", 1)
        config = self.home / "nginx.conf"
        room = f"events {{ worker_connections {self.connections}; }}"
        config.write_text(NGINX.format(home=self.home, site=site).replace("events { }", room))
        command: list[str | Path] = ["nginx", "-p", self.home, "-c", config, "-e", "stderr"]
        return Program(command, {"PATH": PATH}, "start worker process ")

    def connect(self, source: str) -> ssl.SSLSocket:
        """Return a connection to nginx from an address of the loopback."""
        context = ssl.create_default_context(cafile=str(self.certificate))
        plain = socket.create_connection(self.address, timeout=90, source_address=(source, 0))  # nginx gives up first
        return context.wrap_socket(plain, server_hostname=HOST)


# --- What the files say ---------------------------------------------------------------------------------------------


def setting(file: str, name: str) -> str:
    """Return what a unit of `deploy/` sets a name to. Raises AssertionError where it is not set exactly once."""
    found = re.findall(rf"^{name}=(.*)$", (DEPLOY / file).read_text(), re.MULTILINE)
    assert len(found) == 1, f"deploy/{file} sets {name} {len(found)} times"
    return str(found[0])


def documented_environment() -> dict[str, str]:
    """Return the variables of `/etc/fogsite.env`, with the names that an operator fills in."""
    lines = [line for line in (DEPLOY / "fogsite.env").read_text().splitlines() if line and not line.startswith("#")]
    return {**{name: value for name, _, value in (line.partition("=") for line in lines)}, **FILLED_IN}


def preparations() -> list[list[str]]:
    """Return the `manage.py` commands that `fogsite-upgrade` runs, except the check.

    The check has its own tests.
    """
    upgrade = (DEPLOY / "fogsite-upgrade").read_text()
    commands = [line.split() for line in re.findall(r"(?:manage\.py|fogsite-manage) (.+)$", upgrade, re.MULTILINE)]
    assert len(commands) == 4, commands
    return [command for command in commands if command[0] != "check"]


def program(unit: str) -> list[str]:
    """Return the program of a unit and its options."""
    start = setting(f"fogsite-{unit}.service", "ExecStart")
    assert start.startswith(IN_RELEASE), start
    return start.removeprefix(IN_RELEASE).split()


LOG = re.compile("access_log /var/log/nginx/access.log ")


def documented_site(home: Path | None = None) -> str:
    """Return nginx's part, before certbot adds the certificate; with its log in a folder, if one is given."""
    site = (DEPLOY / "fogsite.nginx").read_text()
    return LOG.sub(f"access_log {home}/access.log ", site) if home else site


def make_certificate(certificate: Path, key: Path) -> None:
    """Make a self-signed certificate for HOST, and for a name of the loopback."""
    names = ["-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST},DNS:localhost"]
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "20"]
    subprocess.run(
        ["openssl", "req", "-x509", *kind, *names, "-out", certificate, "-keyout", key], check=True, capture_output=True
    )
