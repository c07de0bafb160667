"""What an experienced friend would say to a fencer whose turn it is, from what the fencer sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import comb
from typing import NamedTuple

from games.rules.en_garde.guide import can_act_after_parry
from games.rules.en_garde.state import COPIES, VALUES
from games.rules.en_garde.steps import Advance, AnyStep, Back, Direct, Indirect, Parry, Retreat, legal, stance_seen
from games.rules.en_garde.view import EnGardeView
from games.rules.en_garde.words import cards_of
from games.rules.game import Seat
from games.rules.sentence import N_, Sentence, counted, sentence

LAST = 2
"""With so few cards left to draw, how the round ends is decided now."""


class Shift(NamedTuple):
    """A step forward or back, the distance that it leaves, and how many cards of that value stay in the hand."""

    step: Advance | Back
    leaves: int
    kept: int

    @property
    def words(self) -> Sentence:
        """The move, as a sentence goes on with it."""
        template = N_("advance {value}") if isinstance(self.step, Advance) else N_("step back {value}")
        return sentence(template, value=self.step.value)


def advice(view: EnGardeView, seat: Seat) -> Sentence | None:
    """Return the weightiest thing to be said; None for a fencer who waits."""
    if view.to_move != seat:
        return None
    steps = legal(stance_seen(view, seat))
    return _answering(view, steps) if view.attack else _acting(view, seat, steps)


def held_at_most(view: EnGardeView, seat: Seat, value: int) -> int:
    """Return how many cards of a value the opponent of a seat can hold, as far as the seat is shown."""
    own = view.hands[seat] or ()
    left = COPIES - own.count(value) if view.unseen is None else view.unseen[value - 1]
    return min(left, view.hand_sizes[1 - seat])


def _answering(view: EnGardeView, steps: Sequence[AnyStep]) -> Sentence:
    attack = view.attack
    assert attack is not None
    if not view.pile and view.last_retreat == "position":
        return sentence(N_("Your answer ends the round. After a retreat, the fencer who is further forward wins it."))
    if not view.pile:
        return sentence(N_("Your answer ends the round: keep the cards that match the distance it leaves."))
    if Parry() not in steps:
        return sentence(N_("You can’t parry this, so retreat. You keep all your other cards."))
    if can_act_after_parry(view):
        template = N_("Parry with {cards}: then it’s your turn, with the cards you have left.")
        return sentence(template, cards=cards_of(attack.value, attack.count))
    if any(isinstance(step, Retreat) for step in steps):
        return sentence(N_("If you parry, you can’t move or attack with the rest, and you lose the round: retreat."))
    return sentence(N_("You can only parry, but then you can’t move or attack, and you lose the round."))


def _acting(view: EnGardeView, seat: Seat, steps: Sequence[AnyStep]) -> Sentence:
    return (
        _certain(view, seat, steps)
        or _attack(view, seat, steps)
        or _last_cards(view)
        or _move(view, seat, list(_moves(view, seat, steps)))
    )


def _certain(view: EnGardeView, seat: Seat, steps: Sequence[AnyStep]) -> Sentence | None:
    """Return a hit that the opponent cannot answer: a direct attack with more cards than it can hold."""
    for step in steps:
        if isinstance(step, Direct) and step.count > held_at_most(view, seat, step.value):
            template = N_("Attack with {cards}: your opponent can’t have the cards to parry. That’s a hit!")
            return sentence(template, cards=cards_of(step.value, step.count))
    return None


def _attack(view: EnGardeView, seat: Seat, steps: Sequence[AnyStep]) -> Sentence | None:
    direct = max((step.count for step in steps if isinstance(step, Direct)), default=0)
    if direct:
        return _direct(view, seat, direct)
    after = max((step for step in steps if isinstance(step, Indirect)), key=lambda each: each.count, default=None)
    if after is None:
        return None
    template = N_(
        "You’re {distance} apart: advance {advance}, and an attack with {cards} would hit, unless it’s answered."
    )
    cards = cards_of(after.value, after.count)
    return sentence(template, distance=view.distance, advance=after.advance, cards=cards)


def _direct(view: EnGardeView, seat: Seat, count: int) -> Sentence:
    """Return how likely an attack with so many cards hits: without the card counter only that it may."""
    cards = cards_of(view.distance, count)
    if view.unseen is None:
        template = N_("You’re {distance} apart: an attack with {cards} would hit, unless it’s parried.")
        return sentence(template, distance=view.distance, cards=cards)
    template = N_("You’re {distance} apart: an attack with {cards} hits in about {chance} of 100 cases.")
    chance = _hits(view.unseen, view.hand_sizes[1 - seat], view.distance, count)
    return sentence(template, distance=view.distance, cards=cards, chance=chance)


def _hits(unseen: Sequence[int], held: int, value: int, count: int) -> int:
    """Return in how many of 100 cases a hand that is dealt of the unseen cards can’t parry so many of a value."""
    copies = unseen[value - 1]
    others = sum(unseen) - copies
    few = sum(comb(copies, number) * comb(others, held - number) for number in range(min(count, held + 1)))
    return round(100 * few / comb(copies + others, held))


def _last_cards(view: EnGardeView) -> Sentence | None:
    if view.pile > LAST:
        return None
    return counted(
        "{count} card left to draw: then more cards that match the distance win, or else more ground gained.",
        "{count} cards left to draw: then more cards that match the distance win, or else more ground gained.",
        view.pile,
    )


def _moves(view: EnGardeView, seat: Seat, steps: Iterable[AnyStep]) -> Iterator[Shift]:
    hand = view.hands[seat] or ()
    for step in steps:
        if isinstance(step, Advance | Back):
            leaves = view.distance + (-step.value if isinstance(step, Advance) else step.value)
            yield Shift(step, leaves, hand.count(leaves) - (step.value == leaves))


def reach(view: EnGardeView) -> int:
    """Return the greatest distance across which the next turn can hit."""
    return max(VALUES) * (2 if view.variant == "advanced" else 1)


def _move(view: EnGardeView, seat: Seat, moves: Sequence[Shift]) -> Sentence:
    """Return which distance to leave: one whose cards one has, or from which the opponent can hardly hit."""
    if all(move.leaves > reach(view) for move in moves):
        template = N_(
            "You’re {distance} apart, too far for a hit next turn. Get closer, and keep cards of the same value."
        )
        return sentence(template, distance=view.distance)
    kept = max(moves, key=lambda move: move.kept)
    if kept.kept:
        template = N_("You’re {distance} apart: {move}. From there you can parry or attack with {cards}.")
        cards = cards_of(kept.leaves, kept.kept)
        return sentence(template, distance=view.distance, move=kept.words, cards=cards)
    return _least_danger(view, seat, moves)


def _least_danger(view: EnGardeView, seat: Seat, moves: Sequence[Shift]) -> Sentence:
    """Return the move after which fewest cards would hit, with no ground lost for nothing; one can parry after none."""
    best = min(moves, key=lambda move: (_hitting(view, seat, move.leaves), _is_open(view, move.leaves), move.leaves))
    number = _hitting(view, seat, best.leaves)
    if best.leaves > reach(view):
        template = N_("You’re {distance} apart: {move}. At {leaves} apart, no attack can reach you next turn.")
    elif best.leaves > max(VALUES):
        template = N_("You’re {distance} apart: {move}. At {leaves}, only an attack after an advance could hit you.")
    elif number:
        template = N_(
            "You’re {distance} apart: {move}. You couldn’t parry anywhere; there, the fewest cards could hit."
        )
    else:
        template = N_(
            "You’re {distance} apart: {move}. At {leaves}, your opponent can’t have a {leaves} to attack with."
        )
    return sentence(template, distance=view.distance, move=best.words, leaves=best.leaves)


def _is_open(view: EnGardeView, distance: int) -> bool:
    """Say whether the opponent could advance and hit from a distance."""
    return view.variant == "advanced" and distance <= reach(view)


def _hitting(view: EnGardeView, seat: Seat, distance: int) -> int:
    """Return how many cards the opponent could hit with at once from a distance."""
    return held_at_most(view, seat, distance) if distance in VALUES else 0
