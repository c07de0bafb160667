"""What requests cost, as multiples of an empty view, on the database as production keeps it (nothing switched off).

`python -m tests.bench service` runs on SQLite and on PostgreSQL, each in a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from statistics import mean, median
from typing import Any, NamedTuple
from unittest import mock
from urllib.parse import urlencode

import django

from tests.bench.verdict import verdict
from tests.parts.games import drawn, facts

SAMPLES = 200
LISTED, SHOWN = 50, 60
"""Requests whose statements are listed, and the letters by which a statement is told from others."""
DAY = 86400


@contextmanager
def database(postgres: bool, **given: str) -> Iterator[None]:
    """Set Django up on a database of its own while the `with` lasts.

    It has the service's own settings, or those with the variables that are `given`.
    """
    with tempfile.TemporaryDirectory(prefix="fog") as made:
        home = Path(made)
        home.chmod(0o755)
        (home / "static").mkdir()
        url = started(home / "pg") if postgres else f"sqlite:///{home}/bench.sqlite3"
        os.environ.update(DATABASE_URL=url, DEVELOPMENT="1", LOG_LEVEL="ERROR", REDIS_URL=f"unix://{home}/none")
        os.environ["DJANGO_SETTINGS_MODULE"] = "fogsite.settings"
        os.environ.update({"EMAIL_URL": "smtp://mail.invalid:25"} | given)
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        try:
            yield
        finally:
            if postgres:
                stopped(home / "pg")


def started(home: Path) -> str:
    """Return a PostgreSQL that writes to disk as it would in production."""
    from tests.parts import postgres

    postgres.OPTIONS = "-c listen_addresses='' -c max_connections=20"
    return postgres.start(home)


def stopped(home: Path) -> None:
    from django.db import connection

    from tests.parts import postgres

    connection.close()
    postgres.stop(home)


def empty_view(request: Any) -> Any:
    """Return the yardstick: it reads the session and inserts one row."""
    from django.contrib.auth import SESSION_KEY
    from django.http import HttpResponse

    from games.core.models import Heartbeat

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


class Took(NamedTuple):
    """Seconds of a request: by the clock, and computed by this process alone, even if others are busy."""

    waiting: float
    computing: float


def timed(ask: Callable[[], Any], status: int = 200) -> Took:
    """Return what a request took. It must be answered with this status."""
    begun = time.perf_counter(), time.process_time()
    response = ask()
    took = Took(time.perf_counter() - begun[0], time.process_time() - begun[1])
    assert response.status_code == status, response.content
    return took


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
        self.programs = {user.pk: Client(SERVER_NAME="localhost", headers=_token(user)) for user in users}

    def begin(self, game: str = "en-garde", **options: Any) -> Any:
        """Return a new match; of En Garde one of nine rounds."""
        from games.lobby import services as lobby
        from games.lobby.models import Invitation

        ann, ben = self.users
        offered = lobby.invite(
            ann, lobby.Terms(game, options or {"rounds": 9} if game == "en-garde" else {}, pace_days=3)
        )
        Invitation.objects.update(created=offered.created - lobby.DAY)  # on another day: one invites only so often
        return lobby.join(offered.match.public_id, ben)

    def submit(self, match: Any, choose: Callable[[Any], str]) -> Took:
        """Return one move over HTTP."""
        user, text, serial = self._next(match, choose)
        data, url = urlencode({"move": text, "expected": serial}), f"/m/{match.public_id}/submit"
        return timed(lambda: self.clients[user].post(url, data, FORM), 302)

    def submit_by_program(self, match: Any, choose: Callable[[Any], str]) -> Took:
        """Return one move through the API."""
        user, text, serial = self._next(match, choose)
        data, url = json.dumps({"move": text, "expected": serial}), f"/api/v1/matches/{match.public_id}/submit/"
        return timed(lambda: self.programs[user].post(url, data, "application/json"))

    def _next(self, match: Any, choose: Callable[[Any], str]) -> tuple[int, str, int]:
        """Return who has to move, the move, and the serial it answers."""
        from games.core.models import Turn
        from games.core.reading import positions

        match.refresh_from_db()
        turn = Turn.objects.select_related("seat").get(match=match)
        return turn.user_id, choose(positions.newest_position(match).position), turn.seat.serial

    def look(self, path: str) -> Took:
        """Return a page as the first player sees it."""
        return timed(lambda: self.clients[self.users[0].pk].get(path))

    def look_by_program(self, path: str) -> Took:
        """Return an address of the API as a program of the first player sees it."""
        return timed(lambda: self.programs[self.users[0].pk].get(f"/api/v1/{path}"))

    def empty(self) -> Took:
        """Return one request of the yardstick."""
        client = self.clients[self.users[0].pk]
        return timed(lambda: client.post("/bench/empty", "move=F1&expected=1", FORM))


FORM = "application/x-www-form-urlencoded"


def _token(user: Any) -> dict[str, str]:
    """Return the header with a token that may play."""
    from allauth.account.models import EmailAddress

    from accounts import tokens

    EmailAddress.objects.create(user=user, email=user.email, verified=True)
    token = tokens.create(user, "robot", "play")
    found = tokens.find(token)
    assert found is not None
    tokens.note_used(found)
    return {"Authorization": f"Bearer {token}"}


DRAWN_ROUNDS = 5
"""So many end a match of En Garde."""


class Duellists:
    """Move choosers for both seats who fence each round to a draw, in one match after the other: the fifth drawn round
    would end it (EG-N5)."""

    def __init__(self, begin: Callable[[], Any]) -> None:
        """Take `begin`, which gives a match in its first round."""
        self.begin = begin
        self.match = begin()
        self.rules = self.match.rules
        self.script: list[str] = []
        self.tries = 0

    def goes_on(self) -> Any:
        """Return the match in which they move next."""
        from games.core.reading import positions

        self.match.refresh_from_db()
        if not self.script and positions.newest_position(self.match).position.state.round == DRAWN_ROUNDS:
            self.match = self.begin()
        return self.match

    def __call__(self, position: Any) -> str:
        """Return the next move of a line that scores nothing this round."""
        if not self.script:
            self.script = self._level_round(position)
        return self.script.pop(0)

    def _level_round(self, position: Any) -> list[str]:
        """Return a round's moves that end it level, found by trying; the referee knows all cards."""
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
    """Return times of submits after two numbers of plies in matches of the same kind, taken in turn."""
    from tests.games.long import lengthened

    ann, ben = pair.users
    numbers = count()

    def begun(entries: int) -> Any:
        return lengthened(ann, ben, entries, public_id=f"aged{next(numbers)}")

    young, old = (Duellists(partial(begun, entries)) for entries in plies)
    taken: tuple[list[float], list[float]] = [], []
    while len(taken[0]) < SAMPLES:
        for who, found in zip((young, old), taken, strict=True):
            found.append(pair.submit(who.goes_on(), who).waiting)
    return taken


EARLY_AND_LATE = 10, 280
"""Plies after which moves are timed. Both lie below the bound of En Garde: beyond it, each move reads the whole log."""
PAGE, PROGRAM = 5.0, 3.0
"""How many empty views a match page and a submit through the API may compute for."""


def requests(pair: Pair) -> dict[str, tuple[float | None, Callable[[], Took]]]:
    """Return what is measured: its name, its goal as a multiple of the yardstick, and how to do it once."""
    fence, foil = Duellists(pair.begin), Duellists(pair.begin)
    found: dict[str, tuple[float | None, Callable[[], Took]]] = {
        "submit by page": (None, lambda: pair.submit(fence.goes_on(), fence)),
        "submit by API": (PROGRAM, lambda: pair.submit_by_program(foil.goes_on(), foil)),
        "my matches": (None, lambda: pair.look("/matches/")),
    }
    for game in MIDDLE:
        shown = middle(pair, game)
        found[f"match page, {game}"] = (None, partial(pair.look, f"/m/{shown.public_id}/"))
        found[f"steps by API, {game}"] = (None, partial(pair.look_by_program, f"matches/{shown.public_id}/steps/"))
    return found


MIDDLE = {slug: facts(slug).measured for slug in drawn()}
"""The match of each game that is looked at, by moves made."""


def middle(pair: Pair, game: str) -> Any:
    """Return a match of a game on fixed chance, at the first question to the first player after so many moves."""
    from tests.games import tables

    match = tables.play_on(tables.begin(*pair.users, game=game, public_id=game[:10]), MIDDLE[game])
    while tables.next_user(match) != pair.users[0]:
        tables.play_on(match, 1)
    return match


def measured(asked: dict[str, Callable[[], Took]]) -> dict[str, list[Took]]:
    """Make so many requests of each kind in turns, and return what each took."""
    for ask in asked.values():
        for _ in range(20):
            ask()
    found: dict[str, list[Took]] = {name: [] for name in asked}
    for number in range(SAMPLES):
        if number % 50 == 0:
            print(f"  {number} of {SAMPLES} requests of each of {len(asked)} kinds", flush=True)
        for name, ask in asked.items():
            found[name].append(ask())
    return found


def statements(what: str, ask: Callable[[], Took]) -> Iterator[str]:
    """Yield where the time of a request goes by the clock: each statement that it sends, its commits, and all the
    rest.
    """
    from django.db import connection

    spent: dict[str, list[float]] = {}

    def note(sql: str, call: Callable[[], Any]) -> Any:
        begun = time.perf_counter()
        try:
            return call()
        finally:
            spent.setdefault(sql, []).append(time.perf_counter() - begun)

    def watched(execute: Callable[..., Any], sql: str, *given: Any) -> Any:
        return note(" ".join(sql.split())[:SHOWN], lambda: execute(sql, *given))

    committed = partial(note, "COMMIT", connection._commit)  # type: ignore[attr-defined]  # its types leave it out
    with connection.execute_wrapper(watched), mock.patch.object(connection, "_commit", committed):
        whole = sum(ask().waiting for _ in range(LISTED)) / LISTED
    shares = {sql: sum(times) / LISTED for sql, times in spent.items()}
    yield f"{what}: {whole * 1e3:.2f} ms by the clock"
    for sql, share in [*sorted(shares.items(), key=lambda each: -each[1]), ("Python", whole - sum(shares.values()))]:
        yield f"{share * 1e6:9.0f} µs {len(spent.get(sql, [])) / LISTED:5.2f} times  {sql}"


def multiples(found: dict[str, list[Took]], goals: dict[str, float | None], name: str) -> Iterator[str]:
    """Yield a line for each kind of request."""
    computing = {what: median(took.computing for took in times) for what, times in found.items()}
    waiting = {what: median(took.waiting for took in times) for what, times in found.items()}
    submit = waiting["submit by page"] / waiting[""]
    yield line(f"submit by page, by the clock, {name}", submit, 2.0)
    yield f"empty view, computing, {name}: {computing[''] * 1e3:.2f} ms"
    for what, goal in goals.items():
        ratio = computing[what] / computing[""]
        yield line(f"{what}, computing, {name}", ratio, goal)
    pages = [took for what, took in computing.items() if what.startswith("match page")]
    yield line(f"match page, mean of all games, computing, {name}", mean(pages) / computing[""], PAGE)


def line(what: str, ratio: float, goal: float | None) -> str:
    """Return a figure beside its goal, and whether it holds."""
    if goal is None:
        return f"{what} / empty view: {ratio:.2f}"
    return f"{what} / empty view: {ratio:.2f} (goal ≤ {goal:.1f}, {verdict(ratio <= goal)})"


def measure(postgres: bool) -> None:
    """Measure on one database and print; nothing fails for being slow."""
    name = "PostgreSQL" if postgres else "SQLite"
    with database(postgres):
        print(f"Requests on {name}", flush=True)
        install_yardstick()
        pair = Pair()
        asked = requests(pair)
        goals = {what: goal for what, (goal, _) in asked.items()}
        found = measured({"": pair.empty, **{what: ask for what, (_, ask) in asked.items()}})
        for told in multiples(found, goals, name):
            print(told, flush=True)
        for what, ask in (("empty view", pair.empty), ("submit by page", asked["submit by page"][1])):
            for told in statements(f"{what}, {name}", ask):
                print(told, flush=True)
        young, old = at_plies(pair, EARLY_AND_LATE)
        grown = p95(old) / p95(young)
        print(f"submit p95, ply 280 / ply 10, {name}: {grown:.2f} (goal 0.90 to 1.10, {verdict(0.9 <= grown <= 1.1)})")


def main() -> None:
    """Measure on SQLite and on PostgreSQL, each in a process of its own."""
    for name in DATABASES:
        subprocess.run([sys.executable, "-m", "tests.bench.service", name], check=False)


DATABASES = ("sqlite", "postgres")


if __name__ == "__main__":
    measure("postgres" in sys.argv[1:])
