"""The frame of a turn and the end of a match: FG-10 to FG-12, FG-50, FG-60 to FG-62."""

from __future__ import annotations

import pytest

from games.rules import engine
from games.rules.field_of_glory.events import BattleDrawn, BattleWon, ControlTaken, DiscardedToDraw, Drew, TurnStarted
from games.rules.field_of_glory.state import State
from games.rules.game import Outcome, Position
from tests.rules.field_of_glory.table import (
    BLUE,
    GAME,
    RED,
    control_of,
    field_of,
    happened,
    laid,
    offered,
    only,
    play,
    played,
    refused,
)

COMMANDERS = "CO5a CO5b CO5c CO5d CO5e"
NINE = f"{COMMANDERS} RE2a OV2a OV2b LC2a"


def outcome(position: Position[State], *moves: str) -> Outcome | None:
    return GAME.outcome(played(position, *moves))


# --- Victory check ---


def test_fg10_three_terrain_cards_win_at_the_own_victory_check() -> None:
    position = laid(control={1: "red", 3: "red", 4: "red"}, blue="CO5a", red="CO5a", active=BLUE)
    assert outcome(position, "draw") == Outcome("control", (RED,), (3, 0))
    assert engine.to_act(GAME, play(position, "draw")[0]) == frozenset()


def test_fg10_two_terrain_cards_do_not_win() -> None:
    position = laid(control={1: "red", 3: "red"}, blue="CO5a", red="CO5a", active=BLUE)
    assert outcome(position, "draw") is None


def test_fg10_control_wins_at_no_other_moment() -> None:
    position = laid({1: "HI2a /", 2: "HI2b /", 3: "HI3a /"}, red="CO5a", blue="CO5a", active=BLUE)
    after = played(position, "draw")
    assert [control_of(after, column) for column in (1, 2, 3)] == ["red"] * 3
    assert GAME.outcome(after) is None


def test_fg10_the_opponent_has_a_turn_to_answer() -> None:
    position = laid({1: "HI2a /", 2: "HI2b /", 3: "HI3a /"}, red="CO5a", blue="LC2a", active=BLUE)
    position, _ = play(position, "draw", "draw", "draw")
    assert GAME.outcome(position.state) == Outcome("control", (RED,), (3, 0))


def test_fg60_the_opponents_control_does_not_end_my_turn() -> None:
    position = laid(control={1: "blue", 3: "blue", 4: "blue"}, blue="CO5a", red="CO5a", active=BLUE)
    assert outcome(position, "draw") is None
    assert outcome(position, "draw", "draw") == Outcome("control", (BLUE,), (0, 3))


# --- Advance ---


def test_fg11_the_active_player_alone_takes_columns_without_an_opponent() -> None:
    """The example of the rules: red's heavy infantry in the centre, blue's medium infantry elsewhere."""
    position = laid({3: "HI2a /", 5: "/ MI2a"}, red="CO5a", blue="CO5a", active=BLUE)
    after, events = play(position, "draw")
    assert (control_of(after.state, 3), control_of(after.state, 5)) == ("red", None)
    assert only(events, ControlTaken) == ControlTaken(RED, 3)


def test_fg11_a_contested_column_is_not_taken() -> None:
    position = laid({3: "HI2a / LI2a"}, red="CO5a", blue="CO5a", active=BLUE)
    assert control_of(played(position, "draw"), 3) is None


def test_fg11_of_two_unopposed_units_one_is_discarded_by_choice() -> None:
    position = laid({3: "HI2a HI2b /"}, red="CO5a", blue="CO5a", active=BLUE)
    position, _ = play(position, "draw")
    assert position.state.phase == "advance"
    assert offered(position) == ["drop HI2a", "drop HI2b"]
    after = played(position, "drop HI2a")
    assert field_of(after, 3) == "HI2b /"
    assert after.discards[RED] == ["HI2a"]
    assert control_of(after, 3) == "red"


def test_fg11_two_such_columns_are_one_move() -> None:
    position = laid({2: "CV2a CV2b /", 3: "HI2a HI2b /"}, red="CO5a", blue="CO5a", active=BLUE)
    position, _ = play(position, "draw")
    assert "isn’t finished" in refused(position, "drop CV2a")
    after = played(position, "drop HI2b; drop CV2a")
    assert (field_of(after, 2), field_of(after, 3)) == ("CV2b /", "HI2a /")


def test_fg11_two_units_against_one_stay() -> None:
    position = laid({3: "HI2a HI2b / LI2a"}, red="CO5a", blue="CO5a", active=BLUE)
    assert field_of(played(position, "draw"), 3) == "HI2a HI2b / LI2a"


def test_fg11_only_a_unit_that_advances_can_be_dropped() -> None:
    position = laid({2: "CV2a /", 3: "HI2a HI2b /"}, red="CO5a", blue="CO5a", active=BLUE)
    assert "you can only discard a unit where you have two" in refused(position, "draw", "drop CV2a")


def test_fg12_control_stays_when_the_units_have_gone() -> None:
    position = laid(control={2: "blue"}, red="CO5a", blue="CO5a", active=BLUE)
    assert control_of(played(position, "draw", "draw"), 2) == "blue"


# --- drawing ---


def test_fg50_the_turn_ends_by_drawing_three() -> None:
    position = laid(red="CO5a", blue="CO5a")
    after, events = play(position, "draw")
    assert len(after.state.hands[RED]) == 4
    assert only(events, Drew).count == 3
    assert only(events, TurnStarted) == TurnStarted(BLUE, 6)


def test_fg50_or_by_discarding_a_card_for_as_many_as_its_command_points() -> None:
    position = laid(red="CO5a LC2a", blue="CO5a")
    assert [text for text in offered(position) if text.startswith("draw")] == ["draw", "draw CO5a", "draw LC2a"]
    after, events = play(position, "draw CO5a")
    assert only(events, DiscardedToDraw) == DiscardedToDraw(RED, "CO5a", 5)
    assert len(after.state.hands[RED]) == 6
    assert after.state.discards[RED] == ["CO5a"]


def test_fg50_who_holds_more_than_nine_discards_down_to_nine_in_one_move() -> None:
    position = laid(red=NINE, blue="CO5a")
    position, _ = play(position, "draw")
    assert (position.state.phase, len(position.state.hands[RED])) == ("trim", 12)
    assert "isn’t finished" in refused(position, "trim CO5a; trim CO5b")
    after = played(position, "trim CO5a; trim CO5b; trim LC2a")
    assert len(after.hands[RED]) == 9
    assert after.discards[RED] == ["CO5a", "CO5b", "LC2a"]
    assert after.active == BLUE


def test_fg50_a_card_not_in_hand_cannot_be_discarded() -> None:
    position = laid(red="CO5a", blue="CO5a")
    assert "CO5b" in refused(position, "draw CO5b")
    assert "n’t possible now" in refused(laid(red=NINE, blue="CO5a"), "draw", "trim HI2a; trim HI2a; trim HI2a")


# --- the end ---


@pytest.mark.parametrize(
    ("control", "prizes", "expected"),
    [
        ({1: "blue"}, ("EL2a", ""), Outcome("terrain", (BLUE,), (0, 1))),
        ({1: "red", 2: "red", 3: "blue"}, ("", "EL2a"), Outcome("terrain", (RED,), (2, 1))),
        ({}, ("EL2a", "HI2a"), Outcome("victory-points", (RED,), (3, 2))),
        ({1: "red", 2: "blue"}, ("CV2a", "HI2a"), Outcome("victory-points", (BLUE,), (1, 2))),
        ({}, ("HI2a LI2a CO5a", "PK2a"), Outcome("level", (), (2, 2))),
    ],
)
def test_fg61_when_both_shuffle_cards_are_out_terrain_counts_then_victory_points(
    control: dict[int, str], prizes: tuple[str, str], expected: Outcome
) -> None:
    position = laid(control=control, red="CO5b", blue="CO5b", prizes=prizes, shuffles=[2, 2])
    assert outcome(position, "draw") == expected


def test_fg61_the_turn_is_played_to_its_end_first() -> None:
    position = laid(red="RE2a CO5a", blue="CO5a", shuffles=[1, 2], discards=("CO5b CO5c CO5d", ""), rest="prizes")
    after = played(position, "reserves")
    assert after.shuffles == [2, 2]
    assert (after.phase, after.reason) == ("act", None)


def test_fg61_one_shuffle_card_out_does_not_end_the_match() -> None:
    assert outcome(laid(red="CO5a", blue="CO5a", shuffles=[3, 1]), "draw") is None


def test_fg61_the_match_tells_who_won_or_that_nobody_did() -> None:
    won = laid(control={1: "blue"}, red="CO5a", blue="CO5a", shuffles=[2, 2])
    assert only(happened(won, "draw"), BattleWon) == BattleWon(BLUE, "terrain", (0, 1))
    level = laid(red="CO5a", blue="CO5a", shuffles=[2, 2])
    assert only(happened(level, "draw"), BattleDrawn) == BattleDrawn(0)


def test_fg62_who_can_do_nothing_passes_through_his_phases() -> None:
    position = laid(red="CO5a", blue="", rest="prizes")
    after, events = play(position, "draw CO5a")
    assert [event for event in events if isinstance(event, TurnStarted)] == [TurnStarted(BLUE, 6), TurnStarted(RED, 7)]
    assert after.state.hands[BLUE] == []
    assert after.state.reason is None
