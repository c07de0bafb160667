"""What players are told about the end of a match: queued as it ends, written when it is sent."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from accounts import outbox
from accounts.channels import Notice
from accounts.database import rows
from accounts.models import User
from games.core.models import Match, Seat
from games.core.notices.turns import END, GONE, LetterFacts, row_for_seat, seat_of
from games.core.reading import endings
from games.core.seams import unbegun


def queue_end(batch: rows.Batch, match: Match, seats: Sequence[Seat], *, gone: Seat | None = None) -> None:
    """Queue that a match is over, to all but bots; one that ends as it begins is told by that alone.

    `gone` is the seat of a guest who has ended the match by resigning before the first move: of that the inviter is
    told once a day.
    """
    if match.ply > 0:
        people = [seat for seat in seats if not seat.house]
        kinds = [GONE if gone is not None and seat.joined == 0 else END for seat in people]
        outbox.enqueue(batch, [row_for_seat(kind, match, seat) for kind, seat in zip(kinds, people, strict=True)])


def gone_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Tell the inviter that a guest has resigned before the first move, and what becomes of the link."""
    words = _(
        "Your guest resigned before the first move. The first time this happens in a day, your invitation "
        "opens again right away. After that, it stays closed until you reopen it. We email you about this "
        "at most once a day."
    )
    return end_notice(user, payload, words)


def end_notice(user: User, payload: dict[str, Any], why: str = "") -> Notice | None:
    """Return how the match ended; `why` in a sentence where more is to be said."""
    seat = seat_of(user, payload)
    if seat is None:
        return None
    facts = LetterFacts(seat)
    is_void = facts.match.status == Match.Status.VOID
    rematch_url = f"{facts.url}#rematch" if len(facts.seen.opponents) == 1 and not is_void else ""
    more: dict[str, Any] = {"result": facts.seen.own_result, "reason": facts.match.reason, "rematch_url": rematch_url}
    absent = why or endings.how_void(facts.match, facts.seen.seats) or endings.own_absence(seat, facts.seen.seats)
    anew = unbegun.anew(facts.match, seat)
    more |= {"absent": absent, "anew": anew and replace(anew, url=settings.SITE_URL + anew.url)}
    return facts.notice(facts.outcome(), "end", "end_mails", **more)
