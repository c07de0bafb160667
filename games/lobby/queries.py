"""Which invitation an address shows to whom."""

from games.core.reading.access import NotYours, in_sight
from games.lobby.models import Invitation


def invitation_for_all(public_id: str) -> Invitation:
    """Return an invitation for all who know its address, signed in or not, while it waits. Raises NotYours."""
    rows = Invitation.objects.waiting().select_related("match", "inviter")
    found = rows.exclude(audience=Invitation.Audience.PERSONAL).filter(match__public_id=public_id).first()
    if found is None:
        raise NotYours
    return found


def offered_instead(public_id: str) -> Invitation | None:
    """Return the invitation to which an address leads since the match for which it stood has come to nothing, perhaps
    by way of others. Return None if there is none, or if it stands no more. Two queries, however often it was offered
    again."""
    own = Invitation.objects.filter(match__public_id=public_id).values_list("pk", "match", "first").first()
    if own is None:
        return None
    key, match, first = own
    later = Invitation.objects.filter(first=first or match, pk__gt=key)
    newest = later.select_related("match", "inviter").order_by("-pk").first()
    return newest if newest is not None and newest.stands else None


def invitation_for(user_id: int, public_id: str) -> Invitation:
    """Return an invitation that the user may look at. A personal one is between two; any other is for all who know
    its address. Once the match has begun, it is only for those who may look at the match.

    Raises NotYours.
    """
    invitations = Invitation.objects.select_related("match", "inviter", "invited")
    invitation = invitations.filter(match__public_id=public_id).first()
    if invitation is None or not invitation.is_for(user_id):
        raise NotYours
    if invitation.match.started:
        in_sight(user_id, public_id)
    return invitation
