"""The key moments of Field of Glory."""

from games.boards.field_of_glory.key_moments import key_moments
from games.rules.field_of_glory import events as ev
from games.rules.game import Event
from games.rules.telling import Weight
from tests.rules.field_of_glory.table import BLUE, RED

FOUR, SIX = (ev.Term("value", 4),), (ev.Term("value", 6),)


def test_they_are_fights_columns_and_the_end() -> None:
    entries: list[list[Event]] = [
        [ev.TurnStarted(RED, 3), ev.Fought(RED, 2, SIX, FOUR, RED), ev.ControlTaken(RED, 2)],
        [ev.Fought(RED, 3, FOUR, SIX, BLUE), ev.ReservesPlayed(RED)],
        [ev.Fought(BLUE, 3, FOUR, FOUR), ev.ControlLost(RED, 2)],
        [ev.BattleWon(BLUE, "control", (1, 3))],
        [ev.BattleDrawn(7)],
        [],
    ]
    found = [[(each.weight, str(each.sentence)) for each in moments] for moments in key_moments(entries)]
    assert found == [
        [
            (Weight.FIGHT, "seat 0 wins the fight in column 2, 6–4."),
            (Weight.FIGHT, "seat 0 takes control of column 2."),
        ],
        [(Weight.FIGHT, "seat 1 wins the fight in column 3, 6–4.")],
        [
            (Weight.FIGHT, "The fight in column 3 is a tie, 4–4."),
            (Weight.PLACEMENT, "seat 0 loses control of column 2, which turns neutral."),
        ],
        [(Weight.OUTCOME, "seat 1 controls 3 columns at the Victory check and wins.")],
        [(Weight.OUTCOME, "Both Shuffle cards are out, and the match is a draw: 7 victory points each.")],
        [],
    ]
