"""What players are told once a moderator's ruling is undone: queued with it, written when it is sent."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from accounts import outbox
from accounts.channels import Notice
from accounts.database import rows
from accounts.models import User
from games.core.models import Match, Seat, WaitingRuling
from games.core.notices.turns import LetterFacts, seat_of

RULING_UNDONE = "ruling_undone"


def register() -> None:
    """Tell the outbox how it is written and what it is called."""
    outbox.register(RULING_UNDONE, ruling_undone_notice, gettext_lazy("A moderator has undone a decision"))


def queue_undone(batch: rows.Batch, match: Match, seats: Sequence[Seat], ruling: WaitingRuling) -> None:
    """Queue the news that a match goes on, for the players who have opened it since the ruling. To others nothing has
    happened: no letter told them of the ruling. Bots are told nothing."""
    people = [seat for seat in seats if not seat.house and seat.opened_at and seat.opened_at >= ruling.created]
    key = f"{match.pk}:{ruling.pk}"
    payloads = [(seat, {"match": match.pk, "seat": seat.pk}) for seat in people]
    outbox.enqueue(batch, [outbox.email_row(seat.user_id, RULING_UNDONE, key, given) for seat, given in payloads])


def ruling_undone_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Tell a player that the match goes on, and until when there is time. Return `None` if it doesn't any more."""
    seat = seat_of(user, payload)
    if seat is None or seat.match.status != Match.Status.PLAYING or seat.match.held_until is not None:
        return None
    facts = LetterFacts(seat)
    subject = _("A moderator has undone a decision, and the match goes on: {game} with {opponents}")
    subject = subject.format(game=facts.title, opponents=facts.opponents)
    turn = getattr(seat, "turn", None)
    more = {"goes_on": subject, "deadline": turn and turn.deadline}
    return facts.notice(subject, "ruling_undone", "turn_mails", **more)
