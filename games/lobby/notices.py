"""What players are told about invitations: that one is meant for them, will expire, or has come to nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import blocks, outbox
from accounts.channels import Notice
from accounts.links import absolute
from accounts.models import User
from games.core.reading import clocks, endings, reliability
from games.favourites.models import Favourite
from games.lobby.models import Invitation

INVITED = "invited"
EXPIRING = "expiring"
LAPSED = "lapsed"
FAVOURITE = "favourite"
LINK = re.compile(r"\S*(?:://|(?:\w|[^\x00-\x7f])[.。．｡][^\W\d_](?:[^\W\d_]|[^\x00-\x7f\s]))\S*")
"""Match a word that mail programs make a link of: an address with its scheme, or a name with an ending of letters, such
as .de, or of letters and vowel signs, such as .भारत."""


def register() -> None:
    """Tell the outbox how each kind is written and what it is called."""
    outbox.register(INVITED, invited_notice, gettext_lazy("Somebody invites you to a match"), "others")
    outbox.register(EXPIRING, expiring_notice, gettext_lazy("Your invitation will expire"))
    outbox.register(LAPSED, lapsed_notice, gettext_lazy("An invitation has lapsed"), "others")
    outbox.register(FAVOURITE, favourite_notice, gettext_lazy("A favourite offers a match"), "favourites")


# --- Queueing -------------------------------------------------------------------------------------------------------


def queue_invited(invitation: Invitation) -> None:
    """Queue news for the one a personal invitation is meant for: late enough that one withdrawn at once is not sent."""
    assert invitation.invited_id is not None
    _queue(INVITED, invitation, invitation.invited_id, timedelta(seconds=settings.TURN_MAIL_DELAY))


def queue_expiring(invitation: Invitation) -> None:
    """Queue the warning for the inviter."""
    _queue(EXPIRING, invitation, invitation.inviter_id)


def queue_lapsed(invitation: Invitation) -> None:
    """Queue news of an invitation that was just closed for all who had joined, but for the one who withdrew it."""
    for user_id in invitation.match.seats.values_list("user_id", flat=True):
        if invitation.withdrawn is None or user_id != invitation.inviter_id:
            _queue(LAPSED, invitation, user_id)


def queue_favourite(invitation: Invitation, user_ids: Iterable[int]) -> None:
    """Queue news of an invitation to all for users who like to play its inviter."""
    about = (FAVOURITE, f"{invitation.match_id}", {"match": invitation.match_id})
    outbox.queue_all([outbox.email_row(user_id, *about) for user_id in user_ids])


def _queue(kind: str, invitation: Invitation, user_id: int, delay: timedelta = timedelta()) -> None:
    outbox.queue(user_id, kind, f"{invitation.match_id}", {"match": invitation.match_id}, delay)


# --- Writing --------------------------------------------------------------------------------------------------------


def invited_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Who would like to play, unless the invitation no longer waits."""
    invitation = _invitation(payload)
    if invitation.state != "waits" or blocks.blocked(user.pk, invitation.inviter_id):
        return None
    inviter = reliability.reliability_of(invitation.inviter_id).in_words
    return _notice(invitation, "invited", _("{name} invites you: {title}"), reliability=inviter)


def expiring_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """When the invitation expires, unless it no longer waits."""
    invitation = _invitation(payload)
    if invitation.state != "waits":
        return None
    return _notice(invitation, "expiring", _("Your invitation will expire: {title}"))


def lapsed_notice(user: User, payload: dict[str, Any]) -> Notice:
    """That the match will not be played, and why."""
    invitation = _invitation(payload)
    subjects = {
        "declined": _("Your invitation was declined: {title}"),
        "withdrawn": _("An invitation was withdrawn: {title}"),
        "expired": _("An invitation has expired: {title}"),
    }
    mine = invitation.inviter_id == user.pk
    return _notice(invitation, "lapsed", subjects[invitation.state], state=invitation.state, is_mine=mine)


def favourite_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Who offers a match to all, unless the reader does not want to know any more, or cannot join it."""
    invitation = _invitation(payload)
    if not (_is_wanted(invitation, user) and _is_possible(invitation, user)):
        return None
    inviter = invitation.inviter
    context = {
        "reliability": reliability.reliability_of(inviter.pk).in_words,
        "profile_url": absolute("profile", inviter.username),
    }
    return _notice(invitation, "favourite", _("{name} offers a match: {title}"), **context)


def _is_wanted(invitation: Invitation, user: User) -> bool:
    """Whether a user still asks to be told of what the inviter offers."""
    return Favourite.objects.filter(user=user, favoured=invitation.inviter_id, tell=True).exists()


def _is_possible(invitation: Invitation, user: User) -> bool:
    """Whether a user could join an invitation to all at this moment."""
    sitting = set(invitation.match.seats.values_list("user_id", flat=True))
    return (
        invitation.state == "waits"
        and invitation.inviter.is_active
        and not user.is_unreachable
        and user.pk not in sitting
        and not blocks.any_blocked(user.pk, sitting)
        and reliability.reliability_of(user.pk).reaches(invitation.min_reliability)
    )


def without_links(text: str) -> str:
    """What a stranger wrote, as an email repeats it: the page shows it as it is, an email leads nowhere but here."""
    return LINK.sub(_("[link]"), text)


def _invitation(payload: dict[str, Any]) -> Invitation:
    rows = Invitation.objects.select_related("match", "inviter", "invited")
    return rows.get(match=payload["match"])


def _notice(invitation: Invitation, template: str, subject: str, **more: Any) -> Notice:
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
