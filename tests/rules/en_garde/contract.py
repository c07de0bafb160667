"""En Garde's part of the contract suite."""

from __future__ import annotations

from games.rules.en_garde.events import (
    Advanced,
    Attacked,
    Drew,
    Evaded,
    HandsShown,
    MatchWon,
    Parried,
    RoundDrawn,
    RoundStarted,
    RoundWon,
    WentBack,
)
from games.rules.en_garde.laws import LAWS
from games.rules.en_garde.state import State
from games.rules.en_garde.steps import Direct, Indirect, legal, parse, stance
from games.rules.game import Viewer
from tests.rules.contract.hooks import Deed, Fired, Hooks


def _attack(deed: Deed) -> Attacked:
    return deed.get(Attacked) or Attacked(0, 0, 0)


def _indirect(deed: Deed) -> Indirect | None:
    step = parse(deed.text)
    return step if isinstance(step, Indirect) else None


def _won_by(deed: Deed, reason: str) -> bool:
    won = deed.get(RoundWon)
    return won is not None and won.reason == reason


def _distance(state: State) -> int:
    return state.fencers[1] - state.fencers[0]


def _steps(state: State) -> int:
    return 0 if state.to_move is None else len(legal(stance(state, state.to_move)))


def _only_attacks(deed: Deed) -> bool:
    offered = legal(stance(deed.before, deed.before.to_move))
    return all(isinstance(step, Direct) for step in offered)


def _same_value_twice(deed: Deed) -> bool:
    step = _indirect(deed)
    return step is not None and step.advance == step.value


def _evades_to_the_end(deed: Deed) -> bool:
    evaded = deed.get(Evaded)
    return evaded is not None and evaded.space in (1, 23)


def _evades_many(deed: Deed) -> bool:
    return deed.has(Evaded) and deed.before.attack.count > 2


def _evades_with_the_value(deed: Deed) -> bool:
    evaded = deed.get(Evaded)
    return evaded is not None and evaded.value == deed.before.attack.value


def _draws_the_last(deed: Deed) -> bool:
    drew = deed.get(Drew)
    return drew is not None and drew.count == len(deed.before.pile)


def _compares(deed: Deed, *last: type) -> bool:
    return deed.has(HandsShown) and deed.has(*last)


FIRED: dict[str, Fired] = {
    "N2": lambda deed: deed.has(RoundStarted),
    "N4": lambda deed: deed.has(RoundStarted) and deed.before.starter != deed.after.starter,
    "N5": lambda deed: deed.has(MatchWon),
    "N8": lambda deed: deed.has(Advanced) and not deed.has(Attacked),
    "N9": lambda deed: deed.has(WentBack),
    "N10": lambda deed: deed.text == f"B{_distance(deed.before)}",
    "N11": lambda deed: deed.has(Attacked) and not _attack(deed).indirect,
    "N12": lambda deed: _attack(deed).count > 3,
    "N13": lambda deed: _indirect(deed) is not None,
    "N14": _same_value_twice,
    "N15": lambda deed: deed.has(Drew),
    "N17": lambda deed: deed.before.attack is not None,
    "N18": lambda deed: deed.has(Parried),
    "N19": lambda deed: _attack(deed).count > 2 and not _attack(deed).indirect,
    "N20": lambda deed: deed.before.parried,
    "N21": lambda deed: deed.before.parried and deed.has(Attacked),
    "N22": lambda deed: deed.has(Evaded),
    "N23": _evades_to_the_end,
    "N24": _evades_many,
    "N25": _evades_with_the_value,
    "N26": lambda deed: _won_by(deed, "hit"),
    "N27": lambda deed: deed.before.attack is not None and _steps(deed.before) == 1,
    "N29": lambda deed: _won_by(deed, "stuck"),
    "N30": lambda deed: deed.has(HandsShown),
    "N31": lambda deed: _compares(deed, Parried, Evaded),
    "N32": lambda deed: _compares(deed, Advanced, WentBack, Evaded),
    "N33": _draws_the_last,
    "N34": lambda deed: _won_by(deed, "comparison-hand"),
    "N35": lambda deed: _won_by(deed, "comparison-position") or deed.has(RoundDrawn),
    "N36": _only_attacks,
    "N38": lambda deed: deed.has(Parried) and _won_by(deed, "stuck"),
    "N41": lambda deed: deed.before.attack is not None and deed.before.attack.indirect,
    "N42": lambda deed: deed.has(Parried) and deed.before.attack.indirect,
    "M2": lambda deed: deed.has(MatchWon) and min(deed.after.scores) == deed.after.rounds - 1,
    "M3": lambda deed: deed.has(MatchWon) and deed.after.rounds == 1,
    "M4": lambda deed: deed.before.variant == "standard" and _compares(deed, Advanced, WentBack),
}


def kept_from(state: State, viewer: Viewer) -> tuple[str, ...]:
    """Return the pile, and every other hand unless the hands were laid open at the end."""
    laid_open = state.to_move is None and state.last_round is not None and state.last_round.hands is not None
    hands = [] if laid_open else [f"hands.{seat}.*" for seat in (0, 1) if seat != viewer]
    return ("pile.*", *hands)


def _lasting(state: State) -> tuple[int, bool, int, int]:
    """Return few points, then fencers out of reach who have come equally far."""
    ended = state.last_round if state.to_move is None else None
    left, right = ended.fencers if ended else state.fencers
    lead = abs(left - 1 - (23 - right))
    return -sum(state.scores), right - left > (5 if len(state.pile) < 2 else 10), -lead, right - left


VIEW_KEYS = """
    aid attack attack.by attack.count attack.indirect attack.value discard distance fencers hand_sizes hands
    last_retreat last_round last_round.fencers last_round.hands last_round.reason last_round.round last_round.winner
    parried phase pile pile_order played round rounds scores starter to_move unseen variant viewer
"""

HOOKS = Hooks(
    fired=FIRED,
    tests="tests/rules/en_garde",
    kept_from=kept_from,
    laws=lambda _: [law for law, _ in LAWS],
    view_keys=tuple(VIEW_KEYS.split()),
    short={"rounds": (1, 2)},
    lasting=_lasting,
    longest={"rounds": 9},
    beam=6,
)
