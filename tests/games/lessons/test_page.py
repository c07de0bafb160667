"""Lessons on pages: pressed through without a script, explained, left and resumed."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.sessions import LESSONS
from games.core.models import Match
from games.core.reading import bot_profiles
from games.core.services import play
from games.lessons import course, kept, lesson as lessons
from games.lessons.lesson import Lesson
from games.rematch.services import rematch
from tests.games.browsing import signed_in, told

pytestmark = pytest.mark.django_db

START = reverse("lesson_of", args=["en-garde"])
FIRST = reverse("lesson", args=["en-garde", "first", 1])
TAUGHT = [(slug, lesson) for slug, found in lessons.LESSONS.items() for lesson in found]


def press(client: Client, number: int, move: str) -> str:
    """Return the address to which a press leads."""
    answer = client.post(reverse("lesson", args=["en-garde", "first", number]), {"move": move})
    assert answer.status_code == 302
    return str(answer["Location"])


@pytest.mark.parametrize(("slug", "lesson"), TAUGHT, ids=[f"{slug} {lesson.key}" for slug, lesson in TAUGHT])
def test_a_visitor_presses_through_a_whole_lesson_and_plays(slug: str, lesson: Lesson, client: Client) -> None:
    address = reverse("lesson", args=[slug, lesson.key, 1])
    for number, scene in enumerate(lesson.scenes, 1):
        page = client.get(address)
        assert page.status_code == 200
        field, value = (scene.whole, "") if scene.whole else ("move", course.expected_text(slug, lesson, number))
        if scene is not lesson.scenes[-1]:
            assert f'name="{field}" value="{value}"' in page.content.decode()
            address = client.post(address, {field: value})["Location"]
    assert f'action="{reverse("try_out", args=[slug])}"' in page.content.decode()
    assert not User.objects.filter(is_bot=False).exists()


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize(("slug", "lesson"), TAUGHT, ids=[f"{slug} {lesson.key}" for slug, lesson in TAUGHT])
def test_what_a_lesson_quotes_stands_on_its_page(slug: str, lesson: Lesson, language: str, client: Client) -> None:
    for number, scene in enumerate(lesson.scenes, 1):
        if scene.do:
            page = client.get(reverse("lesson", args=[slug, lesson.key, number]), headers={"Accept-Language": language})
            [do] = re.findall('<strong class="do">(.*?)</strong>', page.content.decode())
            rest = told(page).replace(unescape(do), "")
            assert [each for each in re.findall("[“„«](.*?)[“”»]", unescape(do)) if each not in rest] == [], number


def test_the_first_scene_says_what_to_press(client: Client) -> None:
    page = told(client.get(FIRST))
    assert "You’re the fencer on the left of the piste" in page
    assert "Press a 3 in your hand, then “Advance 3”." in page
    assert "1 of 9" in page


def test_a_step_that_the_rules_refuse_is_explained_by_them(client: Client) -> None:
    answer = client.post(FIRST, {"move": "A5x1"})
    assert answer.status_code == 422
    assert "That isn’t possible: the fencers are 12 apart; an attack from here reaches 5 spaces at most." in told(
        answer
    )
    assert 'class="wrong refused"' in answer.content.decode()
    assert "Press a 3 in your hand" in told(answer)


def test_another_step_that_the_rules_allow_is_explained_by_the_lesson(client: Client) -> None:
    answer = client.post(FIRST, {"move": "B2"})
    assert answer.status_code == 422
    assert "You’d move away from Maestro.Belcolpo. That’s allowed" in told(answer)
    assert 'class="wrong"' in answer.content.decode()


@pytest.mark.parametrize("move", ["", "nonsense", "F3; F3", "F3" * 2000])
def test_what_is_no_move_leaves_the_scene_as_it_is(client: Client, move: str) -> None:
    answer = client.post(FIRST, {"move": move})
    assert answer.status_code == 422
    assert "Press a 3 in your hand" in told(answer)


def test_after_a_press_the_next_scene_shows_what_happened(client: Client) -> None:
    page = told(client.get(press(client, 1, "F3")))
    assert "now you’re 7 apart" in page
    assert "2 of 9" in page


@pytest.mark.parametrize("who", ["visitor", "Ann"])
def test_a_lesson_goes_on_where_it_was_left(client: Client, ann: User, who: str) -> None:
    if who == "Ann":
        client = signed_in(ann)
    second = press(client, 1, "F3")
    client.get("/rules/")
    assert client.get(START)["Location"] == second
    assert "Start again" in told(client.get(second))


def test_a_lesson_that_is_done_leads_to_the_next_one_and_the_last_to_the_first(client: Client) -> None:
    press(client, 8, "F1")
    assert client.get(START)["Location"] == reverse("lesson", args=["en-garde", "advanced", 1])
    session = client.session
    session[LESSONS] = {f"en-garde/{each.key}": len(each.scenes) for each in lessons.of_game("en-garde")}
    session.save()
    assert client.get(START)["Location"] == FIRST


@pytest.mark.parametrize("address", ["learn/no-game/", "learn/en-garde/other/1/", "learn/en-garde/first/0/"])
def test_there_is_no_other_lesson(client: Client, address: str) -> None:
    assert client.get(f"/{address}").status_code == 404


def test_a_scene_beyond_the_last_is_none(client: Client) -> None:
    assert client.get(reverse("lesson", args=["en-garde", "first", 10])).status_code == 404


def test_newcomers_are_led_to_lessons(client: Client, ann: User) -> None:
    for page in (client.get("/"), client.get("/rules/en-garde/"), signed_in(ann).get("/matches/")):
        assert f'href="{START}"' in page.content.decode()
    home = client.get("/").content.decode()
    assert home.index("Learn En Garde in 5 minutes") < home.index("Try it now")


@pytest.mark.parametrize("has_account", [False, True])
def test_the_home_page_knows_that_a_lesson_is_begun(client: Client, ann: User, *, has_account: bool) -> None:
    if has_account:
        client = signed_in(ann)
    press(client, 1, "F3")
    page = told(client.get("/rules/en-garde/" if has_account else "/"))
    assert "Go on with the lesson" in page
    assert "Learn En Garde in 5 minutes" not in page


def test_the_first_match_of_a_guest_leads_to_the_lesson(client: Client, ann: User) -> None:
    client.post(reverse("try_out", args=["en-garde"]))
    match = Match.objects.get()
    guest = match.seats.exclude(user__is_bot=True).get().user
    assert "New to En Garde?" in told(client.get(match.get_absolute_url()))
    play.resign(match.public_id, guest.pk)
    assert "New to En Garde?" not in told(client.get(match.get_absolute_url()))
    client.post(reverse("try_out", args=["en-garde"]))
    second = Match.objects.latest("pk")
    assert "New to En Garde?" not in told(client.get(second.get_absolute_url()))
    assert "Learn En Garde in 5 minutes" in told(client.get(second.get_absolute_url()))


@pytest.mark.parametrize(("key", "variant"), [("first", "standard"), ("advanced", "advanced")])
def test_a_short_match_after_a_lesson_is_of_the_variant_that_was_learnt(client: Client, key: str, variant: str) -> None:
    address = reverse("try_out", args=["en-garde"])
    client.post(address)
    play.resign(Match.objects.get().public_id, Match.objects.get().seats.get(house=False).user_id)
    last = len(next(each for each in lessons.of_game("en-garde") if each.key == key).scenes)
    page = client.get(reverse("lesson", args=["en-garde", key, last])).content.decode()
    assert f'<input type="hidden" name="lesson" value="{key}">' in page
    client.post(address, {"lesson": key})
    match = Match.objects.latest("pk")
    assert (match.options["variant"], match.options["rounds"]) == (variant, 1)
    play.resign(match.public_id, match.seats.get(house=False).user_id)
    again = rematch(match.public_id, match.seats.get(house=False).user)
    assert (again.options["variant"], again.options["rounds"]) == (variant, 2)


@pytest.mark.parametrize("has_account", [False, True])
def test_after_a_lesson_and_a_match_the_next_lesson_is_named(client: Client, ann: User, *, has_account: bool) -> None:
    if has_account:
        client = signed_in(ann)
    press(client, 8, "F1")
    client.post(reverse("try_out", args=["en-garde"]), {"lesson": "first"})
    match = Match.objects.get()
    assert "Next lesson" not in told(client.get(match.get_absolute_url()))
    play.resign(match.public_id, match.seats.get(house=False).user_id)
    assert "Next lesson: Lunge and retreat" in told(client.get(match.get_absolute_url()))
    assert "Next lesson: Lunge and retreat" in told(client.get("/rules/en-garde/" if has_account else "/"))
    guest = match.seats.get(house=False).user
    kept.set_reached(guest, {f"en-garde/{each.key}": len(each.scenes) for each in lessons.of_game("en-garde")})
    assert "Next lesson" not in told(client.get(match.get_absolute_url()))


def test_after_later_matches_a_player_is_not_led_to_lessons(ann: User) -> None:
    client = signed_in(ann)
    press(client, 8, "F1")
    for is_led in (True, False):
        client.post(reverse("try_out", args=["en-garde"]))
        match = Match.objects.latest("pk")
        play.resign(match.public_id, ann.pk)
        assert ("Next lesson" in told(client.get(match.get_absolute_url()))) == is_led


def test_a_game_that_is_tried_is_short_and_simple() -> None:
    assert bot_profiles.PROFILES["en-garde"].trial == {"variant": "standard", "starter": "left", "rounds": 1}


@pytest.mark.parametrize("again", ["try_out", "rematch"])
def test_after_the_first_trial_comes_one_to_two(client: Client, again: str) -> None:
    address = reverse("try_out", args=["en-garde"])
    client.post(address)
    first = Match.objects.get()
    guest = first.seats.get(house=False).user
    play.resign(first.public_id, guest.pk)
    if again == "try_out":
        client.post(address)
        second = Match.objects.latest("pk")
    else:
        second = rematch(first.public_id, guest)
    assert (second.options["variant"], second.options["rounds"]) == ("standard", 2)


def test_what_a_visitor_has_learnt_is_known_for_a_day(client: Client) -> None:
    press(client, 1, "F3")
    [ends] = Session.objects.values_list("expire_date", flat=True)
    assert timedelta(hours=23) < ends - timezone.now() <= timedelta(hours=24)


def test_a_guest_who_has_learnt_the_game_is_not_led_there_again(client: Client) -> None:
    client.post(reverse("try_out", args=["en-garde"]))
    match = Match.objects.get()
    last = len(lessons.of_game("en-garde")[0].scenes)
    guest = match.seats.exclude(user__is_bot=True).get().user
    kept.set_reached(guest, {"en-garde/first": last - 1})
    assert "New to En Garde?" in told(client.get(match.get_absolute_url()))
    kept.set_reached(guest, {"en-garde/first": last})
    assert "New to En Garde?" not in told(client.get(match.get_absolute_url()))


def test_the_rules_of_a_game_list_its_lessons_and_mark_what_a_player_has_done(client: Client, ann: User) -> None:
    def listed(reader: Client) -> list[tuple[str, str]]:
        page = reader.get(reverse("rules_of", args=["en-garde"])).content.decode()
        [rows] = re.findall('<ul class="lessons".*?</ul>', page, re.S)
        found = re.findall('<li><a href="(.*?)">.*?</a> <span class="small faint">(.*?)</span>', rows)
        return [(address, said) for address, said in found]

    advanced = reverse("lesson", args=["en-garde", "advanced", 1])
    minutes = [f"{each.minutes} minutes" for each in lessons.of_game("en-garde")]
    assert listed(client) == [(FIRST, minutes[0]), (advanced, minutes[1])]
    kept.set_reached(ann, {"en-garde/first": 9, "en-garde/advanced": 2})
    assert listed(signed_in(ann)) == [(FIRST, f"{minutes[0]} · ✓ done"), (advanced, minutes[1])]


def test_leaving_a_lesson_says_where_it_leads(client: Client) -> None:
    page = client.get(FIRST).content.decode()
    rules = reverse("rules_of", args=["en-garde"])
    assert f'href="{rules}" aria-label="Leave the lesson, to all lessons and the rules"' in page
