"""Scenes of matches in which time is up and somebody may choose, beside those of `doors.py`."""

from __future__ import annotations

from accounts.models import Outbox
from games.core.models import Match, TimeUp
from games.core.services import expiry, remedies
from games.lobby.services import Terms, invite, join
from tests.games.rows.doors import DAY, NOON, Act, Cast, door
from tests.games.tables import now, under_way


def waiting(cast: Cast) -> Match:
    """Return Ann's time is up, and it is Ben's to choose."""
    match = cast.match()
    match.turns.update(deadline=NOON)
    absent = match.seats.get(user=cast.ann)
    TimeUp.objects.create(match=match, seat=absent, user=cast.ben, began=NOON, until=NOON + 3 * DAY)
    return match


@door("games.core.services.remedies.choose: the win")
def _claim(cast: Cast) -> Act:
    match = waiting(cast)
    return lambda: remedies.choose(match.public_id, cast.ben.pk, "claim")


@door("games.core.services.remedies.choose: more time")
def _more(cast: Cast) -> Act:
    match = waiting(cast)
    return lambda: remedies.choose(match.public_id, cast.ben.pk, "more")


@door("games.core.services.remedies.choose: that it is void")
def _cancel(cast: Cast) -> Act:
    match = waiting(cast)
    return lambda: remedies.choose(match.public_id, cast.ben.pk, "cancel")


@door("games.core.services.remedies.choose: a substitute")
def _substitute(cast: Cast) -> Act:
    match = waiting(cast)
    return lambda: remedies.choose(match.public_id, cast.ben.pk, "substitute")


@door("games.core.services.remedies.choose: the house")
def _house(cast: Cast) -> Act:
    match = waiting(cast)
    return lambda: remedies.choose(match.public_id, cast.ben.pk, "house")


@door("games.core.services.expiry.expire: somebody may choose")
def _ask(cast: Cast) -> Act:
    match = under_way(cast.match(), absence="choice")
    match.turns.update(deadline=NOON)
    Outbox.objects.filter(recipient=cast.ann).update(status="sent", sent_at=NOON)
    return lambda: expiry.expire(match.pk, NOON)


@door("games.core.services.expiry.expire: without a start")
def _never_began(cast: Cast) -> Act:
    """Return Ann's invitation is offered again."""
    match = invite(cast.ann, Terms("en-garde", {"starter": "right"}, pace_days=3, seat=0)).match
    join(match.public_id, cast.ben)
    Outbox.objects.filter(recipient=cast.ben).update(status="sent", sent_at=NOON)
    return lambda: expiry.expire(now(match).pk, NOON + 3 * DAY)
