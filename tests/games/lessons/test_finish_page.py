"""The matches that lessons end in, on their pages: played without a script and without an account, left and resumed."""

import re
from collections.abc import Mapping
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.sessions import FINISHES
from games.core.models import Match
from games.lessons import finish, finish_pages, lesson as lessons
from games.lessons.finish import Aftermath
from games.lessons.playing import Playing
from games.rules.field_of_glory import events as ev
from games.rules.game import Event
from tests.games.browsing import HTMX, signed_in, told
from tests.games.lessons.test_finish import EACH, by_casual

pytestmark = pytest.mark.django_db

FOG = "field-of-glory"
FIRST = lessons.of_game(FOG)[0]
FINISH = reverse("finish", args=[FOG, "first"])
PLAN = reverse("finish_plan", args=[FOG, "first"])
NAME = f"{FOG}/first"
FLANK = "flank MI4a@4; bonus CV4a"


def send(client: Client, move: str, expected: object = 0, address: str = FINISH, **more: str) -> Any:
    """Return what a move is answered."""
    return client.post(address, {"move": move, "expected": str(expected), **more})


def kept(client: Client, name: str = NAME) -> Mapping[str, Any]:
    """Return what the session keeps of a match."""
    found: Mapping[str, Any] = client.session[FINISHES][name]
    return found


def seeded(client: Client, number: int = 0, *, name: str = NAME, moves: tuple[str, ...] = ()) -> None:
    """Keep a match of a known seed in the session."""
    session = client.session
    fresh = {"seed": number.to_bytes(32).hex(), "moves": [*moves], "plan": "", "is_over": False}
    session[FINISHES] = {name: fresh}
    session.save()


@EACH
def test_a_visitor_plays_to_the_end_and_is_told_who_won(slug: str, lesson: lessons.Lesson, client: Client) -> None:
    address = reverse("finish", args=[slug, lesson.key])
    moves, ended = by_casual(slug, lesson, bytes(32))
    seeded(client, name=f"{slug}/{lesson.key}")
    films: list[str] = []
    for number, move in enumerate(moves):
        page = client.get(address)
        assert f'name="expected" value="{number}"' in page.content.decode()
        assert "Your coach:" in told(page)
        assert client.post(address, {"move": move, "expected": number}).status_code == 302
        films += re.findall('data-scenes="(.*?)"', client.get(address).content.decode())
    page = client.get(address)
    assert ended.winners == (0,)
    assert len({*films}) == len(films)  # each round is another one to see, the last one too
    [prompt] = re.findall(r'<p id="prompt".*?</p>', unescape(page.content.decode()), re.DOTALL)
    assert "You won" in prompt
    assert f'action="{reverse("try_out", args=[slug])}"' in page.content.decode()
    assert '<input type="hidden" name="level" value="beginner">' in page.content.decode()
    assert "Next: " in told(page)
    assert 'id="choices"' not in page.content.decode()
    assert (User.objects.filter(is_bot=False).exists(), Match.objects.exists()) == (False, False)


def test_the_last_scene_leads_to_the_match(client: Client) -> None:
    page = client.get(reverse("lesson", args=[FOG, "first", len(FIRST.scenes)]))
    assert f'<a class="button" href="{FINISH}">Finish a match yourself</a>' in page.content.decode()
    assert f"{len(FIRST.scenes)} of {FIRST.count}" in told(page)
    page = client.get(FINISH)
    assert f"{FIRST.count} of {FIRST.count}" in told(page)
    assert "Now it’s your battle" in told(page)
    assert "Start again" not in told(page)


def test_looking_keeps_nothing(client: Client) -> None:
    client.get(FINISH)
    assert FINISHES not in client.session


def test_steps_are_composed_without_a_script_and_taken_back(client: Client) -> None:
    assert send(client, "flank MI4a@4", address=PLAN)["Location"] == FINISH
    page = client.get(FINISH)
    assert 'name="move" value="flank MI4a@4; bonus CO5a"' in page.content.decode()
    assert "Now it’s your battle" in told(page)
    send(client, "", address=PLAN)
    assert 'name="move" value="flank MI4a@4"' in client.get(FINISH).content.decode()
    assert kept(client)["moves"] == []


def test_a_composed_move_is_played_and_answered(client: Client) -> None:
    seeded(client)
    assert send(client, FLANK)["Location"] == FINISH
    assert kept(client)["moves"] == [FLANK]
    page = told(client.get(FINISH))
    assert "Since your last move:" in page
    assert "You can take back steps until you play the move." in page


NO_MOVES = ("nonsense", "attack HI2a", "flank MI4a@4" * 500, "keep ?")


@pytest.mark.parametrize(
    ("address", "move"),
    [*((FINISH, each) for each in (*NO_MOVES, "", "flank MI4a@4")), *((PLAN, each) for each in NO_MOVES)],
)
def test_what_the_rules_refuse_is_explained_and_nothing_is_lost(client: Client, address: str, move: str) -> None:
    seeded(client)
    send(client, "flank MI4a@4", address=PLAN)
    before = kept(client)
    answer = send(client, move, address=address)
    assert answer.status_code == 422
    assert 'class="wrong refused" role="alert"' in answer.content.decode()
    assert kept(client) == before


@pytest.mark.parametrize("expected", [1, -1, 7, "x", ""])
@pytest.mark.parametrize("address", [FINISH, PLAN])
def test_an_old_page_is_told_that_the_match_has_moved_on(client: Client, expected: object, address: str) -> None:
    seeded(client)
    answer = send(client, FLANK, expected, address)
    assert answer.status_code == 409
    assert "This match has moved on since you opened the page." in told(answer)
    assert kept(client)["moves"] == []


def test_a_move_sent_twice_is_made_once_and_another_one_is_refused(client: Client) -> None:
    seeded(client)
    assert [send(client, FLANK).status_code for _time in range(2)] == [302, 302]
    assert kept(client)["moves"] == [FLANK]
    assert send(client, "go on").status_code == 409
    assert kept(client)["moves"] == [FLANK]


def test_after_the_end_nothing_can_be_played(client: Client) -> None:
    moves, _ended = by_casual(FOG, FIRST, bytes(32))
    seeded(client, moves=tuple(moves))
    answer = send(client, "draw", len(moves))
    assert answer.status_code == 409
    assert "The match is over" in told(answer)


def test_moves_that_no_longer_fit_begin_the_match_again_with_a_sentence(client: Client) -> None:
    seeded(client, moves=("flank HI2a@1; bonus CO5a",))
    page = client.get(FINISH)
    assert "The lesson has changed since you played, so this match begins again." in told(page)
    assert 'name="expected" value="0"' in page.content.decode()
    assert send(client, FLANK).status_code == 302
    assert kept(client)["moves"] == [FLANK]


def test_a_plan_that_no_longer_fits_is_dropped(client: Client) -> None:
    seeded(client)
    session = client.session
    session[FINISHES][NAME]["plan"] = "no step"
    session.save()
    assert client.get(FINISH).status_code == 200


@pytest.mark.parametrize("who", ["visitor", "Ann"])
def test_a_match_goes_on_where_it_was_left_and_begins_again_when_asked(client: Client, ann: User, who: str) -> None:
    if who == "Ann":
        client = signed_in(ann)
    send(client, FLANK)
    seed = kept(client)["seed"]
    assert client.get(reverse("lesson_of", args=[FOG]))["Location"] == FINISH
    assert re.search("Start again.*This match would be lost.*Begin a new one", told(client.get(FINISH)), re.DOTALL)
    assert client.post(FINISH, {"again": "1"})["Location"] == FINISH
    assert client.session[FINISHES] == {}
    assert client.get(reverse("lesson_of", args=[FOG]))["Location"] != FINISH
    send(client, FLANK)
    assert kept(client)["seed"] != seed
    assert seed not in client.get(FINISH).content.decode()


def test_a_match_that_is_over_is_not_led_to(client: Client) -> None:
    moves, _ended = by_casual(FOG, FIRST, bytes(32))
    seeded(client, moves=tuple(moves[:-1]))
    send(client, moves[-1], len(moves) - 1)
    assert kept(client)["is_over"]
    assert client.get(reverse("lesson_of", args=[FOG]))["Location"] != FINISH


def test_a_match_outlives_signing_in(client: Client, ann: User) -> None:
    send(client, FLANK)
    client.force_login(ann)
    assert kept(client)["moves"] == [FLANK]


def test_a_match_is_known_for_a_day(client: Client) -> None:
    send(client, FLANK)
    [ends] = Session.objects.values_list("expire_date", flat=True)
    assert timedelta(hours=23) < ends - timezone.now() <= timedelta(hours=24)


def test_what_could_be_another_move_is_asked_for_once_more_without_a_script(client: Client) -> None:
    seeded(client)
    answer = send(client, "go on", ask="1")
    assert "Press again: No more flank attacks" in told(answer)
    assert kept(client)["moves"] == []
    assert send(client, "go on").status_code == 302


def test_a_script_is_sent_the_match_alone(client: Client) -> None:
    answer = client.get(FINISH, headers=HTMX)
    assert answer.content.decode().lstrip().startswith('<article id="match"')
    assert answer["HX-Replace-Url"] == FINISH


def test_things_on_the_board_explain_themselves(client: Client) -> None:
    assert "Heavy Infantry" in told(client.get(f"{FINISH}?things"))


@pytest.mark.parametrize("address", ["no-game/first", "field-of-glory/other", "field-of-glory/flank", "en-garde/first"])
def test_there_is_no_other_match(client: Client, address: str) -> None:
    assert client.get(f"/learn/{address}/finish/").status_code == 404
    assert client.post(f"/learn/{address}/finish/plan/").status_code == 404


def played(own: list[Event], answer: list[Event]) -> Playing:
    """Return a match after a move of the learner and the answer."""
    at = Aftermath(finish.beginning(FOG, FIRST).position, own, answer)
    return Playing(at, {"seed": "00", "moves": ["stand"], "plan": "", "is_over": False})


LOST = [
    ev.Stood(0, "MI4a", 4),
    ev.Fought(1, 4, (ev.Term("value", 4, "HI3a"),), (ev.Term("value", 3, "MI4a"),), 1),
    ev.Eliminated(0, ("MI4a",), 4),
]


def test_a_fight_that_an_answer_of_the_learner_decided_is_told_before_what_came_after() -> None:
    page = finish_pages.match(FOG, FIRST, played(LOST, [ev.ControlTaken(1, 1)]), AnonymousUser())
    assert page.told.said == "You lose the fight in column 4, 3–4. Centurio.Bellicosus takes control of column 1."
    [happened, *_more] = page.help.tips
    assert happened.index("make a stand") < happened.index("You lose the fight") < happened.index("takes control")


def test_what_the_learner_did_alone_is_not_told_above_the_board() -> None:
    page = finish_pages.match(FOG, FIRST, played([ev.Attacked(0, 3, "HI2a")], LOST[1:2]), AnonymousUser())
    assert page.told.said == "You lose the fight in column 4, 3–4."
