"""Who may see what, states imagined from a view, and the laws every state obeys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.rules.chance import Chance
from games.rules.en_garde.rounds import DECK, leader
from games.rules.en_garde.state import (
    COPIES,
    HAND,
    LEFT,
    RIGHT,
    VALUES,
    Attack,
    EnGardeView,
    ShownAttack,
    State,
)
from games.rules.en_garde.steps import legal, stance
from games.rules.errors import BadState
from games.rules.game import REFEREE, Viewer
from games.rules.sentence import N_, Sentence, sentence

Hand = tuple[int, ...]


def view(state: State, viewer: Viewer) -> EnGardeView:
    """What the viewer may know of the state: its own hand, and the other one only where it was laid open."""
    left, right = state.fencers
    hands = (_hand(state, LEFT, viewer), _hand(state, RIGHT, viewer))
    played = tuple(state.discards.count(value) for value in VALUES)
    return EnGardeView(
        viewer=viewer,
        variant=state.variant,
        rounds=state.rounds,
        aid=state.aid,
        last_retreat=state.last_retreat,
        round=state.round,
        starter=state.starter,
        scores=(state.scores[LEFT], state.scores[RIGHT]),
        fencers=(left, right),
        distance=right - left,
        hands=hands,
        hand_sizes=(len(state.hands[LEFT]), len(state.hands[RIGHT])),
        pile=len(state.pile),
        discard=state.discards[-1] if state.discards else None,
        played=played,
        unseen=_unseen(played, [hands[viewer]]) if state.aid and viewer in (LEFT, RIGHT) else None,
        to_move=state.to_move,
        phase="over" if state.to_move is None else "defend" if state.attack else "act",
        attack=_shown_attack(state),
        parried=state.parried,
        last_round=state.last_round,
        pile_order=tuple(state.pile) if viewer == REFEREE else None,
    )


def _hand(state: State, seat: int, viewer: Viewer) -> Hand | None:
    laid_open = state.to_move is None and state.last_round is not None and state.last_round.hands is not None
    return tuple(sorted(state.hands[seat])) if laid_open or viewer in (seat, REFEREE) else None


def _unseen(played: Sequence[int], hands: Iterable[Hand | None]) -> Hand:
    """Per value, how many cards are neither discarded nor in the hands given."""
    seen = [card for hand in hands for card in hand or ()]
    return tuple(COPIES - gone - seen.count(value) for value, gone in zip(VALUES, played, strict=True))


def _shown_attack(state: State) -> ShownAttack | None:
    attack, mover = state.attack, state.to_move
    if attack is None or mover is None:
        return None
    return ShownAttack(1 - mover, attack.value, attack.count, attack.indirect)


def imagine(view: EnGardeView, chance: Chance) -> State:
    """A state in which the viewer would see this view: unseen cards are drawn into the hidden hands and the pile.

    Draws again until the seat to move has a step, as a seat without one would already have lost the round.
    """
    pool = [v for v, count in zip(VALUES, _unseen(view.played, view.hands), strict=True) for _ in range(count)]
    while True:
        cards = list(pool)
        chance.shuffle(cards, "imagine")
        hands = [_hand_of(view, seat, cards) for seat in (LEFT, RIGHT)]
        state = _imagined(view, hands, pile=cards)
        if state.to_move is None or legal(stance(state, state.to_move)):
            return state


def _hand_of(view: EnGardeView, seat: int, cards: list[int]) -> list[int]:
    known = view.hands[seat]
    return list(known) if known is not None else [cards.pop() for _ in range(view.hand_sizes[seat])]


def _imagined(view: EnGardeView, hands: list[list[int]], pile: list[int]) -> State:
    attack = Attack(view.attack.value, view.attack.count, view.attack.indirect) if view.attack else None
    return State(
        hands=hands,
        pile=pile,
        discards=_discards(view),
        fencers=list(view.fencers),
        to_move=view.to_move,
        attack=attack,
        parried=view.parried,
        scores=list(view.scores),
        starter=view.starter,
        round=view.round,
        last_round=view.last_round,
        variant="standard" if view.variant == "standard" else "advanced",
        rounds=view.rounds,
        aid=view.aid,
        last_retreat="position" if view.last_retreat == "position" else "hand",
    )


def _discards(view: EnGardeView) -> list[int]:
    """The played cards, in order of value, with the visible ones on top: the last, and all of a pending attack."""
    on_top = 0 if view.discard is None else view.attack.count if view.attack else 1
    below = [count - on_top * (value == view.discard) for value, count in zip(VALUES, view.played, strict=True)]
    cards = [value for value, count in zip(VALUES, below, strict=True) for _ in range(count)]
    return cards + [card for card in [view.discard] * on_top if card is not None]


def check(state: State) -> None:
    """Verify what is true of every state. Raises BadState with the law that is broken."""
    broken = next((law for law, holds in _laws(state) if not holds), None)
    if broken is not None:
        raise BadState(broken)


def _laws(state: State) -> Iterator[tuple[Sentence, bool]]:
    left, right = state.fencers
    cards = sorted([*state.hands[LEFT], *state.hands[RIGHT], *state.pile, *state.discards])
    winner = leader(state)
    yield sentence(N_("The left fencer must stand left of the right one.")), left < right
    yield sentence(N_("There must be five cards of each value.")), cards == DECK
    yield sentence(N_("The scores do not fit the rounds played and the rounds to win.")), _scores_hold(state)
    yield (
        sentence(N_("A seat must be to move until the match is won.")),
        (winner is None) == (state.to_move is not None),
    )
    yield sentence(N_("The last round must be the one before the present round.")), _last_round_holds(state)
    yield sentence(N_("An attack must stand on top of the discards, with cards of the distance.")), _attack_holds(state)
    yield sentence(N_("The hands do not have the sizes that the rules give them.")), _sizes_hold(state)
    if state.to_move is not None:
        has_step = bool(legal(stance(state, state.to_move)))
        yield sentence(N_("The seat to move has no step left: the round would have ended.")), has_step


def _rounds_ended(state: State) -> int:
    return state.round - (state.to_move is not None)


def _scores_hold(state: State) -> bool:
    low, high = sorted(state.scores)
    return low < state.rounds and high <= state.rounds and low + high <= _rounds_ended(state)


def _last_round_holds(state: State) -> bool:
    return (state.last_round.round if state.last_round else 0) == _rounds_ended(state)


def _attack_holds(state: State) -> bool:
    attack = state.attack
    if attack is None:
        return True
    on_top = state.to_move is not None and state.discards[-attack.count :] == [attack.value] * attack.count
    return on_top and attack.value == state.fencers[RIGHT] - state.fencers[LEFT] and not state.parried


def _sizes_hold(state: State) -> bool:
    """Five cards each while cards are left, but for one that has parried with one or two (EG-N40)."""
    mover = state.to_move
    if mover is None:
        return max(map(len, state.hands)) <= HAND
    if not state.pile:
        return state.attack is not None and len(state.hands[mover]) == HAND and len(state.hands[1 - mover]) <= HAND
    own = (HAND - 2, HAND - 1) if state.parried else (HAND,)
    return len(state.hands[mover]) in own and len(state.hands[1 - mover]) == HAND
