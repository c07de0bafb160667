"""People who play by the API through nginx: any legal move, with time to think, sent again where no answer came."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPException
from typing import Any
from urllib.parse import urlencode

from tests.attacks.visitor import Answer, Visitor
from tests.drill.book import Book, Move

SPENT = 120
"""Steps after which a move that is not yet complete is given up."""
AGAIN = 1.0
"""Seconds until a request that was not answered is sent again."""


class Player(threading.Thread):
    """Plays for several people, one after the other, `think` seconds a move on the average."""

    def __init__(self, people: Sequence[tuple[str, str, Visitor]], book: Book, seed: str, think: float) -> None:
        super().__init__(daemon=True)
        self.people, self.book, self.think = people, book, think
        self.draw = random.Random(seed)
        self.playing, self.resting, self.ended = threading.Event(), threading.Event(), threading.Event()
        self.resting.set()

    def run(self) -> None:
        while not self.ended.is_set():
            if self.playing.wait(0.2):
                self.resting.clear()
                begun = time.monotonic()
                self.move(*self.draw.choice(self.people))
                self.ended.wait(max(0, self.draw.uniform(0, 2 * self.think) - (time.monotonic() - begun)))
            self.resting.set()

    def move(self, name: str, token: str, visitor: Visitor) -> None:
        """Make one move for somebody, where any match waits."""
        turns = self.look(token, visitor, "turns/")
        if turns is None or not turns["results"]:
            return
        match = self.draw.choice(turns["results"])["match"]
        found = self.composed(token, visitor, match)
        if found is not None:
            self.submit(token, visitor, Move((match, name), *found))

    def composed(self, token: str, visitor: Visitor, match: str) -> tuple[int, str] | None:
        """Return the serial of what is asked and a whole move of random steps; None where nothing is asked any more."""
        plan = ""
        for _ in range(SPENT):
            found = self.look(token, visitor, f"matches/{match}/steps/?" + urlencode({"plan": plan}))
            if found is None:
                return None
            if not found["steps"] or (found["complete"] and self.draw.random() < 0.5):
                return (found["serial"], plan) if plan else None
            plan = self.draw.choice(found["steps"])["move"]
        return None

    def submit(self, token: str, visitor: Visitor, move: Move) -> None:
        """Send a move until there is an answer, always for the same serial."""
        self.book.moves.append(move)
        body = {"move": move.text, "expected": move.serial}
        while not self.ended.is_set():
            move.tries += 1
            answer = self.ask(token, visitor, "POST", f"matches/{move.seat[0]}/submit/", body)
            if answer is not None:
                self.note(move, answer)
                return
            self.ended.wait(AGAIN)

    def note(self, move: Move, answer: Answer) -> None:
        if answer.status == 200:
            move.repeated = answer.json["repeated"]
            move.answered = time.time()
        elif answer.status == 409:
            move.refused = True
        else:
            self.book.odd.append(f"{answer.status} {answer.path} {answer.text[:200]}")

    def look(self, token: str, visitor: Visitor, path: str) -> Any:
        """Return what is there; None where there is no answer, or none any more."""
        answer = self.ask(token, visitor, "GET", path)
        if answer is None or answer.status == 409:
            return None
        if answer.status != 200:
            self.book.odd.append(f"{answer.status} {answer.path} {answer.text[:200]}")
            return None
        return answer.json

    def ask(self, token: str, visitor: Visitor, method: str, path: str, body: Any = None) -> Answer | None:
        """Return the answer; None where there was none, or one that asks for patience."""
        begun = time.time()
        try:
            answer = visitor.call(token, method, path, body)
        except (OSError, HTTPException):
            self.book.note(begun, 0)
            return None
        self.book.note(begun, answer.status)
        if answer.status == 429:  # nobody here asks so often
            self.book.odd.append(f"429 {answer.path} {answer.text[:200]}")
            self.ended.wait(float(answer.headers["Retry-After"] or 5))
        return None if answer.status == 429 or answer.status >= 500 else answer


class Load:
    """Everybody who plays; `rate` moves a second are wished for."""

    def __init__(self, people: Sequence[tuple[str, str, Visitor]], seed: int, threads: int, rate: float) -> None:
        self.book = Book()
        self.players = [
            Player(people[number::threads], self.book, f"{seed} {number}", threads / rate) for number in range(threads)
        ]
        for player in self.players:
            player.start()

    @contextmanager
    def playing(self) -> Iterator[None]:
        """Have people play while the `with` lasts. At the end everything they sent has its answer."""
        for player in self.players:
            player.playing.set()
        yield
        for player in self.players:
            player.playing.clear()
        for player in self.players:
            time.sleep(0.3)  # a player who was about to begin has begun
            assert player.resting.wait(180), "somebody got no answer in three minutes"

    def end(self) -> None:
        for player in self.players:
            player.ended.set()
            player.playing.set()
        for player in self.players:
            player.join(60)
