"""How a fight is reckoned and what follows: FG-36 to FG-44."""

from __future__ import annotations

import pytest

from games.rules.field_of_glory.cards import prizes
from games.rules.field_of_glory.events import (
    ControlLost,
    ControlTaken,
    Eliminated,
    Fought,
    Rampaged,
    UnitDiscarded,
)
from games.rules.field_of_glory.state import LastFight, State
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
    only,
    play,
    played,
    total,
)


def fight(field: str, lead: str, answer: str = "bonus none", **more: object) -> Fought:
    """Return the fight when red attacks column 3 with a commander as its bonus card."""
    hands = {"red": "CO5a CO5c", "blue": "CO5b LC4a LC2a", **more}
    return fought(laid({3: field}, **hands), f"attack {lead}; bonus CO5a", answer)  # type: ignore[arg-type]


def sums(field: str, lead: str, answer: str = "bonus none", **more: object) -> tuple[str, str]:
    """Return both sums without the commander that red adds to each of them."""
    found = fight(field, lead, answer, **more)
    return lines(found.attack[:-1]), lines(found.defence)


def after(field: str, lead: str, answer: str, **more: object) -> State:
    hands = {"red": "CO5a CO5c", "blue": "CO5b LC4a LC2a", **more}
    return played(laid({3: field}, **hands), f"attack {lead}; bonus CO5a", answer)  # type: ignore[arg-type]


def test_fg36_the_example_ten_against_nine_after_two_commanders() -> None:
    position = laid({3: "HI2a HI2b / PK2a"}, red="CO5a CO5c", blue="CO5b")
    position, events = play(position, "attack HI2a; bonus CO5a", "bonus CO5b")
    found = only(events, Fought)
    assert lines(found.attack) == "value 4, second 1, bonus 5"
    assert lines(found.defence) == "value 4, bonus 5"
    assert (total(found.attack), total(found.defence), found.winner) == (10, 9, RED)
    state = position.state
    assert (field_of(state, 3), control_of(state, 3)) == ("HI2a /", "red")
    assert state.prizes == [["PK2a"], []]
    assert state.discards == [["CO5a", "HI2b"], ["CO5b"]]


def test_fg36_every_unit_fights_with_its_combat_value() -> None:
    values = {"EL": 5, "PK": 4, "SP": 4, "HI": 4, "MI": 3, "CV": 3, "AR": 0, "LI": 1, "LC": 1}
    for kind, value in values.items():
        answer = "stand MI2a; bonus none" if kind in ("EL", "PK", "SP", "HI") else "bonus none"
        assert sums(f"{kind}2a / MI2a", f"{kind}2a", answer) == (f"value {value}", "value 3")


def test_fg36_a_second_unit_counts_one_on_either_side() -> None:
    assert sums("MI2a MI2b / MI2a", "MI2a") == ("value 3, second 1", "value 3")
    assert sums("MI2a / MI2a MI2b", "MI2a", "stand MI2a; bonus none") == ("value 3", "value 3, second 1")


@pytest.mark.parametrize(
    ("field", "lead", "answer", "expected"),
    [
        ("EL2a / LI2a", "EL2a", "stand LI2a; bonus none", "value 5, against -4"),
        ("SP2a / CV2a", "SP2a", "stand CV2a; bonus none", "value 4, against -1"),
        ("HI2a / CV2a", "HI2a", "stand CV2a; bonus none", "value 4, against -2"),
        ("CV2a / EL2a", "CV2a", "bonus none", "value 3, against -2"),
        ("CV2a / PK2a", "CV2a", "bonus none", "value 3, against -1"),
        ("LI2a / EL2a", "LI2a", "bonus none", "value 1, against 3"),
        ("PK2a PK3a / MI2a", "PK2a", "stand MI2a; bonus none", "value 4, second 1, pike 1"),
        ("PK2a AR2a / MI2a", "PK2a", "stand MI2a; bonus none", "value 4, second 1"),
        ("AR2a PK2a / MI2a", "AR2a", "bonus none", "value 0, second 1"),
    ],
)
def test_fg37_the_printed_modifiers_of_the_attacking_lead_count(
    field: str, lead: str, answer: str, expected: str
) -> None:
    assert sums(field, lead, answer)[0] == expected


@pytest.mark.parametrize(
    ("field", "lead", "expected"),
    [
        ("CV2a / HI2a", "CV2a", "value 4"),
        ("CV2a / SP2a", "CV2a", "value 4"),
        ("LI2a / EL2a", "LI2a", "value 5"),
        ("AR2a / PK2a PK3a", "AR2a", "value 4, second 1"),
    ],
)
def test_fg37_those_of_the_defender_do_not(field: str, lead: str, expected: str) -> None:
    answer = "stand PK2a; bonus none" if "PK3a" in field else "bonus none"
    assert sums(field, lead, answer)[1] == expected


def test_fg37_light_cavalry_is_no_cavalry_and_the_lead_alone_decides() -> None:
    assert sums("HI2a / LC3a", "HI2a", "stand LC3a; bonus none")[0] == "value 4"
    assert sums("HI2a / CV2a AR2a", "HI2a", "stand AR2a; bonus none")[0] == "value 4"


@pytest.mark.parametrize(("control", "expected"), [("blue", "value 3, hill 1"), ("red", "value 3"), (None, "value 3")])
def test_fg38_the_hill_helps_a_defender_who_controls_it(control: str | None, expected: str) -> None:
    turned = {3: control} if control else {}
    attack, defence = sums("MI2a / MI2a", "MI2a", terrain={3: "hill"}, control=turned)
    assert (attack, defence) == ("value 3", expected)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("EL", "value 5, woods -2"),
        ("PK", "value 4, woods -2"),
        ("SP", "value 4, woods -2"),
        ("HI", "value 4, woods -2"),
        ("CV", "value 3, woods -2"),
        ("MI", "value 3"),
        ("AR", "value 0"),
        ("LI", "value 1, woods 1"),
        ("LC", "value 1"),
    ],
)
def test_fg38_woods_count_for_both_leads(kind: str, expected: str) -> None:
    answer = "stand MI2a; bonus none" if kind in ("EL", "PK", "SP", "HI") else "bonus none"
    assert sums(f"{kind}2a / MI2a", f"{kind}2a", answer, terrain={3: "woods"})[0] == expected
    answer = f"stand {kind}3a; bonus none" if kind in ("LI", "LC") else "bonus none"
    assert sums(f"AR2a / {kind}3a", "AR2a", answer, terrain={3: "woods"})[1] == expected


def test_fg38_in_woods_the_second_unit_does_not_matter() -> None:
    assert sums("AR2a HI2a / MI2a", "AR2a", terrain={3: "woods"})[0] == "value 0, second 1"


def test_fg36_a_strength_has_no_floor() -> None:
    found = fought(
        laid({3: "AR2a / CV2a"}, rest="prizes", blue="CO5b", terrain={3: "woods"}), "attack AR2a", "bonus none"
    )
    assert (total(found.attack), total(found.defence)) == (0, 1)
    low = laid({3: "EL2a / LI2a"}, rest="prizes", blue="CO5b", terrain={3: "woods"})
    assert total(fought(low, "attack EL2a", "stand LI2a; bonus none").attack) == -1


# --- who wins ---


def test_fg39_higher_strength_wins() -> None:
    assert fight("MI2a / MI2a", "MI2a").winner == RED
    assert fight("AR2a / HI2a", "AR2a", "bonus CO5b").winner == BLUE


def test_fg39_a_spear_leading_the_defence_wins_a_tie() -> None:
    assert fight("HI2a / SP2a", "HI2a", "bonus CO5b").winner == BLUE
    assert fight("SP2a / SP2a", "SP2a", "bonus CO5b").winner == BLUE


def test_fg39_a_spear_that_attacks_or_does_not_lead_does_not() -> None:
    assert fight("SP2a / HI2a", "SP2a", "stand HI2a; bonus CO5b").winner is None
    assert fight("MI2a MI2b / SP2a AR2a", "MI2a", "stand AR2a; bonus CO5b").winner == RED
    tied = fight("LI2a / SP2a AR2a", "LI2a", "stand AR2a; bonus CO5b")
    assert total(tied.attack) == total(tied.defence)
    assert tied.winner is None


# --- what follows ---


def test_fg40_the_losers_units_go_to_the_winners_victory_pile_and_bonus_cards_to_the_discards() -> None:
    state = after("HI2a HI2b / MI2a MI2b", "HI2a", "stand MI2a; bonus LC2a")
    assert state.prizes == [["MI2a", "MI2b"], []]
    assert (state.discards[RED][0], state.discards[BLUE]) == ("CO5a", ["LC2a"])


def test_fg40_a_lost_attack_costs_the_attackers_units() -> None:
    state = after("LI2a LI2b / PK2a", "LI2a", "bonus CO5b")
    assert state.prizes == [[], ["LI2a", "LI2b"]]


def test_fg41_a_winning_attacker_takes_control_and_discards_the_unit_that_did_not_lead() -> None:
    for control in (None, "blue"):
        state = after("HI2a AR2a / MI2a", "HI2a", "stand MI2a; bonus none", control={3: control} if control else {})
        assert (field_of(state, 3), control_of(state, 3)) == ("HI2a /", "red")
        assert "AR2a" in state.discards[RED]


def test_fg41_control_he_has_already_is_not_taken_again() -> None:
    position = laid({3: "HI2a / MI2a"}, red="CO5a CO5c", blue="CO5b", control={3: "red"})
    events = happened(position, "attack HI2a; bonus CO5a", "stand MI2a; bonus none")
    assert not [event for event in events if isinstance(event, ControlTaken | ControlLost)]


@pytest.mark.parametrize(("control", "lost"), [("red", [ControlLost(RED, 3)]), ("blue", []), (None, [])])
def test_fg42_that_the_terrain_turns_neutral_is_told(control: str | None, lost: list[ControlLost]) -> None:
    held = {3: control} if control else {}
    position = laid({3: "LI2a / PK2a AR2a"}, red="CO5a CO5c", blue="CO5b", control=held)
    events = happened(position, "attack LI2a; bonus CO5a", "stand PK2a; bonus CO5b")
    assert [event for event in events if isinstance(event, ControlLost)] == lost


@pytest.mark.parametrize(("control", "later"), [("red", None), ("blue", "blue"), (None, None)])
def test_fg42_a_winning_defender_turns_the_attackers_terrain_neutral_and_nothing_else(
    control: str | None, later: str | None
) -> None:
    state = after("LI2a / PK2a AR2a", "LI2a", "stand PK2a; bonus CO5b", control={3: control} if control else {})
    assert control_of(state, 3) == later
    assert field_of(state, 3) == "/ PK2a"
    assert "AR2a" in state.discards[BLUE]


def test_fg43_a_tie_discards_all_units_and_turns_the_terrain_neutral() -> None:
    for control in ("red", "blue"):
        state = after("MI2a MI2b / MI2a MI2b", "MI2a", "stand MI2a; bonus CO5b", control={3: control})
        assert (field_of(state, 3), control_of(state, 3)) == ("/", None)
        assert state.prizes == [[], []]
        assert set(state.discards[RED]) == {"CO5a", "MI2a", "MI2b"}
        assert set(state.discards[BLUE]) == {"CO5b", "MI2a", "MI2b"}


def test_fg43_elephants_discarded_in_a_tie_do_not_rampage() -> None:
    position = laid({3: "EL2a / EL2a"}, red="CO5a CO5c", blue="CO5b")
    events = happened(position, "attack EL2a; bonus CO5a", "bonus CO5b")
    assert only(events, Fought).winner is None
    assert not [event for event in events if isinstance(event, Rampaged)]


def rampaging(red: str, blue: str, **more: object) -> Position[State]:
    hands = {"red": "CO5a CO5c", "blue": "CO5b", "decks": ("LC2a PK4a", "LC3a SP4a"), **more}
    return laid({3: f"{red} / {blue}"}, **hands)  # type: ignore[arg-type]


def test_fg44_a_beaten_defenders_elephants_take_the_top_card_of_the_deck_with_them() -> None:
    state, events = play(rampaging("PK2a PK3a", "EL2a"), "attack PK2a; bonus CO5a", "bonus none")
    assert only(events, Rampaged) == Rampaged(BLUE, "SP4a")
    assert state.state.prizes == [["EL2a", "SP4a"], []]


def test_fg44_a_beaten_attackers_too() -> None:
    state, events = play(rampaging("EL2a", "LI2a LI2b"), "attack EL2a; bonus CO5a", "stand LI2a; bonus CO5b")
    assert only(events, Rampaged) == Rampaged(RED, "PK4a")
    assert state.state.prizes == [[], ["EL2a", "PK4a"]]


def test_fg44_two_elephants_cost_one_card() -> None:
    position = rampaging("PK2a PK3a", "EL2a EL3a")
    state, events = play(position, "attack PK2a; bonus CO5a", "stand EL2a; bonus none")
    assert only(events, Eliminated).cards == ("EL2a", "EL3a")
    assert only(events, Rampaged).card == "SP4a"
    assert len(state.state.prizes[RED]) == 3


def test_fg44_an_elephant_that_did_not_lead_counts_as_well() -> None:
    position = rampaging("PK2a PK3a", "EL2a LI2a")
    assert only(happened(position, "attack PK2a; bonus CO5a", "stand LI2a; bonus none"), Rampaged).seat == BLUE


def test_fg44_the_card_is_drawn_after_the_bonus_cards_are_discarded() -> None:
    """Blue's deck and pile are empty but for the bonus card that it has just discarded."""
    position = laid({3: "PK2a PK3a / EL2a"}, red="CO5a CO5c", blue="LC2a", rest="prizes")
    events = happened(position, "attack PK2a; bonus CO5a", "bonus LC2a")
    assert only(events, Rampaged) == Rampaged(BLUE, "LC2a")


def test_fg44_a_winner_that_discards_its_elephant_loses_nothing_else() -> None:
    position = rampaging("LI2a EL2a", "MI2a")
    events = happened(position, "attack LI2a; bonus CO5a", "bonus none")
    assert only(events, UnitDiscarded).card == "EL2a"
    assert not [event for event in events if isinstance(event, Rampaged)]


def test_fg44_victory_points_are_those_printed_on_the_cards() -> None:
    assert prizes(["EL2a", "SP4a", "PK2a", "HI2a", "MI2a", "CV2a", "AR2a", "LI2a", "LC2a", "CO5a", "OV2a"]) == 12


def test_fg40_the_last_fight_can_be_looked_at() -> None:
    assert after("HI2a / MI2a", "HI2a", "stand MI2a; bonus LC4a").last_fight == LastFight(
        RED, 3, "HI2a", "CO5a", "MI2a", "LC4a"
    )
