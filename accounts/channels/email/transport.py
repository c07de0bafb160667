"""One notice as one mail, and what the mail server said about it."""

import smtplib
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.validators import validate_email
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts import domains, faults
from accounts.channels import DeliveryError, Notice, Rejection
from accounts.channels.email import envelope, unsubscribe
from accounts.links import absolute, site_host
from accounts.models import Outbox

BIDI = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""Signs that turn the direction of writing, by which words can be made to read as others."""


class EmailTransport:
    """Sends notices as mails in text and HTML, by one connection as long as all goes well."""

    def __init__(self) -> None:
        self.server = get_connection()

    def send(self, row: Outbox, notice: Notice) -> None:
        """Send a letter by email.

        Raises: `Rejection`, permanent if the server refuses this recipient; `DeliveryError` if there is no address.
        """
        message = compose_mail(row, notice)
        message.connection = self.server
        try:
            self.server.open()
            message.send()
        except (OSError, smtplib.SMTPException) as error:
            self.close()
            raise explain(error) from error

    def close(self) -> None:
        with suppress(OSError, smtplib.SMTPException):
            self.server.close()


def compose_mail(row: Outbox, notice: Notice) -> EmailMultiAlternatives:
    """Return the mail; equal rows give equal Message-IDs, so that a repeat is recognised as one."""
    user = row.recipient
    stop_url = unsubscribe.unsubscribe_url(user, notice.preference) if user and notice.preference else ""
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
        from_email=envelope.envelope_sender(row.pk),
        to=[_address(user.email if user else row.address)],
        headers=_headers(row, notice, stop_url),
    )
    message.attach_alternative(_rendered(f"{notice.template}.html", context), "text/html")
    return message


def _rendered(template: str, context: dict[str, Any]) -> str:
    return render_to_string(f"emails/{template}", context).translate(BIDI)


def _address(address: str) -> str:
    try:
        address = domains.normal_address(address)  # before Django spells it as IDNA 2003 has it
        validate_email(address)
    except (ValidationError, ValueError):
        raise DeliveryError(_("We don’t have a valid email address to write to."), permanent=True) from None
    return address


def _headers(row: Outbox, notice: Notice, stop_url: str) -> dict[str, str]:
    who = str(row.recipient_id or row.address)
    headers = {
        "Message-ID": message_id("notice", who, row.channel, row.kind, row.key),
        "Auto-Submitted": "auto-generated",
        "From": settings.DEFAULT_FROM_EMAIL,  # the envelope has a sender of its own
    }
    if notice.thread:
        thread = message_id("thread", who, notice.thread)
        headers |= {"In-Reply-To": thread, "References": thread}
    if stop_url:
        headers |= {"List-Unsubscribe": f"<{stop_url}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return headers


def message_id(*parts: str) -> str:
    """Return an id that only this site can make, and makes the same way each time."""
    digest = salted_hmac("accounts.channels.email", "\0".join(parts), algorithm="sha256").hexdigest()[:40]
    return f"<{digest}@{site_host()}>"


def explain(error: OSError | smtplib.SMTPException) -> Rejection:
    """Return the server's answer as a sentence; permanent where it refuses the recipient or the mail itself with a 5xx,
    of all where it refuses us with one.
    """
    code, reply = _said(error)
    if not code:
        words = faults.why(error)
        unfit = isinstance(error, smtplib.SMTPNotSupportedError)  # no TLS or no password there, for any recipient
        return Rejection(_("The mail server couldn’t be reached: %(error)s") % {"error": words}, of_all=unfit)
    about_one = isinstance(error, smtplib.SMTPRecipientsRefused | smtplib.SMTPDataError)
    for_good = code >= 500
    words = reply.decode(errors="replace") if isinstance(reply, bytes) else reply
    sentence = _("The mail server responded with %(code)d: %(words)s") % {"code": code, "words": words}
    of_all = for_good and (not about_one or _denies_relay(error, words))
    return Rejection(sentence, permanent=for_good and not of_all, of_all=of_all)


def _said(error: OSError | smtplib.SMTPException) -> tuple[int, bytes | str]:
    """Return the code and the words of an answer; the code is 0 if there was no answer."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, reply = next(iter(error.recipients.values()))
        return code, reply
    return (error.smtp_code, error.smtp_error) if isinstance(error, smtplib.SMTPResponseException) else (0, "")


def _denies_relay(error: Exception, words: str) -> bool:
    """Say whether a server says that it passes nothing on for us, and does not just repeat an address that says so."""
    addresses = error.recipients if isinstance(error, smtplib.SMTPRecipientsRefused) else {}
    return bool(addresses) and "relay" in words.lower() and "relay" not in "".join(addresses).lower()
