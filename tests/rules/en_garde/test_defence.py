"""EG-N17 to EG-N27: answering an attack."""

import pytest

from games.rules.en_garde.events import Attacked, Drew, Evaded, Parried, RoundWon
from games.rules.en_garde.state import Attack, State
from games.rules.game import Position
from tests.rules.en_garde.table import happened, laid, last_round, offered, play, played, refused


def attacked(count: int, *, indirect: bool = False) -> Position[State]:
    """Return the right fencer is attacked with some 5s and holds two."""
    text = '{"hands": [[1,2,3,4,4],[1,2,5,5,3]], "pile": [1,2,3,4], "fencers": [8,13], "to_move": 1}'
    return laid(text, attack={"value": 5, "count": count, "indirect": indirect})


def test_n17_an_attack_is_answered_before_anything_else() -> None:
    assert offered(attacked(2)) == "P"
    assert refused(attacked(2), "F1") == ("“F1” isn’t possible now: you have to parry first. Possible: P.")
    assert "you have to parry or retreat first. Possible: P, R1" in refused(attacked(2, indirect=True), "F1")


@pytest.mark.parametrize("answer", ["P", "R1"])
def test_n17_without_an_attack_there_is_nothing_to_answer(answer: str) -> None:
    position = laid('{"hands": [[1,2,3,4,4],[1,2,5,5,3]], "pile": [1,2,3,4], "fencers": [8,13]}')
    assert "there’s no attack to answer." in refused(position, answer)


@pytest.mark.parametrize("indirect", [False, True])
@pytest.mark.parametrize(("count", "left"), [(1, [1, 2, 3, 5]), (2, [1, 2, 3])])
def test_n18_a_parry_plays_exactly_the_cards_of_the_attack(indirect: bool, count: int, left: list[int]) -> None:
    state = played(attacked(count, indirect=indirect), "P")
    assert sorted(state.hands[1]) == left
    assert state.discards[-2 * count :] == [5] * 2 * count
    assert happened(attacked(count, indirect=indirect), "P") == [Parried(1, 5, count)]


def test_n18_other_cards_of_the_same_sum_do_not_parry() -> None:
    position = laid(
        '{"hands": [[1,2,3,4,4],[1,1,2,2,3]], "pile": [3,3,4,5], "fencers": [8,12], "to_move": 1,'
        ' "attack": {"value": 4, "count": 1, "indirect": true}}'
    )
    assert offered(position) == "R1 R2 R3"
    assert "you need a 4 to parry this." in refused(position, "P")


def test_n18_too_few_cards_do_not_parry() -> None:
    position = laid(
        '{"hands": [[1,2,3,4,4],[1,2,5,3,3]], "pile": [1,2,3,4], "fencers": [8,13], "to_move": 1,'
        ' "attack": {"value": 5, "count": 2, "indirect": true}}'
    )
    assert offered(position) == "R1 R2 R3 R5"
    assert "you need 2 cards of value 5 to parry this." in refused(position, "P")


def test_n19_three_cards_cannot_be_parried() -> None:
    assert offered(attacked(3, indirect=True)) == "R1 R2 R3 R5"
    assert "three or more cards can’t be parried." in refused(attacked(3, indirect=True), "P")


@pytest.mark.parametrize("count", [3, 4, 5])
def test_n19_a_direct_attack_with_three_or_more_cards_hits_at_once(count: int) -> None:
    hand = ([5] * count + [1, 1])[:5]
    other = ([5] * (5 - count) + [2, 2, 2, 2, 2])[:5]
    position = laid(f'{{"hands": [{hand}, {other}], "pile": [3,3,3,3,3,4], "fencers": [8,13]}}')
    assert last_round(position, f"A5x{count}") == ("hit", 0)


def test_n20_after_a_parry_the_hand_is_not_refilled() -> None:
    state = played(attacked(2), "P")
    assert (len(state.hands[1]), len(state.pile)) == (3, 4)
    assert (state.to_move, state.parried, state.attack) == (1, True, None)


def test_n20_after_a_parry_the_defender_takes_a_normal_action_and_then_fills_its_hand() -> None:
    state = played(attacked(2, indirect=True), "P", "B2")
    assert (len(state.hands[1]), len(state.pile)) == (5, 1)
    assert (state.to_move, state.parried, state.fencers) == (0, False, [8, 15])


def test_n20_after_a_parry_every_kind_of_action_is_open() -> None:
    position = laid(
        '{"hands": [[1,2,3,4,4],[2,3,5,5,5]], "pile": [1,2,3,4], "fencers": [8,13], "to_move": 1,'
        ' "attack": {"value": 5, "count": 1}}'
    )
    after = played(position, "P")
    assert sorted(after.hands[1]) == [2, 3, 5, 5]
    assert [text for text in ("F2", "B3", "A5x2", "X2,3x1") if not happened(position, "P", text)] == []
    standard = laid(
        '{"hands": [[1,2,3,4,4],[2,3,5,5,5]], "pile": [1,2,3,4], "fencers": [8,13], "to_move": 1,'
        ' "attack": {"value": 5, "count": 1}, "variant": "standard"}'
    )
    assert offered(play(standard, "P")[0]) == "F2 F3 B2 B3 B5 A5x1 A5x2"


def test_n21_a_counter_attack_is_an_ordinary_attack_and_can_be_parried() -> None:
    position = laid(
        '{"hands": [[1,2,3,5,4],[2,3,5,5,1]], "pile": [1,2,3,4], "fencers": [8,13], "to_move": 1,'
        ' "attack": {"value": 5, "count": 1}}'
    )
    state = played(position, "P", "A5x1")
    assert (state.attack, state.to_move, state.parried) == (Attack(5, 1), 0, False)
    again = played(position, "P", "A5x1", "P")
    assert (again.to_move, again.parried, sorted(again.hands[0])) == (0, True, [1, 2, 3, 4])


def test_n21_an_indirect_counter_attack_can_be_evaded() -> None:
    position = laid(
        '{"hands": [[1,2,3,4,4],[2,3,5,5,1]], "pile": [1,1,2,3,4], "fencers": [8,13], "to_move": 1,'
        ' "attack": {"value": 5, "count": 1}}'
    )
    state = played(position, "P", "X2,3x1", "R4")
    assert (state.fencers, state.to_move, state.attack) == ([4, 11], 1, None)


def test_n22_a_retreat_answers_an_indirect_attack_only() -> None:
    assert offered(attacked(1, indirect=True)) == "P R1 R2 R3 R5"
    assert "you can only retreat if the attack came after an advance." in refused(attacked(1), "R1")


def test_n22_after_a_retreat_one_card_is_drawn_and_the_former_attacker_moves() -> None:
    assert happened(attacked(2, indirect=True), "R3") == [Evaded(1, 3, 16), Drew(1, 1, (4,))]
    state = played(attacked(2, indirect=True), "R3")
    assert (state.fencers, state.to_move, state.attack, state.parried) == ([8, 16], 0, None, False)
    assert sorted(state.hands[1]) == [1, 2, 4, 5, 5]


def test_n23_a_retreat_may_land_on_the_end_but_not_leave_the_piste() -> None:
    position = laid(
        '{"hands": [[1,2,3,5,5],[2,3,4,5,3]], "pile": [1,2,3], "fencers": [16,20], "to_move": 1,'
        ' "attack": {"value": 4, "count": 2, "indirect": true}}'
    )
    assert offered(position) == "R2 R3"
    assert played(position, "R3").fencers == [16, 23]
    assert "there are only 3 spaces behind you, so a 4 would take you off the piste." in refused(position, "R4")


def test_n23_without_room_an_indirect_attack_hits() -> None:
    cornered = laid('{"hands": [[4,4,5,5,3],[2,3,3,3,1]], "pile": [1,1,2], "fencers": [1,5], "to_move": 1}')
    assert last_round(cornered, "X3,1x1") == ("hit", 1)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_n24_a_retreat_evades_an_attack_of_any_size(count: int) -> None:
    position = laid(
        '{"hands": [[1,2,3,4,4],[1,2,3,3,3]], "pile": [1,2,4], "fencers": [8,13], "to_move": 1}',
        attack={"value": 5, "count": count, "indirect": True},
    )
    assert offered(position) == "R1 R2 R3"
    assert played(position, "R1").fencers == [8, 14]


def test_n25_a_card_that_could_parry_may_be_used_to_retreat() -> None:
    state = played(attacked(1, indirect=True), "R5")
    assert (state.fencers, sorted(state.hands[1])) == ([8, 18], [1, 2, 3, 4, 5])


def test_n26_an_attack_without_an_answer_wins_the_round_at_once() -> None:
    position = laid('{"hands": [[1,2,5,4,4],[1,2,3,3,4]], "pile": [1,2,3,5], "fencers": [8,13]}')
    events = happened(position, "A5x1")
    assert events[:3] == [Attacked(0, 5, 1), Drew(0, 1, (5,)), RoundWon(0, 1, "hit", (1, 0))]
    assert played(position, "A5x1").scores == [1, 0]


def test_n27_taking_a_hit_is_not_offered_and_a_lone_parry_waits_for_the_player() -> None:
    position = laid('{"hands": [[1,2,5,4,4],[1,2,3,3,5]], "pile": [1,2,3,5], "fencers": [8,13]}')
    assert happened(position, "A5x1") == [Attacked(0, 5, 1), Drew(0, 1, (5,))]
    state = played(position, "A5x1")
    assert (state.to_move, state.attack) == (1, Attack(5, 1))
    assert offered(attacked(1)) == "P"
