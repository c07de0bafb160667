"""States typed by hand, the laws they obey, and what the document says of them."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.errors import BadState
from games.rules.field_of_glory.cards import KINDS
from games.rules.field_of_glory.state import ARMY, Fight, LastFight, State
from games.rules.field_of_glory.steps import STEPS
from games.rules.field_of_glory.view import FieldOfGloryView
from games.rules.game import Position, dump
from tests.rules.contract import playouts
from tests.rules.field_of_glory.table import GAME, field_of, fought, laid, offered, played, total

DOCUMENT = Path(__file__).parents[3] / "docs" / "rules" / "field-of-glory.md"


def attacked(**more: Any) -> Position[State]:
    """Return a position: pikes attack Blue in column 3, with a bonus card that blue can't see."""
    fight = Fight(3, "PK4a", bonus="CO5a", **more)
    return laid({3: "PK4a/MI3a MI2a"}, red="HI2a", blue="CV4a", phase="answer", fight=fight)


def begun() -> Position[State]:
    return engine.start(GAME, {}, [0, 1], KeyedChance(bytes(32)))[0]


def test_the_position_of_the_document_can_be_played() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    position = GAME.load(example)
    GAME.check(position.state)
    assert offered(position) == ["stand MI3a", "stand MI2a", "withdraw MI3a", "withdraw MI2a"]
    fight = fought(position, "withdraw MI2a; stand MI3a; bonus CV4a")
    assert (total(fight.attack), total(fight.defence), fight.winner) == (4 + 5 + 1 + 1, 3 + 4, 0)


def test_the_document_names_every_key_of_a_state_and_of_a_view() -> None:
    text = DOCUMENT.read_text()
    keys = [*State.__struct_fields__, *Fight.__struct_fields__, *LastFight.__struct_fields__]
    keys += FieldOfGloryView.__struct_fields__
    assert [key for key in keys if f"`{key}`" not in text] == []


def test_the_document_names_every_verb_and_every_type_of_card() -> None:
    text = DOCUMENT.read_text()
    assert [verb for verb in {step.split(" ")[0] for step in STEPS} if not re.search(rf"`{verb}\b", text)] == []
    assert [kind.code for kind in KINDS if f"| `{kind.code}` | {kind.name} |" not in text] == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"columns": []}, "Expected `array` of length >= 5 - at `$.state.columns`"),
        ({"hands": [[]]}, "Expected `array` of length >= 2 - at `$.state.hands`"),
        ({"phase": "parley"}, "Invalid enum value 'parley' - at `$.state.phase`"),
        ({"active": 2}, "Expected `int` <= 1 - at `$.state.active`"),
        ({"mood": "grim"}, "Object contains unknown field `mood` - at `$.state`"),
    ],
)
def test_a_state_that_cannot_be_read_is_refused_with_the_place(change: dict[str, Any], complaint: str) -> None:
    typed = {**msgspec.to_builtins(attacked().state), **change}
    with pytest.raises(BadState) as caught:
        GAME.load(msgspec.json.encode({"state": typed}))
    assert str(caught.value) == f"This is not a state of Field of Glory: The Card Game: {complaint}."


@pytest.mark.parametrize(
    "changed",
    [
        lambda state: setattr(state, "phase", "act"),
        lambda state: state.out[0].append(state.decks[0].pop()),  # five out, though none was picked
        lambda state: state.draft.kept[0].append(state.decks[0].pop()),  # half a pick
        lambda state: state.draft.offers[0].append(state.decks[0].pop()),  # five offered
    ],
)
def test_a_draft_that_is_not_two_of_each_four_is_refused(changed: Callable[[State], None]) -> None:
    state = begun().state
    GAME.check(state)
    changed(state)
    with pytest.raises(BadState, match=r"^24 of the 48 cards are drafted, two from every four \(FG-3\)\.$"):
        GAME.check(state)


def test_a_draft_under_way_obeys_the_laws() -> None:
    position = begun()
    for _ in range(3):
        pick = engine.legal_steps(GAME, position, 0)[0]
        position, _ = engine.apply(GAME, position, 0, [pick], KeyedChance(bytes(32)))
        GAME.check(position.state)
    assert len(position.state.out[0]) == 6


def test_a_draft_in_which_both_have_made_every_pick_is_refused() -> None:
    state = begun().state
    assert state.draft is not None
    for seat in (0, 1):
        cards = [*state.draft.offers[seat], *state.decks[seat]]
        state.draft.offers[seat], state.decks[seat] = [], []
        state.draft.kept[seat], state.out[seat] = cards[:ARMY], cards[ARMY:]
    with pytest.raises(BadState, match=r"^24 of the 48 cards are drafted, two from every four \(FG-3\)\.$"):
        GAME.check(state)


@pytest.mark.parametrize(
    ("change", "law"),
    [
        ({"hands": [["HI2b"], ["CV4a"]]}, "Each of the 48 cards of a seat must be in one place."),
        ({"hands": [["GO4a"], ["CV4a"]]}, "Each of the 48 cards of a seat must be in one place."),
        ({"phase": "draft"}, "24 of the 48 cards are drafted, two from every four (FG-3)."),
        ({"turn": 0}, "The active seat doesn’t match the phase."),
        ({"reason": "level"}, "A match is over if, and only if, it has an end reason (FG-60, FG-61)."),
        (
            {"phase": "over", "reason": "control"},
            "A match is over if, and only if, it has an end reason (FG-60, FG-61).",
        ),
        (
            {"phase": "over", "reason": "terrain"},
            "A match is over if, and only if, it has an end reason (FG-60, FG-61).",
        ),
        ({"phase": "act"}, "The current attack isn’t possible there (FG-30, FG-15)."),
        ({"phase": "advance"}, "The phase asks for a decision that doesn’t exist."),
        ({"phase": "resolve"}, "The phase asks for a decision that doesn’t exist."),
        ({"flanks": [(3, 2)]}, "The listed flank attacks aren’t possible there (FG-13)."),
        ({"last_fight": LastFight(0, 3, "GO4a")}, "The last attack names cards that don’t fit."),
    ],
)
def test_a_state_that_breaks_a_law_is_refused_by_its_sentence(change: dict[str, Any], law: str) -> None:
    state = attacked().state
    for key, value in change.items():
        setattr(state, key, value)
    with pytest.raises(BadState) as caught:
        GAME.check(state)
    assert str(caught.value) == law


@pytest.mark.parametrize(
    "fight",
    [
        Fight(2, "PK4a", bonus="CO5a"),
        Fight(3, "PK4a", beside=2, flank=True, bonus="CO5a"),
        Fight(3, "PK4a", defence="MI3a", bonus="CO5a"),
    ],
)
def test_an_attack_that_is_not_there_is_refused(fight: Fight) -> None:
    state = attacked().state
    state.fight = fight
    with pytest.raises(BadState, match="The current attack"):
        GAME.check(state)


@pytest.mark.parametrize(
    ("units", "law"),
    [
        ("HI2a MI2a", "A column holds at most two units, and they must be allowed together (FG-22, FG-24)."),
        ("MI2a MI2b MI3a", "A column holds at most two units, and they must be allowed together (FG-22, FG-24)."),
        ("CO5b", "A column holds at most two units, and they must be allowed together (FG-22, FG-24)."),
    ],
)
def test_units_that_may_not_share_a_column_are_refused(units: str, law: str) -> None:
    with pytest.raises(BadState) as caught:
        laid({2: f"{units}/"}, red="LC2a")
    assert str(caught.value) == law


def test_ten_cards_in_a_waiting_hand_are_refused() -> None:
    cards = "LI2a LI2b LI3a LI3b LI4a LI4b LC2a LC3a LC3b LC4a"
    with pytest.raises(BadState, match="A hand has at most nine cards"):
        laid(red="CO5a", blue=cards)
    assert laid(red=cards, blue="CO5a").state.phase == "act"


def test_two_hills_are_refused() -> None:
    with pytest.raises(BadState, match="The terrain must be five of the nine cards"):
        laid(red="CO5a", terrain={1: "hill", 2: "hill"})


def test_a_dumped_state_leaves_out_what_goes_without_saying() -> None:
    text = dump(laid(red="CO5a")).decode()
    assert "draft" not in text
    assert "control" not in text
    assert len(text) < 1200


def test_no_state_of_a_whole_match_takes_more_than_four_kilobytes() -> None:
    matches = playouts.played("field-of-glory", 1)
    sizes = [len(dump(position)) for match in matches for position in match.positions]
    assert 500 < max(sizes) <= 4000


def test_a_move_played_on_a_typed_position_leaves_the_position_given_alone() -> None:
    position = attacked()
    before = dump(position)
    assert field_of(played(position, "withdraw MI3a; withdraw MI2a"), 3) == "PK4a /"
    assert dump(position) == before
