"""Who may know what of the other's cards, and that what happens by itself tells nothing."""

from __future__ import annotations

import pytest

from games.rules import engine
from games.rules.chance import KeyedChance, ScriptedChance
from games.rules.field_of_glory.events import BonusTaken, Drew
from games.rules.field_of_glory.state import State
from games.rules.field_of_glory.view import HIDDEN
from games.rules.game import REFEREE, SPECTATOR, Position, visible
from tests.rules.field_of_glory.table import BLUE, GAME, RED, laid, play


def seen(position: Position[State], viewer: int) -> str:
    return repr(GAME.view(position.state, viewer))


def swapped(position: Position[State], *swaps: tuple[str, str]) -> Position[State]:
    """The position with cards of blue exchanged wherever they lie."""
    other = engine.copy(GAME, position)
    state = other.state
    piles = [state.hands[BLUE], state.decks[BLUE], state.discards[BLUE]]
    for one, two in swaps:
        for pile in piles:
            pile[:] = [two if card == one else one if card == two else card for card in pile]
    GAME.check(state)
    return other


def test_blue_hand_and_deck_may_be_exchanged_and_red_sees_no_difference() -> None:
    position = laid({3: "HI2a / PK2a"}, red="CO5a", blue="CO5b LI2a")
    hidden = position.state.decks[BLUE][0]
    other = swapped(position, ("CO5b", hidden))
    for viewer in (RED, SPECTATOR):
        assert seen(other, viewer) == seen(position, viewer)
    assert seen(other, BLUE) != seen(position, BLUE)


def test_no_seat_sees_the_order_of_its_own_deck() -> None:
    position = laid(red="CO5a", decks=("LC2a MI3b HI4a", ""))
    turned = engine.copy(GAME, position)
    turned.state.decks[RED].reverse()
    for viewer in (RED, BLUE, SPECTATOR):
        assert seen(turned, viewer) == seen(position, viewer)
    assert seen(turned, REFEREE) != seen(position, REFEREE)


def test_below_the_top_a_pile_is_open_to_its_owner_only() -> None:
    position = laid(red="CO5a", discards=("", "CO5b LI2a PK2a"))
    turned = engine.copy(GAME, position)
    turned.state.discards[BLUE][:2] = reversed(turned.state.discards[BLUE][:2])
    assert seen(turned, RED) == seen(position, RED)
    assert seen(turned, BLUE) != seen(position, BLUE)


@pytest.mark.parametrize("viewer", [BLUE, SPECTATOR])
def test_the_cards_drawn_are_their_owners_business(viewer: int) -> None:
    _, events = play(laid(red="CO5a", blue="CO5b"), "draw")
    (drew,) = (event for event in events if isinstance(event, Drew))
    assert Drew(RED, 3) in visible(events, viewer)
    assert drew in visible(events, RED)
    assert len(drew.cards) == 3


@pytest.mark.parametrize("viewer", [BLUE, SPECTATOR])
def test_an_attackers_bonus_card_is_the_same_to_others_whatever_it_is(viewer: int) -> None:
    position = laid({3: "HI2a / HI2a"}, red="CO5a LC2a", blue="CO5b")
    ends = [play(position, f"attack HI2a; bonus {card}") for card in ("CO5a", "LC2a")]
    assert seen(ends[0][0], viewer) == seen(ends[1][0], viewer)
    assert visible(ends[0][1], viewer) == visible(ends[1][1], viewer)
    assert BonusTaken(RED, False) in visible(ends[0][1], viewer)


def test_a_blind_bonus_card_is_hidden_until_the_fight_and_open_after_it() -> None:
    position = laid({3: "HI2a / HI2a"}, red="CO5a", blue="CO5b", decks=("MI3b", ""))
    position, _ = play(position, "attack HI2a; bonus deck")
    before = GAME.view(position.state, BLUE)
    assert before.fight is not None
    assert (before.fight.bonus, before.fight.blind) == (HIDDEN, True)
    after = GAME.view(play(position, "bonus none")[0].state, BLUE)
    assert after.last_fight is not None
    assert after.last_fight.bonus == "MI3b"


def test_a_defender_is_asked_alike_whatever_he_holds() -> None:
    """Whether he could gain anything by a bonus card must not show: with one card in hand he is asked."""
    for hand in ("CO5b", "LC2a", "OV2a"):
        position = laid({3: "HI2a / HI2a"}, red="CO5a", blue=hand)
        position, _ = play(position, "attack HI2a; bonus CO5a")
        assert engine.to_act(GAME, position) == {BLUE}


def test_a_seat_with_cards_that_can_do_nothing_is_still_asked_to_end_its_turn() -> None:
    for hand in ("CO5b", "HI2a", "RE2a"):
        assert engine.to_act(GAME, laid(red=hand)) == {RED}


def test_a_preview_draws_nothing_and_names_what_would_draw() -> None:
    position = laid({3: "HI2a / HI2a"}, red="RE2a CO5a")
    for text in ("reserves", "draw", "draw CO5a", "attack HI2a; bonus deck"):
        plan = engine.preview(GAME, position, RED, engine.parse_move(GAME, text))
        assert plan.closing is not None
        assert not [event for event in plan.events if isinstance(event, Drew | BonusTaken)]


def test_a_defence_that_shows_the_attackers_card_is_only_named_in_a_preview() -> None:
    position = laid({3: "HI2a / MI2a"}, red="CO5a", blue="CO5b")
    position, _ = play(position, "attack HI2a; bonus CO5a")
    for text in ("withdraw MI2a", "stand MI2a; bonus none", "stand MI2a; bonus CO5b"):
        plan = engine.preview(GAME, position, BLUE, engine.parse_move(GAME, text))
        assert plan.closing is not None
        fight = GAME.view(plan.position.state, BLUE).fight
        assert fight is not None
        assert fight.bonus == HIDDEN


def test_imagined_states_keep_what_a_seat_knows() -> None:
    position = laid({3: "HI2a / PK2a"}, red="CO5a", blue="CO5b LI2a", discards=("", "MI2a MI2b"))
    state = GAME.imagine(GAME.view(position.state, RED), RED, KeyedChance(bytes(32)))
    GAME.check(state)
    assert state.hands[RED] == ["CO5a"]
    assert (len(state.hands[BLUE]), state.discards[BLUE][-1]) == (2, "MI2b")
    assert GAME.view(state, RED) == GAME.view(position.state, RED)


def test_the_drawn_deck_order_comes_from_chance_alone() -> None:
    draws = [0] * 400
    position, _, _ = engine.start(GAME, {}, [0, 1], ScriptedChance(draws))
    again, _, _ = engine.start(GAME, {}, [0, 1], ScriptedChance(draws))
    assert position == again
