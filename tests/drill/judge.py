"""One fault held against what is promised: what was found, as a row of the table, and every promise that is broken."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.drill import checks
from tests.drill.book import Book
from tests.drill.checks import Compared
from tests.drill.fault import Fault
from tests.drill.heartbeats import Heartbeats
from tests.drill.site import TURN_MAIL_DELAY, Site


@dataclass(frozen=True)
class Times:
    """Moments in seconds since the epoch: the fault begins, its part is given back, nobody looks any more."""

    begun: float
    given_back: float
    over: float


@dataclass
class Row:
    """What was found after one fault. Times are in seconds; None where nothing came.

    `wrongly_doubled` are those that came twice outside the one documented window, in which a drill kills the sender.
    """

    name: str
    moves: int = 0
    compared: Compared = field(default_factory=Compared)
    notices: int = 0
    letters: int = 0
    lost_letters: int = 0
    doubled_letters: int = 0
    wrongly_doubled: int = 0
    failed_letters: int = 0
    wrong_ends: int = 0
    wrong_requests: int = 0
    sent_again: int = 0
    played_already: int = 0
    slowest: float = 0.0
    next_move: float | None = None
    next_letter: float | None = None
    mail_silence: float = 0.0
    late: tuple[float, float] | None = None
    house: tuple[float, float] | None = None
    restarted: list[str] = field(default_factory=list)
    heartbeats: tuple[float | None, float | None] = (None, None)
    broken: list[str] = field(default_factory=list)


class Judge:
    """Looks at the service after each fault. What one fault has brought about is not held against the next."""

    def __init__(self, site: Site, book: Book) -> None:
        self.site, self.book, self.heartbeats = site, book, Heartbeats(site)
        self.heartbeats.start()
        self.known: set[str] = set()
        self.refused: set[str] = set()
        self.before = Compared()

    def row(self, fault: Fault, times: Times, broken: list[str]) -> Row:
        """Return what a fault has come to; `broken` is what it has itself found to be wrong."""
        self.refused |= fault.refused
        row = Row(fault.name, broken=broken)
        found: dict[str, Any] = json.loads(self.site.python("-m", "tests.drill.audit"))
        self._moves(row, found, times)
        self._notices(row, found)
        self._letters(row, found, times)
        self._requests(row, times)
        row.late = checks.middle_and_most(lateness(found["letters"].values(), times))
        worker, beat = (self.heartbeats.oldest(part, times.begun, times.over) for part in ("worker", "beat"))
        row.heartbeats = worker, beat
        row.restarted = [name for at, name, _ in self.site.died if times.begun <= at <= times.over]
        row.house = checks.middle_and_most([took for at, took in found["house"] if times.begun <= at <= times.over])
        row.broken += [*promises(fault, row), *self._verified()]
        return row

    def _moves(self, row: Row, found: Mapping[str, Any], times: Times) -> None:
        since = [move for move in self.book.moves if move.answered and times.begun <= move.answered <= times.over]
        row.moves, row.sent_again = len(since), sum(move.tries > 1 for move in since)
        row.played_already = sum(move.repeated for move in since)
        logs = checks.by_seat(found["written"])
        all_told = checks.compared(self.book.acknowledged(), self.book.submitted(), logs)
        row.compared, self.before = fresh(all_told, self.before), all_told
        after = self.book.answered_after(times.given_back)
        row.next_move = None if after is None else after - times.given_back

    def _notices(self, row: Row, found: Mapping[str, Any]) -> None:
        row.notices = len(self._news(f"{key}" for kind in ("missing", "idle", "turns") for key in found[kind]))
        ends = {match for match, text in found["ended"].items() if text.startswith(("!timeout", "!void"))}
        row.wrong_ends = len(self._news(ends - self.site.provoked))

    def _letters(self, row: Row, found: Mapping[str, Any], times: Times) -> None:
        mail = self.site.mail
        every = checks.letters([each.name for each in mail.arrivals], found["letters"], self.refused)
        row.lost_letters = len(self._news(f"lost {name}" for name in every.lost | every.strange))
        row.doubled_letters = len(self._news(f"doubled {name}" for name in every.doubled))
        row.wrongly_doubled = len(self._news(f"wrongly {name}" for name in every.doubled - mail.unanswered))
        row.failed_letters = len(self._news(f"failed {name}" for name in every.failed))
        since = [each.at for each in mail.arrivals if times.begun <= each.at <= times.over]
        row.letters, row.mail_silence = len(since), checks.longest_gap(since, times.begun, times.over)
        after = mail.arrived_after(times.given_back)
        row.next_letter = None if after is None else after - times.given_back

    def _requests(self, row: Row, times: Times) -> None:
        since = [each for each in self.book.requests if times.begun <= each.at <= times.over]
        row.wrong_requests = sum(each.went_wrong for each in since)
        row.slowest = max((each.took for each in since), default=0.0)
        row.broken += self._news(self.book.odd)

    def _news(self, found: Any) -> list[str]:
        """Return what was not found before."""
        news = [each for each in dict.fromkeys(found) if each not in self.known]
        self.known.update(news)
        return news

    def _verified(self) -> Iterator[str]:
        done: subprocess.CompletedProcess[str] = self.site.attempt("manage.py", "verify")
        if done.returncode:
            yield f"verify: {(done.stdout + done.stderr).strip()[-300:]}"


def lateness(letters: Iterable[Mapping[str, Any]], times: Times) -> list[float]:
    """Return how many seconds after they were due letters about turns were sent between two moments."""
    sent = [row["times"] for row in letters if row["kind"] == "turn" and row["times"][1]]
    return [at - created - TURN_MAIL_DELAY for created, at in sent if times.begun <= at <= times.over]


def fresh(now: Compared, before: Compared) -> Compared:
    """Return what has come to be at fault since a look before."""
    names = ("lost", "invented", "doubled", "mixed")
    return Compared(*(max(0, getattr(now, name) - getattr(before, name)) for name in names))


def promises(fault: Fault, row: Row) -> Iterator[str]:
    """Yield the promises that are broken, each as a sentence."""
    if not row.compared.is_clean:
        yield f"moves are not as they were acknowledged: {row.compared}"
    if row.notices:
        yield f"{row.notices} turns or notices do not follow from the logs"
    if row.lost_letters or row.failed_letters:
        yield f"{row.lost_letters} letters are lost, {row.failed_letters} were given up"
    if row.wrongly_doubled:
        yield f"{row.wrongly_doubled} letters came twice whose sender no drill has killed"
    if row.wrong_ends:
        yield f"{row.wrong_ends} matches ended on time or by absence that should not"
    if fault.harmless and row.wrong_requests:
        yield f"{row.wrong_requests} requests went wrong"
    if row.next_move is None or row.next_letter is None:
        yield "moves or letters did not come back"
    if fault.house is not None and row.house and row.house[1] > fault.house:
        yield f"a house opponent took {row.house[1]:.0f} s"
