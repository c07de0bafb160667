"""The one place where an entry is written, with everything that follows from it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.db import transaction
from prometheus_client import Counter

from accounts import broker, metrics
from games.core.models import Entry, Match, Seat
from games.core.models.seat import NOTHING
from games.core.notices import turns as notices
from games.core.reading import positions
from games.core.seams import ended
from games.core.seams.ended import End
from games.core.services import outcomes, stamps, turns
from games.core.services.locked import LockedMatch
from games.rules import engine, house, undo
from games.rules.chance import Draw
from games.rules.engine import AnyPosition
from games.rules.game import Event, Position
from games.rules.log import epoch_after, require_earlier

MOVES = Counter("fogsite_moves", "Moves that were played.", ["game"])


class Played(NamedTuple):
    """What an entry says and what the engine made of it: the position after it, what happened, the draws it took and
    the key of its digest. `seat` is a number, None for a house entry; `absent` holds the keys of seats whose players
    never came, where it ends the match. `gone` is the seat of a guest who has resigned before the first move. `back`
    says that the match goes back; `mover` is then the seat whose move alone is taken back, None for more."""

    seat: int | None
    text: str
    after: AnyPosition
    events: list[Event]
    draws: list[Draw]
    key: bytes
    by_program: bool = False
    absent: Collection[int] = ()
    gone: Seat | None = None
    back: bool = False
    mover: Seat | None = None


def append_move(locked: LockedMatch, seat: Seat, steps: Sequence[Any], text: str, *, by_program: bool = False) -> Entry:
    """Check and append a move of a seat, its player's own or the clock's; `text` is that of its steps.

    Raises what `engine.apply` raises.
    """
    rules = locked.match.rules
    position = locked.before.position
    chance, key = locked.chance(position.epoch)
    after, events = engine.apply(rules, position, seat.index, steps, chance)
    transaction.on_commit(partial(metrics.count_one, MOVES, locked.match.game))
    return _append(
        locked,
        Played(
            seat=seat.number, text=text, after=after, events=events, draws=chance.draws, key=key, by_program=by_program
        ),
    )


def append_ruling(locked: LockedMatch, text: str, absent: Collection[int] = (), *, gone: Seat | None = None) -> Entry:
    """Append a house entry that ends the match or hands over a seat. `gone` is the seat of a guest who ends it by
    resigning before the first move. Raises BadNotation for any other text."""
    after, events = engine.rule(locked.match.rules, locked.before.position, text)
    _, key = locked.chance()
    return _append(locked, Played(None, text, after, events, [], key, absent=absent, gone=gone))


def roll_back(locked: LockedMatch, target: int) -> Entry:
    """Append a house entry that goes back to where the match stood after the entry `target`.

    Nobody's answer to what was asked before counts any more. Raises BadNotation where there is no such earlier entry.
    """
    match = locked.match
    text = f"!rollback {target}"
    house.rollback_ply(text)  # which knows what a number is
    log = [positions.as_rules(entry) for entry in match.entries.filter(ply__lte=match.ply).order_by("ply")]
    require_earlier(target, log, match.told.counted)
    stood = positions.walk(match, target, target).position
    after = Position(stood.state, stood.house, epoch_after(locked.before.position, log[target + 1 :]))
    turns.forget_stage(locked)
    _forget(locked, target, {entry.seat: entry.ply for entry in _never_taken_back(log) if entry.ply <= target})
    event = engine.rolled_back(match.rules, target, log[-1], locked.before.position)
    _, key = locked.chance()
    mover = next((seat for seat in locked.seats if seat.number == event.seat and seat.may_take_back(match)), None)
    return _append(locked, Played(None, text, after, [event], [], key, back=True, mover=mover))


def _never_taken_back(log: Iterable[engine.Entry]) -> list[engine.Entry]:
    """Return the entries to before which the match never went back, as `EntryQuerySet.disclosed` does.

    One that it came back to is left out: whether a seat had it again would tell if it sealed an answer in between.
    """
    kept: list[engine.Entry] = []
    for entry in log:
        target = house.rollback_ply(entry.text) if entry.seat is None else None
        if target is None:
            kept.append(entry)
        else:
            kept = [each for each in kept if each.ply <= target]
    return kept


def _forget(locked: LockedMatch, target: int, kept: Mapping[int | None, int]) -> None:
    """Forget what was answered after the entry `target`; of each seat its newest entry that is `kept` is left."""
    for seat in locked.seats:
        seat.answered = None
        if seat.answered_ply is not None and seat.answered_ply > target:
            seat.answered_ply = kept.get(seat.number)


def append_start(locked: LockedMatch, order: Sequence[int] | None) -> Entry:
    """Append entry 0 and give the seats their numbers; `order` None draws who sits where."""
    match = locked.match
    match.options = match.rules.meta.written(match.options, pair=bool(match.pair))  # it may be older than an option
    chance, key = locked.chance()
    position, events, text = engine.start(match.rules, match.options, order, chance)
    _number_seats(locked, events)
    turns.set_up(locked)
    match.status = Match.Status.PLAYING
    match.started = locked.now
    locked.before = positions.Walk(position, -1, "", [])
    return _append(locked, Played(None, text, position, events, chance.draws, key))


def _number_seats(locked: LockedMatch, events: list[Event]) -> None:
    by_joining = {seat.joined: seat for seat in locked.seats}
    for number, joined in enumerate(events[0].order):  # type: ignore[attr-defined]  # Started is always first
        by_joining[joined].number = number
    locked.seats.sort(key=lambda seat: seat.index)


def _append(locked: LockedMatch, played: Played) -> Entry:
    """Write an entry and everything that follows from it. `tests/games/core/services/test_steps_of_an_entry.py` fails
    where two steps are exchanged whose order matters."""
    match = locked.match
    match.moved = locked.now
    # The log comes first: the steps after it note the ply and the digest of the newest entry.
    entry = _write(locked, played, locked.before.digest)
    # After the last move that a match can have the house adds an entry. All that follows is about that one.
    if _is_bound(match, played, entry):
        played = _bounded(locked, played)
        _write(locked, played, entry.digest)
    positions.store_snapshot(locked.batch, match, played.after, locked.before, back=played.back)
    outcome = engine.outcome(match.rules, played.after)
    if outcome is not None:
        # Features read the result and may change seats and match, so they come after the one and before the batch.
        outcomes.finish(locked, outcome, played.text, played.absent)
        ended.call_hooks(End(locked, played.after, played.gone))
    _close_seats(locked, played.seat)
    # A move that may be taken back is noted with the time that was left. The turns then end or go on with other times.
    _note_undo(locked, played)
    if played.back:
        fresh = turns.go_back(locked, played.after, played.mover)
    else:
        fresh = turns.renew_turns(locked, played.seat, played.after)
    # Whether a bot owes a move is known from the new turns.
    _wake_bots(locked)
    _end_asking(locked, played.after)
    # A row enters the batch with the values of that moment. `stamps.renew_stamps` puts the seats there, so every
    # change of a seat stands above. It changes the match too, which therefore follows. The batch is written last.
    stamps.renew_stamps(locked, played.seat, played.after, played.events)
    locked.batch.update(match)
    notices.queue(locked.batch, match, locked.seats, fresh)
    locked.batch.write()
    return entry


def _write(locked: LockedMatch, played: Played, previous: str) -> Entry:
    """Add the entry to the log; `previous` is the digest of the one before it."""
    match = locked.match
    match.ply += 1
    entry = Entry(match_id=match.pk, ply=match.ply, seat=played.seat, text=played.text)
    entry.draws = played.draws
    entry.created = locked.now
    entry.by_program = played.by_program
    match.digest = engine.digest(played.key, previous, positions.as_rules(entry), played.after)
    entry.digest = match.digest
    locked.batch.insert(entry)
    return entry


def _is_bound(match: Match, played: Played, newest: Entry) -> bool:
    """Say whether a move has left a match going on that had as many as it can have: then its rules do not end it."""
    if match.ply < match.rules.meta.bound or engine.outcome(match.rules, played.after):
        return False
    log = [*match.entries.filter(ply__lt=newest.ply).order_by("ply"), newest]
    return engine.is_bound(match.rules, [positions.as_rules(entry) for entry in log])


def _bounded(locked: LockedMatch, played: Played) -> Played:
    """Return the entry by which the house then ends the match."""
    after, events = engine.rule(locked.match.rules, played.after, house.BOUND)
    return Played(None, house.BOUND, after, events, [], played.key)


def _close_seats(locked: LockedMatch, actor: int | None) -> None:
    """Close the open seat of a player who moves although their time was up: nobody takes it over any more."""
    for seat in locked.seats:
        if seat.deserted and seat.number == actor:
            seat.close()


def _note_undo(locked: LockedMatch, played: Played) -> None:
    """Note whether the move just made may be taken back; offers to take back an earlier one end with it."""
    for seat in locked.seats:
        seat.undo_ply = None
        if seat.offer == Seat.Offer.UNDO:
            seat.offered = NOTHING
        if seat.number == played.seat and seat.pk in locked.turns and _may_be_undone(locked, seat, played):
            seat.undo_ply = locked.match.ply
            turns.note_time(locked, seat, played.after)


def _may_be_undone(locked: LockedMatch, seat: Seat, played: Played) -> bool:
    before = locked.before.position
    rules = locked.match.rules
    return undo.barred(rules, seat.index, before, played.after, played.events, played.draws) is None


def _end_asking(locked: LockedMatch, after: AnyPosition) -> None:
    """Take away what asks for more time for a move that is no longer seen to be owed: all can tell that it is not."""
    numbers = [seat.index for seat in locked.seats]
    for seat in locked.seats:
        asking = seat.offer_seat if seat.offer == Seat.Offer.TIME else None
        if asking is not None and not engine.known_to_owe(locked.match.rules, after, asking, numbers):
            seat.offered = NOTHING
            stamps.renew_for_offer(locked, seat)


def _wake_bots(locked: LockedMatch) -> None:
    """Have a worker move for the bots that owe a move, once this is committed."""
    if any(seat.house and seat.pk in locked.turns for seat in locked.seats):
        publish = partial(broker.publish, "games.tasks.answer", [locked.match.pk])
        transaction.on_commit(publish, robust=True)
