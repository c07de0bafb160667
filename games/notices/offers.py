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
from games.notices.turns import Facts, both_seats, one_seat
from games.rules.sentence import N_

OFFER, DECLINED, TAKEN_BACK = "offer", "declined", "taken_back"


SUBJECTS: dict[str, str] = {
    Seat.Offer.DRAW: N_("{name} offers a draw in {game}"),
    Seat.Offer.CANCEL: N_("{name} offers to cancel {game}"),
    Seat.Offer.UNDO: N_("{name} asks to take the last move back in {game}"),
}
"""What is offered, as the subjects of letters say it."""


def register() -> None:
    """Tell the outbox how each kind is written and what it is called."""
    outbox.register(OFFER, offer_notice, gettext_lazy("You are offered to end a match or to go back in it"))
    outbox.register(DECLINED, declined_notice, gettext_lazy("Your offer was declined"))
    outbox.register(TAKEN_BACK, taken_back_notice, gettext_lazy("A match goes back"))


# --- Queueing -------------------------------------------------------------------------------------------------------


def queue_offer(batch: rows.Batch, match: Match, seats: Sequence[Seat], offering: Seat) -> None:
    """Queue news of an offer for the others: one mail, however often it is made, until they look."""
    others = [seat for seat in seats if seat is not offering]
    # Whoever asks to take another move back asks something else.
    what = f"undo{match.ply}" if offering.offer == Seat.Offer.UNDO else offering.offer
    outbox.enqueue(batch, [_of_offer(OFFER, match, seat, offering, what) for seat in others])


def queue_declined(batch: rows.Batch, match: Match, offering: Sequence[Seat], declining: Seat) -> None:
    """Queue news for those whose offer was declined."""
    outbox.enqueue(batch, [_of_offer(DECLINED, match, seat, declining, "") for seat in offering])


def queue_taken_back(batch: rows.Batch, match: Match, to: Sequence[Seat]) -> None:
    """Queue for these seats the news that the next entry goes back to an earlier one. Bots are told nothing."""
    people = [seat for seat in to if not seat.house]
    payloads = [(seat, {"seat": seat.pk, "ply": match.ply + 1, "looked": _looked(seat)}) for seat in people]
    key = f"{match.pk}:{match.ply + 1}"
    outbox.enqueue(batch, [outbox.letter(seat.user_id, TAKEN_BACK, key, given, _delay()) for seat, given in payloads])


def _delay() -> timedelta:
    return timedelta(seconds=settings.TURN_MAIL_DELAY)


def _of_offer(kind: str, match: Match, to: Seat, by: Seat, what: str) -> Outbox:
    looked = _looked(to)
    payload = {"seat": to.pk, "by": by.pk, "looked": looked}
    return outbox.letter(to.user_id, kind, f"{match.pk}:{by.number}:{what}:{looked}", payload, _delay())


def _looked(seat: Seat) -> int:
    """When the player last opened the match, in milliseconds; 0 for never."""
    return round(seat.opened_at.timestamp() * 1000) if seat.opened_at else 0


# --- Writing --------------------------------------------------------------------------------------------------------


def offer_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """What is offered, unless it no longer is or the player has opened the match since."""
    seat, by = both_seats(payload)
    if not by.offer or _looked(seat) != payload["looked"]:
        return None
    facts = Facts(seat)
    subject = _(SUBJECTS[by.offer]).format(name=by.user.username, game=facts.title)
    url = settings.SITE_URL + reverse("offer", args=[seat.match.public_id, by.offer])
    is_undo = by.offer == Seat.Offer.UNDO
    return facts.notice(subject, "offer", "turn_mails", offered=subject, is_undo=is_undo, url=url)


def declined_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """That the offer was declined, unless the match is over or the player has opened it since."""
    seat, by = both_seats(payload)
    if seat.match.status != Match.Status.PLAYING or _looked(seat) != payload["looked"]:
        return None
    facts = Facts(seat)
    subject = _("{name} declined your offer: {game} goes on").format(name=by.user.username, game=facts.title)
    return facts.notice(subject, "declined", "turn_mails", declined=subject)


def taken_back_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """That the match went back to an earlier entry, and why where a moderator did it, unless it is over or the player
    has opened it since."""
    seat = one_seat(payload)
    if seat.match.status != Match.Status.PLAYING or _looked(seat) != payload["looked"]:
        return None
    facts = Facts(seat)
    ruling = seat.match.rulings.filter(ply=payload["ply"]).first()
    if ruling is None:
        subject = _("Your last move is taken back, as agreed: {game} with {opponents}")
    else:
        subject = _("A moderator has gone back to an earlier move: {game} with {opponents}")
    subject = subject.format(game=facts.title, opponents=facts.opponents)
    return facts.notice(subject, "taken_back", "turn_mails", goes_back=subject, reason=ruling.reason if ruling else "")
