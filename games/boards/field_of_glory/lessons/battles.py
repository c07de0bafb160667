"""Prepared battles: the learner is red."""

from collections.abc import Mapping, Sequence

from games.rules.field_of_glory.attacks import flank_pairs
from games.rules.field_of_glory.cards import CARDS, Card, Terrain
from games.rules.field_of_glory.state import ARMY, COLUMNS, DRAW, Column, State

TERRAIN: Mapping[int, Terrain] = {1: "woods", 4: "hill", 5: "rough"}
BEGUN = 6
"""Cards in hand before the first turn of a lesson: fewer than in a match, for the room."""


def battle(
    field: Mapping[int, str],
    *,
    hands: Sequence[str],
    tops: Sequence[str] = ("", ""),
    control: Mapping[int, int] | None = None,
    turn: int = 1,
    lost: Sequence[str] = ("", ""),
    shuffles: Sequence[int] = (0, 0),
    spent: Sequence[str] = ("", ""),
) -> State:
    """Return a position in which red acts, or may attack in the flank; `field` gives units as “red's / blue's”.

    `hands` and `tops` are the cards in each hand and those drawn next. A seat that has not shuffled has drawn three in
    each of its turns before: what it has drawn, and what is nowhere else, lies among the discards, `spent` on top.
    `lost` are the cards that each seat has lost to the other.
    """
    columns = [_column(field.get(each, "/"), each, (control or {}).get(each)) for each in COLUMNS]
    held = [hand.split() for hand in hands]
    gone = [cards.split() for cards in lost]
    drawn = BEGUN + DRAW * ((turn - 1) // len(hands))
    used = [spent[seat].split() for seat in (0, 1)]
    armies = [_army(seat, columns, [*held[seat], *gone[seat], *used[seat]], tops[seat].split()) for seat in (0, 1)]
    left = [0 if shuffles[seat] else ARMY - drawn - len(armies[seat][1]) for seat in (0, 1)]
    state = State(
        columns=columns,
        decks=[[*rest[:count], *top] for (rest, top, _out), count in zip(armies, left, strict=True)],
        hands=held,
        discards=[[*armies[seat][0][left[seat] :], *used[seat]] for seat in (0, 1)],
        prizes=gone[::-1],
        out=[out for _rest, _top, out in armies],
        shuffles=list(shuffles),
        phase="act",
        turn=turn,
    )
    state.flanks = list(flank_pairs(state))
    if state.flanks:
        state.phase = "flank"
    return state


def _column(units: str, number: int, control: int | None) -> Column:
    red, _slash, blue = units.partition("/")
    return Column([red.split(), blue.split()], TERRAIN.get(number, "plain"), control)


def _army(seat: int, columns: Sequence[Column], named: Sequence[Card], top: Sequence[Card]) -> tuple[list[Card], ...]:
    """Return the rest of a seat's army, the top of its deck from below, and the cards that it did not draft."""
    used = [card for column in columns for card in column.units[seat]] + [*named, *top]
    rest = [card for card in CARDS if card not in used]
    drafted = ARMY - len(used)
    return rest[:drafted], list(reversed(top)), rest[drafted:]
