"""Seats of running matches that may be taken over."""

from games.core.api import showing
from games.core.api.access import AllowedRequest
from games.core.api.endpoint import endpoint
from games.core.api.shapes import MatchSeen
from games.core.api.view import ApiView
from games.core.api.views.matches import MatchView
from games.core.reading import players
from games.substitutes import pages as open_seats, services as substitutes, shapes as seats
from games.substitutes.shapes import OpenSeats, OpenSeatSeen

SEATS_SHOWN = 50
"""Seats in one answer."""


class OpenSeatsView(ApiView):
    @endpoint("open_seats")
    def get(self, request: AllowedRequest) -> OpenSeats:
        """Return seats that somebody has left in matches that have begun, and that I may take over."""
        found = list(open_seats.open_to(request.user)[:SEATS_SHOWN])
        players.read_players(seat.match for seat in found)
        return OpenSeats(results=[seats.open_seat(seat) for seat in found])


class OpenSeatView(MatchView):
    @endpoint("open_seat", 404)
    def get(self, request: AllowedRequest, public_id: str) -> OpenSeatSeen:
        """Return an open seat whose match I know."""
        return seats.open_seat(open_seats.find_open_seat(public_id))

    @endpoint("take_seat", 404, 409)
    def post(self, request: AllowedRequest, public_id: str) -> MatchSeen:
        """Take the seat over: from then on I play there."""
        substitutes.take_seat(public_id, request.user)
        return showing.match(self.found(request))

    @endpoint("close_seat", 404, 409)
    def delete(self, request: AllowedRequest, public_id: str) -> MatchSeen:
        """Have nobody sought any more: for the player who leaves or, where the time was up, the one who has stayed."""
        with self.refusals(request):
            substitutes.withdraw(public_id, request.user.pk)
        return showing.match(self.found(request))
