"""What players and moderators do to a match: moves, plans, resignation, rulings. One lock, one entry each."""

from collections.abc import Callable
from typing import NamedTuple

from django.db import transaction

from games.core.models import Match, Ruling, Seat
from games.core.reading import access, endings
from games.core.reading.access import Access
from games.core.reading.seen import Seen
from games.core.seams import unbegun
from games.core.services import entries, looks, outages, turns
from games.core.services.locked import LockedMatch, require_playing
from games.rules import engine
from games.rules.errors import RulesError
from games.rules.game import View
from games.rules.sentence import N_, Who, sentence


class Stale(RulesError):
    """The move answers a question that is no longer asked; the page has to be read again."""

    code = "stale"
    status = 409


class Receipt(NamedTuple):
    """The entry a submit led to; `repeated` where it had been made before by the same request."""

    ply: int
    repeated: bool


@transaction.atomic
def submit(public_id: str, user_id: int, text: str, expected: int, *, by_program: bool = False) -> Receipt:
    """Make a move. `expected` is the serial the player saw; the same move sent again for it is answered, not made.
    `by_program` marks it, for all who see it, as one that was sent with a token, as one is that plays a plan kept so.

    Raises NotYours for a stranger, Stale where the question has changed, and what `engine.apply` raises.
    """
    locked = LockedMatch.lock(public_id=public_id)
    seat = locked.seat_of(user_id)
    steps = engine.parse_move(locked.match.rules, text)
    text = engine.move_text(locked.match.rules, steps)
    repeated = _repetition(locked.match, seat, text, expected)
    if repeated is not None:
        return Receipt(repeated, True)
    locked.require_playing()
    if expected != seat.serial:
        raise Stale(
            sentence(
                N_(
                    "The match has moved on since you opened this page, so your move wasn’t "
                    "played. Look at the board again."
                )
            )
        )
    seat.answered = seat.serial
    seat.answered_ply = locked.match.ply + 1
    locked.silences = outages.not_given_back(locked, seat)
    by_program = by_program or _plays_programs_plan(seat, text)
    return Receipt(entries.append_move(locked, seat, steps, text, by_program=by_program).ply, False)


def _plays_programs_plan(seat: Seat, text: str) -> bool:
    """Say whether a move is what was planned with a token, or begins with all of it: pages send a plan by one press,
    with the step that ends the move.
    """
    planned = seat.current_plan if seat.plan_by_program else ""
    return bool(planned) and (text + engine.SEPARATOR).startswith(planned + engine.SEPARATOR)


def _repetition(match: Match, seat: Seat, text: str, expected: int) -> int | None:
    """Return the ply of the entry in which the seat gave this very answer to this very question."""
    if seat.answered != expected:
        return None
    made = match.entries.filter(ply=seat.answered_ply or 0, text=text)
    return made.values_list("ply", flat=True).first()


@transaction.atomic
def resign(public_id: str, user_id: int, *, unlost: bool = False, leaving: bool = False) -> None:
    """Give the match up. A guest who has not moved loses nothing by it: the match is void, as after his absence, and
    offered again. `unlost`: the page has said so. `leaving`: the account closes, even if the player could still win.

    Raises NotYours for a stranger, GameOver where it is not being played, and Stale where what the page said is true no
    more, as after a move, or once the other player's time is up and this one may claim the win.
    """
    locked = LockedMatch.lock(public_id=public_id)
    seat = locked.seat_of(user_id)
    locked.require_playing()
    if not leaving:
        _require_nothing_to_choose(locked, user_id)
    looks.note_last_look(locked, seat)
    if endings.is_void_once_resigned(locked.seats, seat):
        entries.append_ruling(locked, "!void", gone=seat)  # nobody was absent
        unbegun.run(locked, [seat.pk], after_guest=True)
    elif unlost:
        raise Stale(
            sentence(
                N_(
                    "The match has moved on since you opened this page, so you haven’t resigned. Look "
                    "at the board again."
                )
            )
        )
    else:
        entries.append_ruling(locked, f"!resign {seat.number}")


def _require_nothing_to_choose(locked: LockedMatch, user_id: int) -> None:
    """Raise Stale where the user may choose what happens, which an open page may not have shown.

    That row alone decides it, and its reader sees it anyway: it tells nothing of sealed moves.
    """
    row = locked.time_up
    if row is not None and row.user_id == user_id:
        absent = next(seat for seat in locked.seats if seat.pk == row.seat_id)
        template = N_("{who} has run out of time, so you haven’t resigned: you can claim the win. Choose what happens.")
        raise Stale(sentence(template, who=Who(absent.index)))


@transaction.atomic
def adjudicate(public_id: str, text: str, reason: str = "") -> None:
    """End a match by a moderator's word, `!void` or `!adjudicate SEAT`; its players are told the reason.

    Without a reason where it is no moderator's doing.

    Raises NotYours, GameOver where it is not being played, and BadNotation.
    """
    locked = LockedMatch.lock(public_id=public_id)
    locked.require_playing()
    if reason:
        locked.batch.insert(Ruling(match_id=locked.match.pk, ply=locked.match.ply + 1, reason=reason))
    entries.append_ruling(locked, text)


@transaction.atomic
def save_plan(public_id: str, user_id: int, text: str, expected: int, *, by_program: bool = False) -> None:
    """Save the steps a player has composed so far; an empty text takes all back. The opponent learns nothing of it.
    `by_program`: it was sent with a token, which marks the move that its player or the clock makes of it.

    Raises like `submit`; then the plan stays as it was.
    """
    locked = LockedMatch.lock(public_id=public_id)
    seat = locked.seat_of(user_id)
    require_asked(locked.match, seat, expected)
    if text.strip():
        steps = engine.parse_move(locked.match.rules, text)
        engine.preview(locked.match.rules, locked.before.position, seat.index, steps)
        text = engine.move_text(locked.match.rules, steps)
    seat.plan = text.strip()
    seat.plan_serial = seat.serial
    seat.plan_dropped = False
    seat.plan_by_program = by_program
    turns.note_looked(locked, seat)
    locked.write_seats()


def save_composed(compose: Callable[[View, str], str], public_id: str, user_id: int, text: str, expected: int) -> None:
    """Save the plan that a game composes of a text, and of what the player has composed so far.

    Raises like `save_plan`, and RulesError where the game can't; then the plan stays as it was.
    """
    found = access.match_for(user_id, public_id)
    looks.mark_looked(found.seat)
    require_asked(found.match, found.seat, expected)  # what follows would complain of a plan that nobody asks for
    save_plan(public_id, user_id, compose(_view_with_plan(found), text), expected)


def _view_with_plan(found: Access) -> View:
    """Return what the seat sees with its plan played; without it where it no longer fits."""
    seen = Seen.now(found.match, found.seats, found.seat.index)
    try:
        return seen.preview(engine.parse_move(found.match.rules, found.seat.plan)).view
    except RulesError:
        return seen.view


def require_asked(match: Match, seat: Seat, expected: int) -> None:
    """Raise GameOver or Stale unless a plan for `expected` can still be composed."""
    require_playing(match)
    if expected != seat.serial:
        raise Stale(sentence(N_("The match has moved on since you opened this page, so your plan wasn’t saved.")))
