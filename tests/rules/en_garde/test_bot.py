"""The computer player: how well it plays, and what it decides in positions where one answer is sensible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.rules import engine, registry
from games.rules.chance import Chance, NoChance
from games.rules.en_garde import bot
from games.rules.en_garde.bot import Counts, Side, Situation
from games.rules.en_garde.rounds import DECK
from games.rules.en_garde.state import Attack, RoundEnd, State
from games.rules.en_garde.steps import Advance, Indirect
from games.rules.engine import AnyGame
from games.rules.errors import BadOption
from games.rules.game import Position, Step, View
from games.rules.playout import BOTS, Playout, compose, playout

GAME = registry.game("en-garde", 1)
NAME = "en-garde"


def wins(seed: str, names: Sequence[str], variant: str = "advanced") -> bool:
    record = playout(GAME, {"variant": variant}, seed, names)
    assert record.result is not None
    return [names[record.seats[seat].joined] for seat in record.result.winners] == [NAME]


@pytest.mark.deep
@pytest.mark.parametrize("variant", ["standard", "advanced"])
def test_it_wins_at_least_twenty_seven_of_thirty_matches_against_random_play(variant: str) -> None:
    tables = [[NAME, "random"], ["random", NAME]]
    assert sum(wins(f"bot {number}", tables[number % 2], variant) for number in range(30)) >= 27


def test_a_player_that_attacks_after_each_advance_does_not_drive_it_back() -> None:
    tables = [[NAME, "presser"], ["presser", NAME]]
    assert sum(wins(f"presser {number}", tables[number % 2]) for number in range(12)) == 8


@pytest.mark.parametrize("options", [{}, {"variant": "standard"}, {"aid": False}, {"last_retreat": "position"}])
def test_it_ends_its_matches_against_itself_by_legal_steps_alone(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]
) -> None:
    def checked(game: AnyGame, view: View, offered: Sequence[Step | None], chance: Chance) -> Step | None:
        step = bot.choose(game, view, offered, chance)
        assert step in offered
        return step

    monkeypatch.setitem(BOTS, NAME, checked)
    for seed in range(3):
        assert playout(GAME, options, f"mirror {seed}", [NAME, NAME]).result is not None


def test_it_answers_the_same_view_alike_and_asks_nothing_of_chance() -> None:
    match = Playout(GAME, {}, "alike", [NAME, NAME])
    while owing := engine.to_act(GAME, match.log.position):
        seat = min(owing)
        one, other = (compose(GAME, match.log.position, seat, bot.choose, NoChance()) for _ in range(2))
        assert one == other
        match.play(1)


def test_it_plays_no_other_game() -> None:
    with pytest.raises(
        BadOption, match=r"^There’s no computer opponent called “en-garde”\. Available: random, field-of-glory"
    ):
        playout(registry.game("field-of-glory", 1), {}, "1", [NAME, NAME])


# --- positions ---


def table(hand: str, fencers: tuple[int, int], other: str = "1 2 3 4 5", pile: int = 8, **more: Any) -> State:
    """Return the left fencer to move with a hand; `other` is the right one's, so many cards are left to draw."""
    hands = [[int(card) for card in cards.split()] for cards in (hand, other)]
    left = sorted(DECK)
    for card in (*hands[0], *hands[1]):
        left.remove(card)
    attack: Attack | None = more.get("attack")
    if attack:  # its cards lie on top of the discards
        left.sort(key=lambda card: card == attack.value)
    cut = left[:pile], left[pile:]
    return State(hands, cut[0], list(fencers), [0, 0], discards=cut[1], to_move=0, round=1, **more)


def answer(state: State) -> str:
    """Return the move that the computer player makes."""
    GAME.check(state)
    return "; ".join(GAME.text(step) for step in compose(GAME, Position(state), 0, bot.choose, NoChance()))


def test_it_attacks_with_three_cards_which_nobody_can_parry() -> None:
    assert answer(table("1 2 4 4 4", (8, 12), pile=15)) == "A4x3"


def test_it_attacks_with_as_few_cards_as_are_sure_to_hit() -> None:
    assert answer(table("1 1 3 3 3", (8, 11), other="1 2 4 4 5", pile=3)) == "A3x1"


def test_it_keeps_away_from_where_the_other_one_is_likely_to_hit() -> None:
    assert answer(table("1 1 2 2 3", (5, 11), pile=15)).startswith("B")


def test_it_comes_near_where_it_can_parry() -> None:
    assert answer(table("1 2 2 5 5", (5, 15), pile=15, variant="standard")) == "F5"


def test_it_parries_rather_than_give_ground_when_it_can_strike_back() -> None:
    attacked = table("2 4 4 4 4", (8, 12), other="1 2 3 5 5", attack=Attack(4, 1, indirect=True))
    assert answer(attacked) == "P"


def test_with_the_last_card_it_goes_to_the_distance_it_holds_most_of() -> None:
    assert answer(table("1 3 3 3 5", (4, 12), other="1 2 4 4 5", pile=1)) == "F5"


def test_behind_with_few_cards_left_it_goes_forward_though_it_may_be_hit() -> None:
    assert answer(table("3 3 3 3 5", (6, 13), other="1 2 4 5 5", pile=3)) == "F5"
    assert answer(table("3 3 3 3 5", (6, 13), other="1 2 4 5 5", pile=15)).startswith("B")


def test_behind_with_few_cards_left_it_goes_as_far_as_it_can() -> None:
    assert answer(table("1 1 4 5 5", (5, 13), other="2 3 4 4 5", pile=4)) == "F5"


def test_it_counts_the_spaces_that_the_other_one_would_have_to_retreat() -> None:
    assert answer(table("1 1 3 4 5", (7, 14), other="2 2 3 5 5", pile=3)) == "X3,4x1"


def test_it_draws_the_last_two_cards_rather_than_leave_the_last_one_to_the_other() -> None:
    assert answer(table("1 3 4 4 5", (9, 18), other="2 3 4 5 5", pile=2)) == "X5,4x1"


@pytest.mark.parametrize(("scores", "move"), [((1, 0), "F2"), ((0, 1), "F4"), ((0, 0), "F4")])
def test_n5_it_goes_level_with_the_last_card_of_the_fifth_drawn_round_where_it_is_ahead(
    scores: tuple[int, int], move: str
) -> None:
    state = table("1 1 2 4 5", (8, 14), other="1 2 3 4 5", pile=1)
    state.scores, state.round = [*scores], sum(scores) + 5
    state.last_round = RoundEnd(state.round - 1, "level", (11, 13))
    assert answer(state) == move
    state.round, state.last_round = 1 + sum(scores), RoundEnd(sum(scores), "hit", (8, 9), 0) if any(scores) else None
    assert answer(state) == "F4"


def test_the_likelihoods_of_all_hands_make_one() -> None:
    counted = list(bot.hands([5, 4, 3, 2, 1], 5))
    assert sum(likely for likely, _ in counted) == pytest.approx(1)
    assert {sum(hand) for _, hand in counted} == {5}
    assert len(counted) == len({hand for _, hand in counted}) == 71


# --- what is certain ---

NO_VIEW: Any = None
"""What an action is judged without."""


def situation(own: Counts, other: Counts, distance: int, **more: Any) -> Situation:
    """Return where the bot is to act and knows the hand of the opponent; `room` and `other_room` are behind each."""
    given = {"pile": 2, "advanced": True, "room": 6, "other_room": 0, **more}
    sides = Side(own, given["room"]), Side(other, given["other_room"])
    return Situation(
        own=sides[0],
        others=[(1.0, sides[1])],
        distance=distance,
        pile=given["pile"],
        advanced=given["advanced"],
        by_hand=True,
        drawn=bot.EVEN,
        unseen=(0, 0, 0, 0, 0),
    )


@pytest.mark.parametrize(
    ("own", "other", "more", "worth"),
    [
        ((1, 0, 3, 0, 1), (0, 0, 1, 0, 2), {}, 1.0),  # parried, the bot holds more; there is no room to retreat
        ((1, 0, 3, 0, 1), (0, 0, 1, 0, 2), {"room": 0, "other_room": 18}, bot.SURE),  # a retreat would win
        ((1, 0, 1, 0, 3), (0, 0, 2, 0, 0), {"other_room": 3}, 0.0),  # a parry wins, a retreat would not
    ],
)
def test_a_last_attack_is_certain_where_each_answer_loses_and_else_worth_what_the_parry_leaves(
    own: Counts, other: Counts, more: dict[str, Any], worth: float
) -> None:
    assert bot.judge(situation(own, other, 4, **more), NO_VIEW, Indirect(1, 3, 1)) == worth


@pytest.mark.parametrize(
    ("own", "other", "advanced", "is_certain"),
    [
        ((1, 1, 2, 0, 1), (1, 0, 0, 0, 1), False, True),
        ((1, 1, 2, 0, 1), (1, 0, 1, 0, 0), False, False),  # it may attack with a 3
        ((2, 2, 1, 0, 0), (1, 1, 0, 0, 0), False, True),
        ((2, 2, 1, 0, 0), (1, 1, 0, 0, 0), True, False),  # it may advance 1 and attack with a 2
    ],
)
def test_nothing_is_certain_while_the_opponent_can_attack_with_the_last_card_to_draw(
    own: Counts, other: Counts, advanced: bool, is_certain: bool
) -> None:
    """Each of its moves loses the comparison."""
    assert (bot.judge(situation(own, other, 4, advanced=advanced), NO_VIEW, Advance(1)) == 1) is is_certain
