"""What players are told of each other's offers: queued with them, written when it is sent."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import outbox
from accounts.channels import Notice
from accounts.database import rows
from accounts.models import Outbox, User
from games.core.models import Match, Seat, Turn
from games.core.models.seat import Offered
from games.core.notices.turns import LetterFacts, both_seats, seat_of
from games.offers import links as offer_links, words as offers

OFFER = "offer"
DECLINED = "declined"
AGREED = "agreed"
TAKEN_BACK = "taken_back"


# --- Queueing -------------------------------------------------------------------------------------------------------


def queue_offer(batch: rows.Batch, match: Match, seats: Sequence[Seat], offering: Seat) -> None:
    """Queue news of an offer for the others: one mail, however often the same is made, until they look."""
    others = [seat for seat in seats if seat is not offering]
    outbox.enqueue(batch, [_of_offer(OFFER, match, seat, offering, _what(match, offering, seat)) for seat in others])


def _what(match: Match, offering: Seat, reader: Seat) -> str:
    """Return what tells an offer from others. What is asked for one move is asked again for another that its reader may
    know of."""
    number = "" if offering.offer_seat is None else reader.counted(match.ply)
    return f"{offering.offer}:{offering.offer_days}:{number}"


def queue_declined(batch: rows.Batch, match: Match, offering: Sequence[Seat], declining: Seat) -> None:
    """Queue news for those whose offer was declined."""
    outbox.enqueue(batch, [_of_offer(DECLINED, match, seat, declining, "") for seat in offering])


def queue_agreed(
    batch: rows.Batch, match: Match, to: Sequence[Seat], by: Seat, offered: Offered, now: datetime
) -> None:
    """Queue for these seats the news that all have agreed, last of them `by`."""
    letters = []
    for seat in to:
        payload = {"seat": seat.pk, "by": by.pk, "offered": offered, "looked": _looked(seat)}
        key = f"{match.pk}:{offered.kind}:{now.timestamp()}"
        letters.append(outbox.email_row(seat.user_id, AGREED, key, payload, _delay()))
    outbox.enqueue(batch, letters)


def queue_taken_back(batch: rows.Batch, match: Match, to: Sequence[Seat]) -> None:
    """Queue for these seats the news that the next entry goes back to an earlier one. Bots are told nothing."""
    people = [seat for seat in to if not seat.house]
    payloads = [(seat, {"seat": seat.pk, "ply": match.ply + 1, "looked": _looked(seat)}) for seat in people]
    key = f"{match.pk}:{match.ply + 1}"
    outbox.enqueue(
        batch, [outbox.email_row(seat.user_id, TAKEN_BACK, key, given, _delay()) for seat, given in payloads]
    )


def _delay() -> timedelta:
    return timedelta(seconds=settings.TURN_MAIL_DELAY)


def _of_offer(kind: str, match: Match, to: Seat, by: Seat, what: str) -> Outbox:
    looked = _looked(to)
    payload = {"seat": to.pk, "by": by.pk, "looked": looked}
    return outbox.email_row(to.user_id, kind, f"{match.pk}:{by.number}:{what}:{looked}", payload, _delay())


def _looked(seat: Seat) -> int:
    """Return when the player last opened the match, in milliseconds; 0 for never."""
    return round(seat.opened_at.timestamp() * 1000) if seat.opened_at else 0


# --- Writing --------------------------------------------------------------------------------------------------------


def offer_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Return what is offered, unless it no longer is or the player has opened the match since.

    The link by which it is answered is for the letter alone: others read what else `Notice.url` goes to.
    """
    both = both_seats(user, payload)
    if both is None or not both[1].offer or _looked(both[0]) != payload["looked"]:
        return None
    seat, by = both
    facts = LetterFacts(seat)
    subject = offers.subject(by, facts.title, facts.seen.voice)
    url = settings.SITE_URL + reverse("offer", args=[seat.match.public_id, by.offer])
    until = _(offers.WORDS[by.offer].until)
    by_link: bool = getattr(seat, "by_link", False)
    answer_url = offer_links.offer_url(by, seat.match.public_id, user) if by_link else url
    more = {"offered": subject, "until": until, "answer_url": answer_url}
    return facts.notice(subject, "offer", "turn_mails", url=url, **more)


def declined_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Tell a player that the offer was declined, unless the match is over or they have opened it since."""
    both = both_seats(user, payload)
    if both is None or both[0].match.status != Match.Status.PLAYING or _looked(both[0]) != payload["looked"]:
        return None
    seat, by = both
    facts = LetterFacts(seat)
    subject = _("{name} declined your offer: {game} goes on").format(name=by.user.username, game=facts.title)
    return facts.notice(subject, "declined", "turn_mails", declined=subject)


def taken_back_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Tell a player that the match went back to an earlier entry, and why if a moderator did it.

    Return `None` if it is over or the player has opened it since.
    """
    seat = seat_of(user, payload)
    if seat is None or seat.match.status != Match.Status.PLAYING or _looked(seat) != payload["looked"]:
        return None
    facts = LetterFacts(seat)
    ruling = seat.match.rulings.filter(ply=payload["ply"]).first()
    if ruling is None:
        subject = _("Your last move was taken back, as agreed: {game} with {opponents}")
    else:
        subject = _("A moderator took the match back to an earlier move: {game} with {opponents}")
    subject = subject.format(game=facts.title, opponents=facts.opponents)
    return facts.notice(subject, "taken_back", "turn_mails", goes_back=subject, reason=ruling.reason if ruling else "")


def agreed_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Tell a player that all have agreed, and until when they have time now.

    Return `None` if the match is over or the player has opened it since.
    """
    both = both_seats(user, payload)
    if both is None or both[0].match.status != Match.Status.PLAYING or _looked(both[0]) != payload["looked"]:
        return None
    seat, by = both
    facts = LetterFacts(seat)
    subject = offers.agreement_in_words(Offered(*payload["offered"]), by.user.username, facts.title, facts.seen.voice)
    turn: Turn | None = getattr(seat, "turn", None)
    paused_until = seat.match.pause_at(timezone.now())
    more = {"agreed": subject, "paused_until": paused_until, "deadline": turn and turn.deadline}
    return facts.notice(subject, "agreed", "turn_mails", **more)
