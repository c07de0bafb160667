"""What a player is told who is thanked."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from accounts import blocks, outbox
from accounts.channels import Notice
from accounts.models import User
from tests.applause.models import Thanks

APPLAUSE = "applause"


def queue(thanks: Thanks) -> None:
    """Queue news of thanks, in the transaction that writes them."""
    payload = {"match": thanks.match_id, "thanks": thanks.pk}
    outbox.queue(thanks.to_id, APPLAUSE, f"{thanks.pk}", payload)


def notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Say who gives thanks; nothing if they are gone, or a block stands between the two."""
    thanks = Thanks.objects.select_related("match", "by").filter(pk=payload["thanks"], to=user).first()
    if thanks is None or blocks.blocked(user.pk, thanks.by_id):
        return None
    match = thanks.match
    context = {
        "name": thanks.by.username,
        "title": match.title,
        "url": settings.SITE_URL + match.get_absolute_url(),
    }
    subject = _("{name} thanks you for your match: {title}").format(**context)
    return Notice(
        subject,
        template="applause",
        context=context,
        preference="end_mails",
        thread=f"match-{match.public_id}",
        url=context["url"],
    )
