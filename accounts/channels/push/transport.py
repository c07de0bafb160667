"""One notice as one push: encrypted for the browser (RFC 8291), signed by the site (RFC 8292)."""

import json
from base64 import urlsafe_b64encode
from datetime import UTC
from hashlib import sha256
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from py_vapid import Vapid02

from accounts import session_users as holders
from accounts.channels import DeliveryError, Notice, outward
from accounts.channels.push import badge, subscription
from accounts.channels.push.encryption import encrypted
from accounts.models import Endpoint, Outbox

DAY = 24 * 60 * 60
KEPT_AT_LEAST = 60
KEPT_AT_MOST = 28 * DAY
"""Seconds for which a push service keeps what it cannot deliver."""
PROVES = 12 * 60 * 60
"""Seconds for which a signature holds; push services take none of more than a day."""
TOPIC = 32


class PushTransport:
    """Hands notices to the push services of browsers."""

    def send(self, row: Outbox, notice: Notice) -> None:
        """Push a notice to a browser.

        If the browser is gone, or its user is signed out there, remove it and no other.

        Raises: `DeliveryError`.
        """
        assert row.endpoint is not None
        to = row.endpoint
        if not holders.holds(to.session, to.user_id):
            Endpoint.objects.filter(pk=to.pk).delete()
            raise DeliveryError(_("You’re no longer signed in on that device."), permanent=True)
        if not settings.VAPID_PRIVATE_KEY or not subscription.is_service(to.address):
            raise DeliveryError(_("This site can’t send notifications to devices."), permanent=True)
        body = encrypted(payload(to, notice), to.keys)
        answer = outward.post(to.address, body, headers(to, notice))
        if answer.is_gone:
            Endpoint.objects.filter(pk=to.pk).delete()
        answer.require_taken()

    def close(self) -> None:
        """Do nothing: no connection is kept open."""


def payload(to: Endpoint, notice: Notice) -> bytes:
    """Return all that a locked screen may show, and the number for the icon."""
    deadline = notice.deadline.astimezone(UTC).isoformat() if notice.deadline else None
    told = {"subject": notice.subject, "url": notice.url, "deadline": deadline, "tag": topic(notice)}
    return json.dumps(told | {"waiting": badge.badge_number(to.user)}, ensure_ascii=False).encode()


def headers(to: Endpoint, notice: Notice) -> dict[str, str]:
    """Return how long to keep a push, which other it replaces, whether to wake the device, and that it comes from
    us.
    """
    seconds = (notice.deadline - timezone.now()).total_seconds() if notice.deadline else DAY
    given = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(min(max(int(seconds), KEPT_AT_LEAST), KEPT_AT_MOST)),
        "Urgency": "high" if notice.urgent else "normal",
    }
    if notice.thread:
        given["Topic"] = topic(notice)
    return given | signed(to.address)


def topic(notice: Notice) -> str:
    """Return the match, so that a push service need not know which."""
    return urlsafe_b64encode(sha256(notice.thread.encode()).digest())[:TOPIC].decode() if notice.thread else ""


def signed(address: str) -> dict[str, str]:
    """Return the header by which a push service knows who sends."""
    parts = urlsplit(address)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "sub": settings.VAPID_SUBJECT,
        "exp": int(timezone.now().timestamp()) + PROVES,
    }
    made: dict[str, str] = Vapid02.from_string(settings.VAPID_PRIVATE_KEY).sign(claims)
    return made
