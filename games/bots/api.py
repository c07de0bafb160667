"""Matches with the house, for programs."""

from games.bots import services as bots
from games.bots.shapes import ChallengeGiven
from games.core.api.access import AllowedRequest
from games.core.api.beginning import Begun
from games.core.api.endpoint import endpoint
from games.core.api.view import ApiView


class ChallengeView(ApiView):
    limit = "begin"

    @endpoint("challenge", 409, 422, status=201)
    def post(self, request: AllowedRequest, body: ChallengeGiven) -> Begun:
        """Begin a match against a house opponent at once."""
        match = bots.challenge(
            request.user,
            body.game,
            body.options,
            seat=body.seat,
            clock=body.chosen(),
            level=body.level,
            entropy=body.entropy,
            ticket=body.ticket,
        )
        return Begun.of(match, request.user)
