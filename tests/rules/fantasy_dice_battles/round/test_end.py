"""How a match ends: FD-60, FD-61."""

from __future__ import annotations

from games.rules import engine
from games.rules.fantasy_dice_battles.events import BattleEnded, HeroFell
from games.rules.fantasy_dice_battles.state import LAST_ROUND, Side
from games.rules.game import Outcome, Position
from tests.rules.fantasy_dice_battles.table import GAME, all_of, fought, laid, only, side, told


def weak(hero: str, rest: str, hand: str) -> Side:
    """Return one hero has fallen already, the first one is about to fall by poison."""
    return side(f"- - - - - {hero} {rest}", hand=hand, wounds={"1:H": 3}, poison=["1:H"])


def healthy(hero: str, rest: str, hand: str) -> Side:
    return side(f"- - - - - {hero} {rest}", hand=hand)


def test_fd60_who_loses_the_second_hero_loses_the_match() -> None:
    ann = weak("witch", "/ - - - - - - / - - - - - gobking", "goblins wolves")
    ben = healthy("wizard", "/ - - - - - castellan / - - - - - marshal", "footmen halberdiers")
    state, events = fought(laid(ann, ben), "goblins@1 wolves@3", "footmen@1 halberdiers@3")
    assert GAME.outcome(state) == Outcome("heroes", (1,), (1, 3))
    assert told(events)[-1] == "Heroes standing: 3 to 1. seat 1 wins."
    assert engine.to_act(GAME, Position(state)) == frozenset()


def test_fd60_both_losing_their_second_hero_in_one_step_is_a_draw() -> None:
    ann = weak("witch", "/ - - - - - - / - - - - - gobking", "goblins wolves")
    ben = weak("wizard", "/ - - - - - - / - - - - - marshal", "footmen halberdiers")
    state, events = fought(laid(ann, ben), "goblins@1 wolves@3", "footmen@1 halberdiers@3")
    assert len(all_of(events, HeroFell)) == 2
    assert GAME.outcome(state) == Outcome("level", (), (1, 1))
    assert told(events)[-1] == "Heroes standing: 1 on each side. The battle is a draw."


def test_fd60_one_lost_hero_ends_nothing() -> None:
    ann = weak("witch", "/ - - - - - warlord / - - - - - gobking", "goblins wolves goblins")
    ben = healthy("wizard", "/ - - - - - castellan / - - - - - marshal", "footmen halberdiers footmen")
    state, events = fought(laid(ann, ben), "goblins@1 wolves@2 goblins@3", "footmen@1 halberdiers@2 footmen@3")
    assert GAME.outcome(state) is None
    assert (state.round, all_of(events, BattleEnded)) == (2, [])


def test_fd61_after_round_forty_heroes_are_counted_in_the_same_way() -> None:
    ann = healthy("witch", "/ - - - - - - / - - - - - gobking", "goblins wolves")
    ben = healthy("wizard", "/ - - - - - castellan / - - - - - marshal", "footmen halberdiers")
    for made in (ann, ben):
        made.last.cards["1"] = made.hand[0]
    state, events = fought(laid(ann, ben, round=LAST_ROUND), "goblins@1 wolves@3", "footmen@1 halberdiers@3")
    assert GAME.outcome(state) == Outcome("heroes", (1,), (2, 3))
    assert only(events, BattleEnded).late
    assert told(events)[-1] == "The last round is over. Heroes standing: 3 to 2. seat 1 wins."


def test_fd61_as_many_heroes_after_round_forty_are_a_draw() -> None:
    ann = healthy("witch", "/ - - - - - warlord / - - - - - gobking", "goblins wolves goblins")
    ben = healthy("wizard", "/ - - - - - castellan / - - - - - marshal", "footmen halberdiers footmen")
    for made in (ann, ben):
        made.last.cards["1"] = made.hand[0]
    state, events = fought(
        laid(ann, ben, round=LAST_ROUND), "goblins@1 wolves@2 goblins@3", "footmen@1 halberdiers@2 footmen@3"
    )
    assert GAME.outcome(state) == Outcome("level", (), (3, 3))
    assert told(events)[-1] == "The last round is over. Heroes standing: 3 on each side. The battle is a draw."
    assert state.round == LAST_ROUND
