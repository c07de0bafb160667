"""The log on the page of a match: its newest entries, or one page of the whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from accounts.request import number_in
from games.core.models.counting import Counting
from games.core.reading.log import LogLine

ENTRIES_SHOWN = 6
"""Entries of the log that a match page shows at first; what is new is told besides."""
ENTRIES_A_PAGE = 100
"""Entries on a page of the whole log."""
NEWEST = "all"
"""What an address says that asks for the newest page of the whole log; an earlier one is named by its last entry."""


@dataclass(frozen=True)
class LogPage:
    """A page of the whole log: the entries that its reader counts from `first` to `last`, of those up to `newest`."""

    first: int
    last: int
    newest: int

    @classmethod
    def asked(cls, said: str | None, newest: int) -> LogPage | None:
        """Return the page that an address asks for, whose reader counts entries up to `newest`.

        None if it asks for none.
        """
        if said is None:
            return None
        number = number_in(said)
        last = newest if number is None else min(number, newest)
        return cls(max(last - ENTRIES_A_PAGE + 1, 0), last, newest)

    @property
    def earlier(self) -> str:
        """What the address of the page before says; empty for the first one."""
        return str(self.first - 1) if self.first else ""

    @property
    def later(self) -> str:
        """What the address of the page after says; empty for the newest."""
        if self.last == self.newest:
            return ""
        following = self.last + ENTRIES_A_PAGE
        return str(following) if following < self.newest else NEWEST

    def plies(self, counting: Counting) -> tuple[int, int]:
        """Return the ply after which its entries begin, and the ply up to which they go."""
        return counting.ply_of(self.first - 1) if self.first else -1, counting.ply_of(self.last)


@dataclass(frozen=True)
class Log:
    """The `lines` that are shown, oldest first. `earlier` says that these newest ones are not all. `earlier_log` and
    `later_log` are what the addresses of the pages beside a page of the whole log say."""

    lines: Sequence[LogLine]
    earlier: bool
    earlier_log: str = ""
    later_log: str = ""

    @classmethod
    def of(
        cls,
        told: Sequence[LogLine],
        page: LogPage | None,
        whole: Callable[[LogPage], Sequence[LogLine]],
    ) -> Log:
        """Return the newest of the lines that are told, or a page of the whole log, which `whole` walks
        through."""
        if page is not None:
            return cls(whole(page), False, page.earlier, page.later)
        newest = told[-ENTRIES_SHOWN:]
        return cls(newest, bool(newest) and newest[0].ply > 0)
