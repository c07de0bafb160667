"""Positions laid by hand, and short ways to play on from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

import pytest

from games.rules import engine
from games.rules.chance import Chance, KeyedChance
from games.rules.errors import RulesError
from games.rules.field_of_glory.cards import CARDS, Card
from games.rules.field_of_glory.events import Fought, Term
from games.rules.field_of_glory.game import FieldOfGlory
from games.rules.field_of_glory.state import ARMY, COLORS, COLUMNS, Column, State
from games.rules.game import Event, Position

GAME = FieldOfGlory()
RED, BLUE = 0, 1
RED_FIRST, BLUE_FIRST = 0, 1

E = TypeVar("E", bound=Event)
Rest = Literal["decks", "discards", "prizes"]


def laid(  # noqa: PLR0913  # what lies on a table, each thing by its name
    field: dict[int, str] | None = None,
    *,
    red: str = "",
    blue: str = "",
    decks: tuple[str, str] = ("", ""),
    discards: tuple[str, str] = ("", ""),
    prizes: tuple[str, str] = ("", ""),
    rest: Rest = "decks",
    terrain: dict[int, str] | None = None,
    control: dict[int, str] | None = None,
    **more: Any,
) -> Position[State]:
    """Return a position of red's turn in the phase of actions, unless `more` says otherwise.

    `field` gives the units of columns as “red's / blue's”; `red` and `blue` are the hands; decks and piles are listed
    from the bottom up. What an army lacks of its 24 cards lies under its deck, under its discards, or in the enemy's
    victory pile, as `rest` says. Without a hand given, a seat holds nothing. The position obeys every law of the game.
    """
    state = State(
        columns=[_column(number, field or {}, terrain or {}, control or {}) for number in COLUMNS],
        decks=[pile.split() for pile in decks],
        hands=[red.split(), blue.split()],
        discards=[pile.split() for pile in discards],
        prizes=[pile.split() for pile in prizes],
        out=[[], []],
        shuffles=more.pop("shuffles", [0, 0]),
        **{"phase": "act", "turn": 5, **more},
    )
    for seat in (RED, BLUE):
        _fill(state, seat, rest)
    GAME.check(state)
    return Position(state)


def _column(number: int, field: dict[int, str], terrain: dict[int, str], control: dict[int, str]) -> Column:
    red, _, blue = field.get(number, "/").partition("/")
    turned = control.get(number)
    return Column(
        [red.split(), blue.split()],
        terrain.get(number, "plain"),  # type: ignore[arg-type]
        None if turned is None else COLORS.index(turned),
    )


def _fill(state: State, seat: int, rest: Rest) -> None:
    """Complete an army of 24 cards; the others are out."""
    placed = [card for column in state.columns for card in column.units[seat]]
    bonus = [state.fight.bonus] if state.fight and state.fight.bonus and seat == state.active else []
    have = {*placed, *bonus, *state.decks[seat], *state.hands[seat], *state.discards[seat], *state.prizes[1 - seat]}
    lacking = [card for card in CARDS if card not in have][: ARMY - len(have)]
    pile = state.prizes[1 - seat] if rest == "prizes" else getattr(state, rest)[seat]
    pile[:0] = lacking
    state.out[seat] = [card for card in CARDS if card not in have and card not in lacking]


def offered(position: Position[State], seat: int | None = None) -> list[str]:
    """Return the texts of all steps offered to the seat that owes a move."""
    if seat is None:
        (seat,) = engine.to_act(GAME, position)
    return [GAME.text(step) for step in engine.legal_steps(GAME, position, seat)]


def offered_of(position: Position[State], verb: str) -> list[str]:
    """Return what the offered steps of one verb are about."""
    return [text.removeprefix(f"{verb} ") for text in offered(position) if text.split()[0] == verb]


def play(position: Position[State], *moves: str, chance: Chance | None = None) -> tuple[Position[State], list[Event]]:
    """Play moves, each by the seat that owes one, and collect what happened."""
    events: list[Event] = []
    for move in moves:
        (seat,) = engine.to_act(GAME, position)
        drawn = chance or KeyedChance(bytes(32))
        position, happened = engine.apply(GAME, position, seat, engine.parse_move(GAME, move), drawn)
        GAME.check(position.state)
        events += happened
    return position, events


def played(position: Position[State], *moves: str, chance: Chance | None = None) -> State:
    """Return the state after some moves."""
    return play(position, *moves, chance=chance)[0].state


def happened(position: Position[State], *moves: str) -> list[Event]:
    """Return what some moves bring about."""
    return play(position, *moves)[1]


def told(position: Position[State], *moves: str) -> list[str]:
    """Return what some moves bring about, in words."""
    return [str(engine.describe(GAME, event)) for event in happened(position, *moves)]


def refused(position: Position[State], *moves: str) -> str:
    """Return the sentence that refuses the last of some moves."""
    *before, last = moves
    position, _ = play(position, *before)
    with pytest.raises(RulesError) as caught:
        play(position, last)
    return str(caught.value)


def planned(position: Position[State], *steps: str) -> list[str]:
    """Return the steps that may follow a plan of the seat that owes a move."""
    (seat,) = engine.to_act(GAME, position)
    plan = engine.preview(GAME, position, seat, [GAME.parse_step(step) for step in steps])
    return [GAME.text(step) for step in plan.legal]


def only(events: Sequence[Event], kind: type[E]) -> E:
    """Return the one event of a kind."""
    (event,) = (event for event in events if isinstance(event, kind))
    return event


def fought(position: Position[State], *moves: str) -> Fought:
    """Return the one fight that some moves bring about."""
    return only(happened(position, *moves), Fought)


def lines(terms: Sequence[Term]) -> str:
    """Return a sum as text: “value 4, second 1, bonus 5”."""
    return ", ".join(f"{term.kind} {term.amount}" for term in terms)


def total(terms: Sequence[Term]) -> int:
    """Return the strength of a sum."""
    return sum(term.amount for term in terms)


def field_of(state: State, number: int) -> str:
    """Return a column's units as `laid` takes them."""
    red, blue = state.columns[number - 1].units
    return " / ".join((" ".join(red), " ".join(blue))).strip()


def control_of(state: State, number: int) -> str | None:
    """Return the color of the seat that a terrain card is turned to."""
    turned = state.columns[number - 1].control
    return None if turned is None else COLORS[turned]


def cards(text: str) -> list[Card]:
    """Return cards named in a text."""
    return text.split()
