"""What a submit costs, as multiples of an empty view, on the database as production keeps it (nothing switched off).

`python -m tests.bench.service` runs on SQLite, with `postgres` behind it on PostgreSQL.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

import django

SAMPLES = 300
DAY = 86400


@contextmanager
def database(postgres: bool) -> Iterator[None]:
    """Django set up on a database of its own, with the service's own settings."""
    with tempfile.TemporaryDirectory(prefix="fog") as made:
        home = Path(made)
        home.chmod(0o755)
        (home / "static").mkdir()
        url = started(home / "pg") if postgres else f"sqlite:///{home}/bench.sqlite3"
        os.environ.update(DATABASE_URL=url, DEVELOPMENT="1", LOG_LEVEL="ERROR", REDIS_URL=f"unix://{home}/none")
        os.environ["DJANGO_SETTINGS_MODULE"] = "fogsite.settings"
        os.environ["EMAIL_URL"] = "smtp://mail.invalid:25"
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        yield
        if postgres:
            stopped(home / "pg")


def started(home: Path) -> str:
    """A PostgreSQL that writes to disk as it would in production."""
    from tests.parts import postgres

    postgres.OPTIONS = "-c listen_addresses='' -c max_connections=20"
    return postgres.start(home)


def stopped(home: Path) -> None:
    from django.db import connection

    from tests.parts import postgres

    connection.close()
    postgres.stop(home)


def empty_view(request: Any) -> Any:
    """The yardstick: it reads the session and inserts one row."""
    from django.contrib.auth import SESSION_KEY
    from django.http import HttpResponse

    from games.models import Heartbeat

    name = f"{request.session[SESSION_KEY]} {time.perf_counter_ns()}"[-20:]
    Heartbeat.objects.create(name=name, at="2026-01-01T00:00Z")
    return HttpResponse("done")


empty_view.anonymous_ok = True  # type: ignore[attr-defined]  # nothing is done for the person


def install_yardstick() -> None:
    """Give the empty view an address."""
    from django.urls import clear_url_caches, path

    from fogsite import urls

    urls.urlpatterns.append(path("bench/empty", empty_view))
    clear_url_caches()


class Pair:
    """Two signed-in players who go through matches, move by move, over HTTP."""

    def __init__(self) -> None:
        from django.test import Client

        from accounts.models import User

        users = [User.objects.create_user(name, f"{name}@example.org", "x") for name in ("Ann", "Ben")]
        self.users = users
        self.clients = {user.pk: Client(SERVER_NAME="localhost") for user in users}
        for user in users:
            self.clients[user.pk].force_login(user, "accounts.backends.Backend")

    def begin(self) -> Any:
        """A new match of nine rounds."""
        from games import lobby

        ann, ben = self.users
        offered = lobby.invite(ann, "en-garde", {"rounds": 9}, pace_days=3)
        return lobby.join(offered.match.public_id, ben)

    def submit(self, match: Any, choose: Callable[[Any], str]) -> float:
        """One move over HTTP; the seconds it took."""
        from games import positions
        from games.models import Turn

        match.refresh_from_db()
        turn = Turn.objects.select_related("seat").get(match=match)
        text = choose(positions.newest(match).position)
        data = urlencode({"move": text, "expected": turn.seat.serial})
        client, url = self.clients[turn.user_id], f"/m/{match.public_id}/submit"
        begun = time.perf_counter()
        response = client.post(url, data, "application/x-www-form-urlencoded")
        took = time.perf_counter() - begun
        assert response.status_code == 302, response.content
        return took

    def empty(self) -> float:
        """One request of the yardstick; the seconds it took."""
        client = self.clients[self.users[0].pk]
        begun = time.perf_counter()
        client.post("/bench/empty", "move=F1&expected=1", "application/x-www-form-urlencoded")
        return time.perf_counter() - begun


class Duellists:
    """Move choosers for both seats who fence each round to a draw, so that a match grows as long as one likes."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.script: list[str] = []
        self.tries = 0

    def __call__(self, position: Any) -> str:
        """The next move of a line that scores nothing this round."""
        if not self.script:
            self.script = self._level_round(position)
        return self.script.pop(0)

    def _level_round(self, position: Any) -> list[str]:
        """A round's moves that end it level, found by trying; the referee knows all cards."""
        from games.rules.chance import KeyedChance

        scores = position.state.scores
        while True:
            self.tries += 1
            chance = KeyedChance(self.tries.to_bytes(8, "big"))
            line, state = self._random_round(position, chance)
            if state.scores == scores:
                return line

    def _random_round(self, position: Any, chance: Any) -> tuple[list[str], Any]:
        from games.rules import engine

        state = engine.copy(self.rules, position).state
        line: list[str] = []
        number = state.round
        while state.round == number:
            (seat,) = self.rules.to_act(state)
            steps = self.rules.legal_steps(state, seat)
            step = steps[chance.below(len(steps), f"step {len(line)}")]
            line.append(self.rules.text(step))
            self.rules.play(state, seat, step, chance)
            self.rules.settle(state, chance)
        return line, state


def p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


def at_plies(pair: Pair, plies: tuple[int, int]) -> tuple[list[float], list[float]]:
    """Times of submits around two plies of matches of the same kind, taken in turn."""
    young: list[float] = []
    old: list[float] = []
    match = pair.begin()
    long = Duellists(match.rules)
    while match.ply < plies[1]:
        pair.submit(match, long)
    while len(old) < SAMPLES:
        fresh = pair.begin()
        short = Duellists(match.rules)
        while fresh.ply < plies[0]:
            pair.submit(fresh, short)
        for _ in range(10):
            young.append(pair.submit(fresh, short))
            old.append(pair.submit(match, long))
    return young, old


def main(postgres: bool) -> None:
    """Measure and print; nothing fails for being slow."""
    with database(postgres):
        install_yardstick()
        pair = Pair()
        for _ in range(20):
            pair.empty()
        match = pair.begin()
        fence = Duellists(match.rules)
        pairs = [(pair.empty(), pair.submit(match, fence)) for _ in range(SAMPLES)]
        empty, submit = (median(times) for times in zip(*pairs, strict=True))
        name = "PostgreSQL" if postgres else "SQLite"
        print(
            f"submit / empty view, {name}: {submit / empty:.2f} (goal ≤ 2.0; {submit * 1e3:.2f} / {empty * 1e3:.2f} ms)"
        )
        young, old = at_plies(pair, (10, 400))
        print(f"submit p95, ply 400 / ply 10, {name}: {p95(old) / p95(young):.2f} (goal 0.90 to 1.10)")


if __name__ == "__main__":
    main("postgres" in sys.argv[1:])
