"""A moderator's ruling that ends a match: it waits for an hour, in which it can be undone, and then takes effect.

A match that is over shows all hands, and the secret of all its draws. Nobody can take that back. So while a ruling
waits the match is not over yet: nothing is shown, no feature hears of an end, and the log has no entry of it. The match
is held (`Match.held_until`): nobody can act in it, and all clocks stand. Once the ruling takes effect, its entry is
written like any other.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.core.models import Ruling, WaitingRuling, waiting_ruling
from games.core.notices import rulings as notices
from games.core.services import clocks, entries, stamps
from games.core.services.locked import LockedMatch
from games.rules import house
from games.rules.errors import RulesError
from games.rules.sentence import N_, sentence

WAITS = timedelta(hours=1)
"""How long a ruling can be undone."""

logger = logging.getLogger(__name__)


class NothingToUndo(RulesError):
    """No ruling waits, or it is too late to undo it."""

    code = "nothing_to_undo"
    status = 409


@transaction.atomic
def announce_ruling(public_id: str, text: str, reason: str) -> None:
    """Have a match end in an hour by a moderator's word, `!void` or `!adjudicate SEAT`; its players read the reason.

    Raises NotYours, GameOver where it is not being played, Held where a ruling waits already, and BadNotation.
    """
    locked = LockedMatch.lock(public_id=public_id)
    locked.require_playing()
    house.ruling(locked.match.rules, text)
    due = locked.now + WAITS
    row = {"match_id": locked.match.pk, "text": text, "reason": reason}
    locked.batch.insert(WaitingRuling(**row, created=locked.now, due=due))
    clocks.hold_clocks(locked, due)
    stamps.renew_for_ruling(locked, "waits")
    locked.write_seats()


@transaction.atomic
def undo_ruling(public_id: str) -> None:
    """Undo the ruling that waits. The match goes on with all clocks as they stood, and its players are told.

    Raises NotYours, and NothingToUndo where none waits any more.
    """
    locked = LockedMatch.lock(public_id=public_id)
    row = waiting_ruling(locked.match)
    if row is None or row.due <= locked.now:
        raise NothingToUndo(sentence(N_("No decision about this match can be undone any more.")))
    clocks.release_clocks(locked, row.created)
    row.undone = locked.now
    row.save(update_fields=["undone"])
    notices.queue_undone(locked.batch, locked.match, locked.seats, row)
    stamps.renew_for_ruling(locked, "undone")
    locked.write_seats()


@transaction.atomic
def take_effect(match_id: int, now: datetime | None = None) -> bool:
    """Have the ruling that waits end its match; whether one did. `now` leaves out one that isn't due by then."""
    locked = LockedMatch.lock(pk=match_id)
    row = waiting_ruling(locked.match)
    if row is None or (now is not None and row.due > now):
        return False
    locked.match.held_until = None
    row.delete()
    locked.batch.insert(Ruling(match_id=match_id, ply=locked.match.ply + 1, reason=row.reason))
    entries.append_ruling(locked, row.text)
    return True


def rule_due(now: datetime | None = None) -> int:
    """Have all rulings take effect that are due; how many did. One that fails leaves the others alone."""
    now = now or timezone.now()
    due = WaitingRuling.objects.filter(undone=None, due__lte=now).order_by("due")
    return sum(_takes_effect(match_id, now) for match_id in list(due.values_list("match", flat=True)))


def _takes_effect(match_id: int, now: datetime) -> bool:
    try:
        return take_effect(match_id, now)
    except Exception:
        logger.exception("The ruling on match %s could not take effect", match_id)
        return False
