"""What players are told about invitations: that one is meant for them, will expire, or has come to nothing."""

import re
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from accounts import blocks, outbox
from accounts.channels import Notice
from accounts.links import absolute
from accounts.models import User
from games.core.reading import clocks, endings, reliability
from games.lobby.models import Invitation

INVITED = "invited"
EXPIRING = "expiring"
LAPSED = "lapsed"
LINK = re.compile(r"\S*(?:://|(?:\w|[^\x00-\x7f])[.。．｡][^\W\d_](?:[^\W\d_]|[^\x00-\x7f\s]))\S*")
"""Match a word that mail programs make a link of: an address with its scheme, or a name with an ending of letters, such
as .de, or of letters and vowel signs, such as .भारत."""


# --- Queueing -------------------------------------------------------------------------------------------------------


def queue_invited(invitation: Invitation) -> None:
    """Queue news for the one a personal invitation is meant for: late enough that one withdrawn at once is not sent."""
    assert invitation.invited_id is not None
    _queue(INVITED, invitation, invitation.invited_id, timedelta(seconds=settings.TURN_MAIL_DELAY))


def queue_expiring(invitation: Invitation) -> None:
    """Queue the warning for the inviter."""
    _queue(EXPIRING, invitation, invitation.inviter_id)


def queue_lapsed(invitation: Invitation) -> None:
    """Queue news of an invitation that was just closed for all who had joined, except the user who withdrew."""
    for user_id in invitation.match.seats.values_list("user_id", flat=True):
        if invitation.withdrawn is None or user_id != invitation.inviter_id:
            _queue(LAPSED, invitation, user_id)


def _queue(kind: str, invitation: Invitation, user_id: int, delay: timedelta = timedelta()) -> None:
    outbox.queue(user_id, kind, f"{invitation.match_id}", {"match": invitation.match_id}, delay)


# --- Writing --------------------------------------------------------------------------------------------------------


def invited_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Return who would like to play, unless the invitation no longer waits."""
    invitation = told_of(payload)
    if invitation.state != "waits" or blocks.blocked(user.pk, invitation.inviter_id):
        return None
    inviter = reliability.reliability_of(invitation.inviter_id).in_words
    return letter(invitation, "invited", _("{name} has invited you to a match: {title}"), reliability=inviter)


def expiring_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Return when the invitation expires, unless it no longer waits."""
    invitation = told_of(payload)
    if invitation.state != "waits":
        return None
    return letter(invitation, "expiring", _("Your invitation expires soon: {title}"))


def lapsed_notice(user: User, payload: dict[str, Any]) -> Notice:
    """Tell a user that the match will not be played, and why."""
    invitation = told_of(payload)
    subjects = {
        "declined": _("Your invitation was declined: {title}"),
        "withdrawn": _("An invitation was withdrawn: {title}"),
        "expired": _("An invitation has expired: {title}"),
    }
    mine = invitation.inviter_id == user.pk
    return letter(invitation, "lapsed", subjects[invitation.state], state=invitation.state, is_mine=mine)


def without_links(text: str) -> str:
    """Return what a stranger wrote, as an email repeats it: the page shows it as it is, an email leads nowhere but
    here.
    """
    return LINK.sub(_("[link]"), text)


def told_of(payload: dict[str, Any]) -> Invitation:
    """Return the invitation that a notice is about."""
    rows = Invitation.objects.select_related("match", "inviter", "invited")
    return rows.get(match=payload["match"])


def letter(invitation: Invitation, template: str, subject: str, **more: Any) -> Notice:
    """Return a notice of an invitation; `more` is what its template has besides."""
    match = invitation.match
    invited = invitation.invited
    context = {
        "name": invitation.inviter.username,
        "invited": invited.username if invited else "",
        "title": match.title,
        "note": without_links(invitation.note),
        "clock": clocks.brief(match),
        "when_up": endings.when_up(match),
        "expires": invitation.expires,
        "url": settings.SITE_URL + invitation.get_absolute_url(),
        "commitment": match.commitment,
        "fairness_url": absolute("fairness"),
        **more,
    }
    return Notice(
        subject.format(**context), template, context, "invitation_mails", f"match-{match.public_id}", url=context["url"]
    )
