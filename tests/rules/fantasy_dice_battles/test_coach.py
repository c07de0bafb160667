"""What the coach says at Fantasy Dice Battles."""

from __future__ import annotations

import pytest

from games.rules import engine
from games.rules.fantasy_dice_battles.coach import best_orders
from games.rules.fantasy_dice_battles.guide import reaching
from games.rules.fantasy_dice_battles.state import State
from games.rules.fantasy_dice_battles.view import DiceBattlesView
from games.rules.game import Position
from tests.rules.contract.playouts import Match
from tests.rules.fantasy_dice_battles.table import ANN, BEN, GAME, fresh
from tests.rules.fantasy_dice_battles.test_guide import field

MATCHES = 2
OPEN = "halberdiers halberdiers - chaplains - wizard"
SUPPLIED = "footmen footmen bowmen bowmen menatarms menatarms halberdiers"
"""A hand with a card for each battalion."""
EMPTY = "halberdiers halberdiers halberdiers chaplains - wizard"


def said(position: Position[State], *steps: str) -> str:
    """Return what the coach says to seat 0 with a plan."""
    plan = engine.preview(GAME, position, ANN, [GAME.parse_step(step) for step in steps])
    return str(GAME.advice(plan.view, ANN))


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ([], "For your first matches, take a ready-made army. You can look at it before you seal it."),
        (["faction realm"], "Put armour and high morale in front, and units that can’t stand there in the second row."),
        (["army realm_a"], "This army can fight as it is: look at its units if you like, then seal it."),
    ],
)
def test_the_choice_of_an_army_is_told_step_by_step(steps: list[str], words: str) -> None:
    assert said(fresh(), *steps) == words


def test_the_order_that_rolls_most_dice_is_named_until_all_have_their_cards() -> None:
    supplied = field(hand=SUPPLIED)
    assert said(supplied).startswith("Your strongest order for now: ")
    laying = ["lay footmen@1", "lay bowmen@2", "lay menatarms@3"]
    assert said(supplied, *laying).startswith("Every fighting battalion has its card.")
    assert said(supplied, *laying, "lay footmen@regroup") == "None"


def test_a_hero_that_a_reinforcement_shields_is_told_which_and_where_until_it_is_sent() -> None:
    exposed = field(OPEN, reserve="menatarms bowmen", hand=SUPPLIED)
    words = "Your hero in battalion 3 is exposed: send Bowmen from your reinforcements to S2."
    assert said(exposed) == words
    assert said(exposed, "reinforce bowmen@3:S2").startswith("Your strongest order")
    assert said(field(OPEN, hand=SUPPLIED)).startswith("Your strongest order")


def test_a_hero_that_is_exposed_stays_told_with_any_cards_laid() -> None:
    exposed = field(OPEN, reserve="menatarms bowmen")
    words = "Your hero in battalion 3 is exposed: send Bowmen from your reinforcements to S2."
    laying = ["lay footmen@1", "lay bowmen@2", "lay menatarms@3", "lay footmen@regroup"]
    assert [said(exposed, *laying[:number]) for number in range(5)] == [words] * 5
    assert said(exposed, *laying, "reinforce bowmen@3:S2") == "None"


def test_a_hero_that_is_exposed_is_told_before_an_open_enemy_hero_once_a_card_is_laid() -> None:
    both = field(OPEN, "pikes - pikes - shamans gobking", reserve="menatarms bowmen", hand=SUPPLIED)
    assert "the enemy hero there" in said(both)
    assert "is exposed" in said(both, "lay footmen@1")


def test_a_reinforcement_that_makes_a_card_roll_is_told_before_any_card_is_given_away() -> None:
    missing = field(EMPTY, reserve="bowmen", hand="bowmen bowmen footmen footmen footmen menatarms menatarms")
    laying = ["lay footmen@1", "lay menatarms@2"]
    assert said(missing) == said(missing, *laying)
    assert said(missing, *laying) == "Send Bowmen to battalion 3 first: there, Bowmen would then roll 3 dice."
    assert said(missing, *laying, "reinforce bowmen@3:S2").startswith("Your strongest order for now: Bowmen")


def test_a_battalion_at_which_no_card_would_roll_dice_may_have_any_that_is_not_needed_elsewhere() -> None:
    none = field(EMPTY, hand="bowmen bowmen footmen footmen footmen menatarms menatarms")
    words = "Battalion 3 needs a card, but no card in your hand would roll dice there: play any, such as"
    assert said(none) == f"{words} Footmen."
    assert said(none, "lay footmen@1", "lay menatarms@2") == f"{words} Bowmen."
    assert said(none, "lay bowmen@3").startswith("Your strongest order for now: ")


def test_orders_are_judged_together() -> None:
    better = 0
    for ply in Match(GAME, 0).play().plies:
        for seat in ply.before.state.asked if ply.before.state.phase == "orders" else ():
            view = GAME.view(ply.before.state, seat)
            foe = [reaching(view, 1 - seat, number) for number in view.fighting]
            if len(view.fighting) > 1 and not any(foe):
                together = sum(order.least for order in best_orders(view, seat, list(view.fighting)).values())
                one_by_one = greedy(view, seat)
                assert together >= one_by_one
                better += together > one_by_one
    assert better


def greedy(view: DiceBattlesView, seat: int) -> int:
    """Return the dice of the strongest order that is left, again and again, no card laid twice."""
    left, total, hand = list(view.fighting), 0, list(view.hand or ())
    while left:
        orders = [
            order for number in left for order in best_orders(view, seat, [number]).values() if order.card in hand
        ]
        if not orders:
            break
        best = max(orders)
        total += best.least
        left.remove(best.battalion)
        hand.remove(best.card)
    return total


def test_no_card_is_proposed_that_is_laid_already_and_a_guard_against_one_is_told() -> None:
    guarded = 0
    for ply in Match(GAME, 0).play().plies:
        for seat in ply.before.state.asked if ply.before.state.phase == "orders" else ():
            view = GAME.view(ply.before.state, seat)
            best = max(best_orders(view, seat, list(view.fighting)).values(), default=None)
            if best and view.hand and view.hand.count(best.card) == 1:
                lay = GAME.parse_step(f"lay {best.card}@{best.battalion}")
                then = engine.preview(GAME, ply.before, seat, [lay]).view
                assert isinstance(then, DiceBattlesView)
                assert best.card not in [each.card for each in best_orders(then, seat, list(view.fighting)).values()]
            if best and best.guard:
                guarded += 1
                assert best.least < best.dice
    assert guarded


def test_who_waits_hears_nothing() -> None:
    state = field().state
    state.asked = [BEN]
    assert GAME.advice(GAME.view(state, ANN), ANN) is None


def test_a_hero_that_is_exposed_can_be_hit_and_the_strongest_order_has_no_stronger() -> None:
    tried = set[str]()
    for number in range(MATCHES):
        for ply in Match(GAME, number).play().plies:
            for seat in ply.before.state.asked:
                view = GAME.view(ply.before.state, seat)
                words = str(GAME.advice(view, seat))
                if "would hit" in words:
                    tried.add("open")
                    faces = [reaching(view, 1 - seat, each) for each in view.fighting]
                    lobbed = [reaching(view, 1 - seat, each, lobbed=True) for each in view.fighting]
                    assert any(faces) or any(lobbed)
                if "is exposed" in words:
                    tried.add("exposed")
                    assert any(reaching(view, seat, each) for each in view.fighting)
                if words.startswith("Your strongest order"):
                    tried.add("strongest")
                    orders = best_orders(view, seat, list(view.fighting))
                    assert f", with {max(orders.values()).dice} di" in words
    assert tried == {"open", "exposed", "strongest"}
