"""Before the first turn: the battlefield, the draft, the armies (FG-1 to FG-4)."""

from __future__ import annotations

from itertools import combinations

from games.rules.chance import Chance
from games.rules.field_of_glory import decks
from games.rules.field_of_glory.cards import CARDS, ORDER, TERRAINS, Terrain
from games.rules.field_of_glory.events import BattlefieldLaid, FirstSettled, Kept, Mustered, Offered
from games.rules.field_of_glory.state import BLUE, COLORS, COLUMNS, HAND, KEEP, OFFER, RED, Column, Draft, State
from games.rules.field_of_glory.steps import AnyStep, Keep
from games.rules.game import Event, Seat

CENTRE = 3
LATE, EARLY = "late", "early"
"""When it is drawn who begins, where that is not chosen: after the draft or before it."""


def setup(first: str, chance: Chance) -> State:
    """Return the battlefield and both shuffled sets of 48, before anything is offered.

    `first` is who begins, as an option.
    """
    columns = [Column([[], []], terrain) for terrain in battlefield(chance)]
    sets = []
    for color in COLORS:
        cards = list(CARDS)
        chance.shuffle(cards, f"{color} draft")
        sets.append(cards)
    state = State(columns, sets, [[], []], [[], []], [[], []], [[], []], [0, 0], draft=Draft([[], []], [[], []]))
    if first in COLORS:
        state.first = COLORS.index(first)
    elif first == EARLY:
        state.first = chance.below(2, "first player")
    return state


def battlefield(chance: Chance) -> list[Terrain]:
    """Return five of the nine terrain cards: plains towards the centre, everything else away from it (FG-1)."""
    pack: list[Terrain] = [terrain for terrain, count in TERRAINS.items() for _ in range(count)]
    chance.shuffle(pack, "terrain")
    laid: dict[int, Terrain] = {}
    for terrain in pack[: -len(COLUMNS) - 1 : -1]:
        distances = {column: abs(column - CENTRE) for column in COLUMNS if column not in laid}
        wanted = min(distances.values()) if terrain == "plain" else max(distances.values())
        columns = [column for column, distance in distances.items() if distance == wanted]
        laid[columns[chance.below(len(columns), "terrain place") if len(columns) > 1 else 0]] = terrain
    return [laid[column] for column in COLUMNS]


def open_draft(state: State, draft: Draft) -> list[Event]:
    """Show the terrain, and each seat its first four cards."""
    laid = BattlefieldLaid(tuple(column.terrain for column in state.columns))
    settled = [] if state.first is None else [FirstSettled(state.first)]
    return [laid, *settled, *offer(state, draft, RED), *offer(state, draft, BLUE)]


def offer(state: State, draft: Draft, seat: Seat) -> list[Event]:
    """Return the next four cards, if any are left."""
    deck = state.decks[seat]
    if not deck:
        return []
    draft.offers[seat] = deck[: -OFFER - 1 : -1]
    del deck[-OFFER:]
    return [Offered(seat, tuple(draft.offers[seat]))]


def legal(state: State, seat: Seat) -> list[AnyStep]:
    """Return every two of the four cards offered."""
    cards = sorted(state.draft.offers[seat], key=ORDER.__getitem__) if state.draft else []
    return [Keep(one, other) for one, other in combinations(cards, KEEP)]


def keep(state: State, draft: Draft, seat: Seat, step: Keep) -> list[Event]:
    """Take two cards and see the next four; when both seats have finished, the battle can open."""
    kept = draft.kept[seat]
    kept += (step.first, step.second)
    state.out[seat] += [card for card in draft.offers[seat] if card not in (step.first, step.second)]
    draft.offers[seat] = []
    following = offer(state, draft, seat)
    if not any(draft.offers):
        state.phase = "muster"
    return [Kept(seat, len(kept) // KEEP, (step.first, step.second)), *following]


def open_battle(state: State, draft: Draft, chance: Chance) -> list[Event]:
    """Shuffle each army into a deck, deal nine cards, and draw who begins where that is not settled yet (FG-4)."""
    for seat, color in enumerate(COLORS):
        state.decks[seat] = draft.kept[seat]
        chance.shuffle(state.decks[seat], f"{color} army")
    state.active = chance.below(2, "first player") if state.first is None else state.first
    state.draft, state.turn, state.phase = None, 1, "check"
    hands = [event for seat in (RED, BLUE) for event in decks.draw(state, seat, HAND, chance)]
    return [Mustered(state.active), *hands]
