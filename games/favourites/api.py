"""Whom I like to play, for my eyes alone."""

from django.http import Http404

from accounts import people
from games.core.api.access import AllowedRequest
from games.core.api.endpoint import endpoint
from games.core.api.pagination import paginate, with_query
from games.core.api.shapes import CursorQuery
from games.core.api.view import ApiView
from games.favourites import queries, services as favourites
from games.favourites.shapes import FavouriteGiven, FavouriteQuery, Favourites, FavouriteSeen, favourite


class FavouritesView(ApiView):
    @endpoint("favourites")
    def get(self, request: AllowedRequest, query: CursorQuery) -> Favourites:
        """Return the players I like to play and can invite, newest first.

        Nobody else sees this, and nobody is told.
        """
        mine = queries.can_be_invited(request.user).select_related("favoured")
        found, rest = paginate(mine, query.cursor, name="favoured__username")
        return Favourites(results=list(map(favourite, found)), next=with_query(request, cursor=rest) if rest else None)

    @endpoint("keep_favourite", 409)
    def put(self, request: AllowedRequest, body: FavouriteGiven) -> FavouriteSeen:
        """Make a player a favourite, or say of one whether I want to be told."""
        return favourite(favourites.add_named(request.user, body.player, body.tell))

    @endpoint("remove_favourite", 404)
    def delete(self, request: AllowedRequest, query: FavouriteQuery) -> None:
        """Have a player be a favourite no longer."""
        person = people.by_name(query.player)
        if person is None or not favourites.remove(request.user, person):
            raise Http404
