"""Back to before a player's last move, by consent; and back to an earlier entry, by a moderator's word."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.core.models import ROLLBACK, Match, Ruling, Seat
from games.core.reading import positions
from games.core.services import entries
from games.core.services.locked import LockedMatch
from games.core.services.rulings import WAITS
from games.offers import notices
from games.offers.kinds.kind import BadOffer
from games.rules import house, undo
from games.rules.log import no_earlier
from games.rules.sentence import N_, sentence
from games.rules.undo import Bar

MAX_UNDONE = 50
"""Moves that can be taken back in one match by consent: each makes its log longer for ever."""


class TooManyUndone(BadOffer):
    """As many moves as can be taken back in a match were taken back already."""

    status = 409


def require_possible(locked: LockedMatch, seat: Seat) -> None:
    """Raise BadOffer unless the seat may ask to take its last move back; it tells nothing of what is sealed."""
    found = bar(locked.match, seat)
    if found is not None:
        raise BadOffer(found.sentence)
    if undos_agreed(locked.match) >= MAX_UNDONE:
        template = N_("No more takebacks: the limit is {most} per match. Keep playing.")
        raise TooManyUndone(sentence(template, most=MAX_UNDONE))


def undos_agreed(match: Match) -> int:
    """Return how many moves of a match its players have taken back, by no moderator's word."""
    gone_back = match.entries.filter(seat=None, text__startswith=ROLLBACK)
    return gone_back.exclude(ply__in=match.rulings.values("ply")).count()


def bar(match: Match, seat: Seat) -> Bar | None:
    """Return why the last move of a seat cannot be taken back, as far as the seat may know; None where it can."""
    own = match.entries.filter(seat=seat.number, ply__lte=match.ply).order_by("ply").last()
    if own is None:
        return Bar.NOTHING
    before = positions.walk(match, own.ply - 1, own.ply - 1).position
    made = positions.walk(match, own.ply - 1, own.ply)
    found = undo.barred(match.rules, seat.index, before, made.position, made.played[-1].events, own.draws)
    later = match.entries.filter(ply__gt=own.ply, ply__lte=match.ply).exclude(ply__in=seat.blind)
    if found is Bar.TOGETHER or (found and not later):
        return found
    if not later:  # what the clock played for its player was no move of his
        return None if seat.may_take_back(match) else Bar.NOTHING
    gone = [house.rollback_ply(each.text) for each in later if each.seat is None]
    return Bar.GONE if any(ply is not None and ply < own.ply for ply in gone) else Bar.ANSWERED


def take_back(locked: LockedMatch, seat: Seat) -> None:
    """Take the last move of a seat back, as all have agreed, and tell its player.

    The notice of the turn that begins again tells them. If it is still the old turn, a notice of its own does.
    """
    if seat.pk in locked.turns:
        notices.queue_taken_back(locked.batch, locked.match, [seat])
    entries.roll_back(locked, locked.match.ply - 1)


class NotGoneBack(BadOffer):
    """A match that no moderator has just let go back, or in which somebody has moved since."""

    status = 409


@transaction.atomic
def go_back(public_id: str, number: int, reason: str) -> None:
    """Go back to where a running match stood after an entry, as a moderator decided, and tell its players why.

    `number` is the one that moderators know the entry by (`Match.told`). What the service drew since then is drawn
    again, with another result. Raises NotYours, GameOver if the match isn't running, and BadNotation if no such entry
    exists or only sealed answers follow it: a moderator could otherwise find out whether somebody has sealed one.
    """
    locked = LockedMatch.lock(public_id=public_id)
    locked.require_playing()
    if number >= locked.match.told.counted(locked.match.ply):
        raise no_earlier(number)
    _go_back(locked, number, reason)


@transaction.atomic
def undo_going_back(public_id: str, reason: str) -> None:
    """Let a match go on where it stood before a moderator let it go back, and tell its players why.

    Moderators may know of no entry since then. An answer that was sealed since is given again: to refuse would tell of
    it. Raises NotYours, GameOver if the match isn't running, and NotGoneBack.
    """
    locked = LockedMatch.lock(public_id=public_id)
    locked.require_playing()
    if not may_undo_going_back(locked.match):
        template = N_("You can undo this only for an hour, and only as long as there is no newer entry in the log.")
        raise NotGoneBack(sentence(template))
    told = locked.match.told
    number = told.counted(locked.match.ply)
    ruling = locked.match.rulings.get(ply=told.ply_of(number))
    is_undoing = ruling.undone is None  # or it undid a way back itself: then the match goes back again
    if is_undoing:
        ruling.undone = locked.now
        ruling.save(update_fields=["undone"])
    _go_back(locked, number - 1, reason, undone=locked.now if is_undoing else None)


def may_undo_going_back(match: Match) -> bool:
    """Say whether a moderator has let a match go back within the hour, as far as moderators know its newest entry."""
    newest = match.told.ply_of(match.told.counted(match.ply))
    went_back = match.entries.filter(ply=newest, seat=None, text__startswith=ROLLBACK)
    return match.rulings.filter(ply=newest, created__gt=timezone.now() - WAITS).exists() and went_back.exists()


def _go_back(locked: LockedMatch, number: int, reason: str, undone: datetime | None = None) -> None:
    """Go back to the entry that moderators know by a number; `undone` is now if that only undoes another way back."""
    told = locked.match.told
    ruling = Ruling(match_id=locked.match.pk, ply=locked.match.ply + 1, reason=reason, undone=undone)
    ruling.created = locked.now
    locked.batch.insert(ruling)
    notices.queue_taken_back(locked.batch, locked.match, locked.seats)
    entries.roll_back(locked, told.ply_of(number))
