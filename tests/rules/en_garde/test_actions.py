"""EG-N8 to EG-N16: what a turn can be."""

import pytest

from games.rules.en_garde.events import Advanced, Attacked, Drew, WentBack
from games.rules.en_garde.state import Attack
from tests.rules.en_garde.table import happened, laid, offered, played, refused


def standing(hand: str, fencers: str, more: str = "") -> str:
    """Return the steps offered to the left fencer with this hand, in a round with cards to draw."""
    other = {"[5,5,5,5,5]": "[4,4,4,4,3]", "[1,1,1,1,1]": "[4,4,4,4,3]"}.get(hand, "[4,4,3,3,5]")
    position = laid(f'{{"hands": [{hand}, {other}], "pile": [4], "fencers": {fencers} {more}}}')
    return offered(position)


def test_n8_an_advance_is_shorter_than_the_distance() -> None:
    position = laid('{"hands": [[1,2,3,4,5],[1,2,3,4,5]], "pile": [1,2], "fencers": [1,5], "variant": "standard"}')
    assert offered(position) == "F1 F2 F3 A4x1"
    state = played(position, "F3")
    assert (state.fencers, state.to_move) == ([4, 5], 1)
    assert happened(position, "F3") == [Advanced(0, 3, 4), Drew(0, 1, (2,))]


def test_n8_the_right_fencer_advances_towards_the_left() -> None:
    position = laid('{"hands": [[1,2,3,4,5],[1,2,3,4,5]], "pile": [1,2], "fencers": [10,20], "to_move": 1}')
    assert happened(position, "F4") == [Advanced(1, 4, 16), Drew(1, 1, (2,))]
    assert played(position, "F4").fencers == [10, 16]


def test_n8_the_space_of_the_opponent_cannot_be_entered_or_jumped() -> None:
    position = laid('{"hands": [[1,2,3,4,5],[1,2,3,4,5]], "pile": [1,2], "fencers": [1,5]}')
    assert refused(position, "F5") == (
        "“F5” isn’t possible now: the fencers are 4 apart; "
        "advancing 5 would reach or pass your opponent. Possible: F1, F2, F3, A4x1, X1,3x1, X3,1x1."
    )


def test_n9_a_step_back_may_land_on_the_own_end_but_not_leave_the_piste() -> None:
    position = laid('{"hands": [[1,2,3,4,5],[1,2,3,4,5]], "pile": [1,2], "fencers": [4,20], "variant": "standard"}')
    assert offered(position) == "F1 F2 F3 F4 F5 B1 B2 B3"
    assert happened(position, "B3") == [WentBack(0, 3, 1), Drew(0, 1, (2,))]
    assert "there are only 3 spaces behind you, so a 4 would take you off the piste." in refused(position, "B4")


def test_n9_the_right_fencer_steps_back_to_space_23() -> None:
    position = laid('{"hands": [[1,2,3,4,5],[1,2,3,4,5]], "pile": [1,2], "fencers": [4,22], "to_move": 1}')
    assert offered(position) == "F1 F2 F3 F4 F5 B1"
    assert played(position, "B1").fencers == [4, 23]
    assert "there’s only one space behind you, so a 2 would take you off the piste." in refused(position, "B2")


def test_n10_a_card_of_the_distance_attacks_or_goes_back_but_never_advances() -> None:
    position = laid('{"hands": [[4,4,5,5,5],[1,2,3,4,5]], "pile": [1,2], "fencers": [5,9], "variant": "standard"}')
    assert offered(position) == "B4 A4x1 A4x2"
    assert "advancing 4 would reach or pass your opponent." in refused(position, "F4")


def test_n11_a_direct_attack_plays_cards_of_the_distance_and_leaves_the_fencer_standing() -> None:
    position = laid('{"hands": [[1,2,5,5,4],[1,2,3,5,5]], "pile": [1,2,3], "fencers": [8,13]}')
    assert offered(position).endswith("A5x1 A5x2 X1,4x1 X4,1x1")
    state = played(position, "A5x2")
    assert state.fencers == [8, 13]
    assert (state.attack, state.to_move) == (Attack(5, 2), 1)
    assert sorted(state.hands[0]) == [1, 2, 2, 3, 4]
    assert state.discards[-2:] == [5, 5]


@pytest.mark.parametrize(
    ("fencers", "text", "why"),
    [
        ("[8,12]", "A5x1", "the fencers are 4 apart, so without a lunge you can only attack with 4s."),
        ("[8,13]", "A3x1", "the fencers are 5 apart, so without a lunge you can only attack with 5s."),
        ("[8,14]", "A5x1", "the fencers are 6 apart; without a lunge, an attack reaches 5 spaces at most."),
    ],
)
def test_n11_another_value_does_not_attack(fencers: str, text: str, why: str) -> None:
    position = laid(f'{{"hands": [[1,2,5,5,3],[1,2,3,4,5]], "pile": [1,2,3], "fencers": {fencers}}}')
    assert why in refused(position, text)


@pytest.mark.parametrize(
    ("hand", "attacks"),
    [("[5,5,5,5,5]", "A5x1 A5x2 A5x3 A5x4 A5x5"), ("[5,5,5,5,1]", "A5x1 A5x2 A5x3 A5x4"), ("[5,1,1,2,2]", "A5x1")],
)
def test_n12_an_attack_may_use_every_card_of_the_value_in_hand(hand: str, attacks: str) -> None:
    other = "[4,4,4,4,3]"
    position = laid(f'{{"hands": [{hand}, {other}], "pile": [4], "fencers": [1,6], "variant": "standard"}}')
    assert [text for text in offered(position).split() if text[0] == "A"] == attacks.split()


def test_n12_more_cards_than_held_are_refused() -> None:
    position = laid('{"hands": [[5,5,1,2,3],[1,2,3,4,4]], "pile": [1,2,3], "fencers": [8,13]}')
    assert "you only have 2 cards of value 5." in refused(position, "A5x3")
    position = laid('{"hands": [[5,4,1,2,3],[1,2,3,4,4]], "pile": [1,2,3], "fencers": [8,13]}')
    assert "you only have one 5." in refused(position, "A5x2")
    position = laid('{"hands": [[1,4,1,2,3],[1,2,3,4,4]], "pile": [1,2,3], "fencers": [8,13]}')
    assert "you don’t have a 5." in refused(position, "A5x2")


def test_n13_an_indirect_attack_advances_with_one_card_and_attacks_with_cards_of_the_distance_left() -> None:
    position = laid('{"hands": [[3,5,5,2,1],[1,2,3,4,5]], "pile": [1,2,3,4], "fencers": [6,14]}')
    assert [text for text in offered(position).split() if text[0] == "X"] == ["X3,5x1", "X3,5x2", "X5,3x1"]
    assert happened(position, "X3,5x2") == [
        Advanced(0, 3, 9),
        Attacked(0, 5, 2, indirect=True),
        Drew(0, 3, (4, 3, 2)),
    ]
    state = played(position, "X3,5x2")
    assert (state.fencers, state.attack) == ([9, 14], Attack(5, 2, indirect=True))
    assert (state.pile, state.discards[-3:]) == ([1], [3, 5, 5])


@pytest.mark.parametrize(
    ("hand", "fencers", "indirect"),
    [
        ("[1,1,1,1,1]", "[11,12]", ""),
        ("[1,1,1,1,1]", "[11,13]", "X1,1x1 X1,1x2 X1,1x3 X1,1x4"),
        ("[5,5,5,5,5]", "[2,12]", "X5,5x1 X5,5x2 X5,5x3 X5,5x4"),
        ("[5,5,5,5,5]", "[2,13]", ""),
    ],
)
def test_n13_indirect_attacks_reach_from_distance_2_to_10(hand: str, fencers: str, indirect: str) -> None:
    assert [text for text in standing(hand, fencers).split() if text[0] == "X"] == indirect.split()


def test_n13_the_move_before_an_indirect_attack_is_never_backwards() -> None:
    position = laid('{"hands": [[2,5,5,5,4],[1,2,3,4,5]], "pile": [1,2,3,4], "fencers": [9,12]}')
    assert offered(position) == "F2 B2 B4 B5"
    assert "so advance and attack must add up to 3." in refused(position, "X2,5x1")


def test_n14_advance_and_attack_of_one_value_need_a_card_more() -> None:
    assert "X3,3x1" in standing("[3,3,1,2,5]", "[6,12]").split()
    assert "X3,3x2" not in standing("[3,3,1,2,5]", "[6,12]").split()
    assert "X3,3x2" in standing("[3,3,3,2,5]", "[6,12]").split()
    position = laid('{"hands": [[3,3,1,2,5],[1,2,3,4,5]], "pile": [1], "fencers": [6,12]}')
    assert "you need 3 cards of value 3 for the advance and the attack." in refused(position, "X3,3x2")


def test_n15_every_action_ends_with_a_full_hand() -> None:
    position = laid('{"hands": [[1,2,3,5,5],[1,3,3,5,5]], "pile": [1,2,3,4], "fencers": [8,13]}')
    for text, drawn in (("F1", 1), ("B2", 1), ("A5x2", 2), ("X2,3x1", 2)):
        state = played(position, text)
        assert (len(state.hands[0]), len(state.pile)) == (5, 4 - drawn)


def test_n15_the_attacker_fills_its_hand_before_the_defender_answers() -> None:
    position = laid('{"hands": [[1,2,3,5,5],[1,2,3,5,5]], "pile": [1,2,3,4], "fencers": [8,13]}')
    assert happened(position, "A5x2") == [Attacked(0, 5, 2), Drew(0, 2, (4, 3))]
    assert len(played(position, "A5x2").hands[0]) == 5


def test_n15_a_short_pile_fills_the_hand_as_far_as_it_reaches() -> None:
    position = laid('{"hands": [[1,2,3,5,5],[1,2,3,5,5]], "pile": [4], "fencers": [8,13]}')
    state = played(position, "A5x2")
    assert (sorted(state.hands[0]), state.pile) == ([1, 2, 3, 4], [])


def test_n16_the_standard_variant_has_no_indirect_attack() -> None:
    assert "X" not in standing("[3,5,5,2,1]", "[6,14]", ', "variant": "standard"')
    position = laid('{"hands": [[3,5,5,2,1],[1,2,3,4,5]], "pile": [1], "fencers": [6,14], "variant": "standard"}')
    assert "a lunge is only possible in the advanced game." in refused(position, "X3,5x2")


def test_n16_the_standard_variant_has_no_retreat() -> None:
    position = laid(
        '{"hands": [[3,5,1,2,1],[1,2,3,4,5]], "pile": [1], "fencers": [8,13], "variant": "standard",'
        ' "attack": {"value": 5, "count": 1}}'
    )
    assert offered(position) == "P"
    assert "retreats are only possible in the advanced game." in refused(position, "R1")
