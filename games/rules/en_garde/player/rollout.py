"""A round played on to its end in one imagined world, by fencers who know their own hands and what has been played.

Each plays the step that promises most, much as `bot` judges it, but by odds from a table in place of every hand that
the other may hold: so that a search can play thousands of rounds on. Lists go by seat, and by value of the card.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, tanh
from typing import NamedTuple

from games.rules.en_garde.bot import (
    AHEAD,
    DRIVEN_BACK,
    EVEN,
    GUARD,
    KEEN,
    LEAD,
    LEAD_BY_CARD,
    STRUCK,
    SURE,
)
from games.rules.en_garde.state import COPIES, HAND, LEFT, RIGHT, SPACES, VALUES, State, room
from games.rules.en_garde.steps import Advance, Back, Direct, Indirect, Parry, Retreat
from games.rules.game import Step

CARDS = COPIES * len(VALUES)
PARRIED_LAST = 0.3
"""The worth of being further forward where the last attack is parried."""


def _at_least(unseen: int, total: int, count: int) -> float:
    """Return how likely a hand drawn from `total` cards holds so many of the `unseen` ones of a value."""
    size, rest = min(HAND, total), max(0, total - unseen)
    ways = sum(comb(unseen, held) * comb(rest, size - held) for held in range(max(0, count), size + 1))
    return ways / comb(unseen + rest, size)


AT_LEAST = [
    [[_at_least(unseen, total, count) for count in range(HAND + 2)] for total in range(CARDS + 1)]
    for unseen in range(COPIES + 1)
]
"""By unseen cards of a value, all unseen cards, and how many the other hand has at least."""
STANDING = [
    [EVEN + AHEAD * tanh(lead / (LEAD + LEAD_BY_CARD * pile)) for pile in range(CARDS)]
    for lead in (*range(SPACES), *range(-SPACES, 0))
]
"""What a lead (negative: from the end) is worth with so many cards left to draw."""


class Eyes(NamedTuple):
    """What a fencer knows as it acts: its hand, how many cards of each value it hasn't seen, and of all."""

    hand: list[int]
    unseen: list[int]
    total: int
    room: int
    other_room: int


class Round:
    """A round that is played on. `winner` is None while it goes on, and LEVEL where nobody wins it."""

    LEVEL = 2

    def __init__(self, state: State) -> None:
        assert state.to_move is not None
        self.hands = [[hand.count(value) for value in range(HAND + 1)] for hand in state.hands]
        self.played = [state.discards.count(value) for value in range(HAND + 1)]
        self.pile = list(state.pile)
        self.distance = state.fencers[RIGHT] - state.fencers[LEFT]
        self.rooms = [room(state.fencers, LEFT), room(state.fencers, RIGHT)]
        self.mover = state.to_move
        self.attack = (state.attack.value, state.attack.count, state.attack.indirect) if state.attack else None
        self.advanced = state.variant == "advanced"
        self.by_hand = state.last_retreat == "hand"
        self.winner: int | None = None

    # --- playing ---

    def run(self) -> int:
        """Play on to the end; return the winner or LEVEL."""
        while self.winner is None:
            if self.attack:
                self._defend(*self.attack)
            else:
                self.take(self._best())
        return self.winner

    def take(self, step: Step) -> None:
        """Take a step of the seat to move."""
        seat = self.mover
        match step:
            case Advance(value):
                self._go(seat, value, value)
            case Back(value) | Retreat(value):
                self.attack = None
                self._go(seat, value, -value)
            case Direct(value, count):
                self._strike(seat, value, count, indirect=False)
            case Indirect(advance, value, count):
                self._go(seat, advance, advance)
                self._strike(seat, value, count, indirect=True)
            case Parry():
                self._parry(seat)
                return
        self._end_turn(seat, by_hand=self.by_hand or type(step) is not Retreat)

    def _discard(self, seat: int, value: int, count: int) -> None:
        self.hands[seat][value] -= count
        self.played[value] += count

    def _go(self, seat: int, value: int, forward: int) -> None:
        self._discard(seat, value, 1)
        self.distance -= forward
        self.rooms[seat] += forward

    def _strike(self, seat: int, value: int, count: int, *, indirect: bool) -> None:
        self._discard(seat, value, count)
        self.attack = value, count, indirect

    def _parry(self, seat: int) -> None:
        assert self.attack is not None
        value, count, _indirect = self.attack
        self._discard(seat, value, count)
        self.attack = None
        self._settle(by_hand=True)

    def _end_turn(self, seat: int, *, by_hand: bool) -> None:
        hand, pile = self.hands[seat], self.pile
        for _ in range(min(HAND - sum(hand), len(pile))):
            hand[pile.pop()] += 1
        self.mover = 1 - seat
        self._settle(by_hand=by_hand)

    def _settle(self, *, by_hand: bool) -> None:
        """End the round where it is over."""
        mover = self.mover
        if self.attack:
            value, count, indirect = self.attack
            if self.hands[mover][value] < count and not (indirect and self._lowest(mover) <= self.rooms[mover]):
                self.winner = 1 - mover
        elif not self.pile:
            self._compare(by_hand=by_hand)
        elif not self._can_act(mover):
            self.winner = 1 - mover

    def _lowest(self, seat: int) -> int:
        hand = self.hands[seat]
        return next((value for value in VALUES if hand[value]), SPACES)

    def _can_act(self, seat: int) -> bool:
        lowest = self._lowest(seat)
        return lowest < self.distance or lowest <= self.rooms[seat] or _held(self.hands[seat], self.distance) > 0

    def _compare(self, *, by_hand: bool) -> None:
        left, right = self.hands
        lead = _held(left, self.distance) - _held(right, self.distance) if by_hand else 0
        lead = lead or self.rooms[LEFT] - self.rooms[RIGHT]
        self.winner = Round.LEVEL if not lead else LEFT if lead > 0 else RIGHT

    # --- choosing ---

    def _defend(self, value: int, count: int, indirect: bool) -> None:
        """Meet an attack where that’s possible, else go back to where the fencer stands best."""
        hand, seat = self.hands[self.mover], self.mover
        if hand[value] >= count:
            self._parry(seat)
            return
        eyes = self._eyes()
        ways = [each for each in VALUES if hand[each] and each <= eyes.room]
        self.take(Retreat(max(ways, key=lambda each: self._moved(eyes, each, -each))))

    def _eyes(self) -> Eyes:
        seat = self.mover
        hand, played = self.hands[seat], self.played
        unseen = [COPIES - gone - held for gone, held in zip(played, hand, strict=True)]
        total = len(self.pile) + sum(self.hands[1 - seat])
        return Eyes(hand, unseen, total, self.rooms[seat], self.rooms[1 - seat])

    def _best(self) -> Step:
        eyes = self._eyes()
        return max(self._weighed(eyes), key=_worth)[1]

    def _weighed(self, eyes: Eyes) -> Iterator[tuple[float, Step]]:
        """Yield each possible action with its worth."""
        hand, distance = eyes.hand, self.distance
        for value in VALUES:
            if hand[value]:
                if value < distance:
                    yield self._moved(eyes, value, value), ADVANCES[value]
                    if self.advanced:
                        yield from self._after_advance(eyes, value)
                if value <= eyes.room:
                    yield self._moved(eyes, value, -value), BACKS[value]
        for count in range(1, _held(hand, distance) + 1):
            yield self._struck(eyes, distance, count, hand[distance], 0), Direct(distance, count)

    def _after_advance(self, eyes: Eyes, value: int) -> Iterator[tuple[float, Step]]:
        nearer = self.distance - value
        spare = _held(eyes.hand, nearer) - (value == nearer)
        for count in range(1, spare + 1):
            yield self._struck(eyes, nearer, count, spare, value), Indirect(value, nearer, count)

    def _moved(self, eyes: Eyes, value: int, forward: int) -> float:
        """Return the worth of one card that moves the fencer."""
        distance = self.distance - forward
        own = eyes.room + forward
        held = _held(eyes.hand, distance) - (value == distance)
        pile = len(self.pile) - HAND + sum(eyes.hand) - 1
        lead = 2 * own + distance - SPACES + 1
        if pile <= 0:
            return _compared(eyes, distance, held, lead)
        worth = STANDING[lead][pile] + GUARD * min(2, held)
        if distance > HAND:
            return worth
        odds = AT_LEAST[eyes.unseen[distance]][eyes.total]
        return odds[held + 1] * STRUCK + (1 - odds[held + 1]) * worth + (1 - odds[held]) * KEEN

    def _struck(self, eyes: Eyes, distance: int, count: int, held: int, advance: int) -> float:
        """Return the worth of an attack, after an advance by so much or none: a hit, a retreat, or a parry."""
        odds = AT_LEAST[eyes.unseen[distance]][eyes.total]
        lead = 2 * (eyes.room + advance) + distance - SPACES + 1
        pile = len(self.pile) - HAND + sum(eyes.hand) - count - bool(advance)
        met, answered = odds[count], odds[held + 1]  # answered: by a hit, after the parry
        standing = STANDING[lead][max(0, pile)] if pile > 0 else EVEN + PARRIED_LAST * ((lead > 0) - (lead < 0))
        past = min(SURE, standing + DRIVEN_BACK) if advance and eyes.other_room else 1.0
        return (1 - met) * past + (met - answered) * standing + answered * STRUCK


def _worth(weighed: tuple[float, Step]) -> float:
    return weighed[0]


def _held(hand: list[int], distance: int) -> int:
    return hand[distance] if distance <= HAND else 0


def _compared(eyes: Eyes, distance: int, held: int, lead: int) -> float:
    """Return our chance as the hands are compared: more cards of the distance, then the lead."""
    tied = EVEN if not lead else float(lead > 0)
    if distance > HAND:
        return tied
    odds = AT_LEAST[eyes.unseen[distance]][eyes.total]
    return 1 - odds[held] + (odds[held] - odds[held + 1]) * tied


ADVANCES = [Advance(value) for value in range(HAND + 1)]
BACKS = [Back(value) for value in range(HAND + 1)]
