"""The bot: it judges every possible step by what its seat may know, and takes the best.

It drafts money and fighting units in balance, pays with the least loss, attacks where the odds promise more than the
bonus card is worth, and reaches for three columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from games.rules.chance import Chance
from games.rules.engine import AnyGame
from games.rules.field_of_glory import steps as st
from games.rules.field_of_glory.cards import CODE, COST, OVERLAP_COST, POINTS, RESERVES, UNITS, Card, fits
from games.rules.field_of_glory.player import rescue
from games.rules.field_of_glory.player.reckoning import (
    FOE,
    FRESH,
    ME,
    SPENT,
    SURPLUS,
    Clash,
    Front,
    Situation,
    assault,
    cheapest,
    cost,
    expected,
    keeping,
    retreat,
    standing,
    survey,
    worth,
)
from games.rules.field_of_glory.state import DRAW, HAND, WINNING
from games.rules.field_of_glory.view import FieldOfGloryView, FightSeen, Odds
from games.rules.game import Step, View

Judge = Callable[[Situation, Step], float]

PLAN: Mapping[str, tuple[float, float]] = {
    # type: worth of the first card drafted, and how much each earlier one lowers the worth of the next
    "CO": (9, 0.3),
    "CV": (6.5, 0.5),
    "MI": (6, 0.5),
    "HI": (5.5, 0.6),
    "SP": (6, 0.8),
    "PK": (5.5, 0.8),
    "EL": (5, 1),
    "LC": (5, 1),
    "RE": (6, 0),
    "LI": (3, 0.5),
    "OV": (2, 1),
    "AR": (2, 0.5),
}
"""What the draft prefers, before the command points of the cards are added."""
SMALL = 3.0
"""Actions that lose less than this are worth a second thought."""
WASTE = 1.0
"""How much of a unit's worth an exchange must gain in addition, as units that were paid for are not wasted lightly."""
NEVER = float("-inf")
LAST = -1000.0
"""The handicap of ending the turn; half of it is that of a desperate attack."""
DEAREST = max(POINTS.values())
"""The command points of the best bonus card."""
RESCUE = 100.0
"""Added to what averts defeat, so that nothing else is done first; twice that to Reserves, which may help."""


def choose(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance) -> Step | None:
    """Return the most promising step, the first of equals; nothing is left to chance.

    `view` is the seat's own view of a match of Field of Glory, `steps` what the seat may do. None if it may do nothing.
    """
    assert isinstance(view, FieldOfGloryView)
    worth = judged(survey(view), steps)
    return max(worth, key=worth.__getitem__, default=None)


def judged(now: Situation, steps: Sequence[Step | None]) -> dict[Step, float]:
    """Return what each step is worth to the seat, in the order of the steps."""
    judge = JUDGES[now.view.phase]
    return {step: judge(now, step) for step in steps if step is not None}


def promising(now: Situation, steps: Sequence[Step | None]) -> list[Step]:
    """Return the steps that may be worth more than they seem, the best first.

    In a turn, these are actions at a small loss too, and the best way to end it.
    """
    worth = judged(now, steps)
    best = sorted((step for step in worth if worth[step] > NEVER), key=lambda step: -worth[step])
    if now.view.phase != "act":
        return best
    ends = sorted((step for step in worth if isinstance(step, st.Draw)), key=lambda step: -worth[step])
    gains = {step: _judge_action(now, step) for step in worth if not isinstance(step, st.Draw)}
    likely = sorted((step for step in gains if gains[step] > -SMALL), key=lambda step: -gains[step])
    return list(dict.fromkeys([*best[:1], *ends[:1], *likely]))


def is_pressing(now: Situation, step: Step) -> bool:
    """Say whether a step leaps to the eye: it may avert defeat, or is sure to win the third terrain card."""
    match step:
        case st.Attack() | st.Flank():
            best = max((POINTS[card] for card in now.hand), default=0)
            return _averts_defeat(now, step) or _is_finish(now, _declared(now, step.card, _attacked(now, step)), best)
        case st.Bonus(source) if now.view.phase == "bonus":
            clash = _fought(now, _fight(now))
            saves = rescue.lacking(now) > 0 and now.fronts[clash.column].control == FOE
            return saves or _is_finish(now, clash, POINTS.get(source, 0))
        case st.Place():
            return _is_rescue(now, step)
    return False


def _attacked(now: Situation, step: st.Attack | st.Flank) -> int:
    return step.column if isinstance(step, st.Flank) else _front_of(now, step.card).number


def _is_rescue(now: Situation, step: st.Place) -> bool:
    """Say whether a unit makes a fight possible that may avert defeat."""
    front = now.fronts[step.column]
    wanted = rescue.is_target(front) and not front.units[ME]
    return wanted and rescue.fights(now) < rescue.lacking(now) and rescue.possible(now)


def _is_finish(now: Situation, clash: Clash, bonus: int) -> bool:
    """Say whether an attack with so many points takes the terrain card that makes three against any answer."""
    sure = all(odds.totals[0] + bonus > odds.totals[1] + DEAREST for odds in clash.sums)
    taken = now.fronts[clash.column].control != ME and now.view.terrain[now.seat] == WINNING - 1
    return sure and taken and not clash.elusive


# --- draft and discards ---


def _judge_draft(now: Situation, step: Step) -> float:
    assert isinstance(step, st.Keep)
    kept = (now.view.draft.kept[now.seat] if now.view.draft else None) or ()
    return _appeal(step.first, kept) + _appeal(step.second, (*kept, step.first))


def _appeal(card: Card, kept: Sequence[Card]) -> float:
    first, less = PLAN[CODE[card]]
    return first - less * [CODE[other] for other in kept].count(CODE[card]) + POINTS[card]


def _judge_drop(now: Situation, step: Step) -> float:
    """Return what is lost by discarding one of two units."""
    assert isinstance(step, st.Drop)
    return _removal(now, _front_of(now, step.card), step.card)


def _removal(now: Situation, front: Front, card: Card) -> float:
    after = _without(front, card)
    return standing(after, now.stake) - standing(front, now.stake) - SPENT * worth(card)


def _front_of(now: Situation, card: Card) -> Front:
    return next(front for front in now.fronts.values() if card in front.units[ME])


def _without(front: Front, card: Card) -> Front:
    return front.with_units(ME, [other for other in front.units[ME] if other != card])


def _judge_trim(now: Situation, step: Step) -> float:
    assert isinstance(step, st.Trim)
    return -keeping(now, step.card)


# --- placing ---


def _judge_placing(now: Situation, step: Step) -> float:
    """Rate a step during a placement: units that are worth their price, then the cheapest payment."""
    bill = now.view.placing
    assert bill is not None
    match step:
        case st.Settle():
            return 0
        case st.Pay(card):
            rest = [other for other in now.hand if other != card]
            return -keeping(now, card) - cheapest(now, rest, max(0, bill.cost - bill.paid - POINTS[card]))
    gain = _judge_deed(now, step)
    return gain if gain > 0 or bill.clearing else NEVER


def _placement(now: Situation, card: Card, front: Front) -> float:
    """Return how much a unit of the hand improves a column, less the unit and what pays for it."""
    bill = now.view.placing
    owed = bill.cost if bill else 0
    rest = [other for other in now.hand if other != card]
    price = cheapest(now, rest, owed + cost(card, front)) - cheapest(now, now.hand, owed)
    after = front.with_units(ME, [*front.units[ME], card])
    return standing(after, now.stake) - standing(front, now.stake) - price - keeping(now, card)


def _exchange(now: Situation, card: Card) -> float:
    """Return how much the best unit in another's place would improve a column."""
    front = _front_of(now, card)
    room = _without(front, card)
    heirs = [unit for unit in now.hand if unit in UNITS and fits(list(room.units[ME]), unit)]
    return (
        _removal(now, front, card)
        - WASTE * worth(card)
        + max((_placement(now, unit, room) for unit in heirs), default=NEVER)
    )


# --- actions ---


def _judge_turn(now: Situation, step: Step) -> float:
    """Rate a step of a turn: first any promise of gain, then what may still avert defeat; then the turn ends."""
    if isinstance(step, st.Draw):
        return LAST + _drawing(now, step.card)
    gain = _judge_deed(now, step)
    if gain > 0:
        return gain
    return LAST / 2 + gain if _averts_defeat(now, step) else NEVER


def _judge_deed(now: Situation, step: Step) -> float:
    """Return an action, or a part of a placement; while defeat threatens, what cannot avert it has to wait."""
    gain = _judge_action(now, step)
    if not rescue.lacking(now):
        return gain
    if isinstance(step, st.Reserves):
        return 2 * RESCUE if gain > 0 else NEVER
    return _judge_rescue(now, step, gain) if rescue.possible(now) else gain


def _judge_rescue(now: Situation, step: Step, gain: float) -> float:
    """Rate a rescue: first a fight with good odds that can avert defeat, then a unit for a column in need.

    The rest can wait.
    """
    if _averts_defeat(now, step):
        return RESCUE + gain if gain > 0 else gain
    if not isinstance(step, st.Place):
        return NEVER
    front = now.fronts[step.column]
    if rescue.is_target(front) and front.units[ME]:
        return gain
    if rescue.is_target(front) and rescue.fights(now) < rescue.lacking(now):
        return RESCUE + rescue.placement(now, step.card, front)
    return NEVER


def _judge_flank(now: Situation, step: Step) -> float:
    """Return a flank attack that may still avert defeat is worth the terrain card at any odds."""
    return _judge_action(now, step) + (now.stake if _averts_defeat(now, step) else 0)


def _averts_defeat(now: Situation, step: Step) -> bool:
    """Say whether a step attacks a column with which the opponent would win at the next Victory check (FG-10)."""
    if not rescue.lacking(now) or not isinstance(step, st.Attack | st.Flank):
        return False
    return now.fronts[_attacked(now, step)].control == FOE


def _judge_action(now: Situation, step: Step) -> float:
    match step:
        case st.Place(card, column):
            return _placement(now, card, now.fronts[column])
        case st.Remove(card):
            return _exchange(now, card)
        case st.Attack(card) | st.Flank(card):
            return _ambition(now, _declared(now, card, _attacked(now, step)))
        case st.Reserves():
            return _drawing(now, RESERVES)
    return 0


def _drawing(now: Situation, card: Card) -> float:
    """Return what drawing promises: three cards, or as many as a discarded card has points, if enough are left to
    draw.

    Cards beyond nine are discarded again.
    """
    discarded = bool(card) and card != RESERVES
    left = now.view.deck_sizes[now.seat] + now.view.discard_sizes[now.seat] + discarded
    count = min(left, POINTS[card] if discarded else DRAW)
    excess = max(0, len(now.hand) - bool(card) + count - HAND)
    return FRESH * count - SURPLUS * excess - (keeping(now, card) if card else 0)


def _declared(now: Situation, lead: Card, column: int) -> Clash:
    """Return an attack that could be declared, from its odds line."""
    sums = tuple(odds for odds in now.view.odds if odds.lead == lead and odds.column == column)
    base = _front_of(now, lead).number
    elusive = all(COST[card] < COST[lead] for card in now.fronts[column].units[FOE])
    return Clash(ME, column, lead, None if base == column else base, sums, elusive)


def _ambition(now: Situation, clash: Clash) -> float:
    """Return what an attack promises with the bonus card that suits it best, less that card."""
    return max((assault(now, clash, points) - loss for points, loss in _bonuses(now)), default=NEVER)


# --- fights ---


def _bonuses(now: Situation) -> Iterator[tuple[int, float]]:
    """Yield every bonus card the viewer could take: its points, and the loss of playing it."""
    yield from {POINTS[card]: (POINTS[card], keeping(now, card)) for card in now.hand}.values()
    yield _bonus(now, st.DECK)


def _bonus(now: Situation, source: str) -> tuple[int, float]:
    """Return the points and the loss of one bonus card; for the deck, an average card."""
    if source == st.NONE:
        return 0, 0
    if source != st.DECK:
        return POINTS[source], keeping(now, source)
    cards = now.view.decks[now.seat] or now.view.discards[now.seat] or ()
    return sum(POINTS[card] for card in cards) // max(1, len(cards)), FRESH


def _judge_bonus(now: Situation, step: Step) -> float:
    """Return the attacker's bonus card, or Overlap before it."""
    clash = _fought(now, _fight(now))
    match step:
        case st.Bonus(source):
            points, loss = _bonus(now, source)
            return assault(now, clash, points) - loss
        case st.Overlap(card):
            return _overlapping(now, clash) - keeping(now, card)
    return NEVER


def _overlapping(now: Situation, clash: Clash) -> float:
    """Return what an attack promises after an Overlap (FG-31)."""
    beside = [now.fronts[column] for column in (clash.column - 1, clash.column + 1) if column in now.fronts]
    units = [card for front in beside if not front.units[FOE] for card in front.units[ME] if card != clash.lead]
    more = sum(COST[card] <= OVERLAP_COST for card in units)
    return _ambition(now, clash._replace(sums=tuple(_raised(odds, more) for odds in clash.sums))) if more else NEVER


def _raised(odds: Odds, more: int) -> Odds:
    attack, defence = odds.totals
    return replace(odds, totals=(attack + more, defence))


def _fight(now: Situation) -> FightSeen:
    assert now.view.fight is not None
    return now.view.fight


def _fought(now: Situation, fight: FightSeen) -> Clash:
    """Return the attack under way."""
    by = ME if fight.by == now.seat else FOE
    elusive = set(fight.withdrawable) == set(now.fronts[fight.column].units[1 - by])
    return Clash(by, fight.column, fight.lead, fight.beside, fight.sums, elusive)


def _judge_answer(now: Situation, step: Step) -> float:
    """Return the defender's answer: a lead with the bonus card that suits it best, that card, or withdrawing
    altogether.
    """
    clash = _fought(now, _fight(now))
    match step:
        case st.Stand(card):
            return max(_defence(now, clash, card, *bonus) for bonus in [(0, 0.0), *_bonuses(now)])
        case st.Bonus(source):
            return _defence(now, clash, clash.sums[0].against, *_bonus(now, source))
    return retreat(now, clash) if clash.elusive else NEVER


def _defence(now: Situation, clash: Clash, lead: Card, points: int, loss: float) -> float:
    odds = next(odds for odds in clash.sums if odds.against == lead)
    return expected(now, clash, odds, points) - loss


JUDGES: Mapping[str, Judge] = {
    "draft": _judge_draft,
    "advance": _judge_drop,
    "flank": _judge_flank,
    "act": _judge_turn,
    "place": _judge_placing,
    "bonus": _judge_bonus,
    "answer": _judge_answer,
    "leave": _judge_drop,
    "trim": _judge_trim,
}
"""How steps are judged, by the decision asked for."""
