"""How the matches between people ended that everybody may look at, counted by the database.

Neither private matches nor void ones nor those that a moderator has struck are among them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db.models import Count, F, QuerySet
from django.db.models.fields.json import KT

from games.models import Match
from games.models.seat import house_plays


class Ended(NamedTuple):
    """So many matches ended for this `reason`, and this seat has won them, None where nobody has."""

    reason: str
    winner: int | None
    number: int


def _counted() -> QuerySet[Match]:
    return Match.objects.filter(~house_plays("pk"), status=Match.Status.OVER, private=False, struck="")


def by_game() -> dict[str, int]:
    """How many matches each game has."""
    rows = _counted().order_by().values("game").annotate(number_of=Count("pk"))
    return dict(rows.values_list("game", "number_of"))


def ends(game: str) -> list[Ended]:
    """How the matches of a game ended, by one query."""
    rows = _counted().filter(game=game).order_by()
    told = rows.annotate(ending=KT("result__reason"), winner=KT("result__winners__0"))
    found: QuerySet[Any, Any] = told.values("ending", "winner").annotate(number_of=Count("pk"))
    named = found.values_list("ending", "winner", "number_of")
    return [Ended(reason or "", None if winner is None else int(winner), number) for reason, winner, number in named]


def lengths(game: str, step: int) -> dict[int, int]:
    """How many matches of a game have so many entries after the first, in classes of `step`, by the least of each."""
    rows = _counted().filter(game=game, ply__gte=0).order_by().annotate(group=F("ply") / step)
    found = rows.values("group").annotate(number_of=Count("pk")).values_list("group", "number_of")
    return {group * step: number for group, number in sorted(found)}
