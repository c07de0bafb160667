"""Ratings of players, and the tables of games."""

from django.core.paginator import Paginator
from django.http import Http404

from accounts import people
from games.core.api.access import AllowedRequest, asked_about
from games.core.api.endpoint import endpoint
from games.core.api.pagination import PAGE_SIZE, with_query
from games.core.api.shapes import PlayerQuery
from games.core.api.view import ApiView
from games.core.reading import access
from games.ratings import rankings, shapes as ratings
from games.ratings.shapes import RankingQuery, RankingSeen, Ratings


class RatingsView(ApiView):
    @endpoint("ratings", 404)
    def get(self, request: AllowedRequest, query: PlayerQuery) -> Ratings:
        """Return how strong a player is held to be, in each game."""
        person = asked_about(request, query)
        results = [ratings.of_game(row) for row in person.ratings.order_by("game")]
        return Ratings(dump_number=people.number_in_dumps(person), results=results)


class RankingView(ApiView):
    @endpoint("ranking", 404)
    def get(self, request: AllowedRequest, slug: str, query: RankingQuery) -> RankingSeen:
        """Return the players of a game by their ratings, the strongest first."""
        access.game_of(slug)
        table = rankings.of_game(slug)
        pieces = Paginator(table.first, PAGE_SIZE)
        if query.page > pieces.num_pages:
            raise Http404
        shown = pieces.page(query.page)
        rows = enumerate(table.rows([*shown.object_list]), shown.start_index())
        return RankingSeen(
            active=table.active,
            results=[ratings.ranked(rank, row) for rank, row in rows],
            next=with_query(request, page=query.page + 1) if shown.has_next() else None,
        )
