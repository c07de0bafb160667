"""Offers in a match: made, agreed to, taken back, declined."""

from games.core.api import showing
from games.core.api.access import AllowedRequest
from games.core.api.endpoint import endpoint
from games.core.api.shapes import (
    DeclineGiven,
    MatchSeen,
    OfferGiven,
)
from games.core.api.views.matches import MatchView
from games.offers import services as offers


class OfferView(MatchView):
    @endpoint("offer", 404, 409, 422)
    def put(self, request: AllowedRequest, public_id: str, body: OfferGiven) -> MatchSeen:
        """Offer the others something, or agree to what one of them offers: once all have, it is done."""
        with self.refusals(request):
            number = body.number
            offers.make(public_id, request.user.pk, body.kind, body.days, agreeing=body.agree, number=number)
        return showing.match(self.found(request))

    @endpoint("withdraw_offer", 404, 409)
    def delete(self, request: AllowedRequest, public_id: str) -> MatchSeen:
        """Take back what I offered."""
        with self.refusals(request):
            offers.withdraw(public_id, request.user.pk)
        return showing.match(self.found(request))


class DeclineView(MatchView):
    @endpoint("decline_offer", 404, 409)
    def post(self, request: AllowedRequest, public_id: str, body: DeclineGiven) -> MatchSeen:
        """Decline what the others offer; they are told."""
        with self.refusals(request):
            offers.decline(public_id, request.user.pk, body.kind or "", body.number)
        return showing.match(self.found(request))
