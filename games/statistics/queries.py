"""How the matches between people ended that everybody may look at, counted by the database.

Neither private matches nor void ones nor those that a moderator has struck are among them.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

from django.db.models import Count, F, QuerySet
from django.db.models.fields.json import KT

from accounts.models import User
from games.core.models import Match, Seat
from games.core.models.seat import house_plays
from games.core.reading.figures import Counted
from games.core.reading.kept import cached

STEP = 10
"""Entries that a class of lengths spans."""
FRESH = 3600
"""Seconds for which what was counted of the site and of its games is shown."""
LOST = (Seat.Outcome.LOST, Seat.Outcome.TIMEOUT)
"""Outcomes of a seat that has lost."""


class EndingCount(NamedTuple):
    """So many matches of a game ended for this `reason`, won by this seat, None where by nobody, after `least` entries
    or up to STEP - 1 more, the first one not counted."""

    game: str
    reason: str
    winner: int | None
    least: int
    number: int


class Balance(NamedTuple):
    """How many matches were won, were level and were lost."""

    won: int
    level: int
    lost: int

    @property
    def played(self) -> int:
        return sum(self)


def total(each: Iterable[Balance]) -> Balance:
    """Return all of them together."""
    return Balance(*map(sum, zip(Balance(0, 0, 0), *each, strict=True)))


K = TypeVar("K")


def balances(rows: Iterable[tuple[K, str, int]]) -> dict[K, Balance]:
    """Return what came of the matches of each key, from rows of it, the outcome of a seat and how many matches had
    that.
    """
    counts: dict[K, Counter[str]] = defaultdict(Counter)
    for key, outcome, number in rows:
        counts[key][outcome] += number
    return {
        key: Balance(by[Seat.Outcome.WON], by[Seat.Outcome.LEVEL], sum(by[each] for each in LOST))
        for key, by in counts.items()
    }


def _counted() -> QuerySet[Match]:
    return Match.objects.filter(~house_plays("pk"), status=Match.Status.OVER, private=False, struck="")


def of_site() -> list[Counted]:
    """Return how many people play here, matches run, and matches are over."""
    people = User.objects.filter(is_active=True, is_bot=False, guest_until=None).order_by("pk")
    running, over = (
        Match.objects.filter(status=each).order_by("-created") for each in (Match.Status.PLAYING, Match.Status.OVER)
    )
    return [Counted("people", people), Counted("running", running), Counted("finished", over)]


def ends(game: str) -> Counted:
    """Return how the matches of a game, or of all, ended, as a figure."""
    return Counted(f"ends-{game}", _over(), lambda: _ends(game))


def of_armies(game: str) -> Counted:
    """Return the same of the armies of a game."""
    return Counted(f"armies-{game}", _over(), lambda: _armies(game))


def _over() -> QuerySet[Match]:
    return Match.objects.filter(status=Match.Status.OVER).order_by("-created")


def ended(game: str = "") -> list[EndingCount]:
    """Return how the matches of a game, or of all, ended, by two queries at most."""
    return [EndingCount(*row) for row in cached(f"statistics-ends-{game}", FRESH, lambda: ends(game).value)]


def armies(game: str) -> dict[str, Balance]:
    """Return what came of each kind of army in the matches of a game, by two queries at most; of two alike both."""
    return balances(cached(f"statistics-armies-{game}", FRESH, lambda: of_armies(game).value))


def number_of_matches(found: Iterable[EndingCount], by: Callable[[EndingCount], K]) -> dict[K, int]:
    """Return how many matches are alike in something."""
    counts = Counter[K]()
    for each in found:
        counts[by(each)] += each.number
    return counts


def _ends(game: str) -> list[tuple[str, str, int | None, int, int]]:
    rows = _of(game).annotate(ending=KT("result__reason"), winner=KT("result__winners__0"), group=F("ply") / STEP)
    found: QuerySet[Any, Any] = rows.values("game", "ending", "winner", "group").annotate(number_of=Count("pk"))
    return [
        (game, ending or "", None if winner is None else int(winner), group * STEP, number)
        for game, ending, winner, group, number in found.values_list("game", "ending", "winner", "group", "number_of")
    ]


def _armies(game: str) -> list[tuple[str, str, int]]:
    seats = Seat.objects.filter(match__in=_of(game)).exclude(army="").order_by()
    rows = seats.values("army", "outcome").annotate(number_of=Count("pk"))
    return list(rows.values_list("army", "outcome", "number_of"))


def _of(game: str) -> QuerySet[Match]:
    return (_counted().filter(game=game) if game else _counted()).order_by()
