"""Why cards and spaces of En Garde cannot be used."""

from __future__ import annotations

from typing import Any

from games.rules import engine
from games.rules.en_garde.state import State
from games.rules.en_garde.steps import Parry
from games.rules.game import Position
from tests.rules.contract.playouts import Ply, played
from tests.rules.en_garde.table import GAME, laid


def whys(position: Position[State], part: str = "") -> list[str]:
    """Return what the left fencer is told, of one part of the board or of all."""
    found = GAME.whys(GAME.view(position.state, 0), 0)
    return [f"{why.wish}: {why.reason}" for why in found if not part or part in why.parts]


def test_cards_that_cannot_move_or_strike_say_why() -> None:
    begin = laid('{"hands": [[1,2,3,4,4],[1,2,3,4,5]], "pile": [3,3,5,5,5], "fencers": [1,23]}')
    assert whys(begin, "card-4") == [
        "Step back 4: there’s no space behind you.",
        "Attack with a 4: the fencers are 22 apart; an attack from here reaches 5 spaces at most.",
    ]
    assert whys(begin, "space-6") == ["Advance 5: you don’t have a 5."]
    assert whys(begin, "space-12") == ["Move there: a card moves you 1 to 5 spaces, but never past the other fencer."]


def test_the_advance_that_would_run_into_the_other_says_so() -> None:
    close = laid('{"hands": [[1,2,4,4,5],[1,2,3,3,5]], "pile": [3,3,5,5,5], "fencers": [8,11]}')
    assert whys(close, "card-4") == [
        "Advance 4: the fencers are 3 apart; advancing 4 would reach or pass your opponent.",
        "Attack with a 4: the fencers are 3 apart, so without a lunge you can only attack with 3s.",
    ]
    assert "Attack with a 3: you don’t have a 3." in whys(close, "space-11")
    beyond = [
        space for space in range(1, 24) if any(why.startswith("Move there") for why in whys(close, f"space-{space}"))
    ]
    assert beyond == [1, 2, *range(12, 24)]


def test_one_card_cannot_advance_and_strike() -> None:
    even = laid('{"hands": [[1,2,4,4,5],[1,2,3,3,5]], "pile": [3,3,5,5,5], "fencers": [8,12]}')
    words = "Lunge: advance 2, then attack with a 2: you need 2 cards of value 2 for the advance and the attack."
    assert words in whys(even, "card-2")


def test_under_attack_every_card_says_what_must_come_first() -> None:
    attack = {"value": 5, "count": 2}
    hands = [[1, 2, 3, 4, 5], [1, 2, 3, 4, 4]]
    # The one 5 is no parry; a position like this ends the round at once, but the words hold for any.
    hit = laid('{"pile": [4], "fencers": [8,13]}', hands=hands, attack={**attack, "indirect": True})
    assert whys(hit, "card-5") == [
        "Parry: you need 2 cards of value 5 to parry this.",
        "Advance 5: you have to parry or retreat first.",
    ]
    held = laid('{"pile": [4], "fencers": [8,13]}', hands=[[1, 2, 3, 5, 5], hands[1]], attack=attack)
    assert whys(held, "card-1") == [
        "Retreat 1: you can only retreat if the attack came after an advance.",
        "Advance 1: you have to parry first.",
    ]


def test_every_card_in_hand_that_cannot_be_used_has_a_reason() -> None:
    for match in played("en-garde", 1):
        for ply in match.plies:
            hand = ply.before.state.hands[ply.seat]
            used = {card for step in engine.legal_steps(GAME, ply.before, ply.seat) for card in cards(ply, step)}
            told = {part for why in GAME.whys(GAME.view(ply.before.state, ply.seat), ply.seat) for part in why.parts}
            assert {f"card-{card}" for card in set(hand) - used} <= told, ply.place


def cards(ply: Ply, step: Any) -> set[int]:
    """Return the values of the cards that a step plays."""
    if isinstance(step, Parry):
        return {ply.before.state.attack.value}
    return {step.value, getattr(step, "advance", step.value)}
