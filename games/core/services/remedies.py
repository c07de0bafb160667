"""What the player who stayed can choose once the other player's time is up: a function for each remedy."""

from collections.abc import Callable
from datetime import timedelta

from django.db import transaction

from games.core.models import Seat, TimeUp
from games.core.notices import time_up as notices
from games.core.reading.times import Totals
from games.core.seams.remedies import REMEDIES
from games.core.services import clocks, entries
from games.core.services.locked import LockedMatch
from games.core.services.play import Stale
from games.rules.errors import RulesError
from games.rules.sentence import N_, Sentence, Who, sentence

MORE = timedelta(days=2)
"""What may be given once a match to each seat."""

Remedy = TimeUp.Remedy


class BadRemedy(RulesError):
    """Something that cannot be chosen, or not by this player."""

    code = "bad_choice"
    status = 409


@transaction.atomic
def choose(public_id: str, user_id: int, remedy: str) -> None:
    """Choose what becomes of a match in which the other player's time is up.

    Raises: `NotYours` for a stranger, `GameOver` if the match is not being played, `Stale` if the other player has
    moved or been given time since, and `BadRemedy`.
    """
    locked = LockedMatch.lock(public_id=public_id)
    seat = locked.seat_of(user_id)
    locked.require_playing()
    row = locked.time_up
    if row is None:
        raise Stale(_nothing_to_choose(locked, seat))
    if row.user_id != user_id:
        raise BadRemedy(sentence(N_("Your own time is up. Make your move while you still can.")))
    absent = next(each for each in locked.seats if each.pk == row.seat_id)
    _require_possible(remedy, row, absent, locked)
    acts()[remedy](locked, absent)


def why_not(remedy: str, row: TimeUp, absent: Seat, totals: Totals) -> Sentence | None:
    """Return why something cannot be chosen now; None where it can."""
    if remedy not in acts():
        return sentence(N_("Choose one of these: {possible}."), possible=", ".join(acts()))
    if remedy in (Remedy.CLAIM, Remedy.CANCEL):
        return None
    if row.until <= totals.now:
        return sentence(N_("It’s too late to decide: the match has already been won."))
    if remedy == Remedy.MORE:
        return _why_no_more(absent, totals)
    return REMEDIES.registered[remedy].why_not(totals, absent)


def _why_no_more(absent: Seat, totals: Totals) -> Sentence | None:
    last_moment = totals.turns[absent.pk].last_moment
    if absent.extended:
        return sentence(N_("You can give two more days only once per match, and it’s already been done."))
    if last_moment is not None and last_moment <= totals.now:
        return sentence(
            N_("{who} has used up the time for the whole match, so you can’t give any more."), who=_who(absent)
        )
    return None


def _require_possible(remedy: str, row: TimeUp, absent: Seat, locked: LockedMatch) -> None:
    why = why_not(remedy, row, absent, clocks.totals(locked))
    if why is not None:
        raise BadRemedy(why)


def _nothing_to_choose(locked: LockedMatch, seat: Seat) -> Sentence:
    others = [each for each in locked.seats if each is not seat]
    if len(others) != 1:
        return sentence(N_("There’s nothing to decide in this match."))
    template = N_("There’s nothing left to decide: {who} has moved or still has time. Look at the match again.")
    return sentence(template, who=_who(others[0]))


def _who(seat: Seat) -> Who:
    return Who(seat.index)


# --- The remedies ---------------------------------------------------------------------------------------------------


def _claim(locked: LockedMatch, absent: Seat) -> None:
    entries.append_ruling(locked, f"!timeout {absent.number}")


def _give_more(locked: LockedMatch, absent: Seat) -> None:
    absent.extended = True
    clocks.give_more(locked, absent, MORE)
    notices.queue_more(locked.batch, locked.match, absent, locked.turns[absent.pk])
    locked.write_seats()


def _call_off(locked: LockedMatch, absent: Seat) -> None:
    entries.append_ruling(locked, "!void", absent={absent.pk})


OF_CORE: dict[str, Callable[[LockedMatch, Seat], None]] = {
    Remedy.CLAIM: _claim,
    Remedy.MORE: _give_more,
    Remedy.CANCEL: _call_off,
}
"""What each remedy of the core does to a match and the seat that is absent. All writes."""


def acts() -> dict[str, Callable[[LockedMatch, Seat], None]]:
    """Return what each remedy does to a match and the seat that is absent, in the order in which they are offered."""
    return OF_CORE | {name: remedy.act for name, remedy in REMEDIES}
