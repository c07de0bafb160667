"""The match page of Field of Glory: what it asks of the database, and how a composed move is played."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.core.models import Match
from games.core.services import play
from tests.games.boards.field_of_glory.battles import FIELD_OF_GLORY, battle, march
from tests.games.browsing import form, forms, signed_in, told
from tests.games.tables import begin, choices, play_on, seat, texts

pytestmark = pytest.mark.django_db

RED = "HI4a HI4b HI3a LI2a MI2a CV2a CO5a CO5b OV2a"
BLUE = "PK4a MI3a MI3b CV4a CO5a CO5b LC2a AR2a LI2a"
OPENED = ("place HI4a@3; pay CO5a; pay HI3a; settle", "draw", "place MI3a@3; pay CV4a; pay LI2a; settle", "draw")

BUTTON = re.compile(r'<button type="submit" class="button (add|play)"(?: formaction="([^"]+)")?>(\w+)</button>')


@pytest.fixture
def fought(ann: User, ben: User) -> Match:
    """Return a match with Ann to act in her second turn.

    Her heavy infantry faces medium infantry in column 3.
    """
    match = battle(ann, ben, red=RED, blue=BLUE)
    march(match, *OPENED)
    return match


def queries(user: User, match: Match) -> int:
    """Return how many queries the page takes, once it has noted which hints it shows."""
    client = signed_in(user)
    client.get(match.get_absolute_url())
    with CaptureQueriesContext(connection) as found:
        assert client.get(match.get_absolute_url()).status_code == 200
    return len(found)


def plan(user: User, match: Match, *steps: str) -> None:
    """Compose a plan."""
    play.save_plan(match.public_id, user.pk, "; ".join(steps), seat(match, user).serial)


@pytest.mark.parametrize("picks", [0, 11, 23])
def test_the_page_takes_eight_queries_in_the_draft(picks: int, ann: User, ben: User) -> None:
    match = begin(ann, ben, game=FIELD_OF_GLORY)
    play_on(match, picks)
    assert [queries(user, match) for user in (ann, ben)] == [8, 8]


def test_the_page_takes_eight_queries_with_a_plan_half_composed(fought: Match, ann: User, ben: User) -> None:
    plan(ann, fought, "place HI4b@2", "pay CO5b")
    assert [queries(user, fought) for user in (ann, ben)] == [8, 8]


def test_the_page_takes_eight_queries_while_an_attack_is_answered(fought: Match, ann: User, ben: User) -> None:
    march(fought, "attack HI4a; bonus CO5b")
    assert [queries(user, fought) for user in (ann, ben)] == [8, 8]


@pytest.mark.usefixtures("without_panels")
def test_the_page_takes_twelve_queries_when_the_match_is_over(fought: Match, ann: User, ben: User) -> None:
    play_on(fought)
    assert [queries(user, fought) for user in (ann, ben)] == [12, 12]  # two of them replay the match for its deeds


def test_a_step_that_ends_the_move_plays_the_whole_plan_in_one_press(fought: Match, ann: User) -> None:
    plan(ann, fought, "place HI4b@2", "pay CO5b")
    client = signed_in(ann)
    found = next(each for each in forms(client.get(fought.get_absolute_url())) if "move" in each.buttons)
    found.press(client, "move", next(move for move in found.buttons["move"] if move.endswith("settle")))
    assert texts(fought)[-1] == "place HI4b@2; pay CO5b; settle"
    assert seat(fought, ann).plan == ""


def test_the_log_says_in_one_sentence_what_was_placed_and_paid_and_programs_read_it_by_event(
    fought: Match, ann: User
) -> None:
    line = signed_in(ann).get(f"{fought.get_absolute_url()}?log=all").context["page"].log.lines[-4]
    assert line.text == (
        "Ann places Heavy Infantry in column 3 at a cost of 4 and pays 8 (Commander 5, Heavy Infantry 3)."
    )
    assert line.sentences == [
        "Ann places Heavy Infantry in column 3 for 4.",
        "Ann pays with Commander (5).",
        "Ann pays with Heavy Infantry (3).",
        "Ann pays 8 to cover a cost of 4.",
    ]


def test_what_was_placed_in_a_turn_is_marked_for_both_while_the_next_one_lasts(ann: User, ben: User) -> None:
    def fresh(user: User) -> list[str]:
        columns = signed_in(user).get(match.get_absolute_url()).context["page"].board.field.columns
        return [card.code for column in columns for card in (*column.own, *column.enemy) if card.fresh]

    match = battle(ann, ben, red=RED, blue=BLUE)
    march(match, *OPENED[:2])
    assert [fresh(ann), fresh(ben)] == [["HI4a"], ["HI4a"]]
    march(match, *OPENED[2:])
    assert [fresh(ann), fresh(ben)] == [["MI3a"], ["MI3a"]]


def test_ending_the_turn_takes_one_press(fought: Match, ann: User) -> None:
    client = signed_in(ann)
    page = client.get(fought.get_absolute_url())
    form(page, "/plan").press(client, "move", "draw")
    assert texts(fought)[-1] == "draw"


def test_only_what_ends_the_move_is_marked_to_play_it(fought: Match, ann: User) -> None:
    page = told(signed_in(ann).get(fought.get_absolute_url()))
    ending = re.findall(r'class="choice ends(?: by-card)?(?: final)?" data-step="([^"]+)"', page)
    assert sorted(ending) == sorted(step for step in choices(fought, ann) if step.startswith("draw"))


def test_where_every_choice_ends_the_move_each_plays_it(ann: User, ben: User) -> None:
    match = begin(ann, ben, game=FIELD_OF_GLORY)
    page = signed_in(ann).get(match.get_absolute_url())
    assert set(form(page, "/submit").buttons["move"].values()) == {f"{match.get_absolute_url()}submit"}


def test_two_answers_to_an_attack_stand_at_once_on_a_phone_too(fought: Match, ann: User, ben: User) -> None:
    march(fought, "attack HI4a; bonus CO5b")
    page = told(signed_in(ben).get(fought.get_absolute_url()))
    assert page.count('class="choice-group stands few"') == 2
    assert 'class="choice-group stands' not in told(signed_in(ann).get(fought.get_absolute_url()))


def test_many_things_that_happened_are_folded_but_for_the_weightiest(fought: Match, ann: User) -> None:
    page = told(signed_in(ann).get(fought.get_absolute_url()))
    line, whole = page.partition('<details class="since')[2].partition("</details>")[0].split("</summary>")
    assert "Ben places Medium Infantry in column 3 at a cost of 3 and pays" in line
    assert "Turn 3: you." not in line
    assert "Turn 3: you." in whole


def test_the_result_card_tells_how_the_battle_stood_the_readers_number_first(
    fought: Match, ann: User, ben: User
) -> None:
    march(fought, "attack HI4a; bonus CO5b", "stand MI3a; bonus none")
    play.resign(fought.public_id, ben.pk)
    told_to = {
        ann: ["Ben resigned.", "Columns held: 1–0.", "Victory points: 1–0.", "Cards lost in fights: 0–1."],
        ben: ["You resigned.", "Columns held: 0–1.", "Victory points: 0–1.", "Cards lost in fights: 1–0."],
    }
    for user, facts in told_to.items():
        card = told(signed_in(user).get(fought.get_absolute_url())).partition('<section class="closing')[2]
        shown = re.findall('(?:<p class="cause">|<li>)(.*?)</', card.partition("</section>")[0])
        assert shown[:4] == facts
        assert [each.partition(": ")[0] for each in shown[4:]] == ["At the end"]


def test_the_result_card_tells_no_figures_of_a_draft(ann: User, ben: User) -> None:
    match = begin(ann, ben, game=FIELD_OF_GLORY)
    play.resign(match.public_id, ann.pk)
    card = told(signed_in(ann).get(match.get_absolute_url())).partition('<section class="closing')[2]
    assert re.findall('(?:<p class="cause">|<li>)(.*?)</', card.partition("</section>")[0]) == ["You resigned."]
