"""One notice as one post, in the shape that the other side takes; it says no more than a mail's subject does."""

import json
import re
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from standardwebhooks import Webhook

from accounts.channels import Notice, outward
from accounts.models import Endpoint, Outbox

Shape = Endpoint.Shape
DISCORD_MARKUP = re.compile(r"https?://\S+|(?P<mark>[\\_*~|`>])")
SLACK_DATE = "<!date^{seconds}^{{date_short}}, {{time}}|{words}>"


class WebhookTransport:
    """Posts notices to addresses of users, each by a connection of its own."""

    def send(self, row: Outbox, notice: Notice) -> None:
        """Post a notice to a webhook.

        Raises: `DeliveryError`, for good if the address is gone or isn't one that we may post to.
        """
        assert row.endpoint is not None
        body, headers = request_parts(row, row.endpoint, notice)
        outward.post(row.endpoint.address, body, headers).require_taken()

    def close(self) -> None:
        """Do nothing: no connection is kept open."""


def request_parts(row: Outbox, endpoint: Endpoint, notice: Notice) -> tuple[bytes, dict[str, str]]:
    """Return body and headers.

    A notice that is posted again has the same id, so that it is recognised.
    """
    headers = {"Content-Type": "application/json"}
    if endpoint.shape == Shape.DISCORD:
        line = _line(notice, _for_discord(notice.subject), "<t:{seconds}:f>")
        return _json({"content": line, "allowed_mentions": {"parse": []}}), headers
    if endpoint.shape == Shape.SLACK:
        return _json({"text": _line(notice, _for_slack(notice.subject), SLACK_DATE)}), headers
    now = timezone.now()
    body = _json(_told(row, notice, now))
    signature = Webhook(endpoint.secret).sign(str(row.pk), now, body.decode())
    signed = {"webhook-id": str(row.pk), "webhook-timestamp": f"{now.timestamp():.0f}", "webhook-signature": signature}
    return body, headers | signed


def _told(row: Outbox, notice: Notice, now: datetime) -> dict[str, Any]:
    """Return the kind of the notice, and all that another may read of it."""
    deadline = notice.deadline.astimezone(UTC).isoformat() if notice.deadline else None
    data = {"text": notice.subject, "url": notice.url, "deadline": deadline}
    return {"type": row.kind, "timestamp": now.astimezone(UTC).isoformat(), "data": data}


def _line(notice: Notice, subject: str, moment: str) -> str:
    """Return the notice in one line of a chat; `moment` is how its deadline is written there."""
    if notice.deadline is None:
        return f"{subject} {notice.url}".strip()
    seconds = f"{notice.deadline.timestamp():.0f}"
    words = f"{notice.deadline.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    until = _("until {moment}").format(moment=moment.format(seconds=seconds, words=words))
    return f"{subject} ({until}) {notice.url}".strip()


def _for_discord(text: str) -> str:
    """Return a text in which names are no markup; links stay as they are."""
    return DISCORD_MARKUP.sub(lambda found: f"\\{found[0]}" if found["mark"] else found[0], text)


def _for_slack(text: str) -> str:
    """Return a text in which nothing is a link or a mention."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _json(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()
