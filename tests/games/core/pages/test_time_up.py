"""Once time is up: what the player who stayed and the absent one see and can do, on pages and by program."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.core.models import Match, TimeUp, Turn
from games.core.notices import turns
from games.core.pages import lists
from games.site import waiting
from games.vacations import services as vacations
from tests.games.browsing import signed_in, told
from tests.games.conftest import NOON
from tests.games.programs import program
from tests.games.tables import answer, begin, play_link, texts, turn

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
DAY = timedelta(days=1)


def words(page: Any) -> str:
    """Return what a page says, without its tags."""
    return " ".join(re.sub("<[^>]+>", " ", told(page)).split())


def address(match: Match) -> str:
    return reverse("time_up", args=[match.public_id])


def choose(match: Match, user: User, **given: str) -> Any:
    return signed_in(user).post(address(match), given, follow=True)


# --- The player who stayed ------------------------------------------------------------------------------------------


def test_the_match_says_whose_time_is_up_and_leads_to_the_choices(asked: Match, ben: User) -> None:
    page = signed_in(ben).get(asked.get_absolute_url())
    assert "Ann’s time is up. Choose what happens next" in words(page)
    assert f'href="{address(asked)}"' in page.content.decode()


def test_each_choice_says_what_it_brings_and_until_when_there_is_time(asked: Match, ben: User) -> None:
    page = words(signed_in(ben).get(address(asked)))
    for said in (
        "Ann’s time is up in En Garde",
        "You’re still here, so you choose what happens next. Until you do, Ann can still move. "
        "If you don’t choose in time, you win. Time to choose:",
        "Sun 8 Mar, 12:00 UTC",
        "Claim the win The match ends immediately and you win.",
        "Give two more days Ann gets two more days for this move. You can do this only once per match.",
        "Cancel the match The match ends immediately and doesn’t count, except as an absence for Ann.",
        "Find a replacement For up to three days, anyone can take Ann’s seat.",
        "Continue against the computer The computer takes over Ann’s seat immediately, "
        "and the match will no longer be rated.",
    ):
        assert said in page


def test_what_cannot_be_chosen_is_not_offered(asked: Match, ben: User) -> None:
    asked.seats.update(extended=True)
    page = words(signed_in(ben).get(address(asked)))
    assert "Claim the win" in page
    assert "Give two more days" not in page


def test_where_a_substitute_would_have_no_time_none_is_offered_and_the_page_says_why(asked: Match, ben: User) -> None:
    Turn.objects.update(last_moment=timezone.now())
    Match.objects.update(last_moment=timezone.now())
    page = words(signed_in(ben).get(address(asked)))
    assert "Find a replacement" not in page
    assert "Nobody can take over the seat, because only the other player still has time in this match." in page
    assert "Ann has used up the time for the whole match, so you can’t give any more." in page
    seen = program(ben).get(f"matches/{asked.public_id}/").json()["time_up"]
    assert seen["choices"] == ["claim", "cancel", "house"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "Choose what to do."),
        ({"confirm": "1"}, "Choose what to do."),
        ({"choice": "claim"}, "Please tick the box to confirm."),
    ],
)
def test_without_a_choice_and_a_tick_nothing_is_done(asked: Match, ben: User, given: dict[str, str], said: str) -> None:
    page = choose(asked, ben, **given)
    assert (page.status_code, texts(asked)) == (422, [])
    assert said in words(page)
    assert ("checked" in page.content.decode()) == ("choice" in given)


@pytest.mark.parametrize(
    ("choice", "log"), [("claim", ["!timeout 0"]), ("cancel", ["!void"]), ("more", []), ("house", ["!substitute 0"])]
)
def test_what_is_chosen_is_done_and_the_match_is_shown(asked: Match, ben: User, choice: str, log: list[str]) -> None:
    page = choose(asked, ben, choice=choice, confirm="1")
    assert page.redirect_chain == [(asked.get_absolute_url(), 302)]
    assert (texts(asked), TimeUp.objects.count()) == (log, 0)
    assert "Choose what happens next" not in words(page)


def test_once_the_house_plays_on_nothing_promises_a_choice_any_more(asked: Match, ben: User) -> None:
    """Nobody chooses against the house: page, program and letter say so alike."""
    before = program(ben).get(f"matches/{asked.public_id}/").json()["clock"]["details"]
    assert before[-1].startswith("If a player runs out of time, the opponent can")
    choose(asked, ben, choice="house", confirm="1")
    said = "A player who runs out of time loses."
    assert said in words(signed_in(ben).get(asked.get_absolute_url()))
    assert program(ben).get(f"matches/{asked.public_id}/").json()["clock"]["details"] == [*before[:-1], said]
    facts = turns.LetterFacts(asked.seats.select_related("match").get(user=ben))
    assert facts.notice("", "match", "").context["when_up"] == said


def test_while_a_substitute_is_sought_all_else_can_be_chosen(asked: Match, ben: User) -> None:
    choose(asked, ben, choice="substitute", confirm="1")
    page = words(signed_in(ben).get(address(asked)))
    assert "We’re already looking for a replacement." in page
    assert [said in page for said in ("Claim the win", "Find a replacement")] == [True, False]


def test_what_is_chosen_too_late_is_refused_with_what_happened(asked: Match, ann: User, ben: User) -> None:
    answer(asked, ann, "F1")
    page = choose(asked, ben, choice="claim", confirm="1")
    assert (page.status_code, texts(asked)) == (409, ["F1"])
    assert "There’s nothing left to decide: Ann has moved or still has time. Look at the match again." in words(page)


def test_where_there_is_nothing_to_choose_the_page_leads_back(match: Match, ben: User) -> None:
    page = signed_in(ben).get(address(match), follow=True)
    assert page.redirect_chain == [(match.get_absolute_url(), 302)]
    assert "There’s nothing to decide in this match." in words(page)


def test_nobody_is_waited_for_whose_time_is_up(asked: Match, ben: User) -> None:
    prompt = signed_in(ben).get(asked.get_absolute_url()).content.decode().partition('id="prompt"')[2]
    assert prompt.partition(">")[2].partition("<")[0] == "Ann’s time is up."


def test_the_list_of_the_absent_one_says_what_the_other_may_do(asked: Match, ann: User) -> None:
    page = words(signed_in(ann).get(reverse("my_matches")))
    assert (
        "Your time is up. Ben has until Sun 8 Mar, 12:00 to choose what happens next, but you can still move." in page
    )


def test_the_match_is_among_those_that_wait(asked: Match, ann: User, ben: User) -> None:
    page = signed_in(ben).get(reverse("my_matches"))
    assert "En Garde with Ann Ann’s time is up. Choose what happens next." in words(page).partition("Your choice")[2]
    assert "Waiting for others" not in words(page)
    assert waiting.waiting_numbers(ben).matches == 1
    assert lists.next_waiting(ben, "") == asked.public_id
    other = begin(ben, ann, public_id="othermatch")
    assert [lists.next_waiting(ben, each.public_id) for each in (asked, other)] == ["othermatch", "firstmatch"]
    assert "Next match (1 waiting)" in words(signed_in(ben).get(asked.get_absolute_url()))
    assert signed_in(ben).get(f"{asked.get_absolute_url()}stamp").json()["due"] == 2


# --- The absent one -------------------------------------------------------------------------------------------------


def test_the_absent_one_is_warned_and_can_still_move(asked: Match, ann: User) -> None:
    page = signed_in(ann).get(asked.get_absolute_url())
    assert "Your time is up. You can still move until Ben chooses." in words(page)
    assert address(asked) not in page.content.decode()
    about = words(signed_in(ann).get(address(asked)))
    said = "You can still move until Ben chooses what happens next. If Ben doesn’t choose in time, they win."
    assert f"{said} Time to choose:" in about
    assert 'type="radio"' not in signed_in(ann).get(address(asked)).content.decode()


def test_lists_say_since_when_it_is_up_and_that_no_vacation_helps(asked: Match, ann: User) -> None:
    vacations.plan_vacation(ann, None, timezone.now() + DAY)
    assert "out of time since Thu 5 Mar, 12:00 UTC" in words(signed_in(ann).get(reverse("my_matches")))
    for url in (reverse("my_matches"), asked.get_absolute_url()):
        assert "paused until" not in words(signed_in(ann).get(url))


def test_a_play_link_warns_the_absent_one_too(asked: Match, ann: User, client: Any) -> None:
    page = client.get(reverse("play_link", args=[play_link(asked, ann)]))
    assert "Your time is up. You can still move until Ben chooses." in words(page)


# --- By program -----------------------------------------------------------------------------------------------------


def test_a_program_sees_what_can_be_chosen_and_chooses(asked: Match, ann: User, ben: User) -> None:
    mine, hers = (program(user).get(f"matches/{asked.public_id}/").json()["time_up"] for user in (ben, ann))
    assert mine == {
        "seat": 0,
        "until": "2026-03-08T12:00:00Z",
        "choices": ["claim", "more", "cancel", "substitute", "house"],
    }
    assert hers == {**mine, "choices": []}
    robot = program(ben)
    assert robot.get("me/").json()["waiting"] == 1
    assert [row["waiting"] for row in robot.get("matches/").json()["results"]] == [True]
    answered = robot.post(f"matches/{asked.public_id}/time-up/", choice="more")
    assert (answered.status_code, answered.json()["time_up"]) == (200, None)
    assert turn(asked, ann).deadline == NOON + 5 * DAY
    assert robot.get("me/").json()["waiting"] == 0


def test_a_program_that_chooses_too_late_gets_the_match_as_it_is(asked: Match, ann: User, ben: User) -> None:
    answer(asked, ann, "F1")
    answered = program(ben).post(f"matches/{asked.public_id}/time-up/", choice="claim")
    assert (answered.status_code, answered.json()["code"]) == (409, "stale")
    assert answered.json()["extra"]["match"]["to_act"] == [1]
    assert (
        answered.json()["message"]
        == "There’s nothing left to decide: Ann has moved or still has time. Look at the match again."
    )


@pytest.mark.parametrize(("choice", "status", "code"), [("more", 409, "bad_choice"), ("win", 400, "bad_value")])
def test_a_program_is_told_what_it_cannot_choose(asked: Match, ben: User, choice: str, status: int, code: str) -> None:
    asked.seats.update(extended=True)
    answered = program(ben).post(f"matches/{asked.public_id}/time-up/", choice=choice)
    assert (answered.status_code, answered.json()["code"], texts(asked)) == (status, code, [])
