"""The computer player: how well it plays, and what it decides in positions where one answer is sensible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.rules import engine, registry
from games.rules.chance import Chance, KeyedChance, NoChance
from games.rules.engine import AnyGame
from games.rules.errors import BadOption
from games.rules.field_of_glory import bot
from games.rules.field_of_glory.cards import CARDS, Card
from games.rules.field_of_glory.state import Column, Draft, Fight, State
from games.rules.game import Position, Step, View, dump
from games.rules.playout import BOTS, Playout, compose, playout
from tests.parts import depth
from tests.rules.field_of_glory.table import laid

GAME = registry.game("field-of-glory", 1)
NAME = "field-of-glory"


def wins(seed: str, names: Sequence[str]) -> bool:
    record = playout(GAME, {}, seed, names)
    assert record.result is not None
    return [names[record.seats[seat].joined] for seat in record.result.winners] == [NAME]


@pytest.mark.deep
def test_it_wins_at_least_twenty_seven_of_thirty_matches_against_random_play() -> None:
    tables = [[NAME, "random"], ["random", NAME]]
    assert sum(wins(f"bot {number}", tables[number % 2]) for number in range(30)) >= 27


def test_it_ends_its_matches_against_itself_by_legal_steps_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def checked(game: AnyGame, view: View, offered: Sequence[Step | None], chance: Chance) -> Step | None:
        step = bot.choose(game, view, offered, chance)
        assert step in offered
        return step

    monkeypatch.setitem(BOTS, NAME, checked)
    for seed in range(depth.whole_or(3, 10)):
        assert playout(GAME, {}, f"mirror {seed}", [NAME, NAME]).result is not None


def test_it_answers_the_same_view_alike_and_asks_nothing_of_chance() -> None:
    match = Playout(GAME, {}, "alike", [NAME, NAME])
    while owing := engine.to_act(GAME, match.log.position):
        seat = min(owing)
        one, other = (compose(GAME, match.log.position, seat, bot.choose, NoChance()) for _ in range(2))
        assert one == other
        match.play(1)


def test_it_moves_alike_in_matches_that_look_alike_to_its_seat() -> None:
    """What its seat cannot see is dealt again, the order of its own deck too. No answer may depend on it."""
    match, chance, compared = Playout(GAME, {}, "blindfold", [NAME, NAME]), KeyedChance(bytes(32)), 0
    while owing := engine.to_act(GAME, match.log.position):
        position, seat = match.log.position, min(owing)
        state = GAME.imagine(GAME.view(position.state, seat), seat, chance)
        if GAME.to_act(state) == owing:
            move, other = (compose(GAME, at, seat, bot.choose, NoChance()) for at in (position, Position(state)))
            assert move == other
            compared += dump(Position(state)) != dump(position)
        match.play(1)
    assert compared > 30


def test_it_plays_no_other_game() -> None:
    with pytest.raises(
        BadOption,
        match=r"^There’s no computer opponent called “field-of-glory”\. Available: random, en-garde, greedy, .+\.$",
    ):
        playout(registry.game("en-garde", 1), {}, "1", [NAME, NAME])


# --- positions ---


def table(columns: Mapping[int, tuple[str, str, int | None]], hand: str, phase: str = "act", **more: Any) -> State:
    """Return a state with red to play.

    Given are red's units, blue's units and control of the columns that matter, and red's hand. Blue has five.
    """
    fronts = [columns.get(number, ("", "", None)) for number in range(1, 6)]
    field = [Column([red.split(), blue.split()], "plain", control) for red, blue, control in fronts]
    hands = [hand.split(), ["MI2a", "MI2b", "MI3a", "MI3b", "MI3c"]]
    decks = [_left(field, hands, seat) for seat in (0, 1)]
    return State(
        columns=field,
        decks=decks,
        hands=hands,
        discards=[[], []],
        prizes=[[], []],
        out=[[], []],
        shuffles=[0, 0],
        phase=phase,  # type: ignore[arg-type]
        turn=5,
        **more,
    )


def _left(field: list[Column], hands: list[list[Card]], seat: int) -> list[Card]:
    elsewhere = {card for column in field for card in column.units[seat]} | set(hands[seat])
    return [card for card in CARDS if card not in elsewhere]


def answer(state: State, seat: int = 0) -> str:
    """Return the move that the computer player makes."""
    return "; ".join(GAME.text(step) for step in compose(GAME, Position(state), seat, bot.choose, NoChance()))


def after(state: State, seat: int = 0) -> State:
    """Return where that move leads."""
    after, _ = engine.apply(GAME, Position(state), seat, engine.parse_move(GAME, answer(state)), KeyedChance(bytes(32)))
    return after.state


def test_it_drafts_a_commander_and_a_fighting_unit_before_light_troops() -> None:
    offers = [["LI2a", "CO5a", "AR2a", "HI4a"], []]
    state = table({}, "", "draft", draft=Draft(offers, [[], []]))
    assert answer(state) == "keep HI4a CO5a"


def test_it_pays_with_the_card_it_needs_least() -> None:
    assert answer(table({}, "CV2a OV2a CO5a")) == "place CV2a@1; pay OV2a; settle"


def test_it_attacks_where_it_is_much_stronger() -> None:
    assert answer(table({3: ("EL2a", "LC3a", None)}, "")) == "attack EL2a"


def test_it_leaves_a_stronger_opponent_alone() -> None:
    assert answer(table({3: ("LI2a", "SP4a", None)}, "")) == "draw"


def test_it_contests_a_column_of_an_opponent_who_holds_three_and_breaks_the_hold() -> None:
    held = {1: ("", "MI4a", 1), 2: ("", "MI4b", 1), 3: ("SP4a", "LI2a", 1)}
    assert answer(table(held, "CO5a LI2b")).startswith("attack SP4a; bonus ")


def test_it_attacks_at_any_odds_where_the_opponent_would_otherwise_win() -> None:
    held = {1: ("", "MI4a", 1), 2: ("", "MI4b", 1), 3: ("LI2a", "HI4a", 1)}
    assert answer(table(held, "")) == "attack LI2a"
    assert answer(table({**held, 2: ("", "MI4b", None)}, "")) == "draw"


def test_it_makes_a_flank_attack_at_any_odds_where_the_opponent_would_otherwise_win() -> None:
    field = {1: ("LI2a", "", None), 2: ("LI2b", "SP4a", 1), 4: ("", "MI4a", 1), 5: ("", "MI4b", 1)}
    assert answer(table(field, "", "flank", flanks=[(2, 1)])).startswith("flank LI2")
    assert answer(table({**field, 5: ("", "MI4b", None)}, "", "flank", flanks=[(2, 1)])) == "go on"


def test_it_places_a_unit_and_attacks_where_the_opponent_would_otherwise_win() -> None:
    held = {1: ("", "AR2a", 1), 2: ("", "SP4a", 1), 5: ("", "HI4a", 1)}
    state = table(held, "HI2b MI2a CV2a")
    assert answer(state) == "place CV2a@1; pay HI2b; settle"
    assert answer(after(state)).startswith("attack CV2a; bonus ")


def test_it_places_no_lead_there_from_which_all_defenders_can_withdraw() -> None:
    held = {1: ("", "LI2a", 1), 2: ("", "MI4a", 1), 3: ("", "", 1)}
    assert answer(table(held, "MI2a CV3a")).startswith("place MI2a@2; ")


def test_it_makes_no_such_stand_where_fights_cannot_keep_the_opponent_from_winning() -> None:
    held = {1: ("", "LI2a", 1), 2: ("", "SP4a", 1), 5: ("", "", 1), 4: ("", "", 1)}
    assert not answer(table(held, "CV2a CO5a")).startswith("place CV2a@1")


def test_it_plays_reserves_before_it_pays_with_them() -> None:
    assert "RE2a" not in answer(table({}, "CV2a RE2a CO5a"))
    assert answer(table({}, "RE2a CO5a")) == "reserves"


def test_it_does_not_play_reserves_when_nothing_is_left_to_draw() -> None:
    assert answer(laid(red="RE2a", blue="CO5a", rest="prizes").state) == "draw"


def test_it_withdraws_what_it_would_lose_and_stands_with_what_is_strong() -> None:
    def attacked(unit: Card, lead: Card, hand: str) -> State:
        fight = Fight(3, lead, bonus="CO5a")
        state = table({3: (unit, lead, None)}, hand, "answer", fight=fight)
        state.active = 1
        return state

    assert answer(attacked("CV2a", "EL2a", "")) == "withdraw CV2a"
    assert answer(attacked("MI4a", "HI4a", "CO5b LI2a")) == "stand MI4a; bonus CO5b"


def test_it_keeps_its_commanders_when_the_hand_is_too_full() -> None:
    hand = "CO5a CO5b CO5c HI4a HI4b MI4a MI4b CV4a LI2a CO5d"
    assert answer(table({}, hand, "trim")) == "trim LI2a"
