"""Rematches, for programs."""

from functools import partial

from games.core.api.access import AllowedRequest
from games.core.api.beginning import Begun
from games.core.api.endpoint import endpoint
from games.core.api.views.matches import MatchView
from games.rematch import services as rematch
from games.rematch.shapes import RematchGiven


class RematchView(MatchView):
    limit = "begin"

    @endpoint("rematch", 404, 409, 422)
    def post(self, request: AllowedRequest, public_id: str, body: RematchGiven) -> Begun:
        """Offer a rematch of a match that is over, or learn of the one that was offered already."""
        with self.refusals(request):
            again = partial(rematch.rematch, clock=body.another(), level=body.level)
            made = again(public_id, request.user, body.entropy, body.ticket)
            return Begun.of(made, request.user)
