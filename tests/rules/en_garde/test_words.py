"""En Garde in words."""

import pytest

from games.rules.en_garde.events import (
    Advanced,
    Attacked,
    Dealt,
    Drew,
    Evaded,
    HandsShown,
    MatchWon,
    Parried,
    RoundDrawn,
    RoundStarted,
    RoundWon,
    WentBack,
)
from games.rules.game import Event
from games.rules.house import Voided
from games.rules.sentence import English
from tests.rules.en_garde.table import GAME, laid


class Cast(English):
    """The voice of a page on which Ann sits left and Ben right."""

    def name(self, seat: int) -> str:
        return ("Ann", "Ben")[seat]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (RoundStarted(2, 1), "Round 2 begins; Ben starts."),
        (Dealt(0, (1, 1, 3, 4, 5)), "Ann is dealt 1, 1, 3, 4, 5."),
        (Advanced(0, 3, 9), "Ann advances 3 to space 9."),
        (WentBack(1, 2, 20), "Ben steps back 2 to space 20."),
        (Attacked(1, 5, 2), "Ben attacks with two 5s."),
        (Attacked(0, 4, 1, indirect=True), "Ann attacks with a 4."),
        (Parried(0, 5, 2), "Ann parries with two 5s."),
        (Evaded(1, 4, 22), "Ben retreats 4 to space 22."),
        (Drew(0, 1, (3,)), "Ann draws a card: 3."),
        (Drew(0, 2, (3, 5)), "Ann draws 2 cards: 3, 5."),
        (Drew(1, 1), "Ben draws a card."),
        (Drew(1, 3), "Ben draws 3 cards."),
        (
            HandsShown(((1, 2), (3, 3, 5)), 4),
            "The last card is drawn at a distance of 4: Ann shows 1, 2; Ben shows 3, 3, 5.",
        ),
        (RoundWon(0, 1, "hit"), "Ann scores a hit and wins round 1."),
        (RoundWon(0, 1, "stuck"), "Ben can neither move nor attack: Ann wins round 1."),
        (RoundWon(1, 3, "comparison-hand"), "Ben has more cards that match the distance and wins round 3."),
        (RoundWon(1, 3, "comparison-position"), "Ben is further forward and wins round 3."),
        (RoundDrawn(4), "Round 4 is drawn: both fencers are equally far forward."),
        (MatchWon(1, (3, 5)), "Ben wins the match 5–3."),
    ],
)
def test_every_event_is_told_in_a_sentence(event: Event, words: str) -> None:
    assert GAME.describe(event).said(Cast()) == words


def test_an_event_of_another_kind_is_not_described() -> None:
    with pytest.raises(TypeError, match="is no event of En Garde"):
        GAME.describe(Voided())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("F3", "Advance 3"),
        ("B2", "Step back 2"),
        ("A5x2", "Attack with two 5s"),
        ("X3,5x2", "Lunge: advance 3, then attack with two 5s"),
        ("P", "Parry"),
        ("R4", "Retreat 4"),
    ],
)
def test_every_step_has_a_label(text: str, words: str) -> None:
    assert str(GAME.label(GAME.parse_step(text))) == words


@pytest.mark.parametrize(
    ("hand", "fencers", "words"),
    [
        ([1, 2, 3, 4, 5], [8, 12], "advance, step back or attack"),
        ([1, 2, 3, 4, 4], [8, 18], "advance or step back"),
        ([1, 1, 1, 2, 4], [1, 5], "advance or attack"),
        ([3, 3, 4, 4, 5], [5, 8], "step back or attack"),
        ([3, 3, 4, 4, 5], [1, 23], "advance"),
        ([3, 3, 4, 4, 5], [5, 7], "step back"),
        ([3, 3, 4, 4, 5], [1, 4], "attack"),
    ],
)
def test_the_prompt_names_what_a_turn_can_be(hand: list[int], fencers: list[int], words: str) -> None:
    position = laid('{"pile": [1,2,2]}', hands=[hand, [1, 2, 3, 5, 5]], fencers=fencers)
    assert str(GAME.prompt(GAME.view(position.state, 0), 0)) == f"Your turn: {words}."


def test_the_prompt_after_a_parry_says_so() -> None:
    position = laid('{"hands": [[1,2,3],[1,2,3,4,4]], "pile": [4], "fencers": [8,13], "parried": true}')
    prompt = GAME.prompt(GAME.view(position.state, 0), 0)
    assert str(prompt) == "You parried. Now advance, step back or attack."


@pytest.mark.parametrize(
    ("hand", "count", "indirect", "words"),
    [
        ([1, 2, 3, 4, 5], 1, False, "parry with a 5."),
        ([1, 2, 3, 5, 5], 2, False, "parry with two 5s."),
        ([1, 2, 3, 4, 5], 1, True, "parry with a 5, or retreat."),
        ([1, 2, 3, 5, 5], 2, True, "parry with two 5s, or retreat."),
        ([1, 2, 3, 4, 5], 2, True, "retreat."),
    ],
)
def test_the_prompt_under_attack_names_the_answers(hand: list[int], count: int, indirect: bool, words: str) -> None:
    position = laid(
        '{"pile": [4], "fencers": [8,13]}',
        hands=[hand, [1, 2, 3, 4, 4]],
        attack={"value": 5, "count": count, "indirect": indirect},
    )
    prompt = GAME.prompt(GAME.view(position.state, 0), 0)
    assert prompt.said(Cast()) == f"Ben attacks with {'a 5' if count == 1 else 'two 5s'}: {words}"
