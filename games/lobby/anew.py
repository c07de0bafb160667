"""What goes on for somebody after a match that never began: the invitation is open again, or the search goes on."""

from django.urls import reverse
from django.utils.translation import gettext as _

from games.core.models import Match, Seat
from games.core.seams.unbegun import Anew
from games.lobby.models import Invitation
from games.seeks.models import Seek


def goes_on(match: Match, seat: Seat) -> Anew | None:
    """Return what goes on for the player of a seat of a void match; None for nothing."""
    invitation = offered_again(match, seat.user_id)
    if invitation is not None:
        words = _("Your link is on hold: reopen it") if invitation.resting else _("Your invitation is open again")
        return Anew(invitation.get_absolute_url(), words)
    if sought_again(match, seat):
        return Anew(reverse("seeks"), _("We’re looking for an opponent for you again"))
    return None


def offered_again(match: Match, user_id: int) -> Invitation | None:
    """Return the invitation of somebody who waited in vain for a match to begin, if it was offered again."""
    return Invitation.objects.filter(again_of=match, inviter=user_id).select_related("match").first()


def sought_again(match: Match, seat: Seat) -> bool:
    """Say whether an opponent is sought for the player of a seat once a match begun by two seeks has come to
    nothing.
    """
    if seat.outcome == Seat.Outcome.ABSENT:
        return False
    is_sought = Seek.objects.filter(user=seat.user_id, game=match.game).exists()
    return is_sought and not Invitation.objects.filter(match=match).exists()
