"""What people write and how they are called adds no header to a mail, and takes none away."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
import time_machine
from django.core import mail

from accounts import names, outbox
from accounts.models import User
from games.chat import services as chat
from games.chat.notices import CHAT
from games.core.models import Match
from games.lobby import services as lobby
from tests.games.core.notices.test_notices import SOON, sent
from tests.hostile import HEADERS

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller

OURS = [
    *["Content-Type", "MIME-Version", "Subject", "From", "To", "Date", "Message-ID", "Auto-Submitted"],
    *["In-Reply-To", "References", "List-Unsubscribe", "List-Unsubscribe-Post"],
]
"""The headers of a mail that belongs to a match and can be stopped."""


def received(message: mail.EmailMessage) -> EmailMessage:
    """Return the mail as the other end reads it."""
    return message_from_bytes(message.message().as_bytes(), policy=policy.default)


def headers(noon: Time, name: str) -> tuple[list[str], str, str]:
    """Return headers, subject and recipient of the one mail that somebody gets now."""
    letter = received(sent(noon)[name])
    assert str(letter["From"]) == str(mail.outbox[0].from_email)
    return letter.keys(), str(letter["Subject"]), str(letter["To"])


@pytest.mark.parametrize("text", HEADERS)
def test_a_note_stays_out_of_the_headers(text: str, ann: User, ben: User, noon: Time) -> None:
    lobby.invite(ann, lobby.Terms("en-garde", {}, pace_days=3, audience="personal", invited="Ben", note=text))
    assert headers(noon, "ben") == (OURS, "Ann has invited you to a match: En Garde", "ben@example.org")


@pytest.mark.parametrize("text", HEADERS)
def test_a_line_of_the_chat_stays_out_of_the_headers(text: str, match: Match, ann: User, noon: Time) -> None:
    sent(noon)
    chat.say(match.public_id, ann, text)
    noon.shift(3 * SOON)
    assert headers(noon, "ben") == (OURS, "Ann wrote to you: En Garde", "ben@example.org")
    assert outbox.notice_title(CHAT) == "Someone has written to you in a match"


NAMES = [text[: names.MAX_LENGTH] for text in HEADERS if "=?" not in text]
"""Mail programs would read the other one as an encoded word, which is why no name may hold its signs."""


@pytest.mark.parametrize("name", [*NAMES, "Ann\0", "\u202eAnn", "{0}", "%s"])
def test_a_name_that_got_past_everything_is_a_part_of_one_line(name: str, match: Match, ann: User, noon: Time) -> None:
    sent(noon)
    User.objects.filter(pk=ann.pk).update(username=name.replace("\0", ""))
    chat.say(match.public_id, User.objects.get(pk=ann.pk), "Hello")
    noon.shift(3 * SOON)
    line = " ".join(name.replace("\0", "").replace("\u202e", "").split())
    assert headers(noon, "ben") == (OURS, f"{line} wrote to you: En Garde", "ben@example.org")
