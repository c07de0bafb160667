"""What players are told once the time of one of them is up: queued with it, written when it is sent."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from accounts import outbox
from accounts.channels import Notice
from accounts.database import rows
from accounts.models import Outbox, User
from games.core.models import Match, Seat, TimeUp, Turn
from games.core.notices.turns import LetterFacts

TIME_UP = "time_up"
MORE_TIME = "more_time"


def register() -> None:
    """Tell the outbox how each kind is written and what it is called."""
    outbox.register(TIME_UP, time_up_notice, gettext_lazy("An opponent’s time is up"))
    outbox.register(MORE_TIME, more_time_notice, gettext_lazy("You’ve been given more time"))


# --- Queueing -------------------------------------------------------------------------------------------------------


def queue_time_up(batch: rows.Batch, match: Match, seats: Sequence[Seat], turn: Turn) -> None:
    """Queue, for both players, news that the time of a turn is up and who may choose now."""
    outbox.enqueue(batch, [_letter(TIME_UP, match, seat, turn) for seat in seats])


def queue_more(batch: rows.Batch, match: Match, absent: Seat, turn: Turn) -> None:
    """Queue, for the absent player, news that the other one has given more time."""
    outbox.enqueue(batch, [_letter(MORE_TIME, match, absent, turn)])


def _letter(kind: str, match: Match, seat: Seat, turn: Turn) -> Outbox:
    payload = {"match": match.pk, "seat": seat.pk, "ply": turn.ply}
    return outbox.email_row(seat.user_id, kind, f"{turn.key}:{turn.deadline.timestamp():.0f}", payload)


# --- Writing --------------------------------------------------------------------------------------------------------


def time_up_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Tell a player that there is something to choose, or that the other one may choose.

    Return `None` if the choice or the move was made since.
    """
    row = TimeUp.objects.select_related("seat__turn").filter(match=payload["match"]).first()
    if row is None or row.seat.turn.ply != payload["ply"]:
        return None
    facts = LetterFacts(Seat.objects.select_related("match").get(pk=payload["seat"]))
    told = {"game": facts.title, "opponents": facts.opponents}
    if row.user_id != user.pk:
        subject = _("Your time is up: {game} against {opponents}").format(**told)
        return replace(facts.notice(subject, "late", "turn_mails", until=row.until), urgent=True)
    subject = _("{opponents} ran out of time: choose what happens next in {game}").format(**told)
    url = settings.SITE_URL + reverse("time_up", args=[facts.match.public_id])
    notice = facts.notice(subject, "time_up", "turn_mails", until=row.until, url=url)
    return replace(notice, deadline=row.until, urgent=True)


def more_time_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Tell a player that there is time again and until when, unless the move was made since."""
    turn = Turn.objects.filter(seat=payload["seat"], ply=payload["ply"]).select_related("seat__match").first()
    if turn is None or TimeUp.objects.filter(seat=turn.seat_id).exists():
        return None
    facts = LetterFacts(turn.seat)
    subject = _("{opponents} gave you two more days: {game}").format(game=facts.title, opponents=facts.opponents)
    return replace(facts.notice(subject, "more_time", "turn_mails", deadline=turn.deadline), deadline=turn.deadline)
