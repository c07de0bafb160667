"""The lessons of Fantasy Dice Battles: orders are given step by step, and an army of one's own is built."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.lessons import course, lesson as lessons
from games.rules.fantasy_dice_battles.player.prospects import prospects
from tests.games.browsing import signed_in, told
from tests.rules.fantasy_dice_battles.table import GAME

pytestmark = pytest.mark.django_db

SLUG = "fantasy-dice-battles"
OWN = lessons.find(SLUG, "own")
FRONTS = [f"{battalion}:{space}" for battalion in (2, 3) for space in ("F1", "F2", "F3")]
FILLED = "realm: footmen footmen footmen - - - / - - - - - - / - - - - - -"


def scene(number: int, key: str = "first") -> str:
    """Return the address of a scene."""
    return reverse("lesson", args=[SLUG, key, number])


def plan(number: int) -> list[str]:
    """Return the steps that a scene of the second lesson begins with."""
    assert OWN is not None
    move = course.expected_text(SLUG, OWN, number)
    return move.split("; ")[:-1]


def test_a_plan_goes_on_step_by_step_and_back(client: Client) -> None:
    assert client.post(scene(2), {"move": "lay menatarms@1; lay outriders@2"})["Location"] == scene(3)
    assert client.post(scene(3), {"move": "lay menatarms@1"})["Location"] == scene(2)
    assert client.post(scene(2), {"move": ""})["Location"] == scene(1)


def test_the_round_is_played_once_the_orders_are_sealed(client: Client) -> None:
    assert "data-scenes" not in client.get(scene(4)).content.decode()
    assert "data-scenes" in client.get(scene(5)).content.decode()


def test_the_round_can_be_watched_again_while_it_is_explained_as_the_same(client: Client) -> None:
    pages = [client.get(scene(number)).content.decode() for number in range(5, 9)]
    assert len({page.split('data-scenes="')[1].split('"')[0] for page in pages}) == 1
    assert "You reveal Men-at-Arms at battalion 1: active." in pages[0]
    assert "Guest" not in pages[0].split('<ol class="scenes"')[1].split("</ol>")[0]


def test_no_envelope_lies_at_ones_own_battalions_before_orders_are_given(client: Client) -> None:
    page = client.get(scene(6)).content.decode()
    letters = [part.split("</div>")[0] for part in page.split('<div class="post blank"')[1:]]
    assert [("#letter" in part) for part in letters if 'data-thing="post-0' in part] == [False] * 3
    assert [("#letter" in part) for part in letters if 'data-thing="post-1' in part] == [True] * 3
    things = told(client.get(scene(9), {"things": "board"}))
    assert things.count("There’s no card here.") == 4
    assert things.count("You can’t see a card here.") == 4


def test_units_are_taught_without_figures(client: Client) -> None:
    page = told(client.get(scene(5, "own"), {"things": "board"}))
    assert "It costs 1 point." in page
    assert "percentage points" not in page
    assert "times per battle" not in page


def test_a_space_that_is_as_good_is_taken_too(client: Client) -> None:
    assert client.post(scene(5, "own"), {"move": "; ".join([*plan(5), "put bowmen@1:S2"])})["Location"] == scene(
        6, "own"
    )


def test_the_lesson_attacks_the_lonely_hero_with_the_most_dice() -> None:
    first = lessons.find(SLUG, "first")
    assert first is not None
    state = course.standings(SLUG, first)[8].position.state
    dice = {card: each[0].dice for card, each in prospects(GAME.view(state, 0), 0).items()}
    assert first.scenes[8].press == f"lay {max(dice, key=dice.__getitem__)}@1"
    assert [unit for unit in state.sides[1].fleeing if unit]  # those whose hero fell


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("reinforce halberdiers@3:F2; lay menatarms@regroup", "You have another Men-at-Arms card: take that one."),
        ("reinforce halberdiers@3:F2", "You have another Men-at-Arms card: take that one."),
        ("lay menatarms@1; lay menatarms@regroup", "Not now. First try what the lesson asks."),
    ],
)
def test_a_card_that_is_moved_or_taken_back_is_answered_by_the_lesson(client: Client, move: str, said: str) -> None:
    answer = client.post(scene(11), {"move": move})
    assert answer.status_code == 422
    assert said in told(answer)


def test_an_army_that_is_nearly_done_is_built_on(client: Client) -> None:
    assert "2 of 30 points" in told(client.get(scene(3, "own")))
    assert client.post(scene(3, "own"), {"move": "; ".join([*plan(3), "put knights@1:F2"])})["Location"] == scene(
        4, "own"
    )
    assert "6 of 30 points" in told(client.get(scene(4, "own")))


def test_the_spaces_for_a_unit_are_offered_in_their_order_with_reinforcements_last(client: Client) -> None:
    page = client.get(scene(3, "own")).content.decode()
    offered = re.findall(r'data-step="put knights@([^"]+)"', page)
    assert offered == [*(f"1:{space}" for space in ("F2", "F3")), *FRONTS, "reserve"]


def test_what_was_built_before_a_scene_is_not_taken_back(client: Client) -> None:
    answer = client.post(scene(3, "own"), {"move": "; ".join(plan(3)[:-1])})
    assert answer.status_code == 422
    assert "Not now. First try what the lesson asks." in told(answer)
    assert "Press the Knights" in told(answer)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("put knights@1:S1", "can’t be placed on 1:S1, only on F1, F2, F3."),
        ("put goblins@1:F2", "That isn’t possible: wrong faction: Goblins."),
        ("put wizard@1:H", "1:H is already taken by Lord Marshal."),
        ("put knights@1:F3", "But put them in the middle of battalion 1’s front: F2."),
        ("put footmen@1:F2", "But follow the lesson for now"),
    ],
)
def test_another_unit_is_answered_by_the_rules_or_the_lesson(client: Client, step: str, said: str) -> None:
    answer = client.post(scene(3, "own"), {"move": "; ".join([*plan(3), step])})
    assert answer.status_code == 422
    assert said in told(answer)


def test_the_page_completes_the_army_once_the_lesson_asks_for_it(client: Client) -> None:
    assert client.post(scene(7, "own"), {"army": ""})["Location"] == scene(8, "own")
    page = told(client.get(scene(8, "own")))
    assert "30 of 30 points" in page
    assert "This army is legal." in page


@pytest.mark.parametrize("text", ["", FILLED, "no army", "x" * 5000])
def test_before_that_it_completes_none_and_takes_none(client: Client, text: str) -> None:
    answer = client.post(scene(3, "own"), {"army": text})
    assert answer.status_code == 422
    assert "Not now. First try what the lesson asks." in told(answer)
    assert "2 of 30 points" in told(answer)


def test_the_last_lesson_leads_those_with_an_account_to_their_armies(client: Client, ann: User) -> None:
    address = f'href="{reverse("armies")}"'
    assert address in signed_in(ann).get(scene(14, "own")).content.decode()
    assert address not in client.get(scene(14, "own")).content.decode()
    assert address not in signed_in(ann).get(scene(9)).content.decode()


def test_the_first_lesson_leads_to_a_match_that_the_learner_finishes(client: Client) -> None:
    page = client.get(scene(len(lessons.of_game(SLUG)[0].scenes))).content.decode()
    assert f'href="{reverse("finish", args=[SLUG, "first"])}"' in page
    assert "Next: An army of your own" not in page


def test_the_match_says_what_to_press_where_a_press_on_the_board_does_nothing(client: Client) -> None:
    page = client.get(reverse("finish", args=[SLUG, "first"])).content.decode()
    assert 'data-instead="Orders are given with cards: press one in your hand, then a battalion or ↩."' in page
    assert 'data-instead="Press the Outriders, then battalion 2."' in client.get(scene(2)).content.decode()
