"""What an experienced friend would say to a fencer whose turn it is, from what the fencer sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import comb
from typing import NamedTuple

from games.rules.en_garde.guide import can_act_after_parry
from games.rules.en_garde.state import COPIES, HAND, VALUES, room
from games.rules.en_garde.steps import Advance, AnyStep, Back, Direct, Indirect, Parry, Retreat, legal, stance_seen
from games.rules.en_garde.view import EnGardeView
from games.rules.en_garde.words import SEVERAL, cards_of, label
from games.rules.game import Seat
from games.rules.sentence import N_, Param, Sentence, counted, sentence

LAST = 2
"""With so few cards left to draw, how the round ends is decided now."""
PROBABLY = 0.6
"""How likely something is that a friend would bet on."""
GUARD = 0.06
"""What a card of the distance is worth, next to a hit that counts 1; only two are needed to parry."""
GROUND = 0.02
"""What a space gained is worth."""
BROKEN = 0.12
"""What it costs to play a card of a pair or triple that the opponent couldn’t parry."""


class Shift(NamedTuple):
    """A step forward or back, the distance that it leaves, and how many cards of that value stay in the hand."""

    step: Advance | Back
    leaves: int
    kept: int

    @property
    def forward(self) -> int:
        """How many spaces the fencer gains; negative for a step back."""
        return self.step.value if isinstance(self.step, Advance) else -self.step.value

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
    return _answering(view, seat, steps) if view.attack else _acting(view, seat, steps)


def held_at_most(view: EnGardeView, seat: Seat, value: int) -> int:
    """Return how many cards of a value the opponent of a seat can hold, as far as the seat is shown."""
    own = view.hands[seat] or ()
    left = COPIES - own.count(value) if view.unseen is None else view.unseen[value - 1]
    return min(left, view.hand_sizes[1 - seat])


def _answering(view: EnGardeView, seat: Seat, steps: Sequence[AnyStep]) -> Sentence:
    attack = view.attack
    assert attack is not None
    if not view.pile:
        return _last_answer(view, seat, steps)
    if Parry() not in steps:
        return sentence(N_("You can’t parry this, so retreat. You keep all your other cards."))
    if can_act_after_parry(view):
        template = N_("Parry with {cards}: then it’s your turn, with the cards you have left.")
        return sentence(template, cards=cards_of(attack.value, attack.count))
    if any(isinstance(step, Retreat) for step in steps):
        return sentence(N_("If you parry, you can’t move or attack with the rest, and you lose the round: retreat."))
    return sentence(N_("You can only parry, but then you can’t move or attack, and you lose the round."))


def _last_answer(view: EnGardeView, seat: Seat, steps: Iterable[AnyStep]) -> Sentence:
    """Return the answer that ends the round best, if it is a good one."""
    chances = {step: _after_answer(view, seat, step) for step in steps}
    best = max(chances, key=chances.__getitem__)
    if chances[best] >= PROBABLY:
        return sentence(N_("{answer}: that ends the round, and you’d probably win it."), answer=label(best))
    if view.last_retreat == "position":
        return sentence(N_("Your answer ends the round. After a retreat, the fencer who is further forward wins it."))
    return sentence(N_("Your answer ends the round: keep the cards that match the distance it leaves."))


def _after_answer(view: EnGardeView, seat: Seat, step: AnyStep) -> float:
    hand, ahead = view.hands[seat] or (), lead(view, seat)
    if not isinstance(step, Retreat):
        assert view.attack is not None
        return _winning(view, seat, view.distance, hand.count(view.distance) - view.attack.count + (ahead > 0))
    ahead -= step.value
    if view.last_retreat == "position":
        return float(ahead > 0)
    leaves = view.distance + step.value
    return _winning(view, seat, leaves, hand.count(leaves) - (leaves == step.value) + (ahead > 0))


def _acting(view: EnGardeView, seat: Seat, steps: Sequence[AnyStep]) -> Sentence:
    moves = list(_moves(view, seat, steps))
    return (
        _certain(view, seat, steps)
        or _ended_now(view, seat, list(_ending(view, seat, moves)))
        or _attack(view, seat, steps)
        or _last_cards(view)
        or _move(view, seat, moves)
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
        return _minding_the_pile(view, seat, _direct(view, seat, direct), 2 * direct + 1)
    after = max((step for step in steps if isinstance(step, Indirect)), key=lambda each: each.count, default=None)
    if after is None:
        return None
    template = N_(
        "You’re {distance} apart: advance {advance}, and an attack with {cards} would hit, unless it’s answered."
    )
    cards = cards_of(after.value, after.count)
    said = sentence(template, distance=view.distance, advance=after.advance, cards=cards)
    return _minding_the_pile(view, seat, said, 2 * after.count + 2)


# --- The last cards ---------------------------------------------------------------------------------------------------


def lead(view: EnGardeView, seat: Seat) -> int:
    """Return how many spaces a seat’s fencer is further forward than the other; negative where it is behind."""
    return room(view.fencers, seat) - room(view.fencers, 1 - seat)


def _minding_the_pile(view: EnGardeView, seat: Seat, attack: Sentence, drawn: int) -> Sentence:
    """Return an attack with a warning where the cards drawn for it and for the answer may end a round lost on ground.

    After the answer to the attack, the opponent has the last move.
    """
    if view.pile > drawn or lead(view, seat) >= 0:
        return attack
    template = N_("You’re {distance} apart and could attack. But few cards are left, and you’re less far forward.")
    return sentence(template, distance=view.distance)


def _ending(view: EnGardeView, seat: Seat, moves: Iterable[Shift]) -> Iterator[Shift]:
    """Yield the moves that draw the last card, and so end the round."""
    if view.pile <= HAND + 1 - view.hand_sizes[seat]:
        yield from moves


def _ended_now(view: EnGardeView, seat: Seat, moves: Sequence[Shift]) -> Sentence | None:
    """Return the best move that ends the round, if that wins it for certain or probably."""

    def chance(move: Shift) -> float:
        return _winning(view, seat, move.leaves, move.kept + (lead(view, seat) + move.forward > 0))

    best = max(moves, key=chance, default=None)
    if best is None or chance(best) < PROBABLY:
        return None
    theirs = held_at_most(view, seat, best.leaves) if best.leaves in VALUES else 0
    template = _why_won(best, theirs) if chance(best) == 1 else N_("End the round now: {move}. You’d probably win it.")
    return sentence(template, move=best.words, **_matching(best))


def _why_won(move: Shift, theirs: int) -> str:
    if move.leaves not in VALUES:
        return N_("End the round now: {move}. At {leaves} apart no card matches, and you’re further forward.")
    if move.kept > theirs:
        return N_("End the round now: {move}. Your opponent can’t have as many {values} as you.")
    return N_("End the round now: {move}. Your opponent can’t have more {values} than you, and you’re further forward.")


def _matching(move: Shift) -> dict[str, Param]:
    """Return the distance that a move leaves, and the cards that match it."""
    if move.leaves not in VALUES:
        return {"leaves": move.leaves}
    return {"leaves": move.leaves, "values": sentence(SEVERAL[move.leaves - 1])}


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
        "{count} card left to draw: then more cards that match the distance win, or else being further forward.",
        "{count} cards left to draw: then more cards that match the distance win, or else being further forward.",
        view.pile,
    )


def _winning(view: EnGardeView, seat: Seat, leaves: int, enough: int) -> float:
    """Return how likely the opponent doesn’t hold enough cards, at the distance left, for the round to be its own."""
    return 1 - likely(view, seat, leaves, enough)


# --- Moves ------------------------------------------------------------------------------------------------------------


def _moves(view: EnGardeView, seat: Seat, steps: Iterable[AnyStep]) -> Iterator[Shift]:
    hand = view.hands[seat] or ()
    for step in steps:
        if isinstance(step, Advance | Back):
            leaves = view.distance + (-step.value if isinstance(step, Advance) else step.value)
            yield Shift(step, leaves, hand.count(leaves) - (step.value == leaves))


def reach(view: EnGardeView) -> int:
    """Return the greatest distance across which the next turn can hit."""
    return max(VALUES) * (2 if view.variant == "advanced" else 1)


def likely(view: EnGardeView, seat: Seat, value: int, count: int) -> float:
    """Return how likely the opponent holds at least so many cards of a value, as far as the seat is shown."""
    own, size = view.hands[seat] or (), view.hand_sizes[1 - seat]
    if count <= 0:
        return 1
    if value not in VALUES:
        return 0
    left = COPIES - own.count(value) if view.unseen is None else view.unseen[value - 1]
    total = COPIES * len(VALUES) - len(own) if view.unseen is None else sum(view.unseen)
    ways = sum(comb(left, held) * comb(total - left, size - held) for held in range(count, size + 1))
    return ways / comb(total, size)


def _move(view: EnGardeView, seat: Seat, moves: Sequence[Shift]) -> Sentence:
    """Return which distance to leave: one whose cards one has, or from which the opponent can hardly hit."""
    if all(move.leaves > reach(view) for move in moves) and any(isinstance(move.step, Advance) for move in moves):
        template = N_(
            "You’re {distance} apart, too far for a hit next turn. Get closer, and keep cards of the same value."
        )
        return sentence(template, distance=view.distance)
    advances = [move for move in moves if move.forward > 0]
    never_back = view.variant == "advanced" and view.distance > reach(view) and advances
    best = max(advances if never_back else moves, key=lambda move: _worth(view, seat, move))
    if best.kept:
        template = N_("You’re {distance} apart: {move}. From there you can parry or attack with {cards}.")
        cards = cards_of(best.leaves, best.kept)
        return sentence(template, distance=view.distance, move=best.words, cards=cards)
    return sentence(_why_there(view, seat, best), distance=view.distance, move=best.words, leaves=best.leaves)


def _worth(view: EnGardeView, seat: Seat, move: Shift) -> float:
    """Return what speaks for a move: the cards to parry with and the ground, and against it: a hit, a pair broken."""
    struck = likely(view, seat, move.leaves, move.kept + 1)
    if not struck and _is_cornered(view, seat, move):
        struck = max(_lunged(view, seat, move, value) for value in VALUES)
    guard = GUARD * min(2, move.kept)
    return guard + GROUND * move.forward - BROKEN * _breaks(view, seat, move) - struck


def _is_cornered(view: EnGardeView, seat: Seat, move: Shift) -> bool:
    """Say whether the fencer could hardly retreat from an attack after an advance: no card left is low enough."""
    if view.variant != "advanced" or move.leaves > reach(view):
        return False
    rest = list(view.hands[seat] or ())
    rest.remove(move.step.value)
    return min(rest, default=0) > room(view.fencers, seat) + move.forward


def _lunged(view: EnGardeView, seat: Seat, move: Shift, advance: int) -> float:
    """Return how likely the opponent holds one card to advance with, and another to hit with."""
    value = move.leaves - advance
    held = (view.hands[seat] or ()).count(value) - (value == move.step.value)
    return likely(view, seat, advance, 1) * likely(view, seat, value, held + 1)


def _breaks(view: EnGardeView, seat: Seat, move: Shift) -> bool:
    """Say whether a move plays a card of several that the opponent couldn’t parry."""
    held = (view.hands[seat] or ()).count(move.step.value)
    return held > 1 and held > held_at_most(view, seat, move.step.value)


def _why_there(view: EnGardeView, seat: Seat, best: Shift) -> str:
    """Return what speaks for a distance that no card in hand matches."""
    if best.leaves > reach(view):
        return N_("You’re {distance} apart: {move}. At {leaves} apart, no attack can reach you next turn.")
    if best.leaves > max(VALUES):
        return N_("You’re {distance} apart: {move}. At {leaves}, only a lunge could hit you.")
    if held_at_most(view, seat, best.leaves):
        return N_(
            "You’re {distance} apart: {move}. You couldn’t parry there, but your other moves risk more or give up "
            "more ground."
        )
    return N_("You’re {distance} apart: {move}. At {leaves}, your opponent can’t have a {leaves} to attack with.")
