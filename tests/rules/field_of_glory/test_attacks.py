"""From the declaration of an attack to the last decision before the fight: FG-30 to FG-35, FG-45, FG-70, FG-71."""

from __future__ import annotations

import pytest

from games.rules import engine
from games.rules.field_of_glory.events import (
    Attacked,
    AttackVoid,
    BonusTaken,
    Drew,
    Fought,
    Overlapped,
    Stood,
    TurnSpent,
    TurnStarted,
    UnitDiscarded,
    Withdrew,
)
from games.rules.field_of_glory.state import State
from games.rules.game import SPECTATOR, Position, visible
from tests.rules.field_of_glory.table import (
    BLUE,
    GAME,
    RED,
    control_of,
    field_of,
    fought,
    happened,
    laid,
    lines,
    offered,
    offered_of,
    only,
    planned,
    play,
    played,
    refused,
)


def attacked(field: dict[int, str], move: str, **more: object) -> Position[State]:
    """Return a position in which Red has attacked and blue owes an answer."""
    hands = {"red": "CO5a OV2a LC2a", "blue": "CO5b", **more}
    return play(laid(field, **hands), move)[0]  # type: ignore[arg-type]


# --- declaring ---


def test_fg30_an_attack_needs_units_of_both_sides_in_the_column() -> None:
    position = laid({1: "HI2a / LI2a", 2: "HI2b /", 3: "/ LI2b"}, red="CO5a")
    assert offered_of(position, "attack") == ["HI2a"]
    assert "nobody to attack in column 2" in refused(position, "attack HI2b; bonus CO5a")


def test_fg30_of_two_units_either_may_lead() -> None:
    position = laid({1: "HI2a AR2a / LI2a"}, red="CO5a")
    assert offered_of(position, "attack") == ["HI2a", "AR2a"]


def test_fg30_only_an_own_unit_on_the_battlefield_leads() -> None:
    position = laid({1: "HI2a / LI2a"}, red="CO5a HI3a")
    assert "HI3a" in refused(position, "attack HI3a; bonus CO5a")


# --- Overlap ---


def test_fg31_the_example_overlap_adds_two_for_medium_infantry_and_archers_beside() -> None:
    position = laid({2: "MI2a /", 3: "CV2a / HI2a", 4: "AR2a /"}, red="OV2a CO5a", blue="LC2a")
    events = happened(position, "attack CV2a; overlap OV2a; bonus CO5a", "bonus none")
    assert only(events, Overlapped) == Overlapped(RED, "OV2a", 2)
    assert lines(only(events, Fought).attack) == "value 3, overlap 2, bonus 5"


@pytest.mark.parametrize(
    ("field", "amount"),
    [
        ({2: "MI2a MI2b /"}, 2),
        ({2: "MI2a / LI2a"}, 0),
        ({2: "HI2b /"}, 0),
        ({2: "EL2a LI2a /"}, 1),
        ({1: "MI2a /", 5: "MI2b /"}, 0),
        ({2: "LC2a /", 4: "CV2b /"}, 2),
        ({2: "/ LI2a"}, 0),
    ],
)
def test_fg31_each_cheap_unopposed_unit_of_a_neighbouring_column_counts(field: dict[int, str], amount: int) -> None:
    position = laid({**field, 3: "CV2a / HI2a"}, red="OV2a CO5a")
    assert only(happened(position, "attack CV2a; overlap OV2a; bonus CO5a"), Overlapped).amount == amount


@pytest.mark.parametrize(("column", "beside", "far"), [(1, 2, 5), (5, 4, 1)])
def test_fg31_at_the_edge_only_the_one_neighbouring_column_counts(column: int, beside: int, far: int) -> None:
    position = laid({column: "CV2a / HI2a", beside: "MI2a /", far: "MI2b /"}, red="OV2a CO5a")
    assert only(happened(position, "attack CV2a; overlap OV2a; bonus CO5a"), Overlapped).amount == 1


def test_fg31_both_overlap_cards_may_be_played_and_each_adds_the_count() -> None:
    position = laid({2: "MI2a /", 3: "CV2a / HI2a", 4: "AR2a /"}, red="OV2a OV2b CO5a", blue="LC2a")
    fight = fought(position, "attack CV2a; overlap OV2a; overlap OV2b; bonus CO5a", "bonus none")
    assert lines(fight.attack) == "value 3, overlap 4, bonus 5"


def test_fg31_it_is_discarded_when_played_and_not_after_the_bonus_card() -> None:
    position = laid({3: "CV2a / HI2a"}, red="OV2a CO5a")
    assert played(position, "attack CV2a; overlap OV2a; bonus CO5a").discards[RED] == ["OV2a"]
    assert "n’t possible" in refused(position, "attack CV2a; bonus CO5a; overlap OV2a")
    assert "this is the action phase" in refused(position, "overlap OV2a")


def test_fg31_in_a_flank_attack_the_lead_is_not_counted() -> None:
    position = laid({2: "CV2a / PK2a", 3: "MI2a /", 1: "LC2a /"}, active=BLUE, red="OV2a CO5a", blue="LC2a")
    position, _ = play(position, "draw")
    events = happened(position, "flank MI2a@2; overlap OV2a; bonus CO5a")
    assert only(events, Overlapped).amount == 1


# --- the attacker's bonus card ---


def test_fg32_the_bonus_card_comes_from_the_hand_or_blind_from_the_deck() -> None:
    position = laid({3: "CV2a / HI2a"}, red="CO5a LC2a OV2a")
    assert planned(position, "attack CV2a") == [
        "bonus CO5a",
        "bonus LC2a",
        "bonus OV2a",
        "bonus deck",
        "overlap OV2a",
    ]
    assert "when you attack, you must take a bonus card" in refused(position, "attack CV2a; bonus none")
    assert "isn’t finished" in refused(position, "attack CV2a")
    assert "hand" in refused(position, "attack CV2a; bonus CO5b")


def test_fg32_without_deck_and_discards_there_is_no_blind_card() -> None:
    position = laid({3: "CV2a / HI2a"}, red="CO5a", rest="prizes")
    assert planned(position, "attack CV2a") == ["bonus CO5a"]
    assert "your deck and your discard pile are empty" in refused(position, "attack CV2a; bonus deck")


def test_fg32_the_blind_card_is_the_top_of_the_deck_and_its_owner_sees_it() -> None:
    position = laid({3: "CV2a / HI2a"}, red="CO5a", decks=("LC2a MI3b", ""))
    _, events = play(position, "attack CV2a; bonus deck")
    taken = BonusTaken(RED, True, "MI3b")
    assert taken in visible(events, RED)
    for viewer in (BLUE, SPECTATOR):
        assert BonusTaken(RED, True) in visible(events, viewer)
        assert taken not in visible(events, viewer)


def test_fg32_the_bonus_card_stays_hidden_from_the_defender() -> None:
    position = attacked({3: "CV2a / HI2a"}, "attack CV2a; bonus CO5a")
    own, other = GAME.view(position.state, RED), GAME.view(position.state, BLUE)
    assert own.fight is not None
    assert other.fight is not None
    assert (own.fight.bonus, other.fight.bonus) == ("CO5a", "?")
    steps = engine.parse_move(GAME, "attack CV2a; overlap OV2a; bonus CO5a")
    assert GAME.shown(steps, RED, BLUE) == "attack CV2a; overlap OV2a; bonus ?"
    assert GAME.shown(engine.parse_move(GAME, "attack CV2a; bonus deck"), RED, BLUE) == "attack CV2a; bonus deck"


def test_fg32_without_any_source_the_attack_has_no_bonus_card() -> None:
    position = laid({3: "CV2a / HI2a"}, blue="CO5a", rest="prizes")
    assert lines(fought(position, "attack CV2a", "bonus CO5a").attack) == "value 3"


def test_fg71_an_attacker_with_an_empty_hand_draws_blind_as_all_can_see() -> None:
    position = laid({3: "CV2a / HI2a"}, blue="CO5a", decks=("LC2a MI3b", ""))
    _, events = play(position, "attack CV2a")
    assert only(events, BonusTaken) == BonusTaken(RED, True, "MI3b")


# --- withdrawing ---


@pytest.mark.parametrize(
    ("lead", "defender", "withdraws"),
    [
        ("HI2a", "MI2a", True),
        ("HI2a", "HI2a", False),
        ("HI2a", "PK2a", False),
        ("PK2a", "HI2a", True),
        ("CV2a", "LI2a", True),
        ("CV2a", "AR2a", False),
        ("LI2a", "LC3a", True),
        ("LC3a", "LC3a", False),
    ],
)
def test_fg33_only_units_cheaper_than_the_lead_withdraw(lead: str, defender: str, *, withdraws: bool) -> None:
    position = attacked({3: f"{lead} / {defender}"}, f"attack {lead}; bonus CO5a")
    assert (offered_of(position, "withdraw") == [defender]) is withdraws
    if not withdraws:
        assert "you’ve already chosen to stand; now choose a bonus card" in refused(position, f"withdraw {defender}")


def test_fg33_surcharges_do_not_count() -> None:
    position = attacked({1: "MI2a / CV2a"}, "attack MI2a; bonus CO5a", terrain={1: "rough"})
    assert offered_of(position, "withdraw") == ["CV2a"]
    position = attacked({1: "CV2a / AR2a"}, "attack CV2a; bonus CO5a", terrain={1: "rough"})
    assert offered_of(position, "withdraw") == []


def test_fg33_withdrawn_units_go_to_the_discards_for_no_victory_points() -> None:
    position = attacked({3: "HI2a / MI2a"}, "attack HI2a; bonus CO5a")
    after, events = play(position, "withdraw MI2a")
    assert only(events, Withdrew) == Withdrew(BLUE, "MI2a", 3)
    assert after.state.discards[BLUE] == ["MI2a"]
    assert after.state.prizes == [[], []]


def test_fg33_one_of_two_may_withdraw_and_the_other_stand() -> None:
    position = attacked({3: "HI2a / MI2a MI2b"}, "attack HI2a; bonus CO5a")
    assert offered(position) == ["stand MI2a", "stand MI2b", "withdraw MI2a", "withdraw MI2b"]
    fight = fought(position, "withdraw MI2a; stand MI2b; bonus CO5b")
    assert lines(fight.defence) == "value 3, bonus 5"


def test_fg33_archers_withdraw_from_beside_infantry_that_cannot() -> None:
    position = attacked({3: "HI2a / HI2a AR2a"}, "attack HI2a; bonus CO5a")
    assert offered_of(position, "withdraw") == ["AR2a"]
    events = happened(position, "withdraw AR2a; bonus none")
    assert only(events, Stood).card == "HI2a"


def test_fg33_elephants_that_withdraw_do_not_rampage() -> None:
    position = attacked({3: "HI2a / LI2a"}, "attack HI2a; bonus CO5a")
    assert played(position, "withdraw LI2a").prizes == [[], []]


# --- all withdrawn ---


def test_fg34_when_all_withdraw_the_bonus_card_is_lost_and_control_unchanged() -> None:
    position = attacked({3: "HI2a / MI2a"}, "attack HI2a; bonus CO5a", control={3: "blue"})
    after, events = play(position, "withdraw MI2a")
    assert only(events, AttackVoid) == AttackVoid(RED, 3, "CO5a")
    assert after.state.discards[RED] == ["CO5a"]
    assert (control_of(after.state, 3), field_of(after.state, 3)) == ("blue", "HI2a /")
    assert (after.state.phase, after.state.active) == ("act", RED)


def test_fg34_two_defenders_withdraw_in_one_move() -> None:
    position = attacked({3: "HI2a / MI2a MI2b"}, "attack HI2a; bonus CO5a")
    assert field_of(played(position, "withdraw MI2b; withdraw MI2a"), 3) == "HI2a /"
    assert "isn’t finished" in refused(position, "withdraw MI2b")


def test_fg34_of_two_attackers_one_is_kept_by_choice() -> None:
    position = attacked({3: "HI2a AR2a / MI2a"}, "attack HI2a; bonus CO5a")
    position, _ = play(position, "withdraw MI2a")
    assert (position.state.phase, offered(position)) == ("leave", ["drop HI2a", "drop AR2a"])
    after = played(position, "drop HI2a")
    assert (field_of(after, 3), after.phase) == ("AR2a /", "act")
    assert "n’t possible" in refused(position, "draw")


def test_fg34_the_attacker_that_is_not_kept_is_told() -> None:
    position = attacked({3: "HI2a AR2a / MI2a"}, "attack HI2a; bonus CO5a")
    assert happened(position, "withdraw MI2a", "drop HI2a")[-1] == UnitDiscarded(RED, "HI2a", 3)


# --- standing ---


def test_fg35_the_defender_chooses_the_lead_and_a_bonus_card_or_none() -> None:
    position = attacked({3: "LC2a / HI2a AR2a"}, "attack LC2a; bonus CO5a", red="CO5a OV2a", blue="CO5b LI2a")
    assert offered(position) == ["stand HI2a", "stand AR2a"]
    assert planned(position, "stand AR2a") == ["bonus none", "bonus CO5b", "bonus LI2a", "bonus deck"]
    assert lines(fought(position, "stand AR2a; bonus CO5b").defence) == "value 0, second 1, bonus 5"
    assert lines(fought(position, "stand HI2a; bonus none").defence) == "value 4, second 1"


@pytest.mark.parametrize(
    ("more", "closes"),
    [
        ({"blue": "", "rest": "prizes"}, True),
        ({"blue": "CO5b", "rest": "prizes"}, False),
        ({"blue": "", "rest": "discards"}, False),
        ({"blue": "", "rest": "decks"}, False),
    ],
)
def test_fg35_who_stands_without_a_card_to_add_has_answered(more: dict[str, str], closes: bool) -> None:
    """The fight follows at once, so that nothing of it is to be previewed."""
    position = attacked({3: "LC2a / HI2a AR2a"}, "attack LC2a; bonus CO5a", red="CO5a", **more)
    assert GAME.closes(position.state, BLUE, GAME.parse_step("stand HI2a")) is closes


def test_fg35_the_defenders_blind_card_is_the_top_of_his_deck() -> None:
    position = attacked({3: "LC2a / HI2a"}, "attack LC2a; bonus CO5a", red="CO5a", decks=("", "LI2a MI4a"))
    assert lines(fought(position, "bonus deck").defence) == "value 4, bonus 4"


def test_fg35_the_lead_must_be_chosen_before_the_bonus_card() -> None:
    position = attacked({3: "LC2a / HI2a AR2a"}, "attack LC2a; bonus CO5a", red="CO5a")
    assert "first choose which units withdraw and which one leads the defence" in refused(position, "bonus CO5b")


def test_fg35_the_lead_must_be_a_defender_of_that_column() -> None:
    position = attacked({3: "LC2a / HI2a AR2a", 4: "/ MI2a"}, "attack LC2a; bonus CO5a", red="CO5a")
    assert "column 3 is under attack, and you don’t have Medium Infantry (2) there" in refused(
        position, "stand MI2a; bonus none"
    )


def test_fg71_a_lone_unit_that_cannot_withdraw_stands_by_itself() -> None:
    position = attacked({3: "LC2a / HI2a"}, "attack LC2a; bonus CO5a", red="CO5a")
    assert offered(position) == ["bonus none", "bonus CO5b", "bonus deck"]


def test_fg71_without_any_source_either_the_fight_needs_no_answer() -> None:
    position = laid({3: "LC2a / HI2a"}, red="CO5a CO5c", rest="prizes")
    events = happened(position, "attack LC2a; bonus CO5a")
    assert only(events, Attacked).column == 3
    assert lines(only(events, Fought).defence) == "value 4"


def test_fg71_without_a_card_or_anybody_to_attack_a_turn_ends_by_itself() -> None:
    """Blue holds nothing: where it opposes red it is asked all the same, for it may attack."""
    events = happened(laid(red="CO5a", decks=("", "EL2a PK2a SP2a")), "draw")
    spent = events.index(TurnSpent(BLUE))
    assert events[spent + 1] == Drew(BLUE, 3, ("EL2a", "PK2a", "SP2a"))
    assert events[spent - 1] == TurnStarted(BLUE, 6)
    position, _ = play(laid({3: "HI2a / LI2a"}, red="CO5a"), "draw")
    assert offered(position) == ["attack LI2a", "draw"]


def test_fg71_a_hand_alone_is_asked_even_if_it_would_choose_nothing() -> None:
    position = laid({3: "LC2a / HI2a"}, red="CO5a", blue="LC2a", rest="prizes")
    position, _ = play(position, "attack LC2a; bonus CO5a")
    assert engine.to_act(GAME, position) == {BLUE}


def test_fg45_the_same_column_may_be_attacked_again_in_the_same_turn() -> None:
    """Red's light infantry is lost, heavy infantry takes its place, and attacks too."""
    position = laid({3: "LI2a / PK2a"}, red="HI2a CO5a CO5c LC2a OV2a", blue="CO5b")
    position, _ = play(position, "attack LI2a; bonus LC2a", "bonus none")
    assert (field_of(position.state, 3), position.state.prizes[BLUE]) == ("/ PK2a", ["LI2a"])
    position, _ = play(position, "place HI2a@3; pay CO5a; settle")
    assert offered_of(position, "attack") == ["HI2a"]
    after = played(position, "attack HI2a; bonus CO5c", "bonus none")
    assert (field_of(after, 3), after.turn, after.active) == ("HI2a /", position.state.turn, RED)


def test_fg45_a_column_that_the_defenders_left_is_not_attacked_again() -> None:
    position = laid({3: "MI2a / LI2a"}, red="CO5a CO5c", blue="CO5b")
    position, _ = play(position, "attack MI2a; bonus CO5a", "withdraw LI2a")
    assert offered_of(position, "attack") == []


def test_fg70_an_attack_is_one_move_up_to_the_bonus_card() -> None:
    position = laid({3: "CV2a / HI2a", 4: "LI2a /"}, red="OV2a CO5a")
    assert "isn’t finished" in refused(position, "attack CV2a; overlap OV2a")
    assert "ends the move" in refused(position, "attack CV2a; bonus deck; draw")
    plan = engine.preview(GAME, position, RED, engine.parse_move(GAME, "attack CV2a; bonus deck"))
    assert plan.closing is not None
    assert plan.events == [Attacked(RED, 3, "CV2a")]
