"""`make siege`: whether one network can stop the clocks in six real minutes, and what still counts as an outage.

The site looks at its own address as it does in production, once a minute, and nothing is moved or pretended.
"""

from __future__ import annotations

import itertools
import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from http.client import HTTPConnection, HTTPException
from threading import Event, Lock

import pytest

from accounts import usage
from games.core.clock.silence import MIN_OUTAGE
from tests.attacks.conftest import Judge, Players
from tests.attacks.test_matches import play_by_link
from tests.parts import database, redis
from tests.parts.patience import until
from tests.parts.production import HOST, Production

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("production")]
SIEGE, STOP = 360.0, 300.0
"""Seconds for which one network attacks, and for which the web is stopped."""
NETWORK = "127.2.3.0"
MOST, STEP, EVERY = 2000, 50, 5.0
"""Connections that the attacker opens at most, and how many more every so many seconds while the site still answers
soon."""
SLOW = 20.0
"""Seconds after which the site answers once it is besieged: twice as long as its own check waits."""
MINUTES = 600.0


class Besieged(Production):
    """The production form that looks at its own address, with as many connections as the manual gives a large site."""

    connections = 8192

    def environment(self) -> dict[str, str]:
        return {**super().environment(), **self.asking_itself()}


@pytest.fixture(scope="session")
def production_running() -> Iterator[Production]:
    service = Besieged(database.directory() / "besieged")
    try:
        service.start()
        yield service
    finally:
        service.stop()


@pytest.fixture
def table(production: Production, player: Players) -> tuple[str, str]:
    """The id of a match in which a clock runs, on a site that was seen to answer; and the name of a player."""
    (name, ann), (_, ben) = player(), player()
    match = play_by_link(ann, ben)
    await_check(production)
    return match, name


# --- What is known of it ----------------------------------------------------------------------------------------------


def answered(production: Production) -> datetime | None:
    """Return when the site was last seen to answer."""
    found = production.query("SELECT at FROM games_heartbeat WHERE name = 'site'")
    return found[0][0] if found else None


def await_check(production: Production) -> None:
    """Wait until the site has been seen to answer again, and no network is remembered as busy."""
    before = answered(production)
    give_up = time.monotonic() + MINUTES
    with redis.used(production.redis.url):
        while answered(production) == before or usage.one_network():
            assert time.monotonic() < give_up, "the site does not come back"
            time.sleep(1)


def told(production: Production, sentence: str) -> int:
    """Return how often the workers have said a sentence."""
    return sum(sentence in line for line in production.units["worker"].log)


def outages(production: Production) -> list[timedelta]:
    return [length for (length,) in production.query("SELECT ended - began FROM games_outage ORDER BY id")]


def deadline(production: Production, match: str) -> datetime:
    """Return the deadline of the player whose turn it is."""
    sql = "SELECT deadline FROM games_turn t JOIN games_match m ON m.id = t.match_id WHERE public_id = %s"
    return production.query(sql, match)[0][0]


# --- The attack -------------------------------------------------------------------------------------------------------


class Attacker:
    """Asks for what costs most, from all addresses of one network, on more and more connections until the site is slow.

    `answers` counts what was answered, `seconds` what the newest answers took.
    """

    def __init__(self, production: Production, paths: list[str]) -> None:
        self.production, self.paths = production, paths
        self.answers: Counter[str] = Counter()
        self.seconds = 0.0
        self.over, self.lock = Event(), Lock()

    def attack(self, number: int) -> None:
        source = f"{NETWORK.removesuffix('0')}{number % 254 + 1}"
        paths = itertools.islice(itertools.cycle(self.paths), number % len(self.paths), None)
        while not self.over.is_set():
            try:
                self._ask_on_one_connection(source, paths)
            except (OSError, HTTPException) as error:
                self._note(type(error).__name__, SLOW)

    def _ask_on_one_connection(self, source: str, paths: Iterator[str]) -> None:
        with closing(HTTPConnection(HOST)) as connection:
            connection.sock = self.production.connect(source)
            for path in paths:
                begin = time.monotonic()
                connection.request("GET", path)
                answer = connection.getresponse()
                answer.read()
                self._note(str(answer.status), time.monotonic() - begin)
                if self.over.is_set() or connection.sock is None:
                    return

    def _note(self, answer: str, seconds: float) -> None:
        with self.lock:
            self.answers[answer] += 1
            self.seconds += (seconds - self.seconds) / STEP


@contextmanager
def besieging(production: Production, paths: list[str]) -> Iterator[Attacker]:
    """Have one network keep all workers busy while the `with` lasts.

    It begins once the site takes as long as SLOW to answer this network.
    """
    attacker = Attacker(production, paths)
    with ThreadPoolExecutor(MOST) as pool:
        number = itertools.count()
        try:
            for _ in range(MOST // STEP):
                for _ in range(STEP):
                    pool.submit(attacker.attack, next(number))
                if attacker.over.wait(EVERY) or attacker.seconds > SLOW:
                    break
            yield attacker
        finally:
            attacker.over.set()


def test_one_network_stops_no_clock_in_six_minutes(
    table: tuple[str, str], production: Production, judge: Judge
) -> None:
    match, name = table
    busy, late = f"The site is busy with the network {NETWORK}", "The site does not answer"
    due, known, before = deadline(production, match), told(production, late), outages(production)
    with besieging(production, [f"/players/{name}/", "/watch/", "/rules/fantasy-dice-battles/"]):
        time.sleep(SIEGE)
    await_check(production)

    kept = told(production, busy) >= MIN_OUTAGE // timedelta(minutes=1)
    judge("N3", "six minutes of one network: keeps the site from answering", expected=True, answer=kept)
    given = deadline(production, match) - due
    judge("N3", "six minutes of one network: outages", expected=[], answer=outages(production)[len(before) :])
    judge("N3", "six minutes of one network: time given to a clock", expected=timedelta(), answer=given)
    assert told(production, late) == known


def test_a_web_that_is_stopped_for_five_minutes_is_an_outage(
    table: tuple[str, str], production: Production, judge: Judge
) -> None:
    match, _ = table
    due, before = deadline(production, match), outages(production)
    web = production.units["web"].process.pid
    os.killpg(web, signal.SIGSTOP)
    try:
        time.sleep(STOP)
    finally:
        os.killpg(web, signal.SIGCONT)
    await_check(production)
    until(lambda: deadline(production, match) != due, lambda: "no time was given back")

    [length] = outages(production)[len(before) :]
    given = deadline(production, match) - due
    judge("N4", "a web stopped for five minutes: is an outage", expected=True, answer=length > MIN_OUTAGE)
    judge("N4", "a web stopped for five minutes: its length is given", expected=True, answer=given == length)
