"""Whether everybody was told of every turn, once, no clock was wrong, and every match ended as it may."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import timedelta

from tests.month.book import TURN, Book, Clock, Ending, Expired, Letter, Owed
from tests.month.endings import BY_CHOICE, BY_PLAY
from tests.week import oracle

BURST = timedelta(seconds=30)
"""How long a turn is waited with, so that a burst of moves is one notice."""
BOUND = MINUTE = timedelta(minutes=1)
SWEEP = timedelta(seconds=70)
"""How long after its moment time that is up is noticed: a minute, and where in it beat strikes."""
AGAIN = timedelta(hours=7, minutes=30)
"""How long after a mailbox is well again its letters may still wait: six hours, and a fifth."""


def judge(book: Book) -> list[str]:
    """Return every promise that was broken, as a sentence."""
    told: dict[tuple[str, str], list[Letter]] = defaultdict(list)
    for letter in book.letters:
        told[letter.address, letter.match].append(letter)
    return [
        *_telling(book, told),
        *(f"wrong clock: {each}" for each in book.clocks if _is_wrong(each)),
        *(found for each in book.expired for found in _expiry(book, told, each)),
        *(found for each in book.endings for found in _ending(book, each)),
    ]


# --- What is told ---------------------------------------------------------------------------------------------------


def _telling(book: Book, told: dict[tuple[str, str], list[Letter]]) -> Iterator[str]:
    by_place: dict[tuple[str, str], list[Owed]] = defaultdict(list)
    for owed in book.owed:
        by_place[book.address(owed.who), owed.match].append(owed)
    for place, turns in by_place.items():
        of: dict[int, list[Letter]] = defaultdict(list)
        for letter in told[place]:
            begun = [number for number, owed in enumerate(turns) if owed.began <= letter.at]
            if begun:
                of[begun[-1]].append(letter)
        for number, owed in enumerate(turns):
            yield from _of_turn(book, owed, of[number])


def _of_turn(book: Book, owed: Owed, letters: list[Letter]) -> Iterator[str]:
    habit = book.people[owed.who]
    due = oracle.first_moment(habit.person, owed.began + BURST)
    over = min((at for at in (owed.seen, owed.ended) if at), default=None)
    notices = [letter.at for letter in letters if letter.kind == TURN]
    about = f"{owed}, due {due:%d %H:%M:%S}, told {[f'{at:%d %H:%M:%S}' for at in notices]}"
    if len(notices) > 1:
        yield f"announced twice: {about}"
    if notices and notices[0] < due:
        yield f"announced too early: {about}"
    latest = due + BOUND
    if habit.deaf is not None and habit.deaf[0] <= latest and due < habit.deaf[1] + AGAIN:
        latest = oracle.after_quiet(habit.person, habit.deaf[1] + AGAIN) + BOUND
    if (over is None or over > latest) and not any(at <= latest for at in notices):
        yield f"unannounced: {about}"
    yield from (f"wrong time in a letter: {each} of {owed}" for each in letters if _says_wrong(owed, each))


def _says_wrong(owed: Owed, letter: Letter) -> bool:
    ends = owed.ends_at(letter.at)
    if not letter.kind or letter.until is None or ends is None:
        return False
    shown = ends.astimezone(letter.until.tzinfo).replace(tzinfo=None)  # an hour that comes twice looks the same
    return abs(letter.until.replace(tzinfo=None) - shown) > MINUTE


# --- Clocks ---------------------------------------------------------------------------------------------------------


def _is_wrong(clock: Clock) -> bool:
    return abs(clock.deadline - clock.expected) > MINUTE


def _expiry(book: Book, told: dict[tuple[str, str], list[Letter]], expired: Expired) -> Iterator[str]:
    owed, at = expired.owed, expired.at
    ends = owed.ends_at(at)
    letters = told[book.address(owed.who), owed.match]
    has_heard = bool(owed.seen and owed.seen <= at) or any(
        letter.kind and owed.began <= letter.at <= at for letter in letters
    )
    if ends is not None and not ends <= at <= ends + SWEEP:
        yield f"expired at a wrong time: {expired}, by the oracle {ends}"
    is_away = expired.counts_vacations and any(begin <= at < end for begin, end in book.away[owed.who])
    if is_away and not expired.is_out:
        yield f"expired in vacation: {expired}"
    if not has_heard and not expired.is_spared:
        yield f"expired unheard: {expired}"
    if has_heard and expired.is_spared:
        yield f"given time though told: {expired}"


# --- Endings --------------------------------------------------------------------------------------------------------


def _ending(book: Book, ending: Ending) -> Iterator[str]:
    if ending.at is None:
        yield f"never ended: {ending}"
    elif ending.at >= ending.last:
        yield f"ended too late: {ending}"
    elif ending.how not in (*BY_PLAY, *BY_CHOICE):
        yield f"ended otherwise than it may: {ending}"


def share_by_play(book: Book) -> float:
    """Return which share of the matches in which nobody vanished was ended by its players."""
    stayed = [ending for ending in book.endings if not book.has_vanished(ending)]
    return sum(ending.how in BY_PLAY for ending in stayed) / len(stayed) if stayed else 1


def endings(book: Book) -> dict[str, Counter[bool]]:
    """Return how many matches ended how, where nobody vanished (False) and where somebody did."""
    found: dict[str, Counter[bool]] = defaultdict(Counter)
    for ending in book.endings:
        found[ending.how][book.has_vanished(ending)] += 1
    return dict(sorted(found.items()))
