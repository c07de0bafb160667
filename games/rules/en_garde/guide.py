"""Hints for newcomers to En Garde, at the right moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from games.rules.en_garde.state import DRAWN, VALUES
from games.rules.en_garde.steps import AnyStep, Direct, Indirect, Parry, Retreat, legal, stance_seen
from games.rules.en_garde.view import EnGardeView
from games.rules.game import Seat
from games.rules.guide import Hint
from games.rules.sentence import N_, Sentence, counted, sentence

NEAR = 10
"""The greatest distance that the next two cards can strike across."""
FEW = 4
"""With so few cards left to draw the end of the round is near."""


def hints(view: EnGardeView, seat: Seat) -> list[Hint]:
    """What the seat meets in this view, the most important first; a seat that waits is told only the aim."""
    aim = Hint("aim", _aim(view), "begin")
    if view.to_move != seat:
        return [aim] if view.phase != "over" else []
    steps = legal(stance_seen(view, seat))
    return [aim, *(_defending(view, steps) if view.attack else _acting(view, steps))]


def _aim(view: EnGardeView) -> Sentence:
    return counted(
        "You win by a hit: an attack that your opponent cannot meet. One round decides the match.",
        "You win a round by a hit: an attack that your opponent cannot meet. {count} rounds win the match.",
        view.rounds,
    )


def _defending(view: EnGardeView, steps: Sequence[AnyStep]) -> Iterator[Hint]:
    retreats = any(isinstance(step, Retreat) for step in steps)
    if Parry() in steps:
        yield Hint("parry", sentence(_parrying(view)), "defence")
    if retreats:
        template = N_(
            "This attack came after an advance, so you may retreat from it: play one card to go back, as far as there "
            "is room. That keeps your other cards, but it is your whole turn."
        )
        yield Hint("retreat", sentence(template), "defence")
    if not view.pile:
        template = N_(
            "The last card has been drawn, so your answer ends the round: then more cards of the distance between you "
            "win it, and after that standing further forward."
        )
        yield Hint("last", sentence(template), "end")
        if retreats:
            yield from _by_place(view)


def _parrying(view: EnGardeView) -> str:
    """What follows a parry: one's own turn, the end of the round, or a hand that can do nothing."""
    if not view.pile:
        return N_("You are attacked. Parry with as many cards of the same value.")
    if _can_act_after_parry(view):
        return N_(
            "You are attacked. Parry with as many cards of the same value; then it is your turn at once, with the "
            "cards you have left."
        )
    return N_(
        "You are attacked. You can parry with as many cards of the same value, but with those you have left you could "
        "neither move nor attack, and would lose the round."
    )


def _can_act_after_parry(view: EnGardeView) -> bool:
    attack, at = view.attack, stance_seen(view, view.viewer)
    assert attack is not None
    hand = sorted(at.hand, key=lambda card: card == attack.value)
    return bool(legal(replace(at, hand=hand[: len(hand) - attack.count], attack=None)))


def _by_place(view: EnGardeView) -> Iterator[Hint]:
    if view.variant == "advanced" and view.last_retreat == "position":
        template = N_("If a retreat ends the round, cards do not count: the fencer further forward wins it.")
        yield Hint("place", sentence(template), "end")


def _acting(view: EnGardeView, steps: Sequence[AnyStep]) -> Iterator[Hint]:
    if view.parried:
        template = N_(
            "You have parried. Now take your turn with the cards you have left; your hand is filled up only after it."
        )
        yield Hint("parried", sentence(template), "defence")
    if view.round > 1:
        template = N_("This is a new round: both fencers began it at their ends, and all cards were dealt anew.")
        yield Hint("round", sentence(template), "begin")
    if view.round - sum(view.scores) == DRAWN:
        template = N_(
            "Four rounds of this match were drawn. If this one is drawn too, the match ends: more points win it, and "
            "equal points make it a draw."
        )
        yield Hint("drawn", sentence(template), "end")
    if view.pile <= FEW:
        yield Hint("end", _few_left(view.pile), "end")
        yield from _by_place(view)
    if any(isinstance(step, Direct | Indirect) for step in steps):
        template = N_(
            "You can attack. Each card more is one more that your opponent needs to parry, and three or more cannot be "
            "parried at all; but what you play now is gone when you are attacked yourself."
        )
        yield Hint("attack", sentence(template), "turn")
    elif view.distance <= NEAR:
        yield Hint("near", _mind_the_distance(view), "turn")
    else:
        template = N_(
            "Play one card: your fencer moves exactly as many spaces as it shows, and your hand is filled up again. "
            "Choose a card or a space on the board, or a button."
        )
        yield Hint("move", sentence(template), "turn")


def _few_left(pile: int) -> Sentence:
    return counted(
        "One card is left to draw. With it the round ends, after an attack once that is answered: then more cards of "
        "the distance between you win it, and after that standing further forward.",
        "{count} cards are left to draw. With the last one the round ends, after an attack once that is answered: then "
        "more cards of the distance between you win it, and after that standing further forward.",
        pile,
    )


def _mind_the_distance(view: EnGardeView) -> Sentence:
    """What to consider before a move when no attack is possible."""
    if view.variant == "standard":
        template = N_(
            "Mind the distance you leave: at 5 or less your opponent can attack at once. It is good to hold cards of "
            "that very value yourself, as these parry."
        )
    elif view.distance > max(VALUES):
        template = N_(
            "You are {distance} apart, so an attack after an advance is near. Before you move, ask what your opponent "
            "could do at the new distance, and keep cards to parry with."
        )
    else:
        template = N_(
            "You are {distance} apart and hold no {distance} to attack with. Before you move, ask what your opponent "
            "could do at the new distance, and keep cards to parry with."
        )
    return sentence(template, distance=view.distance)
