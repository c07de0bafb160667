"""EG-M1 to EG-M7 and the options: a match of several rounds."""

import pytest

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.en_garde.events import Dealt, Drew, MatchWon
from games.rules.errors import BadOption
from games.rules.game import REFEREE, SPECTATOR, OptionValue, Outcome, dump, visible
from tests.rules.en_garde.table import GAME, begun, happened, laid, last_round, offered, play, played
from tests.rules.en_garde.test_round_end import last_card_attack

HIT = '{"hands": [[5,5,5,1,1],[1,2,3,4,4]], "pile": [2,2,3,3,4,4], "fencers": [8,13]}'
DRAWN = '{"hands": [[1,1,1,3,3],[1,1,3,3,4]], "pile": [5], "fencers": [10,13]}'


def test_m1_with_the_left_fencer_first_the_right_one_starts_round_2_and_so_on() -> None:
    second = played(laid(HIT, starter=0, round=1), "A5x3")
    third = played(laid(DRAWN, starter=1, round=2), "F1")
    fourth = played(laid(DRAWN, starter=0, round=3), "F1")
    assert [(s.round, s.starter, s.to_move) for s in (second, third, fourth)] == [(2, 1, 1), (3, 0, 0), (4, 1, 1)]


def test_m2_at_4_to_4_a_drawn_round_leads_to_one_more_with_the_other_starter() -> None:
    state = played(laid(DRAWN, scores=[4, 4], round=9, starter=0), "F1")
    assert (state.scores, state.round, state.starter, GAME.outcome(state)) == ([4, 4], 10, 1, None)


def test_m2_at_4_to_4_the_next_decided_round_ends_the_match() -> None:
    events = happened(laid(HIT, scores=[4, 4], round=9), "A5x3")
    assert events[-1] == MatchWon(0, (5, 4))


def test_m2_at_4_to_4_the_fifth_drawn_round_ends_the_match_level() -> None:
    after, _ = play(laid(DRAWN, scores=[4, 4], round=13, starter=0), "F1")
    assert engine.outcome(GAME, after) == Outcome("level", (), (4, 4))


def test_m3_with_one_round_to_win_the_first_decided_round_ends_the_match_after_up_to_four_drawn_ones() -> None:
    after, _ = play(laid(HIT, rounds=1, round=5), "A5x3")
    assert engine.outcome(GAME, after) == Outcome("points", (0,), (1, 0))
    assert str(engine.result(GAME, Outcome("points", (0,), (1, 0)))) == "seat 0 wins the match 1–0."


def test_m3_with_one_round_to_win_the_fifth_drawn_round_ends_the_match_level() -> None:
    after, _ = play(laid(DRAWN, rounds=1, round=5), "F1")
    assert engine.outcome(GAME, after) == Outcome("level", (), (0, 0))


@pytest.mark.parametrize(("winner", "scores"), [(0, (5, 3)), (1, (3, 5))])
def test_the_result_names_the_score_of_the_winner_first(winner: int, scores: tuple[int, int]) -> None:
    result = engine.result(GAME, Outcome("points", (winner,), scores))
    assert str(result) == f"seat {winner} wins the match 5–3."


def test_m4_in_the_standard_variant_a_round_of_moves_alone_ends_with_the_last_card() -> None:
    position = begun(variant="standard")
    while position.state.round == 1:
        steps = [text for text in offered(position).split() if text[0] in "FB"]
        assert set(offered(position)) <= set("FBAx12345P ")
        position, _ = play(position, steps[-1])
    assert position.state.last_round is not None
    assert position.state.last_round.reason.startswith(("comparison", "level"))


def test_m5_the_view_of_a_seat_never_holds_the_other_hand_or_the_order_of_the_pile() -> None:
    one = laid('{"hands": [[1,2,5,4,4],[1,2,3,3,5]], "pile": [5,1,2,3], "fencers": [8,13]}')
    two = laid('{"hands": [[1,2,5,4,4],[3,5,1,2,3]], "pile": [3,5,1,2], "fencers": [8,13]}')
    assert dump(one) != dump(two)
    for viewer in (0, SPECTATOR):
        assert GAME.view(one.state, viewer) == GAME.view(two.state, viewer)
    view = GAME.view(one.state, 0)
    assert (view.hands, view.pile_order) == (((1, 2, 4, 4, 5), None), None)
    assert GAME.view(one.state, SPECTATOR).hands == (None, None)


def test_m5_the_referee_sees_both_hands_and_the_pile() -> None:
    position = laid('{"hands": [[1,2,5,4,4],[1,2,3,3,5]], "pile": [5,1,2,3], "fencers": [8,13]}')
    view = GAME.view(position.state, REFEREE)
    assert (view.hands, view.pile_order) == (((1, 2, 4, 4, 5), (1, 2, 3, 3, 5)), (5, 1, 2, 3))


def test_m5_a_refill_tells_the_opponent_only_the_number_of_cards() -> None:
    position = laid('{"hands": [[1,2,5,5,4],[1,2,3,5,5]], "pile": [5,1,2,3], "fencers": [8,13]}')
    events = happened(position, "A5x2")
    assert visible(events, 0)[1:] == [Drew(0, 2, (3, 2))]
    assert visible(events, 1)[1:] == visible(events, SPECTATOR)[1:] == [Drew(0, 2)]
    assert visible(events, REFEREE) == events


def test_m5_a_deal_is_told_to_its_owner_alone() -> None:
    events = happened(laid(HIT), "A5x3")
    dealt = [event for event in events if isinstance(event, Dealt)]
    assert [[e for e in visible(dealt, viewer) if isinstance(e, Dealt)] for viewer in (0, 1, SPECTATOR)] == [
        dealt[:1],
        dealt[1:],
        [],
    ]


def test_m5_hands_are_open_where_the_match_ended_with_them_shown() -> None:
    after, _ = play(laid('{"hands": [[2,2,2,1,1],[4,2,2,3,3]], "pile": [5], "fencers": [10,13], "rounds": 1}'), "F1")
    shown = ((1, 2, 2, 2, 5), (2, 2, 3, 3, 4))
    assert [GAME.view(after.state, viewer).hands for viewer in (0, 1, SPECTATOR)] == [shown] * 3
    hit, _ = play(laid(HIT, rounds=1), "A5x3")
    assert GAME.view(hit.state, SPECTATOR).hands == (None, None)


@pytest.mark.parametrize("variant", ["standard", "advanced"])
def test_m6_replaying_the_log_gives_the_same_states(variant: str) -> None:
    seed = bytes(32)
    chance = KeyedChance(seed)
    position, _, text = engine.start(GAME, {"variant": variant, "rounds": 1}, None, chance)
    entries, states = [engine.Entry(0, None, text, chance.draws)], [dump(position)]
    while engine.outcome(GAME, position) is None:
        (seat,) = engine.to_act(GAME, position)
        step = engine.legal_steps(GAME, position, seat)[len(entries) % 2 - 1]
        chance = KeyedChance(seed)
        position, _ = engine.apply(GAME, position, seat, [step], chance)
        entries.append(engine.Entry(len(entries), seat, GAME.text(step), chance.draws))
        states.append(dump(position))
    replay = engine.Replay(GAME)
    assert [dump(replay.run([entry]).position) for entry in entries] == states


def test_m7_resignation_belongs_to_the_house_and_not_to_the_steps() -> None:
    after, _ = engine.rule(GAME, begun(), "!resign 0")
    assert engine.outcome(GAME, after) == Outcome("resignation", (1,))
    assert after.state == begun().state


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"variant": "basic"}, "advanced, standard"),
        ({"rounds": 0}, "1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ({"rounds": 10}, "1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ({"aid": "on"}, "True, False"),
        ({"last_retreat": "draw"}, "hand, position"),
        ({"colour": "red"}, "variant, rounds, starter, aid, last_retreat"),
    ],
)
def test_option_values_that_do_not_exist_are_refused_with_those_that_do(
    options: dict[str, OptionValue], complaint: str
) -> None:
    with pytest.raises(BadOption) as caught:
        begun(**options)
    assert complaint in str(caught.value)


def test_option_variant_and_rounds_have_the_defaults_of_the_rule_book() -> None:
    state = begun().state
    assert (state.variant, state.rounds, state.aid, state.last_retreat) == ("advanced", 5, True, "hand")


def test_option_aid_counts_the_cards_a_seat_has_not_seen() -> None:
    position = laid('{"hands": [[1,2,5,4,4],[1,2,3,3,5]], "pile": [5,1,2,3], "fencers": [8,13]}')
    assert GAME.view(position.state, 0).unseen == (2, 2, 3, 0, 2)
    assert GAME.view(position.state, 1).unseen == (2, 2, 1, 2, 2)
    assert GAME.view(position.state, SPECTATOR).unseen is None


def test_option_aid_counts_no_card_of_a_hand_that_has_been_shown() -> None:
    position = last_card_attack([1, 1, 2, 2, 3], [1, 2, 3, 5, 5], rounds=1)
    over = play(position, "P")[0]
    view = GAME.view(over.state, 0)
    assert (view.phase, view.hands[1], view.unseen) == ("over", (1, 2, 3, 5), (0, 0, 0, 0, 0))


def test_option_aid_off_counts_nothing() -> None:
    view = GAME.view(begun(aid=False).state, 0)
    assert (view.aid, view.unseen) == (False, None)


@pytest.mark.parametrize(
    ("rule", "ending"), [("hand", ("comparison-hand", 1)), ("position", ("comparison-position", 0))]
)
def test_option_last_retreat_decides_what_counts_after_a_retreat_at_the_very_end(
    rule: str, ending: tuple[str, int | None]
) -> None:
    position = laid(
        '{"hands": [[1,1,2,2,5],[1,4,4,3,3]], "pile": [], "fencers": [11,14], "to_move": 1,'
        ' "attack": {"value": 3, "count": 1, "indirect": true}}',
        last_retreat=rule,
    )
    assert last_round(position, "R1") == ending
    drawing_it = laid(
        '{"hands": [[1,1,2,2,5],[1,4,4,3,3]], "pile": [5], "fencers": [11,14], "to_move": 1,'
        ' "attack": {"value": 3, "count": 1, "indirect": true}}',
        last_retreat=rule,
    )
    assert last_round(drawing_it, "R1") == ending


def test_option_last_retreat_leaves_a_parry_to_the_hands() -> None:
    position = last_card_attack([1, 1, 2, 2, 3], [1, 2, 3, 5, 5], last_retreat="position")
    assert last_round(position, "P") == ("comparison-hand", 1)


def test_a_seat_moves_three_times_in_a_row_where_its_parry_and_move_end_a_round_and_it_begins_the_next() -> None:
    text = '{"hands": [[1, 2, 3, 5, 5], [1, 1, 4, 4, 4]], "pile": [2, 3], "fencers": [8, 13], "starter": 1}'
    position, moved = laid(text, attack={"value": 5, "count": 1, "indirect": False}), 0
    while engine.to_act(GAME, position) == {0}:
        position, moved = play(position, offered(position).split()[0])[0], moved + 1
    assert (moved, GAME.meta.turn) == (3, 3)
