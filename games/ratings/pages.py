"""The tables of players by their ratings, one for each game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from accounts.models import User
from games.core.pages import rulebook
from games.ratings import queries as ratings, rankings
from games.ratings.models import Rating
from games.ratings.queries import Rated
from games.ratings.rankings import Standings
from games.rules import registry

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
    rows: list[Ranked]
    page_obj: Page[Any]
    active: int
    mine: Rated | None
    my_rank: int


def ranking(game: str, reader: User | AnonymousUser, page: str | None) -> Ranking:
    """Return the table of a game, by its slug, as somebody or a visitor reads it.

    `page` is the number of a page of it.
    """
    table = rankings.of_game(game)
    shown = Paginator(table.first, PAGE_SIZE).get_page(page)
    own = Rating.objects.filter(game=game, user=reader.pk).first()
    return Ranking(
        slug=game,
        title=_(registry.title(game)),
        rules_url=rulebook.rules_url(game),
        rows=_ranked(table, table.rows([*shown.object_list]), reader),
        page_obj=shown,
        active=table.active,
        mine=ratings.rated(own) if own else None,
        my_rank=table.rank(own) if own and table.lists(own) else 0,
    )


def _ranked(table: Standings, rows: Sequence[Rating], reader: User | AnonymousUser) -> list[Ranked]:
    """Return lines of a table in order. Those with the same number share a place."""
    begin = table.rank(rows[0]) if rows else 0
    shown = list[Ranked]()
    for row in rows:
        level = bool(shown) and row.number == rows[len(shown) - 1].number
        rank = shown[-1].rank if level else begin + len(shown)
        shown.append(Ranked(rank, row.user.username, ratings.rated(row), row.user_id == reader.pk))
    return shown


@dataclass(frozen=True)
class Overview:
    """A game with ratings: how many active players it has, and the reader's own, if any."""

    slug: str
    title: str
    active: int
    mine: Rated | None


def overview(reader: User | AnonymousUser) -> list[Overview]:
    """Return every game with its table."""
    mine = {each.game: each for each in ratings.of_person(reader.pk)} if reader.is_authenticated else {}
    slugs = registry.slugs()
    return [Overview(slug, _(registry.title(slug)), rankings.number_active(slug), mine.get(slug)) for slug in slugs]
