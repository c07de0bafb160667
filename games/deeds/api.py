"""Deeds of players."""

from games.core.api.access import AllowedRequest, asked_about
from games.core.api.endpoint import endpoint
from games.core.api.shapes import PlayerQuery
from games.core.api.view import ApiView
from games.deeds import owners as awards, queries as reading, shapes as deeds
from games.deeds.shapes import Deeds


class DeedsView(ApiView):
    @endpoint("deeds", 404)
    def get(self, request: AllowedRequest, query: PlayerQuery) -> Deeds:
        """Return what a player has achieved, game by game, in the order in which it was earned."""
        person = asked_about(request, query)
        known = {(slug, deed.key): deed for slug, each in reading.DEEDS.items() for deed in each}
        rows = [row for row in awards.of_person(person.pk, request.user.pk) if (row.game, row.deed) in known]
        return Deeds(results=[deeds.seen(row, known[row.game, row.deed]) for row in rows])
