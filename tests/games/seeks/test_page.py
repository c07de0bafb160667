"""The page on which an opponent is sought: what is asked, what is told of others, and when the house offers itself."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts.models import User
from games.bots import services as bots
from games.core.models import Match, Seat, Turn
from games.core.services import play
from games.lobby import services as lobby
from games.seeks import services as seeks
from games.seeks.fit import Wish
from games.seeks.models import Seek
from games.seeks.pages import conditions_in_words
from tests.games.browsing import signed_in, told
from tests.games.conftest import NOON
from tests.games.tables import answer, begin, first_move, owing
from tests.parts.cast import person

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
PAGE, EN_GARDE = "/seeks/", "/seeks/en-garde/"
SENT = {"fastest_days": "3", "slowest_days": "7", "keep": "0", "near": "on"}


@pytest.fixture(autouse=True)
def standing(noon: Time) -> None:
    """Time stands still at noon."""


def ask(user: User, fastest: int = 3, slowest: int = 7, **given: object) -> Seek:
    return seeks.ask(user, Wish("en-garde", fastest, slowest, **given))  # type: ignore[arg-type]


def test_what_is_filled_in_is_sought(ann: User) -> None:
    more = {"rated": "yes", "nights": "yes", "vacations": "no", "absence": "loss", "option_starter": "left"}
    sent = {**SENT, **more, "keep": "3", "language": "de", "min_reliability": "80"}
    response = signed_in(ann).post(EN_GARDE, sent, follow=True)
    assert "We’re looking for an opponent for you" in told(response)
    made = Seek.objects.get()
    clock = {"nights": True, "vacations": False, "absence": "loss"}
    assert (made.user, made.keep) == (ann, 3)
    assert made.wish == Wish(
        game="en-garde",
        fastest_days=3,
        slowest_days=7,
        options={"starter": "left"},
        clock=clock,
        rated=True,
        language="de",
        near=True,
        min_reliability=80,
        paired=None,
    )
    (row,) = response.context["mine"]
    assert (row.paces, row.rests, row.has_house) == ("3 days to 7 days per move", "", False)
    assert row.asked[:2] == ["3 matches at a time", "rated"]
    assert row.asked[-3:] == ["someone of similar strength", "German", "at least 80% reliability"]


def test_what_is_asked_of_a_clock_is_said_in_the_reader_s_language(ann: User) -> None:
    made = ask(ann, clock={"nights": True, "vacations": False, "absence": "loss"})
    with translation.override("de"):
        assert list(conditions_in_words(made))[-4:-1] == [
            "Nächte: zählen nicht",
            "Urlaubstage: zählen",
            "Wenn die Zeit abgelaufen ist: die Partie ist verloren",
        ]


def test_the_form_shows_what_is_sought_and_what_is_sent_unchanged_waits_on(ann: User, noon: Time) -> None:
    ask(ann, options={"starter": "left"}, clock={"nights": True}, rated=False)
    noon.shift(timedelta(hours=1))
    form = signed_in(ann).get(EN_GARDE).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    signed_in(ann).post(EN_GARDE, {name: value for name, value in shown.items() if value not in (None, False)})
    made = Seek.objects.get()
    assert (made.since, made.options, made.clock, made.rated) == (NOON, {"starter": "left"}, {"nights": True}, False)


def test_what_cannot_be_is_said(ann: User) -> None:
    response = signed_in(ann).post(EN_GARDE, {**SENT, "fastest_days": "14"})
    assert response.status_code == 409
    assert "The fastest pace can’t be slower than the slowest one." in told(response)
    assert signed_in(ann).post(EN_GARDE, {**SENT, "keep": "many"}).status_code == 422
    assert signed_in(ann).get("/seeks/chess/").status_code == 404


def test_a_guest_is_asked_for_an_account(ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(guest_until=NOON + timedelta(days=1))
    assert signed_in(ann).get(EN_GARDE)["Location"] == "/guest/"


def test_what_came_of_an_invitation_to_a_pair_was_not_found_by_a_seek(ann: User, ben: User) -> None:
    offered = lobby.invite(ann, lobby.Terms("field-of-glory", {}, paired=True)).match
    lobby.join(offered.public_id, ben)
    assert Match.objects.filter(status="playing").count() == 2
    assert signed_in(ben).get(PAGE).context["begun"] == []


def test_the_page_leads_to_the_match_that_has_begun_until_one_has_moved(ann: User, ben: User) -> None:
    ask(ann)
    ask(ben)
    seeks.find_opponents()
    match = Match.objects.get()
    bots.challenge(ann, "en-garde", {})
    for user, other in ((ann, "Ben"), (ben, "Ann")):
        found = signed_in(user).get(PAGE)
        assert f'<a href="{match.get_absolute_url()}">En Garde against {other}</a>' in told(found)
        assert [row.url for row in found.context["begun"]] == [match.get_absolute_url()]
    mover = next(user for user in (ann, ben) if owing(match) == [user.username])
    answer(match, mover, first_move(match, mover))
    assert [signed_in(user).get(PAGE).context["begun"] == [] for user in (ann, ben)] == [mover == ann, mover == ben]


def test_a_match_that_was_offered_is_not_told_there(ann: User, ben: User) -> None:
    begin(ann, ben)
    assert signed_in(ann).get(PAGE).context["begun"] == []


def test_nothing_is_told_of_others_where_nobody_waits(ann: User, ben: User) -> None:
    empty = signed_in(ann).get(PAGE)
    assert "Who else is looking" not in told(empty)
    assert "<table" not in empty.content.decode()
    ask(ben)
    found = signed_in(ann).get(PAGE)
    assert "Who else is looking" in told(found)
    assert "<table" in found.content.decode()


def test_a_game_is_chosen_by_its_picture(ann: User) -> None:
    ask(ann)
    page = signed_in(ann).get(PAGE).content.decode()
    tiles = page.partition('<nav class="which-game"')[2].partition("</nav>")[0]
    assert tiles.count('class="game-picture"') == tiles.count('<a href="/seeks/')
    assert '<a href="/seeks/field-of-glory/">' in tiles
    assert EN_GARDE not in tiles


def test_others_are_numbers_alone_and_those_asleep_are_not_counted(ann: User, ben: User, cat: User) -> None:
    ask(ann)
    ask(ben, 1, 3)
    ask(cat, 3, 14)
    sleeper = ask(person("Dan"))
    Seek.objects.filter(pk=sleeper.pk).update(looked=NOON - timedelta(days=7))
    response = signed_in(ann).get(PAGE)
    rows = {row.game: row.numbers for row in response.context["waiting"]}
    assert (rows["en-garde"], rows["field-of-glory"]) == ([1, 1, 2, 1, 1, 1], [0] * 6)
    assert not [name for name in ("Ben", "Cat", "Dan") if name in told(response)]


@pytest.mark.parametrize(("days", "counted"), [(0, 1), (1, 2)])
def test_those_with_whom_i_play_it_already_are_not_counted_in_this_game(
    ann: User, ben: User, cat: User, noon: Time, days: int, counted: int
) -> None:
    play.resign(begin(ann, ben).public_id, ben.pk)
    noon.shift(timedelta(days=days))
    begin(cat, ann, game="field-of-glory", public_id="second")
    for user in (ben, cat):
        Seek.objects.create(user=user, game="en-garde", fastest_days=3, slowest_days=7)
        Seek.objects.create(user=user, game="field-of-glory", fastest_days=3, slowest_days=7)
    Turn.objects.all().delete()  # nobody rests for a first move that he owes
    rows = {row.game: row.numbers for row in signed_in(ann).get(PAGE).context["waiting"]}
    assert (rows["en-garde"][2], rows["field-of-glory"][2]) == (counted, 1)


def test_it_costs_the_same_for_three_and_for_three_hundred(ann: User) -> None:
    def queries(others: int) -> int:
        users = User.objects.bulk_create(
            User(username=f"Player {others}.{n}", skeleton=f"{others}.{n}", email=f"{others}.{n}@example.org")
            for n in range(others)
        )
        Seek.objects.bulk_create(Seek(user=user, game="en-garde", fastest_days=3, slowest_days=7) for user in users)
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(PAGE).status_code == 200
        return len(asked)

    browser = signed_in(ann)
    ask(ann)
    assert queries(3) == queries(300) <= 8


def test_the_house_offers_itself_after_ten_minutes_and_the_seek_stands(ann: User, noon: Time) -> None:
    ask(ann, options={"starter": "left"})
    browser = signed_in(ann)
    noon.shift(timedelta(minutes=9))
    assert "Play while you wait" not in told(browser.get(PAGE))
    noon.shift(timedelta(minutes=1))
    assert "Play while you wait" in told(browser.get(PAGE))
    response = browser.post("/seeks/en-garde/house")
    match = Match.objects.get()
    assert response["Location"] == f"/m/{match.public_id}/"
    assert (match.status, match.options["starter"], match.pace_days) == ("playing", "left", 3)
    assert Seat.objects.filter(match=match, house=True).count() == 1
    assert Seek.objects.count() == 1
    assert Seek.objects.awake(NOON).count() == 1


def test_why_it_rests_is_said_and_then_no_house_offers_itself(ann: User, noon: Time) -> None:
    seek = ask(ann)
    Seek.objects.filter(pk=seek.pk).update(since=NOON - timedelta(days=2))
    User.objects.filter(pk=ann.pk).update(bounced="ann@example.org")
    (row,) = signed_in(ann).get(PAGE).context["mine"]
    assert (row.rests, row.has_house) == ("On hold: emails to your address are bouncing.", False)


def test_who_stops_looking_is_told(ann: User) -> None:
    ask(ann)
    browser = signed_in(ann)
    assert "We’ve stopped looking" in told(browser.post("/seeks/en-garde/withdraw", follow=True))
    assert not Seek.objects.exists()
    assert browser.post("/seeks/en-garde/withdraw")["Location"] == PAGE
    assert browser.post("/seeks/en-garde/house")["Location"] == PAGE
    assert not Match.objects.exists()


def test_who_stops_looking_too_late_is_led_to_the_match(ann: User, ben: User) -> None:
    for user in (ann, ben):
        ask(user)
    seeks.find_opponents()
    page = signed_in(ann).post("/seeks/en-garde/withdraw", follow=True)
    assert [str(each) for each in page.context["messages"]] == ["Your match has already begun. You’ll find it below."]
    assert f'<a href="{Match.objects.get().get_absolute_url()}">En Garde against Ben</a>' in told(page)
    again = signed_in(ann).post("/seeks/field-of-glory/withdraw", follow=True)
    assert "We’ve stopped looking" in told(again)


def test_what_begins_is_shown_while_the_page_is_open(ann: User) -> None:
    """`lists.js` redraws this part, and does so immediately while an opponent is being sought."""
    browser = signed_in(ann)
    assert '<div id="lists">' in told(browser.get(PAGE))
    ask(ann)
    page = told(browser.get(PAGE))
    assert '<div id="lists" data-seeking>' in page
    assert "js/lists" in page


def test_any_page_keeps_a_seek_awake(ann: User, noon: Time) -> None:
    ask(ann)
    noon.shift(timedelta(days=8))
    signed_in(ann).get("/ratings/")
    assert Seek.objects.get().looked == NOON + timedelta(days=8)
