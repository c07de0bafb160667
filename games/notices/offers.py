"""What players are told of each other's offers: queued with them, written when it is sent."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import outbox
from accounts.channels import Notice
from accounts.database import rows
from accounts.models import Outbox, User
from games.models import Match, Seat
from games.notices.turns import Facts, both_seats

OFFER, DECLINED = "offer", "declined"


def register() -> None:
    """Tell the outbox how each kind is written and what it is called."""
    outbox.register(OFFER, offer_notice, gettext_lazy("You are offered to end a match"))
    outbox.register(DECLINED, declined_notice, gettext_lazy("Your offer was declined"))


# --- Queueing -------------------------------------------------------------------------------------------------------


def queue_offer(batch: rows.Batch, match: Match, seats: Sequence[Seat], offering: Seat) -> None:
    """Queue news of an offer for the others: one mail, however often it is made, until they look."""
    others = [seat for seat in seats if seat is not offering]
    outbox.enqueue(batch, [_of_offer(OFFER, match, seat, offering, offering.offer) for seat in others])


def queue_declined(batch: rows.Batch, match: Match, offering: Sequence[Seat], declining: Seat) -> None:
    """Queue news for those whose offer was declined."""
    outbox.enqueue(batch, [_of_offer(DECLINED, match, seat, declining, "") for seat in offering])


def _of_offer(kind: str, match: Match, to: Seat, by: Seat, what: str) -> Outbox:
    looked = _looked(to)
    payload = {"seat": to.pk, "by": by.pk, "looked": looked}
    delay = timedelta(seconds=settings.TURN_MAIL_DELAY)
    return outbox.letter(to.user_id, kind, f"{match.pk}:{by.number}:{what}:{looked}", payload, delay)


def _looked(seat: Seat) -> int:
    """When the player last opened the match, in milliseconds; 0 for never."""
    return round(seat.opened_at.timestamp() * 1000) if seat.opened_at else 0


# --- Writing --------------------------------------------------------------------------------------------------------


def offer_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """What is offered, unless it no longer is or the player has opened the match since."""
    seat, by = both_seats(payload)
    if not by.offer or _looked(seat) != payload["looked"]:
        return None
    if by.offer == Seat.Offer.DRAW:
        subject = _("{name} offers a draw in {game}")
    else:
        subject = _("{name} offers to cancel {game}")
    facts = Facts(seat)
    subject = subject.format(name=by.user.username, game=facts.title)
    url = settings.SITE_URL + reverse("offer", args=[seat.match.public_id, by.offer])
    return facts.notice(subject, "offer", "turn_mails", offered=subject, url=url)


def declined_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """That the offer was declined, unless the match is over or the player has opened it since."""
    seat, by = both_seats(payload)
    if seat.match.status != Match.Status.PLAYING or _looked(seat) != payload["looked"]:
        return None
    facts = Facts(seat)
    subject = _("{name} declined your offer: {game} goes on").format(name=by.user.username, game=facts.title)
    return facts.notice(subject, "declined", "turn_mails", declined=subject)
