"""Flank attacks: FG-13 to FG-16."""

from __future__ import annotations

import pytest

from games.rules.field_of_glory.attacks import flank_pairs
from games.rules.field_of_glory.events import Attacked, AttackVoid, FlanksLeft, Rampaged, Withdrew
from games.rules.field_of_glory.state import State
from games.rules.game import Position
from tests.rules.field_of_glory.table import (
    BLUE,
    RED,
    control_of,
    field_of,
    fought,
    happened,
    laid,
    lines,
    offered,
    only,
    play,
    played,
    refused,
    total,
)


def flanking(field: dict[int, str], **more: object) -> Position[State]:
    """Return Red's turn after its Advance, begun by blue's drawing three."""
    hands = {"red": "CO5a CO5b", "blue": "LC2a CO5c", **more}
    position = laid(field, active=BLUE, **hands)  # type: ignore[arg-type]
    return play(position, "draw")[0]


def open_columns(field: dict[int, str]) -> list[tuple[int, int]]:
    """Return the attacked and the flanking column of every flank attack that red may make."""
    return flanking(field).state.flanks


# --- which columns are open: the three pictures of the rules, and what surrounds them ---


def test_fg13_the_first_picture_a_pike_with_an_enemy_before_it_and_one_beside_it_is_open() -> None:
    position = flanking({2: "MI2a / PK2a", 3: "HI2a /", 5: "/ LI2a"})
    assert position.state.flanks == [(2, 3)]
    assert offered(position) == ["flank MI2a@2", "flank HI2a@2", "go on"]


def test_fg13_the_second_picture_one_friendly_unit_in_the_next_column_along_prevents_it() -> None:
    assert open_columns({2: "MI2a / PK2a", 3: "HI2a /", 4: "/ LI2a"}) == []


def test_fg13_the_third_picture_from_an_end_column_there_is_no_next_column_along() -> None:
    assert open_columns({1: "CV2a /", 2: "HI2a / PK2a"}) == [(2, 1)]


def test_fg13_a_unit_that_nobody_opposes_to_its_front_is_not_open() -> None:
    assert open_columns({2: "/ PK2a", 3: "HI2a /"}) == []


def test_fg13_an_opposed_unit_does_not_flank() -> None:
    assert open_columns({2: "MI2a / PK2a", 3: "HI2a / LI2a"}) == []


def test_fg13_units_two_columns_away_do_not_flank() -> None:
    assert open_columns({2: "MI2a / PK2a", 4: "HI2a /"}) == []


def test_fg13_own_units_in_the_column_beyond_do_not_matter() -> None:
    assert open_columns({2: "MI2a / PK2a", 3: "HI2a /", 4: "CV2a /"}) == [(2, 3)]


def test_fg14_the_columns_are_listed_once_at_the_start_of_the_phase() -> None:
    """Column 2 is unopposed, so that column 3 would be open from it, only when the phase has begun."""
    field = {1: "CV2a /", 2: "HI2a / LI2a", 3: "MI2a / MI2a"}
    position = flanking(field)
    assert position.state.flanks == [(2, 1)]
    after = played(position, "flank HI2a@2; bonus CO5a", "withdraw LI2a")
    assert (field_of(after, 2), after.phase) == ("HI2a /", "act")
    assert list(flank_pairs(after)) == [(3, 2)]


def test_fg14_each_target_is_attacked_once_in_any_order() -> None:
    field = {1: "CV2a /", 2: "HI2a / PK2a", 4: "HI2b / PK3a", 5: "CV2b /"}
    position = flanking(field, red="CO5a CO5b CO5d")
    assert position.state.flanks == [(2, 1), (4, 5)]
    position, _ = play(position, "flank HI2b@4; bonus CO5a", "bonus LC2a")
    assert offered(position) == ["flank HI2a@2", "flank CV2a@2", "go on"]
    position, _ = play(position, "flank CV2a@2; bonus CO5b", "bonus none")
    assert position.state.phase == "act"


def test_fg13_the_phase_can_be_passed() -> None:
    position = flanking({2: "MI2a / PK2a", 3: "HI2a /"})
    after, events = play(position, "go on")
    assert events == [FlanksLeft(RED)]
    assert (after.state.phase, after.state.flanks) == ("act", [])


# --- how it is fought ---


def test_fg15_the_example_six_against_four() -> None:
    """Red attacks with the heavy infantry of the flanking column: 4 and 2 for the flank against a pike's 4."""
    position = flanking({2: "MI2a / PK2a", 3: "HI2a /"})
    fight = fought(position, "flank HI2a@2; bonus CO5a", "bonus none")
    assert lines(fight.attack) == "value 4, flank 2, bonus 5"
    assert lines(fight.defence) == "value 4"
    assert total(fight.attack[:-1]) == 6


def test_fg15_the_unit_before_the_target_may_lead_instead() -> None:
    position = flanking({2: "MI2a / PK2a", 3: "HI2a /"})
    fight = fought(position, "flank MI2a@2; bonus CO5a", "bonus none")
    assert lines(fight.attack) == "value 3, flank 2, bonus 5"


def test_fg15_two_flanking_columns_offer_both_their_units() -> None:
    position = flanking({1: "CV2a /", 2: "MI2a / PK2a", 3: "HI2a /"})
    assert offered(position) == ["flank MI2a@2", "flank CV2a@2", "flank HI2a@2", "go on"]


def test_fg15_the_defender_may_still_withdraw_by_the_cost_of_the_lead() -> None:
    position = flanking({2: "LI2a / MI2a", 3: "HI2a /"})
    after, events = play(position, "flank HI2a@2; bonus CO5a", "withdraw MI2a")
    assert only(events, Withdrew).card == "MI2a"
    assert only(events, AttackVoid).bonus == "CO5a"
    assert field_of(after.state, 2) == "LI2a /"
    _, events = play(flanking({2: "LI2a / MI2a", 3: "HI2a /"}), "flank LI2a@2; bonus CO5a")
    assert only(events, Attacked).flank


def test_fg16_a_lead_from_the_flanking_column_fights_without_a_second_unit() -> None:
    position = flanking({2: "HI2a HI2b / PK2a", 3: "HI3a /"})
    beside = fought(position, "flank HI3a@2; bonus CO5a", "bonus none")
    assert lines(beside.attack) == "value 4, flank 2, bonus 5"
    before = fought(position, "flank HI2a@2; bonus CO5a", "bonus none")
    assert lines(before.attack) == "value 4, second 1, flank 2, bonus 5"


def test_fg16_the_terrain_is_that_of_the_attacked_column() -> None:
    position = flanking({2: "LI2a / PK2a", 3: "HI2a /"}, terrain={2: "woods", 3: "plain"})
    fight = fought(position, "flank HI2a@2; bonus CO5a", "bonus none")
    assert lines(fight.attack) == "value 4, woods -2, flank 2, bonus 5"
    assert lines(fight.defence) == "value 4, woods -2"


def test_fg16_a_winner_from_beside_takes_the_column_and_stays_where_it_is() -> None:
    position = flanking({2: "MI2a MI2b / PK2a", 3: "HI2a /"})
    after = played(position, "flank HI2a@2; bonus CO5a", "bonus none")
    assert (field_of(after, 2), field_of(after, 3)) == ("MI2a MI2b /", "HI2a /")
    assert (control_of(after, 2), control_of(after, 3)) == ("red", "red")
    assert after.prizes[RED] == ["PK2a"]


def test_fg16_a_loser_from_beside_loses_the_units_of_its_own_column() -> None:
    position = flanking({2: "MI2a / PK2a", 3: "LI2a /"}, control={2: "red"})
    after = played(position, "flank LI2a@2; bonus CO5a", "bonus CO5c")
    assert (field_of(after, 2), field_of(after, 3)) == ("MI2a / PK2a", "/")
    assert after.prizes[BLUE] == ["LI2a"]
    assert (control_of(after, 2), control_of(after, 3)) == (None, "red")


def test_fg16_a_tie_from_beside_discards_the_lead_and_the_defenders() -> None:
    position = flanking({2: "LI2a / HI2a HI2b", 3: "MI2a /"}, red="CO5a", blue="CO5c", control={2: "blue"})
    after = played(position, "flank MI2a@2; bonus CO5a", "stand HI2a; bonus CO5c")
    assert (field_of(after, 2), field_of(after, 3)) == ("LI2a /", "/")
    assert control_of(after, 2) is None
    assert set(after.discards[RED]) == {"CO5a", "MI2a"}
    assert set(after.discards[BLUE]) == {"CO5c", "HI2a", "HI2b"}


def test_fg16_when_all_withdraw_from_a_lead_beside_nobody_of_the_attacker_is_discarded() -> None:
    position = flanking({2: "LI2a LI2b / MI2a", 3: "HI2a /"})
    after = played(position, "flank HI2a@2; bonus CO5a", "withdraw MI2a")
    assert (field_of(after, 2), after.phase) == ("LI2a LI2b /", "act")


def test_fg16_a_defender_who_beats_a_lead_from_beside_keeps_one_unit_and_the_unit_before_it_stays() -> None:
    position = flanking({2: "MI2a / PK2a PK3a", 3: "LI2a /"})
    after = played(position, "flank LI2a@2; bonus CO5a", "stand PK2a; bonus CO5c")
    assert (field_of(after, 2), field_of(after, 3)) == ("MI2a / PK2a", "/")
    assert (after.discards[BLUE], after.prizes[BLUE]) == (["CO5c", "PK3a"], ["LI2a"])


def test_fg44_elephants_beaten_beside_the_attacked_column_run_wild_too() -> None:
    position = flanking({2: "LC2a / PK2a PK3a", 3: "EL2a /"}, red="LI2a", decks=("LC3a CV2a", ""))
    events = happened(position, "flank EL2a@2; bonus LI2a", "stand PK2a; bonus CO5c")
    assert only(events, Rampaged) == Rampaged(RED, "CV2a")


# --- bad input ---


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("flank HI3a@4", "a flank attack needs units of both sides in column 4."),
        ("flank CV2a@2", "the lead must be in the attacked column or in a flanking one."),
        ("attack MI2a", "this is the flank attack phase: make a flank attack or move on."),
    ],
)
def test_fg15_a_flank_attack_that_is_not_open_is_refused_by_its_rule(step: str, reason: str) -> None:
    position = flanking({2: "MI2a / PK2a", 3: "HI2a /", 4: "HI3a /", 5: "CV2a /"})
    assert reason in refused(position, step)


def test_fg14_a_flank_attack_is_told_as_one() -> None:
    position = flanking({2: "MI2a / PK2a", 3: "HI2a /"})
    (attacked, *_) = happened(position, "flank HI2a@2; bonus CO5a")
    assert attacked == Attacked(RED, 2, "HI2a", flank=True, beside=3)
