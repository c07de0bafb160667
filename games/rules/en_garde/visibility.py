"""Who may see what (EG-N6, EG-M5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.rules.en_garde.state import COPIES, LEFT, RIGHT, VALUES, State
from games.rules.en_garde.view import EnGardeView, ShownAttack
from games.rules.game import REFEREE, Viewer

Hand = tuple[int, ...]


def view(state: State, viewer: Viewer) -> EnGardeView:
    """Return what the viewer may know of the state: its own hand, and the other hand only once it has been shown."""
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
        unseen=unseen(played, hands) if state.aid and viewer in (LEFT, RIGHT) else None,
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


def unseen(played: Sequence[int], hands: Iterable[Hand | None]) -> Hand:
    """Return, for each value, how many cards are neither discarded nor in the given hands."""
    seen = [card for hand in hands for card in hand or ()]
    return tuple(COPIES - gone - seen.count(value) for value, gone in zip(VALUES, played, strict=True))


def _shown_attack(state: State) -> ShownAttack | None:
    attack, mover = state.attack, state.to_move
    if attack is None or mover is None:
        return None
    return ShownAttack(1 - mover, attack.value, attack.count, attack.indirect)
