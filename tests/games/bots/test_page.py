"""Trying a game by one click, and challenging a house opponent."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import guests
from accounts.models import User
from games.bots import services as bots
from games.core.models import Match, Seat, Turn
from games.core.reading import bot_profiles, level_words
from games.core.services import eligibility, play
from games.rules import levels, registry
from games.templatetags.people import breakable
from tests.games.browsing import form, signed_in, told
from tests.games.tables import AUCTION, begin, owing, seat
from tests.parts.cast import person

pytestmark = pytest.mark.django_db
TRY = reverse("try_out", args=["en-garde"])
CHALLENGE = reverse("challenge", args=["en-garde"])
INVITE = "/invitations/new/en-garde/"


# --- Try it now -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", bot_profiles.PROFILES)
def test_one_click_on_the_first_page_makes_a_guest_and_a_match_in_which_the_guest_is_asked(
    client: Client, slug: str
) -> None:
    page = form(client.get("/"), f"/try/{slug}").send(client)
    guest = User.objects.get(is_bot=False)
    match = Match.objects.get()
    assert page.request["PATH_INFO"] == match.get_absolute_url()
    assert (guest.is_guest, match.game, match.status) == (True, slug, Match.Status.PLAYING)
    assert guest.username in owing(match)
    assert seat(match, guest).number == 0
    level = level_words.titles(slug)[level_of(match)]
    assert f"{breakable(bots.bot_of(slug).username)}</a> (bot, {level})" in told(page)
    assert "Your guest session ends on" in told(page)
    assert page.context["page"].asked.choices


def test_a_match_tried_outlasts_the_week_in_which_a_guest_can_be_kept(client: Client) -> None:
    client.post(TRY)
    guest, due = User.objects.get(is_bot=False), Turn.objects.get(seat__number=0)
    until = guests.kept_until(guest)
    assert until is not None
    assert due.user == guest
    assert due.deadline - until > timedelta(days=5)


def test_the_browser_adds_to_chance_and_tells_its_time_zone_where_it_can(client: Client) -> None:
    client.post(TRY, {"entropy": "ab" * 16, "time_zone": "Europe/Rome"}, headers={"Accept-Language": "it"})
    guest = User.objects.get(is_bot=False)
    assert (guest.time_zone, guest.language) == ("Europe/Rome", "it")
    assert Seat.objects.get(user=guest).entropy == "ab" * 16


def test_what_is_no_time_zone_counts_as_none(client: Client) -> None:
    client.post(TRY, {"time_zone": "x" * 100_000})
    assert User.objects.get(is_bot=False).time_zone == "UTC"


def test_who_is_signed_in_plays_as_themselves(ann: User) -> None:
    client = signed_in(ann)
    assert client.post(TRY).headers["Location"] == Match.objects.get().get_absolute_url()
    assert not User.objects.exclude(pk=ann.pk).filter(is_bot=False).exists()


def test_a_newcomer_is_offered_the_lowest_level(client: Client, ann: User) -> None:
    assert '<option value="beginner" selected>' in client.get("/").content.decode()
    client.post(TRY)
    guest = User.objects.exclude(pk=ann.pk).get(is_bot=False)
    play.resign(Match.objects.get().public_id, guest.pk)
    assert bot_profiles.levels_offered(guest)["en-garde"] == "beginner"
    assert level_of(Match.objects.get()) == levels.USUAL  # nobody chose


@pytest.mark.parametrize("path", ["/matches/", "/invitations/", CHALLENGE, INVITE])
def test_a_newcomer_with_an_account_is_offered_it_too_until_a_match_of_the_game_has_ended(ann: User, path: str) -> None:
    client = signed_in(ann)
    assert offered(client, path) == "beginner"
    match = begin(ann, person("Ben"))
    assert offered(client, path) == "beginner"
    play.resign(match.public_id, ann.pk)
    assert offered(client, path) == levels.USUAL
    assert bot_profiles.levels_offered(ann)["field-of-glory"] == "beginner"


def offered(client: Client, path: str) -> str:
    """Return the level of En Garde that is chosen as a page opens."""
    page = client.get(path)
    if "form" in page.context and "level" in page.context["form"].fields:
        return str(page.context["form"]["level"].value())
    (level,) = re.findall(r'<option value="(\w+)" selected>', page.content.decode().split(f'action="{TRY}"')[1])[:1]
    return level


def test_who_plays_too_many_is_told_so(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eligibility, "MAX_WITH_HOUSE", 1)
    client = signed_in(ann)
    client.post(TRY)
    page = client.post(TRY, follow=True)
    assert "You already have 1 matches against the computer." in told(page)
    assert Match.objects.count() == 1


def test_a_game_without_a_house_opponent_cannot_be_tried(client: Client) -> None:
    for slug in (AUCTION, "chess"):
        assert client.post(reverse("try_out", args=[slug])).status_code == 404
    assert not User.objects.exists()


@pytest.mark.xdist_group("redis")
def test_from_one_address_come_twenty_guests_an_hour(client: Client, redis_server: str) -> None:
    answers = [Client().post(TRY).status_code for _ in range(21)]
    assert answers == [302] * 20 + [429]


def test_without_redis_everybody_may_try(client: Client) -> None:
    assert {Client().post(TRY).status_code for _ in range(22)} == {302}


def test_a_guest_meets_sentences_where_people_play_with_people(client: Client, ann: User) -> None:
    client.post(TRY)
    for page in (client.get(INVITE, follow=True), client.post(INVITE, {"option_variant": "advanced"}, follow=True)):
        assert page.redirect_chain == [("/guest/", 302)]
        assert "Guests play against the computer." in told(page)
    assert Match.objects.count() == 1


# --- A challenge ----------------------------------------------------------------------------------------------------


def test_a_challenge_takes_options_seat_and_pace(ann: User) -> None:
    client = signed_in(ann)
    page = client.get(CHALLENGE)
    assert form(page).radios["option_rounds"] == [str(number) for number in range(1, 10)]
    chosen = {"option_variant": "standard", "option_rounds": "2", "seat": "1", "pace_days": "7"}
    form(page).send(client, **chosen)
    match = Match.objects.get()
    assert (match.options["variant"], match.options["rounds"], match.pace_days) == ("standard", 2, 7)
    assert seat(match, ann).number == 1


@pytest.mark.parametrize("slug", bot_profiles.PROFILES)
def test_the_page_says_how_strong_it_is_and_names_no_command(ann: User, slug: str) -> None:
    page = told(signed_in(ann).get(reverse("challenge", args=[slug])))
    assert bots.bot_of(slug).username in page
    for line in level_words.measured(slug):
        assert line in page
    assert "manage.py" not in page


def test_without_levels_the_page_says_how_strong_it_is_against_random_play(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "levels", lambda _slug: ())
    page = told(signed_in(ann).get(CHALLENGE))
    wins = bot_profiles.PROFILES["en-garde"].wins
    assert f"won {wins} of 100 matches against an opponent that moves at random" in page


# --- The level ------------------------------------------------------------------------------------------------------


def level_of(match: Match) -> str:
    return match.seats.get(house=True).level


@pytest.mark.parametrize(("given", "level"), [({}, "club"), ({"level": "expert"}, "expert")])
def test_who_tries_a_game_may_choose_the_level(client: Client, given: dict[str, str], level: str) -> None:
    client.post(TRY, given)
    assert level_of(Match.objects.get()) == level


def test_a_level_that_does_not_exist_is_refused_in_a_sentence(client: Client) -> None:
    page = client.post(TRY, {"level": "x" * 999}, follow=True)
    assert "There’s no level" in told(page)
    assert not Match.objects.exists()


@pytest.mark.parametrize("slug", bot_profiles.PROFILES)
def test_a_challenge_asks_for_the_level_and_proposes_the_lowest_to_a_newcomer(ann: User, slug: str) -> None:
    client = signed_in(ann)
    page = client.get(reverse("challenge", args=[slug]))
    assert page.context["form"]["level"].value() == levels.levels(slug)[0].name
    assert form(page).radios["level"] == [level.name for level in levels.levels(slug)]
    usual = {f"option_{option.name}": option.default for option in registry.current(slug).meta.options}
    form(page).send(client, level="beginner", **usual)
    assert level_of(Match.objects.get()) == "beginner"


def test_a_new_match_with_the_computer_has_the_level_that_was_chosen_and_the_next_one_begins_with_it(
    ann: User,
) -> None:
    client = signed_in(ann)
    form(client.get(INVITE)).send(client, audience="house", level="casual")
    assert level_of(Match.objects.get()) == "casual"
    assert client.get(INVITE).context["form"]["level"].value() == "casual"


@pytest.mark.parametrize(("given", "level"), [({}, "casual"), ({"level": "strong"}, "strong")])
def test_a_rematch_is_at_the_same_level_unless_another_one_is_chosen(
    ann: User, given: dict[str, str], level: str
) -> None:
    match = bots.challenge(ann, "en-garde", {}, level="casual")
    play.resign(match.public_id, ann.pk)
    client = signed_in(ann)
    page = client.get(match.get_absolute_url())
    assert '<option value="casual" selected>' in page.content.decode()
    client.post(f"{match.get_absolute_url()}rematch", given)
    assert level_of(match.rematches.get()) == level


def test_the_page_of_a_match_says_at_which_level_the_computer_plays(ann: User) -> None:
    match = bots.challenge(ann, "en-garde", {}, level="casual")
    client = signed_in(ann)
    assert "<dt>Level of the computer</dt><dd>Casual</dd>" in client.get(match.get_absolute_url()).content.decode()
    match.seats.update(level="")  # a match from before there were levels
    assert "Level of the computer" not in told(client.get(match.get_absolute_url()))


def test_the_title_and_the_result_of_a_match_say_the_level(ann: User) -> None:
    match = bots.challenge(ann, "en-garde", {}, level="casual")
    client = signed_in(ann)
    page = client.get(match.get_absolute_url()).content.decode()
    assert "<title>En Garde · Maestro.Belcolpo (bot, Casual) ·" in page.replace("(1) ", "")
    assert "</a> (bot, Casual)</span></h1>" in page
    assert "Level: Casual" not in page
    play.resign(match.public_id, ann.pk)
    page = client.get(match.get_absolute_url()).content.decode()
    result = page[page.index('<p class="result"') :]
    assert "Level: Casual" in result[: result.index("</p>")]
    card = page[page.index('<h2 id="closing-title"') :]
    assert 0 < card.index("Level: Casual") < card.index("Rematch with sides swapped")


def test_a_game_without_levels_asks_for_none(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "levels", lambda _slug: ())
    client = signed_in(ann)
    assert "level" not in form(client.get(CHALLENGE)).radios
    client.post(TRY)
    assert level_of(Match.objects.get()) == ""


def test_what_cannot_be_chosen_is_refused(ann: User) -> None:
    page = signed_in(ann).post(CHALLENGE, {"option_rounds": "99"})
    assert page.status_code == 422
    assert "99" in told(page)
    assert not Match.objects.exists()


def test_too_many_are_refused_on_the_form(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eligibility, "MAX_WITH_HOUSE", 0)
    client = signed_in(ann)
    page = form(client.get(CHALLENGE)).send(client)
    assert page.status_code == 409
    assert "You already have 0 matches against the computer." in told(page)


def test_a_game_without_a_house_opponent_cannot_be_challenged(ann: User) -> None:
    assert signed_in(ann).get(reverse("challenge", args=[AUCTION])).status_code == 404


@pytest.mark.parametrize("path", ["/invitations/", "/rules/en-garde/"])
def test_ways_lead_to_it(ann: User, path: str) -> None:
    assert f'href="{CHALLENGE}"' in told(signed_in(ann).get(path))


def test_the_rules_let_a_visitor_try_at_once(client: Client) -> None:
    assert form(client.get("/rules/en-garde/"), TRY).send(client).status_code == 200


# --- Names ----------------------------------------------------------------------------------------------------------


def test_lists_and_mails_mark_a_house_opponent(
    ann: User, mailoutbox: Any, django_capture_on_commit_callbacks: Any
) -> None:
    from accounts import outbox

    match = bots.challenge(ann, "en-garde", {"starter": "left"}, seat=0, level="casual")
    client = signed_in(ann)
    assert "En Garde with Maestro.Belcolpo (bot, Casual)" in told(client.get("/matches/"))
    play.resign(match.public_id, ann.pk)
    assert "En Garde with Maestro.Belcolpo (bot, Casual)" in told(client.get("/matches/"))
    outbox.deliver_due()
    assert [letter.subject for letter in mailoutbox] == ["You lost – En Garde with Maestro.Belcolpo (bot, Casual)"]
