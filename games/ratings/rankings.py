"""The tables of players by their ratings: who is listed, and at which place.

A table of more than a FEW players is that of the last sweep, and leads to the first MAX_LISTED.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from games.core.reading.figures import FEW, Counted
from games.ratings.models import Rating
from games.ratings.numbers import SETTLED

ACTIVE = timedelta(days=180)
"""Who has had no match that counted for so long is in no table."""
MAX_LISTED = 1_000
"""Players to which a large table leads."""
STEP = 50
"""Of the places of a large table each so many is kept with its number."""


def active(game: str) -> QuerySet[Rating]:
    """Return the ratings of those who play a game and have not left."""
    since = timezone.now() - ACTIVE
    return Rating.objects.filter(game=game, changed__gt=since, user__left=None, user__is_active=True)


def greatest_deviation(found: QuerySet[Rating], count: int) -> float:
    """Return the greatest deviation of those listed: all who are settled, and in any case the more settled half of so
    many.
    """
    if not count:
        return SETTLED
    deviations = sorted(found.order_by().values_list("deviation", flat=True))
    return max(SETTLED, deviations[(count - 1) // 2])


@dataclass(frozen=True)
class Standings:
    """A table: how many are `active`, the greatest deviation of those listed, and the keys of the `first` ratings.

    `steps` are the numbers at every STEPth place, the lowest first; empty of a small table, which knows all its keys.
    """

    game: str
    active: int
    bar: float
    first: Sequence[int]
    steps: Sequence[float]

    @property
    def listed(self) -> QuerySet[Rating]:
        """All that are listed now, with their users, the best first."""
        found = active(self.game).filter(deviation__lte=self.bar)
        return found.select_related("user").order_by("-number", "pk")

    def rows(self, keys: Sequence[int]) -> list[Rating]:
        """Return those of some keys, as far as they are still listed."""
        return list(self.listed.filter(pk__in=keys))

    def rank(self, row: Rating) -> int:
        """Return the place of a listed rating, from 1: behind all with a greater number."""
        better = active(self.game).filter(deviation__lte=self.bar, number__gt=row.number)
        above = len(self.steps) - bisect_left(self.steps, row.number)
        if not above:
            return better.count() + 1
        return (above - 1) * STEP + better.filter(number__lte=self.steps[-above]).count() + 1

    def lists(self, row: Rating) -> bool:
        """Say whether a rating is listed."""
        return self.listed.filter(pk=row.pk).exists()


def of_game(game: str) -> Standings:
    """Return the table of a game."""
    return Standings(game, *ranking_figure(game).value)


def number_active(game: str) -> int:
    """Return how many have a rating in a game and are active."""
    figure = ranking_figure(game)
    return int(figure.value[0]) if figure.is_large else active(game).count()


def ranking_figure(game: str) -> Counted:
    """Return the figure of a table, large or small."""
    return Counted(f"ratings-{game}", active(game).order_by("changed"), lambda: _counted(game))


def _counted(game: str) -> tuple[int, float, list[int], list[float]]:
    found = active(game)
    count = found.count()
    most = greatest_deviation(found, count)
    rows = list(found.filter(deviation__lte=most).order_by("-number", "pk").values_list("pk", "number"))
    steps = [number for _, number in rows[::STEP]][::-1] if count > FEW else []
    return count, most, [key for key, _ in rows[:MAX_LISTED]], steps
