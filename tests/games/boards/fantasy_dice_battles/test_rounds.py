"""A round as the page plays it: its scenes, and the board of each, back from what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from games.boards.fantasy_dice_battles import round_board as rounds
from games.boards.fantasy_dice_battles.battle_board import UnitToken, tokens_by_place
from games.boards.fantasy_dice_battles.round_board import Scene
from games.rules.engine import Replay
from games.rules.fantasy_dice_battles.events import (
    BattleEnded,
    Cure,
    DiceCounted,
    Drew,
    Healed,
    Reinforced,
    Revealed,
    Rolled,
    RoundStarted,
    Struck,
    Term,
)
from games.rules.fantasy_dice_battles.words import SAYINGS
from games.rules.game import SPECTATOR, Event, Position
from games.rules.record import loads
from tests.games.boards.fantasy_dice_battles.test_parts import SEATS, battle
from tests.rules.fantasy_dice_battles.table import GAME

__all__ = ["battle"]

RECORDS = sorted((Path(__file__).parents[4] / "tests/rules/fantasy_dice_battles/golden").glob("*.json"))


def told(position: Position[Any], events: Sequence[Event]) -> list[Scene]:
    return rounds.scenes(rounds.events_in_words(events, SEATS), GAME.view(position.state, SPECTATOR))


TOLD = [
    Revealed(0, "1", "outriders"),
    Revealed(1, "1", "troll", "absent"),
    DiceCounted(0, 1, "outriders", "normal", 3, (Term("attack", 3),)),
    Healed(1, 3, "HEAL", (Cure("ogres", "3:F1", wounds=1),)),
    Rolled(0, 1, "outriders", "normal", (1, 5, 5), ("F1", "F3", "F3")),
    Struck(seat=1, unit="goblins", place="1:F1", color="normal", dice=1, stopped=0, poison=0, wounds=1),
    Drew(0, 1, ("footmen",)),
]


def test_a_round_is_told_scene_by_scene(battle: Position[Any]) -> None:
    scenes = told(battle, TOLD)
    assert [(scene.title, scene.battalion, len(scene.lines)) for scene in scenes] == [
        ("Turning over the cards", 0, 2),
        ("Counting the dice", 0, 1),
        ("Support, regrouping and poison", 0, 1),
        ("Rolling at battalion 1", 1, 2),
        ("End of the round", 0, 1),
    ]


def test_cards_lie_face_up_and_then_with_their_dice(battle: Position[Any]) -> None:
    scenes = told(battle, TOLD)
    cards = [[(spot, card.unit_card.unit, card.works, card.dice) for spot, card in scene.cards] for scene in scenes]
    assert cards == [
        [("0-1", "outriders", True, None), ("1-1", "troll", False, None)],
        [("0-1", "outriders", True, 3)],
        [],
        [],
        [],
    ]


def test_dice_are_drawn_with_the_spaces_they_hit(battle: Position[Any]) -> None:
    line = told(battle, TOLD)[3].lines[0]
    assert (line.seat, line.color, line.dice) == (
        0,
        "normal",
        [(1, "F1", "1-1:F1"), (5, "F3", "1-1:F3"), (5, "F3", "1-1:F3")],
    )
    assert line.said == ("Ann rolls for Outriders at battalion 1: 1 → F1, 5 → F3, 5 → F3.")


def test_without_a_round_there_is_nothing_to_tell(battle: Position[Any]) -> None:
    assert told(battle, TOLD[3:]) == []


def test_of_two_rounds_the_newest_is_told(battle: Position[Any]) -> None:
    before = [Reinforced(0, "footmen", "1:S1"), Revealed(0, "2", "bowmen"), Drew(1, 1), RoundStarted(2)]
    assert told(battle, [*before, *TOLD]) == told(battle, TOLD)
    assert told(battle, [*TOLD, RoundStarted(2)])[-1].title == "End of the round"


def test_the_round_that_ends_a_battle_has_a_number_of_its_own(battle: Position[Any]) -> None:
    view = GAME.view(battle.state, SPECTATOR)
    before = [Revealed(0, "2", "bowmen"), RoundStarted(view.round)]
    played = [Revealed(0, "2", "bowmen"), BattleEnded("heroes", (2, 1))]
    assert rounds.number_fought(rounds.events_in_words(before, SEATS), view) == view.round - 1
    assert rounds.number_fought(rounds.events_in_words([*before, *played], SEATS), view) == view.round
    assert rounds.number_fought([], view) == view.round


def test_wounds_lie_from_the_scene_of_their_dice_on(battle: Position[Any]) -> None:
    wounded = UnitToken(tokens_by_place(GAME.view(battle.state, SPECTATOR))["1-1:F1"].unit_card)
    changes = [(scene.title, spot, token) for scene in told(battle, TOLD) for spot, token in scene.changes]
    assert [(title, spot) for title, spot, _token in changes] == [
        ("Turning over the cards", "1-1:F1"),
        ("Turning over the cards", "1-3:F1"),
        ("Support, regrouping and poison", "1-3:F1"),
        ("Rolling at battalion 1", "1-1:F1"),
    ]
    assert changes[-1][2] == wounded


def board_after(scenes: Sequence[Scene], now: dict[str, UnitToken]) -> list[dict[str, UnitToken | None]]:
    """Return the board after each scene, as a page makes it: the newest change of each space, and else as it is now."""
    boards, board = [], {spot: now.get(spot) for scene in scenes for spot, _token in scene.changes}
    for scene in scenes:
        board = board | dict(scene.changes)
        boards.append({**now, **board})
    return boards


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_boards_of_a_round_lead_from_the_one_before_it_to_the_one_after_it(path: Path) -> None:
    record = loads(path.read_bytes())
    replay: Replay[Any, Any] = Replay(GAME)
    before: dict[str, UnitToken] = {}
    for entry in record.entries:
        events = [event for event in replay.push(entry) if type(event) in SAYINGS]  # and so not what the house does
        after = tokens_by_place(GAME.view(replay.position.state, SPECTATOR))
        scenes = told(replay.position, events)
        if scenes:
            first, *_, last = board_after(scenes, after)
            entered = {f"{each.seat}-{each.place}" for each in events if isinstance(each, Reinforced)}
            assert {spot: token for spot, token in first.items() if token and spot not in entered} == before
            assert {spot: token for spot, token in last.items() if token} == after
        before = after
