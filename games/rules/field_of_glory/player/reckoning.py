"""What columns, cards and fights are worth to the bot, from its seat's view alone.

Values are roughly in command points, as a player would pay for them. More is better for the viewer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.rules.field_of_glory.cards import CODE, COST, HEAVY, KIND, POINTS, ROUGH, WOODS_HEAVY, WOODS_LIGHT, Card
from games.rules.field_of_glory.state import FLANKS, HAND, WINNING
from games.rules.field_of_glory.view import Cards, ColumnSeen, FieldOfGloryView, Odds

ME, FOE = 0, 1
"""Sides as the viewer sees them: pairs in this module go by side, not by seat."""

STAKE = 8.0
"""The worth of controlling a terrain card for good."""
TENSE, URGENT = 1.5, 3.0
"""How much more it is worth while a seat has two, and while the opponent has the three that win."""
HOLD: Mapping[tuple[bool, bool, bool], float] = {
    # controlled, units there, opposing units there
    (True, True, False): 1.0,
    (True, False, False): 0.7,
    (True, True, True): 0.6,
    (True, False, True): 0.2,
    (False, True, False): 0.6,
    (False, True, True): 0.1,
    (False, False, True): 0.0,
    (False, False, False): 0.0,
}
"""How much of the stake a side has in a column."""
FREE, FACING = 0.5, 1.0
"""The worth of a point of combat strength without and with opposing units."""
MATCH = 0.5
"""How much of a printed modifier counts before there is an attack."""
SECOND = 1.0
"""The combat strength of a second unit, if there are opposing units."""

READY: Mapping[str, float] = {
    "EL": 1,
    "PK": 1,
    "SP": 1,
    "HI": 1,
    "MI": 1,
    "CV": 1,
    "LI": 0.5,
    "CO": 1,
    "OV": -0.5,
    "RE": 5,
}
"""What a card in hand is worth beyond its command points."""
FRESH = 1.3
"""The worth of a card to be drawn."""
SURPLUS = 0.8
"""The worth of the card that is discarded when a hand is full."""
DEAR = 0.4
"""The worth of a command point in hand: three new cards come every turn."""
PLENTY, THRIFT = 6, 0.1
"""Each card in hand beyond so many makes all of them that much cheaper."""
FALLEN, SPENT = 0.8, 0.3
"""How much of a unit's worth is lost when it is eliminated, and when it is discarded."""

KEPT_BONUS: Mapping[int, float] = {2: 0.15, 3: 0.25, 4: 0.35, 5: 0.25}
BLIND_BONUS: Mapping[int, float] = {2: 0.35, 3: 0.3, 4: 0.2, 5: 0.15}
NO_BONUS: Mapping[int, float] = {0: 1.0}
"""The chances of an opponent's bonus card, by command points: from the hand, from the deck, and with neither."""


class Front(NamedTuple):
    """A column: the side that controls it, and the units of both sides."""

    number: int
    terrain: str
    control: int | None
    units: tuple[Cards, Cards]

    def with_units(self, side: int, units: Sequence[Card]) -> Front:
        """Return the column with other units on one side."""
        mine, theirs = self.units
        return self._replace(units=(tuple(units), theirs) if side == ME else (mine, tuple(units)))


class Situation(NamedTuple):
    """The match as its viewer sees it; `stake` is what a terrain card is worth now."""

    view: FieldOfGloryView
    seat: int
    fronts: Mapping[int, Front]
    hand: Cards
    stake: float


class Clash(NamedTuple):
    """An attack by a side: its lead, the flanking column of the lead, the odds against every possible defence.

    `elusive` says that all defenders may withdraw.
    """

    by: int
    column: int
    lead: Card
    beside: int | None
    sums: tuple[Odds, ...]
    elusive: bool

    @property
    def base(self) -> int:
        """The column whose units the attacker risks (FG-16)."""
        return self.beside or self.column


def survey(view: FieldOfGloryView) -> Situation:
    """Return the match as the viewing seat sees it."""
    seat = view.viewer
    fronts = {column.number: _front(column, seat) for column in view.columns}
    return Situation(view, seat, fronts, view.hands[seat] or (), _stake(view.terrain[seat], view.terrain[1 - seat]))


def _front(column: ColumnSeen, seat: int) -> Front:
    mine, theirs = (tuple(unit.card for unit in column.units[side]) for side in (seat, 1 - seat))
    control = None if column.control is None else int(column.control != seat)
    return Front(column.number, column.terrain, control, (mine, theirs))


def _stake(mine: int, theirs: int) -> float:
    if theirs >= WINNING:
        return STAKE * URGENT
    return STAKE * (TENSE if max(mine, theirs) >= WINNING - 1 else 1)


# --- columns ---


def standing(front: Front, stake: float) -> float:
    """Return what a column is worth in its present state."""
    return _holding(front, ME, stake) - _holding(front, FOE, stake)


def _holding(front: Front, side: int, stake: float) -> float:
    units, others = front.units[side], front.units[1 - side]
    held = HOLD[front.control == side, bool(units), bool(others)]
    return stake * held + (FACING if others else FREE) * power(front, side)


def power(front: Front, side: int) -> float:
    """Return the combat strength of a side in a column, with its best lead."""
    units, others = front.units[side], front.units[1 - side]
    second = SECOND if others and len(units) > 1 else 0
    return max((_force(front, card, others) for card in units), default=0) + second


def _force(front: Front, card: Card, others: Cards) -> float:
    modifiers = [KIND[card].against.get(CODE[other], 0) for other in others]
    return KIND[card].value + woods(front, card) + MATCH * min(modifiers, default=0)


def woods(front: Front, card: Card) -> int:
    """Return what the terrain adds to a lead or takes from it (FG-38)."""
    if front.terrain != "woods":
        return 0
    return WOODS_HEAVY if CODE[card] in HEAVY else WOODS_LIGHT * (CODE[card] == "LI")


# --- cards ---


def cost(card: Card, front: Front) -> int:
    """Return what it costs to place a unit in a column, in command points (FG-21)."""
    penalty = KIND[card].flank if front.number in FLANKS else 0
    return COST[card] + penalty + (ROUGH if front.terrain == "rough" else 0)


def worth(card: Card) -> float:
    """Return what a unit is worth to its owner for the rest of the match."""
    return KIND[card].value + KIND[card].prize


def thrift(now: Situation) -> float:
    """Return how much a card in hand is worth to its owner, as a factor: a full hand can afford to spend."""
    return 1 - THRIFT * max(0, min(len(now.hand), HAND) - PLENTY)


def keeping(now: Situation, card: Card) -> float:
    """Return what a card in hand is worth."""
    return DEAR * thrift(now) * (POINTS[card] + READY.get(CODE[card], 0))


def cheapest(now: Situation, cards: Sequence[Card], price: int) -> float:
    """Return the least that must be given up to pay a price with some of the cards; infinite if they do not suffice."""
    least = [0.0] + [float("inf")] * price
    for card in cards:
        loss, points = keeping(now, card), POINTS[card]
        for paid in range(price, 0, -1):
            least[paid] = min(least[paid], least[max(0, paid - points)] + loss)
    return least[price]


# --- fights ---


def assault(now: Situation, clash: Clash, bonus: int) -> float:
    """Return what the viewer's attack promises with `bonus` points against the best defence."""
    prospects = [expected(now, clash, odds, bonus) for odds in clash.sums]
    return min([*prospects, retreat(now, clash)] if clash.elusive else prospects)


def retreat(now: Situation, clash: Clash) -> float:
    """Return what changes for the viewer if all defenders withdraw."""
    return _change(now, _parted(now, clash))


def expected(now: Situation, clash: Clash, odds: Odds, bonus: int) -> float:
    """Return what a fight promises the viewer with `bonus` points, over the opponent's likely bonus cards."""
    mine, theirs = (0, 1) if clash.by == ME else (1, 0)
    margin = odds.totals[mine] + bonus - odds.totals[theirs]
    sign = 1 if clash.by == ME else -1
    chances = _foreseen(now, clash)
    return sum(chance * _result(now, clash, odds.against, sign * (margin - card)) for card, chance in chances.items())


def _foreseen(now: Situation, clash: Clash) -> Mapping[int, float]:
    foe, fight = 1 - now.seat, now.view.fight
    if clash.by == FOE and fight:
        return BLIND_BONUS if fight.blind else KEPT_BONUS if fight.bonus else NO_BONUS
    if now.view.hand_sizes[foe]:
        return KEPT_BONUS
    return BLIND_BONUS if now.view.deck_sizes[foe] + now.view.discard_sizes[foe] else NO_BONUS


def _result(now: Situation, clash: Clash, defence: Card, margin: int) -> float:
    """Return what a fight changes for the viewer; the attacker wins it by `margin`, or loses it if that is below 0."""
    toll = SPENT
    if margin > 0:
        fronts, toll = _won(now, clash), FALLEN
    elif margin < 0 or CODE[defence] == "SP":
        fronts, toll = _lost(now, clash, defence), FALLEN
    else:
        fronts = _tied(now, clash)
    return _change(now, fronts, toll)


def _change(now: Situation, fronts: Sequence[Front], toll: float = SPENT) -> float:
    before = [now.fronts[front.number] for front in fronts]
    return sum(
        standing(new, now.stake) - standing(old, now.stake) - toll * (_gone(old, new, ME) - _gone(old, new, FOE))
        for old, new in zip(before, fronts, strict=True)
    )


def _gone(old: Front, new: Front, side: int) -> float:
    return sum(worth(card) for card in old.units[side] if card not in new.units[side])


def _won(now: Situation, clash: Clash) -> list[Front]:
    """Return the columns after the attacker has won (FG-40, FG-41)."""
    (front,) = _parted(now, clash)
    return [front._replace(control=clash.by)]


def _parted(now: Situation, clash: Clash) -> list[Front]:
    """Return the columns after the defenders have gone and one attacker stays (FG-34).

    A unit beside a flanking lead stays too (FG-16).
    """
    front = now.fronts[clash.column].with_units(1 - clash.by, ())
    return [front if clash.beside else front.with_units(clash.by, [clash.lead])]


def _lost(now: Situation, clash: Clash, defence: Card) -> list[Front]:
    """Return the columns after the attacker has lost (FG-40, FG-42)."""
    front = now.fronts[clash.column].with_units(1 - clash.by, [defence])
    if front.control == clash.by:
        front = front._replace(control=None)
    return _without_attackers(now, clash, front)


def _tied(now: Situation, clash: Clash) -> list[Front]:
    """Return the columns after a tie (FG-43)."""
    front = now.fronts[clash.column].with_units(1 - clash.by, ())
    return _without_attackers(now, clash, front._replace(control=None))


def _without_attackers(now: Situation, clash: Clash, front: Front) -> list[Front]:
    if clash.beside is None:
        return [front.with_units(clash.by, ())]
    return [front, now.fronts[clash.beside].with_units(clash.by, ())]
