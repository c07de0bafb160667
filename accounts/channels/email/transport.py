"""One notice as one mail, and what the mail server said about it."""

import smtplib
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.core.validators import validate_email
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts import unsubscribe
from accounts.channels import DeliveryError, Notice
from accounts.links import absolute, site_host
from accounts.models import Outbox

BIDI = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""Signs that turn the direction of writing, by which words can be made to read as others."""


class EmailTransport:
    """Sends a notice as a mail in text and HTML."""

    def send(self, row: Outbox, notice: Notice) -> None:
        """Raises DeliveryError; permanent where the server refuses this recipient for good."""
        message = compose(row, notice)
        try:
            message.send()
        except (OSError, smtplib.SMTPException) as error:
            raise explain(error) from error


def compose(row: Outbox, notice: Notice) -> EmailMultiAlternatives:
    """The mail; equal rows give equal Message-IDs, so that a repeat is recognised as one."""
    user = row.recipient
    stop_url = unsubscribe.link(user, notice.preference) if user and notice.preference else ""
    context = {
        "user": user,
        "site_name": settings.SITE_NAME,
        "settings_url": absolute("settings") if user else "",
        "stop_url": stop_url,
        **notice.context,
    }
    message = EmailMultiAlternatives(
        subject=" ".join(notice.subject.translate(BIDI).split()),  # a header has one line
        body=_rendered(f"{notice.template}.txt", context),
        to=[_address(user.email if user else row.address)],
        headers=_headers(row, notice, stop_url),
    )
    message.attach_alternative(_rendered(f"{notice.template}.html", context), "text/html")
    return message


def _rendered(template: str, context: dict[str, Any]) -> str:
    return render_to_string(f"emails/{template}", context).translate(BIDI)


def _address(address: str) -> str:
    try:
        validate_email(address)
    except ValidationError:
        raise DeliveryError(_("There is no valid mail address to write to."), permanent=True) from None
    return address


def _headers(row: Outbox, notice: Notice, stop_url: str) -> dict[str, str]:
    who = str(row.recipient_id or row.address)
    headers = {
        "Message-ID": message_id("notice", who, row.channel, row.kind, row.key),
        "Auto-Submitted": "auto-generated",
    }
    if notice.thread:
        thread = message_id("thread", who, notice.thread)
        headers |= {"In-Reply-To": thread, "References": thread}
    if stop_url:
        headers |= {"List-Unsubscribe": f"<{stop_url}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return headers


def message_id(*parts: str) -> str:
    """An id that only this site can make, and makes the same way each time."""
    digest = salted_hmac("accounts.channels.email", "\0".join(parts), algorithm="sha256").hexdigest()[:40]
    return f"<{digest}@{site_host()}>"


def explain(error: OSError | smtplib.SMTPException) -> DeliveryError:
    """The server's answer as a sentence; permanent where it refuses the recipient or the mail itself with a 5xx."""
    match error:
        case smtplib.SMTPRecipientsRefused():
            code, reply = next(iter(error.recipients.values()))
            return DeliveryError(_answer(code, reply), permanent=code >= 500)
        case smtplib.SMTPAuthenticationError() | smtplib.SMTPSenderRefused():
            return DeliveryError(_answer(error.smtp_code, error.smtp_error))  # our fault, not the recipient's
        case smtplib.SMTPDataError():
            return DeliveryError(_answer(error.smtp_code, error.smtp_error), permanent=error.smtp_code >= 500)
        case smtplib.SMTPResponseException():
            return DeliveryError(_answer(error.smtp_code, error.smtp_error))
    words = str(error) or type(error).__name__
    return DeliveryError(_("The mail server could not be reached: %(error)s") % {"error": words})


def _answer(code: int, reply: bytes | str) -> str:
    words = reply.decode(errors="replace") if isinstance(reply, bytes) else reply
    return _("The mail server answered %(code)d: %(words)s") % {"code": code, "words": words}
