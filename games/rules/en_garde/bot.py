"""The bot: it weighs every step against each hand the opponent may hold, by how likely that hand is.

It counts what is public (discards, hand sizes, the pile) and looks one answer ahead: whom an attack hits, who would be
hit after a move, and who wins the comparison when the last card is drawn. The fewer cards are left to draw, the more it
cares who is further forward, so that it cannot be driven back by one attack after another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import comb, tanh
from typing import NamedTuple

from games.rules.chance import Chance
from games.rules.en_garde.state import COPIES, DRAWN, HAND, SPACES, VALUES, room
from games.rules.en_garde.steps import Advance, AnyStep, Back, Direct, Indirect, Parry, Retreat, Stance, legal
from games.rules.en_garde.view import EnGardeView
from games.rules.engine import AnyGame
from games.rules.game import Step, View

Counts = tuple[int, ...]
"""How many cards of each value, 1 to 5, a fencer holds."""

EVEN = 0.5
STRUCK = 0.1
"""Our chance in a round when the opponent holds the cards to hit: it does not know what we hold."""
AHEAD = 0.45
"""The most that being further forward is worth: it decides tied comparisons and leaves room to retreat."""
LEAD, LEAD_BY_CARD = 3.0, 0.7
"""How many spaces further forward make a good lead: at the end, and in addition for each card still to be drawn."""
DRIVEN_BACK = 0.1
"""The gain when the opponent has to retreat."""
GUARD = 0.04
"""The worth of a card of the distance in hand; only two count, as they parry everything that can be parried."""
KEEN = 0.06
"""The worth of standing where our next attack cannot be parried."""
SURE = 0.98
"""The most that anything is worth that does not win the round for certain, which is worth 1."""
CERTAIN = 1 - 1e-9
"""What is worth more than this wins the round for certain: likelihoods add up to 1 but for rounding."""
LAST_WORD = 0.7
"""How much to trust our guess of what the opponent does with the last card: what it draws and knows is uncertain."""


class Side(NamedTuple):
    """What decides a fencer's next answer: its cards, and the spaces behind it."""

    cards: Counts
    room: int

    def without(self, value: int, count: int = 1, gained: int = 0) -> Side:
        """Return this side after playing `count` cards of a value and going `gained` spaces forward."""
        rest = tuple(held - count * (each == value) for each, held in zip(VALUES, self.cards, strict=True))
        return Side(rest, self.room + gained)

    def holds(self, value: int) -> int:
        """Return how many cards of a value it holds; 0 for a distance that no card has."""
        return self.cards[value - 1] if value in VALUES else 0

    @property
    def lowest(self) -> int:
        """The lowest card, or a number too high for any move when there is none."""
        return next((value for value in VALUES if self.holds(value)), SPACES)


class Situation(NamedTuple):
    """A position as its seat sees it: `others` are the sides the opponent may have, each with its likelihood."""

    own: Side
    others: list[tuple[float, Side]]
    distance: int
    pile: int
    advanced: bool
    by_hand: bool
    """Whether hands decide a round that ends with a retreat."""
    drawn: float
    """What a drawn round is worth to us."""
    unseen: Sequence[int]
    """How many cards of each value we have not seen."""


def choose(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance) -> Step | None:
    """Return the most promising step, the first of equals; nothing is left to chance.

    `view` is the seat's own view of a match of En Garde, `steps` what the seat may do. None if it may do nothing.
    """
    assert isinstance(view, EnGardeView)
    worth = judged(view, steps)
    return max(worth, key=worth.__getitem__, default=None)


def judged(view: EnGardeView, steps: Sequence[Step | None]) -> dict[Step, float]:
    """Return what each step is worth that the seat of a view may take, in their order."""
    now = survey(view)
    return {step: judge(now, view, step) for step in steps if step is not None}


def survey(view: EnGardeView) -> Situation:
    """Return the position, from what the view shows; unseen cards are counted even where the page does not count
    them.
    """
    seat = view.viewer
    own = tuple((view.hands[seat] or ()).count(value) for value in VALUES)
    unseen = [COPIES - gone - held for gone, held in zip(view.played, own, strict=True)]
    behind = room(view.fencers, 1 - seat)
    others = [(likely, Side(hand, behind)) for likely, hand in hands(unseen, view.hand_sizes[1 - seat])]
    side = Side(own, room(view.fencers, seat))
    by_hand = view.last_retreat == "hand"
    advanced, drawn = view.variant == "advanced", _worth_drawn(view)
    return Situation(side, others, view.distance, view.pile, advanced, by_hand, drawn, unseen)


def _worth_drawn(view: EnGardeView) -> float:
    """Return what a drawn round is worth: if it is the last that a match can have, the score decides the match
    (EG-N5).
    """
    own, other = view.scores[view.viewer], view.scores[1 - view.viewer]
    if view.round - own - other < DRAWN or own == other:
        return EVEN
    return float(own > other)


def hands(unseen: Sequence[int], size: int) -> Iterator[tuple[float, Counts]]:
    """Yield every hand of `size` unseen cards with its likelihood; the likelihoods add up to 1."""
    whole = comb(sum(unseen), size)
    for hand in product(*(range(min(count, size) + 1) for count in unseen)):
        if sum(hand) == size:
            ways = 1
            for count, taken in zip(unseen, hand, strict=True):
                ways *= comb(count, taken)
            yield ways / whole, hand


def judge(now: Situation, view: EnGardeView, step: Step) -> float:
    """Return how likely the step wins the round, looking one answer ahead: 1 where it does for certain, else less."""
    match step:
        case Parry():
            assert view.attack is not None
            return _after_parry(now._replace(own=now.own.without(view.attack.value, view.attack.count)))
        case Retreat(value):
            return _moved(now, -value, by_hand=now.by_hand)
    return _acted(now, step)


def _after_parry(now: Situation) -> float:
    """Return the best action with the remaining cards; after the last card the hands are compared."""
    if not now.pile:
        return _compared(now)
    return max((_acted(now, step) for step in _actions(now)), default=0)


def _actions(now: Situation) -> list[AnyStep]:
    hand = [value for value in VALUES for _ in range(now.own.holds(value))]
    return legal(Stance(hand, now.distance, now.own.room, None, now.advanced))


def _acted(now: Situation, step: Step) -> float:
    match step:
        case Advance(value):
            return _moved(now, value)
        case Back(value):
            return _moved(now, -value)
        case Direct(value, count):
            return _attacked(now, value, count, evadable=False)
        case Indirect(advance, value, count):
            nearer = now._replace(own=now.own.without(advance, gained=advance), distance=now.distance - advance)
            return _attacked(nearer, value, count, evadable=True)
    raise ValueError(step)


def _moved(now: Situation, forward: int, *, by_hand: bool = True) -> float:
    """Return our chance after a card that moves our fencer.

    The opponent is to act, unless the pile is now empty.
    """
    own = now.own.without(abs(forward), gained=forward)
    after = now._replace(own=own, distance=now.distance - forward, pile=now.pile - _refill(own))
    if after.pile <= 0:
        return _compared(after, by_hand=by_hand)
    return sum(likely * _faced(after, other) for likely, other in now.others)


def _attacked(now: Situation, value: int, count: int, *, evadable: bool) -> float:
    """Return our chance after an attack, over each hand that may answer it."""
    own = now.own.without(value, count)
    after = now._replace(own=own, pile=now.pile - _refill(own))
    return sum(likely * _answered(after, other, value, count, evadable) for likely, other in now.others)


def _answered(now: Situation, other: Side, value: int, count: int, evadable: bool) -> float:
    """Return the result of an attack: a parry and then the opponent's action, a retreat, or a hit."""
    parries = other.holds(value) >= count
    retreats = [each for each in VALUES if evadable and other.holds(each) and each <= other.room]
    if now.pile <= 0:
        ends = [_outcome(now, other.without(value, count))] * parries
        ends += [_evaded(now, other, each) for each in retreats]
        return _likely(ends) if ends else 1
    if parries:
        return _faced(now, other.without(value, count))
    if retreats:
        return min(SURE, EVEN + DRIVEN_BACK + _standing(now._replace(distance=now.distance + retreats[0])))
    return 1


def _likely(ends: Sequence[float]) -> float:
    """Return the first of these ends, which is what we expect; for certain only where each of them is a win."""
    return ends[0] if min(ends) == 1 else min(SURE, ends[0])


def _evaded(now: Situation, other: Side, value: int) -> float:
    """Return the result where the opponent ends the round by a retreat."""
    apart = now._replace(distance=now.distance + value)
    return _outcome(apart, other.without(value, gained=-value), by_hand=now.by_hand)


def _faced(now: Situation, other: Side) -> float:
    """Return the position in which the opponent acts at this distance, with these cards."""
    if _hits(other, now):
        return STRUCK
    if not _can_act(other, now.distance):
        return 1
    standing = EVEN + _standing(now)
    if now.pile == 1 and (ways := list(_last_moves(now, other))):
        if not _attacks(other, now) and all(_is_won(*way, other) for way in ways):
            return 1
        return min(SURE, LAST_WORD * min(_outcome(*way) for way in ways) + (1 - LAST_WORD) * standing)
    return min(SURE, standing + KEEN * (now.own.holds(now.distance) > other.holds(now.distance)))


def _last_moves(now: Situation, other: Side) -> Iterator[tuple[Situation, Side]]:
    """Yield where each move of the opponent with one card leads, which ends the round."""
    ways = [(value, value) for value in VALUES if value < now.distance]
    ways += [(value, -value) for value in VALUES if value <= other.room]
    for value, forward in ways:
        if other.holds(value):
            yield now._replace(distance=now.distance - forward), other.without(value, gained=forward)


def _is_won(after: Situation, moved: Side, before: Side) -> bool:
    """Say whether we win the comparison, no matter which card the opponent draws last.

    `before` is its side before its move.
    """
    distance = after.distance
    may_draw = distance in VALUES and after.unseen[distance - 1] > before.holds(distance)
    return _outcome(after, moved.without(distance, -1) if may_draw else moved) == 1


def _attacks(other: Side, now: Situation) -> bool:
    """Say whether the opponent can attack at all, met or not."""
    hand = [value for value in VALUES for _ in range(other.holds(value))]
    steps = legal(Stance(hand, now.distance, other.room, None, now.advanced))
    return any(isinstance(step, Direct | Indirect) for step in steps)


def _hits(other: Side, now: Situation) -> bool:
    """Say whether the opponent can attack so that we can neither parry nor retreat with our present hand."""
    own, distance = now.own, now.distance
    if other.holds(distance) > own.holds(distance):
        return True
    if not now.advanced or own.lowest <= own.room:
        return False
    return any(
        other.holds(value) and other.without(value).holds(distance - value) > own.holds(distance - value)
        for value in VALUES
        if value < distance
    )


def _can_act(side: Side, distance: int) -> bool:
    return side.lowest < distance or side.lowest <= side.room or side.holds(distance) > 0


def _standing(now: Situation) -> float:
    """Return what our place and our cards are worth as long as nobody is hit."""
    lead = 2 * now.own.room - (SPACES - 1 - now.distance)
    forward = AHEAD * tanh(lead / (LEAD + LEAD_BY_CARD * now.pile))
    return forward + GUARD * min(2, now.own.holds(now.distance))


def _compared(now: Situation, *, by_hand: bool = True) -> float:
    """Return our chance when the last card is drawn, over all hands the opponent may hold."""
    return sum(likely * _outcome(now, other, by_hand=by_hand) for likely, other in now.others)


def _outcome(now: Situation, other: Side, *, by_hand: bool = True) -> float:
    """Return one hand compared with ours: cards of the distance, then who is further forward."""
    lead = now.own.holds(now.distance) - other.holds(now.distance) if by_hand else 0
    lead = lead or now.own.room - other.room
    return now.drawn if not lead else float(lead > 0)


def _refill(own: Side) -> int:
    return HAND - sum(own.cards)
