"""Prepared battles: the learner is red."""

from collections.abc import Mapping, Sequence

from games.rules.field_of_glory.attacks import flank_pairs
from games.rules.field_of_glory.cards import CARDS, Card, Terrain
from games.rules.field_of_glory.state import ARMY, COLUMNS, Column, State

TERRAIN: Mapping[int, Terrain] = {1: "woods", 4: "hill", 5: "rough"}


def battle(
    field: Mapping[int, str],
    *,
    hands: Sequence[str],
    tops: Sequence[str] = ("", ""),
    control: Mapping[int, int] | None = None,
    turn: int = 1,
) -> State:
    """Return a position in which red acts, or may attack in the flank; `field` gives units as “red's / blue's”.

    `hands` and `tops` are the cards in each hand and those drawn next; the rest of each army lies below these.
    """
    columns = [_column(field.get(each, "/"), each, (control or {}).get(each)) for each in COLUMNS]
    held = [hand.split() for hand in hands]
    armies = [_army(seat, columns, held[seat], tops[seat].split()) for seat in (0, 1)]
    state = State(
        columns=columns,
        decks=[deck for deck, _out in armies],
        hands=held,
        discards=[[], []],
        prizes=[[], []],
        out=[out for _deck, out in armies],
        shuffles=[0, 0],
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


def _army(seat: int, columns: Sequence[Column], hand: Sequence[Card], top: Sequence[Card]) -> tuple[list[Card], ...]:
    """Return the deck of a seat, from the bottom up, and the cards that it did not draft."""
    used = [card for column in columns for card in column.units[seat]] + [*hand, *top]
    rest = [card for card in CARDS if card not in used]
    drafted = ARMY - len(used)
    return [*rest[:drafted], *reversed(top)], rest[drafted:]
