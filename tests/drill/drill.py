"""One fault after the other while people play."""

from __future__ import annotations

import json
import time

from tests.attacks.visitor import Visitor
from tests.drill.fault import Fault
from tests.drill.judge import Judge, Row, Times
from tests.drill.players import Load
from tests.drill.site import Site, eventually

PEOPLE, MATCHES, HOUSE = 40, 72, 24
"""People, matches between two of them, and matches with the house that are made at the beginning."""
FEW, MORE = 60, 36
"""With fewer matches running than that, so many are begun."""
LONGEST = 200
"""Seconds until everything that has not come back is said to be gone."""


class Drill:
    """The service, those who play on it, and the rows of the table so far."""

    def __init__(self, site: Site, seed: int, threads: int, rate: float) -> None:
        self.site, self.seed, self.begun = site, seed, 0
        tokens = self.begin(MATCHES, HOUSE)
        people = [(name, token, Visitor(site, f"127.2.0.{1 + n}")) for n, (name, token) in enumerate(tokens.items())]
        self.load = Load(people, seed, threads, rate)
        self.judge = Judge(site, self.load.book)
        self.rows: list[Row] = []

    def begin(self, matches: int, house: int) -> dict[str, str]:
        """Begin matches; the tokens of people who were not there."""
        self.begun += 1
        words = map(str, (PEOPLE, matches, house, self.seed + 1000 * self.begun))
        found: dict[str, str] = json.loads(self.site.python("-m", "tests.drill.people", *words))
        sql = "SELECT count(*) FROM accounts_outbox WHERE status IN ('pending', 'sending') AND next_try <= now()"
        eventually(lambda: self.site.query(sql)[0][0] == 0, LONGEST, "the letters about new matches are sent")
        return found

    def try_out(self, fault: Fault) -> Row:
        """Let people play, bring the fault about, see them play on, and judge."""
        [(playing,)] = self.site.query("SELECT count(*) FROM games_match WHERE status = 'playing'")
        if playing < FEW:
            self.begin(MORE, HOUSE)
        with self.load.playing():
            self.site.last(10)
            begun, broken = time.time(), self.struck(fault)
            given_back = time.time()
            self.settle(fault, given_back)
        row = self.judge.row(fault, Times(begun, given_back, time.time()), broken)
        self.rows.append(row)
        return row

    def end(self) -> None:
        """Let nobody play or look any more."""
        self.load.end()
        self.judge.heartbeats.end()

    def struck(self, fault: Fault) -> list[str]:
        """Bring a fault about; what it has found to be wrong."""
        try:
            fault.strike(self.site)
        except AssertionError as error:
            self.site.mail.heal()
            return [f"{error}"]
        return []

    def settle(self, fault: Fault, given_back: float) -> None:
        """Wait until moves and letters are back, and as long as the fault asks for."""
        least, most = time.time() + fault.settle, time.time() + LONGEST
        while (time.time() < least or not self.is_back(given_back)) and time.time() < most:
            time.sleep(0.2)

    def is_back(self, moment: float) -> bool:
        moved, mailed = self.load.book.answered_after(moment), self.site.mail.arrived_after(moment)
        return moved is not None and mailed is not None

    def drain(self) -> list[str]:
        """Wait until every letter is sent or no longer needed; return what is wrong."""
        self.site.query("UPDATE accounts_outbox SET next_try = now() WHERE status = 'pending'")
        deadline = time.monotonic() + LONGEST
        sql = "SELECT count(*) FROM accounts_outbox WHERE status IN ('pending', 'sending')"
        while (waiting := self.site.query(sql)[0][0]) and time.monotonic() < deadline:
            time.sleep(1)
        return [f"{waiting} letters were never sent"] if waiting else []
