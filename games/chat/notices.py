"""What players are told of each other's lines: queued with them, written when it is sent."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import blocks, outbox
from accounts.channels import Notice
from accounts.models import User
from games.core.models import ChatLine, Seat
from games.core.notices.turns import LetterFacts, seat_of

CHAT = "chat"
LINES_QUOTED = 10
"""Lines of the chat that a mail holds."""


def queue_line(line: ChatLine, seats: Iterable[Seat]) -> None:
    """Queue news of a line for all who have not muted its author's chat: one mail until they look.

    It waits longer than an open page takes to show the line by itself.
    """
    delay = timedelta(seconds=4 * settings.TURN_MAIL_DELAY)
    outbox.queue_all(
        [
            outbox.email_row(
                seat.user_id, CHAT, f"{line.match_id}:{seat.chat_read}", {"seat": seat.pk, "line": line.pk}, delay
            )
            for seat in seats
            if seat.user_id != line.user_id and not seat.chat_muted and not seat.user.is_bot
        ]
    )


def chat_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Return the lines the player has not seen, unless he has muted the chat or has blocked, or is blocked by, who
    wrote.
    """
    seat = seat_of(user, payload)
    lines = [] if seat is None or seat.chat_muted else list(unread(seat)[: LINES_QUOTED + 1])
    if seat is None or not lines or blocks.any_blocked(user.pk, {line.user_id for line in lines}):
        return None
    facts = LetterFacts(seat)
    names = ", ".join(dict.fromkeys(line.user.username for line in lines))
    subject = _("{names} wrote to you: {game}").format(names=names, game=facts.title)
    url = settings.SITE_URL + seat.match.get_absolute_url() + "#chat"
    more = len(lines) > LINES_QUOTED
    return facts.notice(subject, "chat", "chat_mails", lines=lines[:LINES_QUOTED], more=more, names=names, url=url)


def unread(seat: Seat) -> QuerySet[ChatLine]:
    """Return the lines of the others that a player has not seen and that nobody has hidden, oldest first."""
    rows = ChatLine.objects.filter(match=seat.match_id, pk__gt=seat.chat_read, hidden=None)
    return rows.exclude(user=seat.user_id).select_related("user")
