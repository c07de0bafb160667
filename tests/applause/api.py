"""Thanking by a program."""

from games.core.api.access import AllowedRequest
from games.core.api.endpoint import endpoint
from games.core.api.shapes import Given, Seen, Text
from games.core.api.views.matches import MatchView
from tests.applause import services


class ThanksGiven(Given, frozen=True):
    """Whom to thank, by name."""

    player: Text


class ThanksSeen(Seen, frozen=True):
    """Who has thanked whom."""

    by: str
    to: str


class ApplauseView(MatchView):
    limit = "applause"

    @endpoint("applaud", 404, 409)
    def post(self, request: AllowedRequest, public_id: str, body: ThanksGiven) -> ThanksSeen:
        """Thank another player of a match that is over. To do it again changes nothing."""
        with self.refusals(request):
            thanks = services.thank(public_id, request.user, body.player)
        return ThanksSeen(by=thanks.by.username, to=thanks.to.username)
