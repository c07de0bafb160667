"""Whether everybody was told what was still owed, once, in time, and never in quiet hours; and the table of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from tests.week import oracle
from tests.week.book import REMINDER, TURN, Book, Fault, Owed, Told
from tests.week.people import MAILBOX, Person

BURST = timedelta(seconds=30)
"""How long a turn is waited with, so that a burst of moves is one notice."""
BOUND = timedelta(seconds=60)
URGENT = timedelta(hours=3)
"""How much time is left of a turn that is urgent."""
PROBE = timedelta(minutes=15)
"""How long after a mail server is well again its letters may still wait: between two letters that try it."""


@dataclass
class Due:
    """What somebody must hear about a turn: from `moment` on (None: never), unless it is `over` before."""

    owed: Owed
    kind: str
    moment: datetime | None
    over: datetime | None
    told: list[Told] = field(default_factory=list)

    def first(self, *channels: str) -> datetime | None:
        """Return when it was first told, by any of these channels or by any at all."""
        return min((each.at for each in self.told if not channels or each.channel in channels), default=None)


@dataclass
class Row:
    """A line of the table."""

    turns: int = 0
    told: int = 0
    over_before: int = 0
    latest: float = 0.0
    doubles: int = 0
    lost: int = 0


@dataclass
class Verdict:
    """The table, by rhythm, and every promise that was broken, as a sentence."""

    rows: dict[str, Row]
    broken: list[str]


def judge(book: Book) -> Verdict:
    """Hold what was told against what people have chosen."""
    rows: dict[str, Row] = defaultdict(Row)
    broken = [*_in_quiet_hours(book)]
    for due in _dues(book):
        found = list(_broken(book, due))
        _count(rows[_name(book, due)], book, due)
        broken += found
    return Verdict(dict(sorted(rows.items())), broken)


# --- What somebody must be told -------------------------------------------------------------------------------------


def _dues(book: Book) -> list[Due]:
    """Return every turn's notice, and its last reminder if that may break every rhythm.

    Each comes with what was told.
    """
    dues = [due for owed in book.owed for due in _of(book.people[owed.who], owed)]
    by_match: dict[tuple[int, str, str], list[Due]] = defaultdict(list)
    for due in dues:
        by_match[due.owed.who, due.owed.match, due.kind].append(due)
    for told in book.told:
        kind = REMINDER if told.urgent else told.kind
        begun = [due for due in by_match[told.who, told.match, kind] if due.owed.began <= told.at]
        if begun and (kind == TURN or (told.kind == REMINDER and told.urgent)):
            begun[-1].told.append(told)
    return dues


def _of(person: Person, owed: Owed) -> Iterator[Due]:
    is_told = person.rhythm != "off" and not owed.muted
    moment = oracle.first_moment(person, owed.began + BURST) if is_told and person.turns else None
    over = min((at for at in (owed.seen, owed.ended) if at), default=None)
    yield Due(owed, TURN, moment, over)
    if person.urgent_anyway:
        yield Due(owed, REMINDER, owed.deadline - URGENT if is_told and person.late else None, owed.ended)


# --- What is wrong --------------------------------------------------------------------------------------------------


def _in_quiet_hours(book: Book) -> Iterator[str]:
    owed = defaultdict(list)
    for each in book.owed:
        owed[each.who, each.match].append(each)
    for told in book.told:
        person = book.people[told.who]
        allowed = person.urgent_anyway and _is_urgent(told, owed[told.who, told.match])
        if oracle.is_quiet(person, told.at) and not allowed:
            yield f"told in quiet hours: {told}, to {person}"


def _is_urgent(told: Told, owed: Sequence[Owed]) -> bool:
    """Say whether somebody's time was nearly up, no matter what the notice says of itself."""
    return told.kind == REMINDER and any(each.deadline - URGENT <= told.at <= each.deadline for each in owed)


def _broken(book: Book, due: Due) -> Iterator[str]:
    about = f"{due.kind} of {due.owed}, due {due.moment}, told {due.told}, to {book.people[due.owed.who]}"
    if due.moment is None or (due.over is not None and due.over <= due.moment):
        if due.told:
            yield f"told though nobody wanted it: {about}"
        return
    if any(told.at < due.moment for told in due.told):
        yield f"too early: {about}"
    if _doubles(due):
        yield f"told twice: {about}"
    yield from (f"late or lost by {place}: {about}" for place in _missing(book, due, due.moment))
    yield from (f"to a mailbox that wants nothing: {about}" for told in due.told if _is_needless(book, told))


def _doubles(due: Due) -> int:
    """Return how often it was told once more by the same channel."""
    return len(due.told) - len({told.channel for told in due.told})


def _missing(book: Book, due: Due, moment: datetime) -> Iterator[str]:
    """Yield the places that were not told in time; where all of somebody's endpoints are down, the mailbox stands
    in.
    """
    for place in _up(book, due, moment) or [MAILBOX]:
        latest = _latest(book, due, place, moment)
        at = due.first(place)
        if not _may_be_missing(book, due, latest) and (at is None or at > latest):
            yield place


def _up(book: Book, due: Due, moment: datetime) -> list[str]:
    """Return the places that take what must be told at a moment."""
    return [place for place in book.people[due.owed.who].places if _fault(book, place, moment) is None]


def _latest(book: Book, due: Due, place: str, moment: datetime) -> datetime:
    """Return until when a place must have been told, if nothing else comes in between.

    If quiet hours begin before the bound is over, they may be waited for.
    """
    person = book.people[due.owed.who]
    reader = replace(person, quiet=None) if due.kind == REMINDER else person
    fault = _fault(book, place, moment)
    latest = BOUND + (moment if fault is None else oracle.after_quiet(reader, max(moment, fault.end)))
    return oracle.after_quiet(reader, latest) + BOUND if oracle.is_quiet(reader, latest) else latest


def _fault(book: Book, place: str, moment: datetime) -> Fault | None:
    """Return the fault of a channel that touches the time within which it must be told; that of mail lasts until the
    server is tried again.
    """
    found = (replace(f, end=f.end + PROBE) if f.channel == MAILBOX else f for f in book.faults if f.channel == place)
    return next((f for f in found if f.begin <= moment + BOUND and moment < f.end), None)


def _may_be_missing(book: Book, due: Due, latest: datetime) -> bool:
    """Say whether it was over, or the week was, before it had to be told."""
    return latest > book.end or (due.over is not None and due.over <= latest)


def _is_needless(book: Book, told: Told) -> bool:
    """Say whether a mailbox was told that wants nothing, though no endpoint had failed."""
    person = book.people[told.who]
    down = any(book.is_down(endpoint, told.at - BOUND * n) for endpoint in person.endpoints for n in (0, 1))
    return told.channel == MAILBOX and MAILBOX not in person.places and not down


# --- The table ------------------------------------------------------------------------------------------------------


def _name(book: Book, due: Due) -> str:
    person = book.people[due.owed.who]
    if due.kind == REMINDER:
        return "urgent"
    if due.owed.muted:
        return "muted"
    return person.rhythm if person.turns else "off"


def _count(row: Row, book: Book, due: Due) -> None:
    row.turns += 1
    row.told += bool(due.told)
    row.doubles += _doubles(due)
    if due.moment is None:
        return
    row.over_before += due.over is not None and due.over <= due.moment
    missing = list(_missing(book, due, due.moment)) if due.over is None or due.over > due.moment else []
    row.lost += bool(missing) and not due.told
    first = due.first()
    if first is not None and (_up(book, due, due.moment) or _fault(book, MAILBOX, due.moment) is None):
        row.latest = max(row.latest, (first - due.moment).total_seconds())


COLUMNS = ("rhythm", "turns", "told", "answered or seen before", "latest after its moment, s", "doubles", "lost")


def table(verdict: Verdict) -> str:
    """Return the table in Markdown, and below it how many promises were broken, with the first of them."""
    lines = [_line(COLUMNS), _line(["---"] * len(COLUMNS))]
    for name, row in verdict.rows.items():
        numbers = [row.turns, row.told, row.over_before, f"{row.latest:.0f}", row.doubles, row.lost]
        lines.append(_line([name, *map(str, numbers)]))
    broken = verdict.broken
    return "\n".join([*lines, "", f"{len(broken)} promises are broken.", *(f"- {each}" for each in broken[:20])])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
