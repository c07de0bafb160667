"""To cancel a match."""

from datetime import timedelta

from django.utils import timezone

from accounts import leaving
from games.core.models import Match, Seat
from games.core.models.seat import Offered
from games.core.services import entries
from games.core.services.locked import LockedMatch
from games.offers.kinds.kind import BadOffer, OfferKind, has_house
from games.rules.sentence import N_, sentence

MAX_CANCELLED = 5
DAY = timedelta(hours=24)
"""Matches that bots agree to cancel with one user in such a time."""


class Cancel(OfferKind):
    """The offer to cancel the match. Bots agree immediately, but only so often a day. Otherwise anybody could deal
    until the hand pleases.
    """

    def require_possible(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        if has_house(locked):
            _require_few_cancelled(seat.user_id)

    def carry_out(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        entries.append_ruling(locked, "!void")


def _require_few_cancelled(user_id: int) -> None:
    """Raise BadOffer for a user with whom bots have cancelled as many matches as they agree to.

    It holds the user's row, so that two matches that are cancelled at once count each other.
    """
    leaving.hold_users([user_id])
    void = Match.objects.of(user_id).filter(status=Match.Status.VOID, ended__gt=timezone.now() - DAY)
    if void.filter(pk__in=Seat.objects.filter(house=True).values("match")).count() >= MAX_CANCELLED:
        template = N_(
            "The computer agrees to cancel {most} matches a day, and you’ve reached that limit. Keep "
            "playing, or resign."
        )
        raise BadOffer(sentence(template, most=MAX_CANCELLED))
