"""What a player is told of a rematch: queued with it, written when it is sent."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from accounts import blocks, outbox
from accounts.channels import Notice
from accounts.links import absolute
from accounts.models import User
from games.core.models import Match, Seat
from games.core.notices.turns import both_seats

REMATCH = "rematch"


def queue_rematch(match: Match, by: Seat, to: Seat) -> None:
    """Queue news of a rematch for the other player of the match before; it waits like that of an invitation."""
    delay = timedelta(seconds=settings.TURN_MAIL_DELAY)
    outbox.queue(to.user_id, REMATCH, f"{match.pk}", {"match": match.pk, "seat": to.pk, "by": by.pk}, delay)


def rematch_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Return who would like to play again, unless the invitation does not wait for an answer."""
    both = both_seats(user, payload)
    if both is None:
        return None
    seat, by = both
    match = Match.objects.select_related("invitation__inviter").get(pk=payload["match"])
    if match.invitation.state != "waits" or blocks.blocked(seat.user_id, by.user_id):
        return None
    context = {
        "name": by.user.username,
        "title": match.title,
        "url": settings.SITE_URL + match.invitation.get_absolute_url(),
        "commitment": match.commitment,
        "fairness_url": absolute("fairness"),
    }
    subject = _("{name} would like a rematch: {title}").format(**context)
    return Notice(subject, "rematch", context, "invitation_mails", f"match-{match.public_id}", url=context["url"])
