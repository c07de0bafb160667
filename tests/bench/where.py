"""Where the time of a match page goes: microseconds computed by its parts, each without those named inside it.

`python -m tests.bench where` shows the page of each game on SQLite, where no other process computes for it.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from importlib import import_module
from typing import Any
from unittest import mock

from tests.bench import service

PAGES = 50

PARTS = {
    "django.db.backends.utils:CursorWrapper.execute": "database",
    "django.contrib.sessions.backends.base:SessionBase._get_session": "session",
    "accounts.backends:Backend.get_user": "user",
    "games.core.reading.access:match_for": "match and seats",
    "games.core.reading.positions:walk": "replay",
    "games.core.reading.log:log_lines": "words of the log",
    "games.core.pages.matches:_seat": "seats and their time",
    "games.core.pages.matches:asked_now": "view and choices",
    "games.core.pages.hints:help_of": "hints and reasons",
    "games.chat.pages:chat": "chat",
    "games.core.pages.matches:match": "rest of games.core.pages",
}
"""What is timed in Python: where it is, and what the table calls it. Templates and their tags go by their own names."""


class Ledger:
    """Seconds by part; what is spent in a part inside another is counted for the inner one alone."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self.inner = [0.0]

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Count for a part what is computed while the `with` lasts."""
        begun = time.process_time()
        self.inner.append(0.0)
        try:
            yield
        finally:
            took = time.process_time() - begun
            self.spent[name] += took - self.inner.pop()
            self.inner[-1] += took

    def watch(self, place: str, name: str | Callable[[Any], str]) -> Any:
        """Return a patch that counts all calls of a function for a part, which may depend on its first argument."""
        module, _, path = place.partition(":")
        owner, attribute = import_module(module), path
        if "." in path:
            holder, attribute = path.split(".")
            owner = getattr(owner, holder)
        call = getattr(owner, attribute)

        @wraps(call)
        def counted(*args: Any, **kwargs: Any) -> Any:
            with self.part(name if isinstance(name, str) else name(args[0])):
                return call(*args, **kwargs)

        return mock.patch.object(owner, attribute, counted)


def watched(ledger: Ledger) -> ExitStack:
    """Return everything counted, until the stack is closed."""
    stack = ExitStack()
    for place, name in PARTS.items():
        stack.enter_context(ledger.watch(place, name))
    drawn = "django.template.backends.jinja2:Template.render"
    stack.enter_context(ledger.watch(drawn, lambda made: f"  {made.template.name} and what it includes"))
    return stack


def table(pair: service.Pair, game: str) -> Iterator[str]:
    """Yield the parts of a game's page, the dearest first, each with its microseconds and the yardsticks it makes."""
    path, ledger = service.middle(pair, game).get_absolute_url(), Ledger()
    empty = sorted(pair.empty().computing for _ in range(PAGES))[PAGES // 2]
    for _ in range(5):
        pair.look(path)
    with watched(ledger):
        for _ in range(PAGES):
            with ledger.part("the rest: middleware, dispatch"):
                pair.look(path)
    yield f"{game}: {sum(ledger.spent.values()) / PAGES * 1e6:7.0f} µs, {empty * 1e6:.0f} µs of an empty view"
    for name, seconds in sorted(ledger.spent.items(), key=lambda part: -part[1]):
        yield f"{seconds / PAGES * 1e6:7.0f} µs {seconds / PAGES / empty:5.2f}  {name}"


def main() -> None:
    """Print a table for each game."""
    with service.database(postgres=False):
        service.install_yardstick()
        pair = service.Pair()
        for game in service.MIDDLE:
            print("\n".join(table(pair, game)), flush=True)
