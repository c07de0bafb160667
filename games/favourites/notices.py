"""What somebody is told of a favourite: queued with what it tells of, written when it is sent."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from accounts import blocks, outbox
from accounts.channels import Notice
from accounts.links import absolute
from accounts.models import User
from games.core.reading import reliability
from games.favourites.models import Favourite
from games.lobby import notices as invitations
from games.lobby.models import Invitation

FAVOURITE = "favourite"


def queue_favourite(invitation: Invitation, user_ids: Iterable[int]) -> None:
    """Queue news of an invitation to all for users who like to play its inviter."""
    about = (FAVOURITE, f"{invitation.match_id}", {"match": invitation.match_id})
    outbox.queue_all([outbox.email_row(user_id, *about) for user_id in user_ids])


def favourite_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Return who offers a match to all, unless the reader does not want to know any more, or cannot join it."""
    invitation = invitations.told_of(payload)
    if not (_is_wanted(invitation, user) and _is_possible(invitation, user)):
        return None
    inviter = invitation.inviter
    context = {
        "reliability": reliability.reliability_of(inviter.pk).in_words,
        "profile_url": absolute("profile", inviter.username),
    }
    return invitations.letter(invitation, "favourite", _("{name} is offering a match: {title}"), **context)


def _is_wanted(invitation: Invitation, user: User) -> bool:
    """Say whether a user still asks to be told of what the inviter offers."""
    return Favourite.objects.filter(user=user, favoured=invitation.inviter_id, tell=True).exists()


def _is_possible(invitation: Invitation, user: User) -> bool:
    """Say whether a user could join an invitation to all at this moment."""
    sitting = set(invitation.match.seats.values_list("user_id", flat=True))
    return (
        invitation.state == "waits"
        and invitation.inviter.is_active
        and not user.is_unreachable
        and user.pk not in sitting
        and not blocks.any_blocked(user.pk, sitting)
        and reliability.reliability_of(user.pk).reaches(invitation.min_reliability)
    )
