"""Hints for newcomers to En Garde, at the right moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from games.rules.en_garde.state import DRAWN, RIGHT, VALUES
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
    """Return what the seat meets in this view, the most important first; a seat that waits is told only the aim."""
    aim = Hint("aim", _aim(view), "begin")
    if view.to_move != seat:
        return [aim] if view.phase != "over" else []
    steps = legal(stance_seen(view, seat))
    return [aim, *_side(seat), *(_defending(view, steps) if view.attack else _acting(view, steps))]


def _aim(view: EnGardeView) -> Sentence:
    return counted(
        "You win with a hit: an attack your opponent can’t answer. You also win if they have no possible move on their "
        "turn, or have fewer cards that match the distance when the last card of the pile is drawn. The first round "
        "won decides the match.",
        "You win a round with a hit: an attack your opponent can’t answer. You also win it if they have no possible "
        "move on their turn, or have fewer cards that match the distance when the last card of the pile is drawn. The "
        "first to win {count} rounds wins the match.",
        view.rounds,
    )


def _side(seat: Seat) -> Iterator[Hint]:
    """Yield which way is forward for a fencer who advances to the left."""
    if seat == RIGHT:
        yield Hint("side", sentence(N_("You’re the fencer on the right, so forward is to the left: ←.")), "begin")


def _defending(view: EnGardeView, steps: Sequence[AnyStep]) -> Iterator[Hint]:
    retreats = any(isinstance(step, Retreat) for step in steps)
    if Parry() in steps:
        yield Hint("parry", sentence(_parrying(view)), "defence")
    if retreats:
        template = N_(
            "This attack came after an advance, so you can retreat: play one card to move back, if there’s "
            "room. You keep your other cards, but your turn ends there."
        )
        yield Hint("retreat", sentence(template), "defence")
    if not view.pile:
        template = N_(
            "The last card has been drawn, so your answer ends the round. Then the fencer with more cards "
            "that match the distance wins; if they’re tied, the one further forward does."
        )
        yield Hint("last", sentence(template), "end")
        if retreats:
            yield from _by_place(view)


def _parrying(view: EnGardeView) -> str:
    """Return what follows a parry: one's own turn, the end of the round, or a hand that can do nothing."""
    if not view.pile:
        return N_("You’re under attack. Parry with the same number of cards of the same value.")
    if can_act_after_parry(view):
        return N_(
            "You’re under attack. Parry with the same number of cards of the same value. Then you take "
            "your turn with the cards you have left."
        )
    return N_(
        "You’re under attack. You can parry with the same number of cards of the same value. But you "
        "couldn’t move or attack with the rest, and you’d lose the round."
    )


def can_act_after_parry(view: EnGardeView) -> bool:
    """Say whether the viewer, once it has parried, could still move or attack."""
    attack, at = view.attack, stance_seen(view, view.viewer)
    assert attack is not None
    hand = sorted(at.hand, key=lambda card: card == attack.value)
    return bool(legal(replace(at, hand=hand[: len(hand) - attack.count], attack=None)))


def _by_place(view: EnGardeView) -> Iterator[Hint]:
    if view.variant == "advanced" and view.last_retreat == "position":
        template = N_("If a retreat ends the round, the cards don’t count: the fencer further forward wins.")
        yield Hint("place", sentence(template), "end")


def _acting(view: EnGardeView, steps: Sequence[AnyStep]) -> Iterator[Hint]:
    if view.parried:
        template = N_(
            "You parried. Now take your turn with the cards you have left. You only draw new ones after that."
        )
        yield Hint("parried", sentence(template), "defence")
    if view.round > 1:
        template = N_(
            "This is a new round: both fencers are back at their ends, and all the cards have been "
            "shuffled and dealt again."
        )
        yield Hint("round", sentence(template), "begin")
    if view.round - sum(view.scores) == DRAWN:
        template = N_(
            "Four rounds of this match have been drawn. If this one is drawn too, the match ends. The "
            "player with more points wins; if the points are equal, the match is a draw."
        )
        yield Hint("drawn", sentence(template), "end")
    if view.pile <= FEW:
        yield Hint("end", _few_left(view.pile), "end")
        yield from _by_place(view)
    yield _turn(view, steps)


def _turn(view: EnGardeView, steps: Sequence[AnyStep]) -> Hint:
    """Return what the distance allows."""
    is_near = any(isinstance(step, Direct) for step in steps)
    if not is_near and any(isinstance(step, Indirect) for step in steps):
        template = N_(
            "You can lunge: advance with one card, then attack with others in the same turn. Your opponent can parry "
            "with as many cards, or retreat if there’s room behind them."
        )
        return Hint("lunge", sentence(template), "turn")
    if is_near:
        template = N_(
            "You can attack. The more cards you play, the more your opponent needs to parry, and nobody "
            "can parry three or more. But you won’t have those cards when you’re attacked yourself."
        )
        return Hint("attack", sentence(template), "turn")
    if view.distance <= NEAR:
        return Hint("near", _mind_the_distance(view), "turn")
    template = N_(
        "Play one card: your fencer moves exactly that many spaces, and you draw a new card. Choose a "
        "card, a space on the board or a button."
    )
    return Hint("move", sentence(template), "turn")


def _few_left(pile: int) -> Sentence:
    return counted(
        "There’s only one card left to draw. It ends the round, but an attack just before can still be "
        "answered. Then the fencer with more cards that match the distance wins; if they’re tied, the one "
        "further forward does.",
        "There are only {count} cards left to draw. The last one ends the round, but an attack just before "
        "can still be answered. Then the fencer with more cards that match the distance wins; if they’re "
        "tied, the one further forward does.",
        pile,
    )


def _mind_the_distance(view: EnGardeView) -> Sentence:
    """Return what to consider before a move when no attack is possible."""
    if view.variant == "standard":
        template = N_(
            "Watch the distance you leave: at 5 or less, your opponent can attack right away. Try to keep "
            "cards of exactly that value so you can parry."
        )
    elif view.distance > max(VALUES):
        template = N_(
            "You’re {distance} apart, close enough for an attack after an advance. Before you move, think "
            "about what your opponent could do at the new distance, and keep cards to parry with."
        )
    else:
        template = N_(
            "You’re {distance} apart, and you don’t have a {distance} to attack with. Before you move, "
            "think about what your opponent could do at the new distance, and keep cards to parry with."
        )
    return sentence(template, distance=view.distance)
