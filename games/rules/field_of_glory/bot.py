"""A computer player: it weighs every step it may take by what its seat may know, and takes the best.

It drafts money and fighting units in balance, pays with the least loss, attacks where the odds promise more than the
bonus card is worth, and reaches for three columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from games.rules.chance import Chance
from games.rules.engine import AnyGame
from games.rules.field_of_glory import rescue
from games.rules.field_of_glory import steps as st
from games.rules.field_of_glory.cards import CODE, COST, OVERLAP_COST, POINTS, RESERVES, UNITS, Card, fits
from games.rules.field_of_glory.reckoning import (
    FOE,
    FRESH,
    ME,
    SPENT,
    SURPLUS,
    Clash,
    Front,
    Look,
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
from games.rules.field_of_glory.state import DRAW, HAND
from games.rules.field_of_glory.view import FieldOfGloryView, FightSeen, Odds
from games.rules.game import Step, View

Judge = Callable[[Look, Step], float]

PLAN: Mapping[str, tuple[float, float]] = {
    # type: worth of the first one drafted, and what each one drafted before takes off the next
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
"""What the draft looks for, before the command points of the cards."""
WASTE = 1.0
"""How much of a unit's worth an exchange must earn on top: units that were paid for are not thrown away lightly."""
NEVER = float("-inf")
LAST = -1000.0
"""Set against ending the turn; half of it against an attack of despair."""
RESCUE = 100.0
"""Set before what averts defeat, so that nothing else is done first; twice that before Reserves, which may help."""


def choose(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance) -> Step | None:
    """The step that promises most, the first of equals; chance has no part in it.

    `view` is the seat's own view of a match of Field of Glory, `steps` what the seat may do. None if it may do nothing.
    """
    assert isinstance(view, FieldOfGloryView)
    look, judge = survey(view), JUDGES[view.phase]
    return max((step for step in steps if step is not None), key=lambda step: judge(look, step), default=None)


# --- draft and discards ---


def _judge_draft(look: Look, step: Step) -> float:
    assert isinstance(step, st.Keep)
    kept = (look.view.draft.kept[look.seat] if look.view.draft else None) or ()
    return _appeal(step.first, kept) + _appeal(step.second, (*kept, step.first))


def _appeal(card: Card, kept: Sequence[Card]) -> float:
    first, less = PLAN[CODE[card]]
    return first - less * [CODE[other] for other in kept].count(CODE[card]) + POINTS[card]


def _judge_drop(look: Look, step: Step) -> float:
    """What is lost with one of two units."""
    assert isinstance(step, st.Drop)
    return _removal(look, _front_of(look, step.card), step.card)


def _removal(look: Look, front: Front, card: Card) -> float:
    after = _without(front, card)
    return standing(after, look.stake) - standing(front, look.stake) - SPENT * worth(card)


def _front_of(look: Look, card: Card) -> Front:
    return next(front for front in look.fronts.values() if card in front.units[ME])


def _without(front: Front, card: Card) -> Front:
    return front.with_units(ME, [other for other in front.units[ME] if other != card])


def _judge_trim(look: Look, step: Step) -> float:
    assert isinstance(step, st.Trim)
    return -keeping(look, step.card)


# --- placing ---


def _judge_placing(look: Look, step: Step) -> float:
    """While a placement is composed: units that are worth their price, then the cheapest payment."""
    bill = look.view.placing
    assert bill is not None
    match step:
        case st.Settle():
            return 0
        case st.Pay(card):
            rest = [other for other in look.hand if other != card]
            return -keeping(look, card) - cheapest(look, rest, max(0, bill.cost - bill.paid - POINTS[card]))
    gain = _judge_deed(look, step)
    return gain if gain > 0 or bill.clearing else NEVER


def _placement(look: Look, card: Card, front: Front) -> float:
    """What a unit of the hand improves in a column, less the unit and what pays for it."""
    bill = look.view.placing
    owed = bill.cost if bill else 0
    rest = [other for other in look.hand if other != card]
    price = cheapest(look, rest, owed + cost(card, front)) - cheapest(look, look.hand, owed)
    after = front.with_units(ME, [*front.units[ME], card])
    return standing(after, look.stake) - standing(front, look.stake) - price - keeping(look, card)


def _exchange(look: Look, card: Card) -> float:
    """What the best unit to take another's place would improve."""
    front = _front_of(look, card)
    room = _without(front, card)
    heirs = [unit for unit in look.hand if unit in UNITS and fits(list(room.units[ME]), unit)]
    return (
        _removal(look, front, card)
        - WASTE * worth(card)
        + max((_placement(look, unit, room) for unit in heirs), default=NEVER)
    )


# --- actions ---


def _judge_turn(look: Look, step: Step) -> float:
    """Whatever promises anything goes first, then what may yet avert defeat; then the turn ends."""
    if isinstance(step, st.Draw):
        return LAST + _drawing(look, step.card)
    gain = _judge_deed(look, step)
    if gain > 0:
        return gain
    return LAST / 2 + gain if _averts_defeat(look, step) else NEVER


def _judge_deed(look: Look, step: Step) -> float:
    """An action, or a part of a placement; what cannot avert defeat waits until it is averted."""
    gain = _judge_action(look, step)
    if not rescue.lacking(look):
        return gain
    if isinstance(step, st.Reserves):
        return 2 * RESCUE if gain > 0 else NEVER
    return _judge_rescue(look, step, gain) if rescue.possible(look) else gain


def _judge_rescue(look: Look, step: Step, gain: float) -> float:
    """A fight that can avert defeat at good odds first, then a unit where there is to be one; the rest can wait."""
    if _averts_defeat(look, step):
        return RESCUE + gain if gain > 0 else gain
    if not isinstance(step, st.Place):
        return NEVER
    front = look.fronts[step.column]
    if rescue.is_target(front) and front.units[ME]:
        return gain
    if rescue.is_target(front) and rescue.fights(look) < rescue.lacking(look):
        return RESCUE + rescue.placement(look, step.card, front)
    return NEVER


def _judge_flank(look: Look, step: Step) -> float:
    """A flank attack that may yet avert defeat is worth the terrain card at any odds."""
    return _judge_action(look, step) + (look.stake if _averts_defeat(look, step) else 0)


def _averts_defeat(look: Look, step: Step) -> bool:
    """Whether it attacks a column with which the opponent would win at the next Victory check (FG-10)."""
    if not rescue.lacking(look) or not isinstance(step, st.Attack | st.Flank):
        return False
    column = step.column if isinstance(step, st.Flank) else _front_of(look, step.card).number
    return look.fronts[column].control == FOE


def _judge_action(look: Look, step: Step) -> float:
    match step:
        case st.Place(card, column):
            return _placement(look, card, look.fronts[column])
        case st.Remove(card):
            return _exchange(look, card)
        case st.Attack(card):
            return _ambition(look, _declared(look, card, _front_of(look, card).number))
        case st.Flank(card, column):
            return _ambition(look, _declared(look, card, column))
        case st.Reserves():
            return _drawing(look, RESERVES)
    return 0


def _drawing(look: Look, card: Card) -> float:
    """What drawing promises: three cards, or as many as a discarded card has points, if so many are left to draw.

    Beyond nine they go again.
    """
    discarded = bool(card) and card != RESERVES
    left = look.view.deck_sizes[look.seat] + look.view.discard_sizes[look.seat] + discarded
    count = min(left, POINTS[card] if discarded else DRAW)
    excess = max(0, len(look.hand) - bool(card) + count - HAND)
    return FRESH * count - SURPLUS * excess - (keeping(look, card) if card else 0)


def _declared(look: Look, lead: Card, column: int) -> Clash:
    """An attack that could be declared, from its odds line."""
    sums = tuple(odds for odds in look.view.odds if odds.lead == lead and odds.column == column)
    base = _front_of(look, lead).number
    elusive = all(COST[card] < COST[lead] for card in look.fronts[column].units[FOE])
    return Clash(ME, column, lead, None if base == column else base, sums, elusive)


def _ambition(look: Look, clash: Clash) -> float:
    """What an attack promises with the bonus card that suits it best, less that card."""
    return max((assault(look, clash, points) - loss for points, loss in _bonuses(look)), default=NEVER)


# --- fights ---


def _bonuses(look: Look) -> Iterator[tuple[int, float]]:
    """Every bonus card the viewer could take: its points, and what is lost with it."""
    yield from {POINTS[card]: (POINTS[card], keeping(look, card)) for card in look.hand}.values()
    yield _bonus(look, st.DECK)


def _bonus(look: Look, source: str) -> tuple[int, float]:
    """Points and loss of one bonus card; the deck's is an average one."""
    if source == st.NONE:
        return 0, 0
    if source != st.DECK:
        return POINTS[source], keeping(look, source)
    cards = look.view.decks[look.seat] or look.view.discards[look.seat] or ()
    return sum(POINTS[card] for card in cards) // max(1, len(cards)), FRESH


def _judge_bonus(look: Look, step: Step) -> float:
    """The attacker's bonus card, or Overlap before it."""
    clash = _fought(look, _fight(look))
    match step:
        case st.Bonus(source):
            points, loss = _bonus(look, source)
            return assault(look, clash, points) - loss
        case st.Overlap(card):
            return _overlapping(look, clash) - keeping(look, card)
    return NEVER


def _overlapping(look: Look, clash: Clash) -> float:
    """What an attack promises after an Overlap (FG-31)."""
    beside = [look.fronts[column] for column in (clash.column - 1, clash.column + 1) if column in look.fronts]
    units = [card for front in beside if not front.units[FOE] for card in front.units[ME] if card != clash.lead]
    more = sum(COST[card] <= OVERLAP_COST for card in units)
    return _ambition(look, clash._replace(sums=tuple(_raised(odds, more) for odds in clash.sums))) if more else NEVER


def _raised(odds: Odds, more: int) -> Odds:
    attack, defence = odds.totals
    return replace(odds, totals=(attack + more, defence))


def _fight(look: Look) -> FightSeen:
    assert look.view.fight is not None
    return look.view.fight


def _fought(look: Look, fight: FightSeen) -> Clash:
    """The attack under way."""
    by = ME if fight.by == look.seat else FOE
    elusive = set(fight.withdrawable) == set(look.fronts[fight.column].units[1 - by])
    return Clash(by, fight.column, fight.lead, fight.beside, fight.sums, elusive)


def _judge_answer(look: Look, step: Step) -> float:
    """Standing with a lead and the bonus card that suits it best, that card, or giving way altogether."""
    clash = _fought(look, _fight(look))
    match step:
        case st.Stand(card):
            return max(_defence(look, clash, card, *bonus) for bonus in [(0, 0.0), *_bonuses(look)])
        case st.Bonus(source):
            return _defence(look, clash, clash.sums[0].against, *_bonus(look, source))
    return retreat(look, clash) if clash.elusive else NEVER


def _defence(look: Look, clash: Clash, lead: Card, points: int, loss: float) -> float:
    odds = next(odds for odds in clash.sums if odds.against == lead)
    return expected(look, clash, odds, points) - loss


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
"""How steps are judged, by the decision that is asked."""
