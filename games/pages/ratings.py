"""The tables of players by their ratings, one for each game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Page, Paginator
from django.db.models import F, QuerySet, Window
from django.db.models.functions import Rank
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Rating
from games.pages import deeds, rulebook
from games.rating.numbers import SETTLED
from games.reading import ratings
from games.reading.ratings import Rated
from games.rules import registry

ACTIVE = timedelta(days=180)
"""Who has had no match that counted for so long is in no table."""
PAGE_SIZE = 50
"""Players that a page of a table shows."""


@dataclass(frozen=True)
class Ranked:
    """A line of a table: the player's place, from 1, which those with the same number share, name and rating."""

    rank: int
    name: str
    rated: Rated
    is_me: bool


@dataclass(frozen=True)
class Ranking:
    """The players of a game by their ratings.

    `active` is the number of all who have a rating and are active. `mine` is the reader's own rating, `my_rank` the
    place among those listed, 0 for none.
    """

    slug: str
    title: str
    rules_url: str
    deeds_url: str
    rows: list[Ranked]
    page_obj: Page[Any]
    active: int
    mine: Rated | None
    my_rank: int


def active(game: str) -> QuerySet[Rating]:
    """The ratings of those who play a game and have not left."""
    since = timezone.now() - ACTIVE
    return Rating.objects.filter(game=game, changed__gt=since, user__left=None, user__is_active=True)


def bar(found: QuerySet[Rating], count: int) -> float:
    """The greatest deviation of those listed: all who are settled, and in any case the more settled half of so many."""
    if not count:
        return SETTLED
    median = found.order_by("deviation").values_list("deviation", flat=True)[(count - 1) // 2]
    return max(SETTLED, median)


def listed(game: str) -> tuple[QuerySet[Rating], int]:
    """The ratings that a table lists, with their users, and how many are active."""
    found = active(game)
    count = found.count()
    rows = found.filter(deviation__lte=bar(found, count))
    return rows.select_related("user").order_by("-number", "pk"), count


def ranking(game: str, reader: User | AnonymousUser, page: str | None) -> Ranking:
    """The table of a game, by its slug, as somebody or a visitor reads it; `page` is the number of a page of it."""
    found, count = listed(game)
    places = Window(Rank(), order_by=F("number").desc())  # who have the same number share one
    shown = Paginator(found.annotate(place=places), PAGE_SIZE).get_page(page)
    own = Rating.objects.filter(game=game, user=reader.pk).first()
    return Ranking(
        slug=game,
        title=_(registry.title(game)),
        rules_url=rulebook.address(game),
        deeds_url=deeds.address(game),
        rows=[_ranked(row, reader) for row in shown],
        page_obj=shown,
        active=count,
        mine=ratings.rated(own) if own else None,
        my_rank=_rank(found, own) if own else 0,
    )


def _ranked(row: Any, reader: User | AnonymousUser) -> Ranked:
    return Ranked(row.place, row.user.username, ratings.rated(row), row.user_id == reader.pk)


def _rank(rows: QuerySet[Rating], own: Rating) -> int:
    if not rows.filter(pk=own.pk).exists():
        return 0
    return rows.filter(number__gt=own.number).count() + 1


@dataclass(frozen=True)
class Overview:
    """A game with ratings: how many active players it has, and the reader's own, if any."""

    slug: str
    title: str
    active: int
    mine: Rated | None


def overview(reader: User | AnonymousUser) -> list[Overview]:
    """Every game with its table."""
    mine = {each.game: each for each in ratings.of_person(reader.pk)} if reader.is_authenticated else {}
    return [Overview(slug, _(registry.title(slug)), active(slug).count(), mine.get(slug)) for slug in registry.slugs()]
