"""What Field of Glory's hints claim."""

from __future__ import annotations

import re
from typing import Any

from games.rules.field_of_glory.events import AttackVoid, BattleWon, ControlTaken, Fought, TurnStarted, Withdrew
from games.rules.field_of_glory.state import COLUMNS, SHUFFLES, WINNING, State, controlled, crowded, unopposed
from games.rules.field_of_glory.turns import exhaustion
from games.rules.game import Seat
from tests.rules.claims import Claim, Claims, Played, Shown
from tests.rules.field_of_glory.table import laid, play


def _next_turn(shown: Shown, seat: Seat) -> Played | None:
    """Return the entry that brings the seat's next turn, if the course comes to it."""
    return next((played for played in shown.course if _starts(played, seat)), None)


def _starts(played: Played, seat: Seat) -> bool:
    return any(isinstance(event, TurnStarted) and event.seat == seat for event in played.events)


def _won(played: Played, seat: Seat) -> bool:
    return any(
        isinstance(event, BattleWon) and (event.seat, event.reason) == (seat, "control") for event in played.events
    )


def _held_at_start(turn: Played, seat: Seat) -> int:
    """Return how many columns the seat controls as its turn starts: all after the entry but those it takes then."""
    starts = [number for number, event in enumerate(turn.events) if isinstance(event, TurnStarted)]
    taken = [event for event in turn.events[starts[-1] :] if isinstance(event, ControlTaken) and event.seat == seat]
    return controlled(turn.after, seat) - len(taken)


def _wins_with_three(shown: Shown) -> bool | None:
    """Say whether it wins at the start of the player's own turn, and neither with fewer nor at another time."""
    turn = _next_turn(shown, shown.seat)
    if turn is None:
        return None
    before = shown.course[: shown.course.index(turn)]
    held = _held_at_start(turn, shown.seat) >= WINNING
    return _won(turn, shown.seat) == held and not any(_won(played, shown.seat) for played in before)


def _held_or_lost(shown: Shown) -> bool | None:
    """Return the opponent wins with its columns but for fights in as many of them as the hint says."""
    foe = 1 - shown.seat
    turn = _next_turn(shown, foe)
    if turn is None:
        return None
    number = re.search(r"attack in (\d)", shown.words)
    needed = 9 if "can’t prevent" in shown.words else int(number[1]) if number else 1
    held = {column for column in COLUMNS if shown.state.columns[column - 1].control == foe}
    fights = {event.column for played in shown.course for event in _fights(played, shown, turn) if event.winner != foe}
    return _won(turn, foe) == (len(held & fights) < needed)


def _fights(played: Played, shown: Shown, turn: Played) -> list[Fought]:
    before = shown.course.index(played) <= shown.course.index(turn)
    return [event for event in played.events if before and isinstance(event, Fought)]


def _stays(shown: Shown) -> bool | None:
    """Return a column one has advanced into is lost by an Advance of the opponent's or by a fight there, and not
    before.
    """
    columns = list(crowded(shown.state, shown.seat))
    for played in shown.course:
        for column in columns:
            if played.after.columns[column - 1].control != shown.seat:
                return _advanced(played, 1 - shown.seat, column) or _fought(played, column)
    return all(shown.state.columns[column - 1].control == shown.seat for column in columns)


def _advanced(played: Played, seat: Seat, column: int) -> bool:
    taken = ControlTaken(seat, column) in played.events
    return taken and unopposed(played.after, seat, column)


def _fought(played: Played, column: int) -> bool:
    return any(isinstance(event, Fought) and event.column == column for event in played.events)


def _flanks_only_now(shown: Shown) -> bool | None:
    """Say whether no flank attack is offered in the rest of the turn, once somebody goes on."""
    rest = [played for played in shown.course if played.after.turn == shown.state.turn]
    return all(played.after.phase != "flank" for played in rest) if rest else None


def _takes_no_control_yet(shown: Shown) -> bool | None:
    """Say whether it takes no control now, but on the next Advance, unless an enemy stands there."""
    now, turn = shown.course[0], _next_turn(shown, shown.seat)
    if turn is not now and controlled(now.after, shown.seat) > controlled(shown.state, shown.seat):
        return False
    return None if turn is None or turn.after.reason else _takes_what_stands_alone(turn, shown.seat)


def _takes_what_stands_alone(turn: Played, seat: Seat) -> bool:
    alone = [column for column in COLUMNS if unopposed(turn.after, seat, column)]
    return all(turn.after.columns[column - 1].control == seat for column in alone)


def _advances(shown: Shown) -> bool | None:
    turn = _next_turn(shown, shown.seat)
    return None if turn is None or turn.after.reason else _takes_what_stands_alone(turn, shown.seat)


def _withdraws(shown: Shown) -> bool | None:
    """Return the attack is over exactly where all have gone."""
    answer = shown.course[0]
    gone = [event for event in answer.events if isinstance(event, Withdrew)]
    column = shown.state.fight.column
    void = any(isinstance(event, AttackVoid) for event in answer.events)
    return void == (len(gone) == len(shown.state.units(shown.seat, column))) and void != _fought(answer, column)


def _ends_when_spent(shown: Shown) -> bool | None:
    """Say whether no new turn begins once both Shuffle cards are out.

    Columns decide then, and after them victory points.
    """
    spent = [played for played in shown.course if min(played.after.shuffles) >= SHUFFLES]
    if not spent:
        return None
    last: State = spent[-1].after
    decided = last.reason in (None, "control") or last.reason == exhaustion(last)
    return decided and all(played.after.turn == spent[0].after.turn for played in spent)


BLUE_HOLDS: dict[str, Any] = {"control": dict.fromkeys((1, 2, 3, 4), "blue")}
"""Four columns: two must be won back."""

CLAIMS = Claims(
    {
        "aim": Claim(_wins_with_three),
        "hold": Claim(_wins_with_three),
        "danger": Claim(_held_or_lost, eager=("attack", "place", "bonus")),
        "advance": Claim(_stays),
        "flank": Claim(_flanks_only_now, eager=("go on",)),
        "leave": Claim(_takes_no_control_yet),
        "place": Claim(_advances),
        "withdraw": Claim(_withdraws, eager=("withdraw",)),
        "shuffle": Claim(_ends_when_spent, eager=("draw",)),
    },
    matches=90,
    corners=(
        play(laid({2: "HI4a HI4b / LI4a"}, red="CO5a", blue="CO5a"), "attack HI4a; bonus CO5a", "withdraw LI4a")[0],
        laid(
            {column: f"HI{column}a / MI{column}a" for column in (2, 3, 4)},
            **BLUE_HOLDS,
            red="CO5a CO5b CO5c CO5d",
            blue="MI4b",
        ),
        laid({1: "EL2a / MI2a", 2: "EL3a / MI3a", 3: "PK4a / MI4a"}, **BLUE_HOLDS, red="CO5a CO5b CO5c", blue=""),
        laid({2: "HI2a / MI2a"}, **BLUE_HOLDS, red="CO5a CO5b", blue="CO5a"),
    ),
)
