"""The development inbox: mail that goes nowhere but into a folder."""

from collections.abc import Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from uuid import uuid4

from django.conf import settings
from django.core.mail import EmailMessage as Mail
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone


class InboxBackend(BaseEmailBackend):
    """Keeps every mail as a file under settings.MAIL_DIR."""

    def send_messages(self, email_messages: Sequence[Mail]) -> int:
        settings.MAIL_DIR.mkdir(parents=True, exist_ok=True)
        for message in email_messages:
            name = f"{timezone.now():%Y%m%d-%H%M%S-%f}-{uuid4().hex[:6]}"
            written = settings.MAIL_DIR / f"{name}.part"
            written.write_bytes(message.message().as_bytes())
            written.rename(settings.MAIL_DIR / f"{name}.eml")  # whole at once: pages may be looking
        return len(email_messages)


def newest_letters(most: int) -> list[str]:
    """Return the names of so many letters at most, the newest first."""
    return [path.stem for path in sorted(settings.MAIL_DIR.glob("*.eml"), reverse=True)[:most]]


def read_letter(name: str) -> EmailMessage:
    """Return a letter by its name; raises FileNotFoundError where there is none."""
    return message_from_bytes((settings.MAIL_DIR / f"{name}.eml").read_bytes(), policy=policy.default)


def part(message: EmailMessage, kind: str) -> str:
    """Return its text ("plain") or its page ("html"); "" where it has none."""
    body = message.get_body((kind,))
    return "" if body is None else body.get_content()
