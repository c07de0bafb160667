"""The level that somebody may want next, after two wins or two losses in a row against the computer."""

from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q

from games.core.models import Match, Seat
from games.core.reading import level_words

Outcome = Seat.Outcome
UP = 1
DOWN = -1
WAYS = {Outcome.WON.value: UP, Outcome.LOST.value: DOWN, Outcome.TIMEOUT.value: DOWN}
"""Which way the level may go after a match; a draw leads nowhere."""
COUNTED = (*WAYS, Outcome.LEVEL.value)


class NextLevel(NamedTuple):
    """A level that is proposed: its name in forms, and its title."""

    name: str
    title: str


class Proposed(NamedTuple):
    """The level that is proposed after a match; None for the same one."""

    stronger: NextLevel | None = None
    easier: NextLevel | None = None


NOTHING = Proposed()


def next_level(match: Match, seat: Seat, level: str) -> Proposed:
    """Return what is proposed to a seat whose opponent has played a match at this level, the second in a row that was
    won there, or lost: the next level, if any. Only that game and level count, and no void match."""
    way = 0 if getattr(seat, "is_first", False) else WAYS.get(seat.outcome, 0)  # where the page has asked that already
    found = _neighbour(match.game, level, way) if way else None
    if found is None or WAYS.get(_outcome_before(match, seat, level)) != way:
        return NOTHING
    return Proposed(stronger=found) if way == UP else Proposed(easier=found)


def _neighbour(slug: str, level: str, way: int) -> NextLevel | None:
    """Return the level above or below another one; None beyond the last, or for one that is no more."""
    known = level_words.titles(slug)
    names = list(known)
    place = names.index(level) + way if level in known else -1
    return NextLevel(names[place], known[names[place]]) if 0 <= place < len(names) else None


def _outcome_before(match: Match, seat: Seat, level: str) -> str:
    """Return how the match before ended for the user of a seat, in the same game against the same level."""
    computer = Seat.objects.filter(match=OuterRef("match"), house=True, level=level)
    mine = Seat.objects.filter(Exists(computer), user=seat.user_id, house=False, outcome__in=COUNTED)
    before = Q(match__game=match.game, match__ended__lt=match.ended)
    return mine.filter(before).order_by("-match__ended").values_list("outcome", flat=True).first() or ""
