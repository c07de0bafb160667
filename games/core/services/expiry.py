"""What becomes of a match in which somebody's time is up: it is closed, its game moves on, the
player who stayed chooses, or it gets more time."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max, prefetch_related_objects
from django.utils import timezone

from accounts.database import rows
from games.core.models import Match, Seat, TimeUp
from games.core.notices import time_up as letters, turns as notices
from games.core.notices.turns import Informed
from games.core.reading import endings
from games.core.seams import unbegun
from games.core.services import absences, bounced_turns as sparing, clocks, entries, time_up, turns
from games.core.services.locked import LockedMatch
from games.rules import engine

TO_BE_TOLD = timedelta(days=1)
"""Shortest wait for a letter. Otherwise a player who moves with seconds left would make the match void."""


@transaction.atomic
def expire(match_id: int, now: datetime | None = None) -> str:
    """Close a match whose time is up, let the player who stayed choose, or give time to one never told.

    Return what was done, as a word.

    Nobody loses unheard: a player who was sent no email about the turn and hasn't looked at the match since gets the
    time again. After four times as much, or with the last of the total, the match is void, without a mark. A player
    whose email came back gets the time again too, once in a match (`sparing`). A guest among people makes the match
    void. A bot is late by our own fault, and we wait for it until the last moment of the match.
    """
    return _expire([LockedMatch.lock(pk=match_id)], now or timezone.now())[match_id]


@transaction.atomic
def expire_together(match_ids: Collection[int], now: datetime) -> dict[int, str]:
    """Expire several matches together, all or none; return what was done by match, as `expire` does.

    Matches that somebody holds at this moment are left out.
    """
    return _expire(LockedMatch.lock_each(match_ids), now)


def _expire(matches: list[LockedMatch], now: datetime) -> dict[int, str]:
    _read_times_up([locked for locked in matches if _overdue(locked, now)])
    owing = [(seat, locked.turns[seat.pk]) for locked in matches for seat in _overdue(locked, now)]
    prefetch_related_objects([seat for seat, _turn in owing], "user")
    informed = notices.informed(owing)
    # If somebody has been asked to choose, it is noted: what the absent one did elsewhere since then changes nothing.
    absences.mark_absences(
        [each for locked in matches for each in _overdue(locked, now) if not time_up.is_up(locked, each)]
    )
    together = rows.Batch()
    done = {locked.match.pk: _close(locked, informed, now, together) for locked in matches}
    together.write()
    return done


def _read_times_up(matches: list[LockedMatch]) -> None:
    """Read at once what each would read by itself."""
    wanted = (rows.Wanted(TimeUp, {"match_id": locked.match.pk}) for locked in matches)
    for locked, found in zip(matches, rows.select_each(*wanted), strict=True):
        locked.time_up = next(iter(found), None)


def _close(locked: LockedMatch, informed: dict[int, Informed], now: datetime, together: rows.Batch) -> str:
    """Do what is to be done about one match; what nobody reads before the transaction ends is left to be written
    `together`."""
    overdue = _overdue(locked, now)
    if not overdue:
        return _end_at_last(locked, now)
    unheard = [seat for seat in overdue if not _has_heard(locked, seat, informed[seat.pk])]
    if unheard:
        for seat in unheard:
            if informed[seat.pk] is Informed.CAME_BACK:
                _spare(locked, seat, now)
        return _wait_for(locked, overdue, unheard, now)
    if any(endings.is_waited_for_in_vain(locked.seats, seat) for seat in overdue):
        return _end_in_vain(locked, {seat.pk for seat in overdue})
    return _time_out(locked, overdue, now, together)


def _overdue(locked: LockedMatch, now: datetime) -> list[Seat]:
    """Return the seats whose time is up, none in a match that is not being played or is held; bots are always waited
    for."""
    if not _runs(locked.match):
        return []
    owing = [seat for seat in locked.seats if seat.pk in locked.turns and not seat.house]
    return [seat for seat in owing if locked.turns[seat.pk].deadline <= now]


def _end_at_last(locked: LockedMatch, now: datetime) -> str:
    """Make a match void that is not over by its last moment although nobody's time is up: that is our own fault."""
    last = locked.match.last_moment
    if not _runs(locked.match) or last is None or last > now:
        return "nothing"
    entries.append_ruling(locked, "!void")
    return "void"


def _runs(match: Match) -> bool:
    """Say whether a match is being played, and no ruling waits that will end it."""
    return match.status == Match.Status.PLAYING and match.held_until is None


# --- Players who may not have known ----------------------------------------------------------------------------------


def _has_heard(locked: LockedMatch, seat: Seat, found: Informed) -> bool:
    """Say whether a player with this `found` about their turn can know that time runs out.

    So can a player who has made the last move with nothing left at all, of the total or in the bank. So can one for
    whom this was settled when the other player was asked to choose, and one who was told of being suspended.
    """
    time = clocks.time_of(locked, seat)
    has_moved_late = not time.given or time.last_moment <= locked.turns[seat.pk].since
    if endings.is_suspended(seat):
        return True
    return has_moved_late or time_up.is_up(locked, seat) or sparing.is_informed(found, seat.spared)


def _wait_for(locked: LockedMatch, overdue: list[Seat], unheard: list[Seat], now: datetime) -> str:
    """Give seats that were never told their time again; make the match void where that has lasted too long."""
    if all(_is_abandoned(locked, seat, now) for seat in unheard):
        return _give_up(locked, overdue, unheard)
    for seat in unheard:
        clocks.give_time(locked, seat, now)
    locked.batch.write()
    return "given time"


def _give_up(locked: LockedMatch, overdue: list[Seat], unheard: list[Seat]) -> str:
    """Make a match void in which players could never be told. Absent are only those overdue who knew."""
    late = {seat.pk for seat in overdue}
    entries.append_ruling(locked, "!void", absent=late - {seat.pk for seat in unheard})
    if any(seat.answered_ply is None for seat in unheard):
        unbegun.run(locked, late)
    return "void"


def _is_abandoned(locked: LockedMatch, seat: Seat, now: datetime) -> bool:
    """Say whether a player who could never be told has been waited for long enough: four times the time of the turn or
    as long as the seat's total lasts, in which there was time to send a letter, or as long as the match does.
    """
    time = clocks.time_of(locked, seat)
    since = locked.turns[seat.pk].since
    last = locked.match.last_moment or time.last_moment
    return now >= min(max(min(since + 4 * time.given, time.last_moment), since + TO_BE_TOLD), last)


def _spare(locked: LockedMatch, seat: Seat, now: datetime) -> None:
    """Note that a player whose letter came back doesn't lose by it: once in a match."""
    elsewhere = Seat.objects.filter(user=seat.user_id).aggregate(last=Max("spared"))["last"]  # here it was not yet
    seat.spared = now
    seat.absent = sparing.is_absence(elsewhere, now)
    locked.batch.update(seat)


# --- Who knew, and did not move --------------------------------------------------------------------------------------


def _time_out(locked: LockedMatch, overdue: list[Seat], now: datetime, together: rows.Batch) -> str:
    """Act for seats that were told and did not move.

    End the match, make the moves their games provide for, or let the player who stayed choose. A seat that never made
    its first move makes the match void: without a start there is no result.
    """
    begun = [seat for seat in overdue if seat.answered_ply is not None]
    provided = [(seat, steps) for seat in begun if (steps := _provided(locked, seat)) is not None]
    absent = {seat.pk for seat in overdue} - {seat.pk for seat, _ in provided}
    if len(begun) < len(overdue):
        return _end_in_vain(locked, absent)
    if provided:
        return _move(locked, *provided[0])
    if len(overdue) > 1:
        entries.append_ruling(locked, "!void", absent=absent)
        return "void"
    locked.batch.join(together)
    return _end_or_ask(locked, overdue[0], now)


def _end_in_vain(locked: LockedMatch, absent: set[int]) -> str:
    """Make a match void if somebody has waited for it in vain.

    The inviter's invitation is repeated, unless the inviter is absent.
    """
    entries.append_ruling(locked, "!void", absent=absent)
    unbegun.run(locked, absent)
    return "void"


def _move(locked: LockedMatch, seat: Seat, steps: list[Any]) -> str:
    """Make the move that the game provides; one entry a call: the next sweep looks at the match afresh."""
    turns.end(locked, seat)  # what the seat owes after a move it did not make itself is news to its player
    text = engine.move_text(locked.match.rules, steps)
    entries.append_move(locked, seat, steps, text, by_program=bool(seat.current_plan) and seat.plan_by_program)
    return "moved"


def _end_or_ask(locked: LockedMatch, seat: Seat, now: datetime) -> str:
    """Let the player who stayed choose, if that was agreed; a player who hasn't chosen in time has won."""
    row = locked.time_up
    if row is not None and now < row.until:
        return "nothing"
    stayed = endings.chooser(locked.match, locked.seats, seat)
    if row is None and stayed is not None and time_up.put_up(locked, seat, stayed):
        letters.queue_time_up(locked.batch, locked.match, locked.seats, locked.turns[seat.pk])
        locked.write_seats()
        return "asked"
    entries.append_ruling(locked, f"!timeout {seat.number}")
    return "timeout"


def _provided(locked: LockedMatch, seat: Seat) -> list[Any] | None:
    """Return the move the game makes for a seat whose time is up, if any; none once the other one is asked to
    choose.
    """
    if time_up.is_up(locked, seat):
        return None
    rules = locked.match.rules
    plan = engine.parse_move(rules, seat.current_plan) if seat.current_plan else []
    return rules.on_timeout(locked.before.position.state, seat.index, plan)
