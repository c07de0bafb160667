"""What players are told of each other's words and offers: queued with them, written when it is sent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import blocks, outbox
from accounts.channels import Notice
from accounts.database import rows
from accounts.models import Outbox, User
from games.models import ChatLine, Match, Seat
from games.notices.turns import Facts

CHAT, OFFER, DECLINED, REMATCH = "chat", "offer", "declined", "rematch"
QUOTED = 10
"""Lines of the chat that a mail holds."""


def register() -> None:
    """Tell the outbox how each kind is written and what it is called."""
    outbox.register(CHAT, chat_notice, gettext_lazy("Somebody has written to you in a match"))
    outbox.register(OFFER, offer_notice, gettext_lazy("You are offered to end a match"))
    outbox.register(DECLINED, declined_notice, gettext_lazy("Your offer was declined"))
    outbox.register(REMATCH, rematch_notice, gettext_lazy("You are invited to a rematch"), "others")


# --- Queueing -------------------------------------------------------------------------------------------------------


def queue_line(line: ChatLine, seats: Iterable[Seat]) -> None:
    """Queue news of a line for all who have not muted its author's chat: one mail until they look.

    It waits longer than an open page takes to show the line by itself.
    """
    delay = timedelta(seconds=4 * settings.TURN_MAIL_DELAY)
    outbox.queue_all(
        [
            outbox.letter(
                seat.user_id, CHAT, f"{line.match_id}:{seat.chat_read}", {"seat": seat.pk, "line": line.pk}, delay
            )
            for seat in seats
            if seat.user_id != line.user_id and not seat.chat_muted and not seat.user.is_bot
        ]
    )


def queue_offer(batch: rows.Batch, match: Match, seats: Sequence[Seat], offering: Seat) -> None:
    """Queue news of an offer for the others: one mail, however often it is made, until they look."""
    others = [seat for seat in seats if seat is not offering]
    outbox.enqueue(batch, [_of_offer(OFFER, match, seat, offering, offering.offer) for seat in others])


def queue_declined(batch: rows.Batch, match: Match, offering: Sequence[Seat], declining: Seat) -> None:
    """Queue news for those whose offer was declined."""
    outbox.enqueue(batch, [_of_offer(DECLINED, match, seat, declining, "") for seat in offering])


def queue_rematch(match: Match, by: Seat, to: Seat) -> None:
    """Queue news of a rematch for the other player of the match before; it waits like that of an invitation."""
    delay = timedelta(seconds=settings.TURN_MAIL_DELAY)
    outbox.queue(to.user_id, REMATCH, f"{match.pk}", {"match": match.pk, "seat": to.pk, "by": by.pk}, delay)


def _of_offer(kind: str, match: Match, to: Seat, by: Seat, what: str) -> Outbox:
    looked = _looked(to)
    payload = {"seat": to.pk, "by": by.pk, "looked": looked}
    delay = timedelta(seconds=settings.TURN_MAIL_DELAY)
    return outbox.letter(to.user_id, kind, f"{match.pk}:{by.number}:{what}:{looked}", payload, delay)


def _looked(seat: Seat) -> int:
    """When the player last opened the match, in milliseconds; 0 for never."""
    return round(seat.opened_at.timestamp() * 1000) if seat.opened_at else 0


# --- Writing --------------------------------------------------------------------------------------------------------


def chat_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """The lines the player has not seen, unless he has muted the chat or has blocked, or is blocked by, who wrote."""
    seat = Seat.objects.select_related("match").get(pk=payload["seat"])
    lines = [] if seat.chat_muted else list(unread(seat)[: QUOTED + 1])
    if not lines or blocks.any_blocked(user.pk, {line.user_id for line in lines}):
        return None
    facts = Facts(seat)
    names = ", ".join(dict.fromkeys(line.user.username for line in lines))
    subject = _("{names} wrote to you: {game}").format(names=names, game=facts.title)
    url = settings.SITE_URL + seat.match.get_absolute_url() + "#chat"
    more = len(lines) > QUOTED
    return facts.notice(subject, "chat", "chat_mails", lines=lines[:QUOTED], more=more, names=names, url=url)


def unread(seat: Seat) -> Any:
    """The lines of the others that a player has not seen and that nobody has hidden, oldest first."""
    rows = ChatLine.objects.filter(match=seat.match_id, pk__gt=seat.chat_read, hidden=None)
    return rows.exclude(user=seat.user_id).select_related("user")


def offer_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """What is offered, unless it no longer is or the player has opened the match since."""
    seat, by = _seats(payload)
    if not by.offer or _looked(seat) != payload["looked"]:
        return None
    if by.offer == Seat.Offer.DRAW:
        subject = _("{name} offers to end {game} level")
    else:
        subject = _("{name} offers to cancel {game}")
    facts = Facts(seat)
    subject = subject.format(name=by.user.username, game=facts.title)
    url = settings.SITE_URL + reverse("offer", args=[seat.match.public_id, by.offer])
    return facts.notice(subject, "offer", "turn_mails", offered=subject, url=url)


def declined_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """That the offer was declined, unless the match is over or the player has opened it since."""
    seat, by = _seats(payload)
    if seat.match.status != Match.Status.PLAYING or _looked(seat) != payload["looked"]:
        return None
    facts = Facts(seat)
    subject = _("{name} declines your offer: {game} goes on").format(name=by.user.username, game=facts.title)
    return facts.notice(subject, "declined", "turn_mails", declined=subject)


def rematch_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Who would like to play again, unless the invitation no longer waits."""
    seat, by = _seats(payload)
    match = Match.objects.select_related("invitation").get(pk=payload["match"])
    if match.status != Match.Status.OPEN or blocks.blocked(seat.user_id, by.user_id):
        return None
    context = {
        "name": by.user.username,
        "title": _(match.rules.meta.title),
        "url": settings.SITE_URL + match.invitation.get_absolute_url(),
        "commitment": match.commitment,
    }
    subject = _("{name} would like a rematch: {title}").format(**context)
    return Notice(subject, "rematch", context, "invitation_mails", f"match-{match.public_id}")


def _seats(payload: dict[str, Any]) -> tuple[Seat, Seat]:
    """The seat a notice is for and the seat it is about."""
    found = Seat.objects.select_related("match", "user").in_bulk([payload["seat"], payload["by"]])
    return found[payload["seat"]], found[payload["by"]]
