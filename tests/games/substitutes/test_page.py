"""Seats to take over, as the lobby lists them and as they are taken; and what then is left for the former player."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import blocks, feeds
from accounts.models import User
from games.core.models import Match, Seat
from games.offers import services as offers
from games.offers.kinds.kind import BadOffer
from games.substitutes import services as substitutes
from games.substitutes.pages import OpenSeat
from tests.games.browsing import told
from tests.games.programs import program
from tests.games.rows.doors_substitutes import seek
from tests.games.tables import answer, begin, choices, first_move, play_on, seat, texts
from tests.parts.cast import person
from tests.parts.games import drawn

pytestmark = pytest.mark.django_db
Browser = Callable[[User], Client]


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def listed(user: User) -> list[str]:
    """Return the addresses of the seats that the lobby lists for a user."""
    return [row.url for row in browser(user).get("/invitations/").context["open_seats"]]


# --- The list -------------------------------------------------------------------------------------------------------


def test_the_lobby_lists_the_seat_for_all_who_may_take_it(match: Match, ann: User, ben: User, cat: User) -> None:
    seek(match, ann)
    assert [listed(user) for user in (ann, ben, cat)] == [[], [], ["/m/firstmatch/seat"]]
    text = told(browser(cat).get("/invitations/"))
    assert ("against Ben" in text, "Ann" in text) == (True, False)
    substitutes.take_seat(match.public_id, cat)
    dan = person("Dan")
    seek(match, cat)
    assert [listed(user) for user in (ann, dan)] == [[], ["/m/firstmatch/seat"]]
    for other, former in ((ben, False), (ann, True)):
        blocks.block(other, dan)
        assert listed(dan) == [], former
        blocks.unblock(other, dan)
    assert listed(dan) == ["/m/firstmatch/seat"]


def test_a_private_match_is_not_listed_but_its_seat_can_be_shown(match: Match, ann: User, cat: User) -> None:
    Match.objects.update(private=True)
    seek(match, ann)
    assert listed(cat) == []
    assert browser(cat).get("/m/firstmatch/seat").status_code == 200


def test_a_match_without_an_open_seat_cannot_be_told_from_none(match: Match, cat: User) -> None:
    assert [browser(cat).get(f"/m/{each}/seat").status_code for each in ("firstmatch", "nomatch")] == [404, 404]
    assert browser(cat).post("/m/firstmatch/seat/take").status_code == 404


def test_neither_list_nor_page_tells_what_players_have_sealed(auction: Match, ann: User, cat: User) -> None:
    dan = person("Dan")
    answer(auction, ann, "peek")
    seek(auction, ann)
    before = _shown(dan, auction)
    answer(auction, cat, "bid 0; on odd; seal")
    assert _shown(dan, auction) == before


BEGUN = {
    "en-garde": ["Round 1, score 0–0."],
    "field-of-glory": ["Both players are choosing their cards."],
    "fantasy-dice-battles": ["The players are choosing their armies."],
}
LATER = {
    "en-garde": ["Round 3, score 1–1."],
    "field-of-glory": ["Turn 2: Actions.", "Columns held: 1–0.", "Victory points: 4–0.", "Cards lost in fights: 0–2."],
    "fantasy-dice-battles": ["Round 15.", "Heroes standing: 3–3.", "Units lost: 2–10."],
}


@pytest.mark.parametrize("game", drawn())
def test_the_list_says_how_a_match_stands_and_nothing_of_who_has_sealed(
    game: str, ann: User, ben: User, cat: User
) -> None:
    match = begin(ann, ben, game=game)
    seek(match, ann)
    before = _rows(cat)
    if match.turns.filter(user=ben).exists():
        answer(match, ben, first_move(match, ben))
    assert _rows(cat) == before
    assert [row.state_of_play for row in before] == [BEGUN[game]]
    Match.objects.update(private=True)  # listed no more
    seek(play_on(begin(ann, ben, game=game, public_id="laterstage"), 30), ben)
    assert [row.state_of_play for row in _rows(cat)] == [LATER[game]]
    assert browser(cat).get("/invitations/").text.count('<svg class="miniature"') == 1


def test_list_and_page_tell_the_time_of_the_seat_but_not_that_it_has_sealed(
    auction: Match, ann: User, ben: User
) -> None:
    clock = {"pace_days": 0, "bank_hours": 120, "increment_hours": 24, "cap_hours": 240, "total_days": 90}
    Match.objects.update(**clock)
    Seat.objects.filter(user=ben).update(bank=timedelta(days=4), total_left=timedelta(days=60), answered_ply=0)
    Seat.objects.filter(user=ben).update(known_bank=timedelta(days=4), known_total=timedelta(days=60))
    dan = person("Dan")
    answer(auction, ann, "peek")
    seek(auction, ben)
    before = [row.time for row in _rows(dan)]
    assert before == ["4 d in the time bank, 60 d left in the match"]
    assert (
        "This seat has 4 d in the time bank, 60 d left in the match."
        in browser(dan).get(f"/m/{auction.public_id}/seat").text
    )
    answer(auction, ben, "bid 4; on odd; seal")
    assert seat(auction, ben).bank == timedelta(days=5)
    seek(auction, ben)
    assert [row.time for row in _rows(dan)] == before


def test_more_seats_cost_no_more_queries(match: Match, ann: User, ben: User, cat: User) -> None:
    seek(match, ann)
    asked = []
    for number in range(3):
        browser(cat).get("/invitations/")
        with CaptureQueriesContext(connection) as queries:
            assert len(_rows(cat)) == number + 1
        asked.append(len(queries))
        seek(begin(ann, ben, public_id=f"more00000{number}"), ann)
    assert asked == asked[:1] * 3


def _rows(user: User) -> list[OpenSeat]:
    rows: list[OpenSeat] = browser(user).get("/invitations/").context["open_seats"]
    return rows


def _shown(user: User, match: Match) -> tuple[object, list[str]]:
    """Return the rows of the list, and the page of a seat."""
    client = browser(user)
    page = client.get(f"/m/{match.public_id}/seat").text.splitlines()
    rows = client.get("/invitations/").context["open_seats"]
    return rows, [line for line in page if "csrf" not in line]


# --- Taking it ------------------------------------------------------------------------------------------------------


def test_one_press_takes_the_seat_and_leads_to_the_match(match: Match, ann: User, ben: User, cat: User) -> None:
    answer(match, ann, choices(match, ann)[0])
    seek(match, ann)
    shown = browser(cat).get("/m/firstmatch/seat").text
    assert "Ann advances 1 to space 2." in shown
    response = browser(cat).post("/m/firstmatch/seat/take")
    assert (response.status_code, response["Location"]) == (302, "/m/firstmatch/")
    page = browser(cat).get("/m/firstmatch/").text
    assert "Cat took over Ann’s seat at entry 2. The match isn’t rated." in page
    assert [line.name for line in browser(ben).get("/m/firstmatch/").context["page"].log.lines] == ["", "Ann", ""]


def test_who_may_not_is_told_why(match: Match, ann: User, ben: User) -> None:
    seek(match, ann)
    response = browser(ben).post("/m/firstmatch/seat/take", follow=True)
    assert "Ben already plays in this match." in response.text


def test_all_pages_feeds_and_programs_of_the_former_player_lead_to_nothing(match: Match, ann: User, cat: User) -> None:
    feeds.renew_addresses(ann)
    anns, client = program(ann), browser(ann)
    pages = ["", "0/", "stamp", "chat", "notes", "record.json", "resign", "offer", "offer/draw"]
    addresses = [f"/m/firstmatch/{page}" for page in pages]
    assert {client.get(each).status_code for each in addresses} == {200}
    seek(match, ann)
    substitutes.take_seat(match.public_id, cat)
    assert {client.get(each).status_code for each in addresses} == {404}
    assert anns.get("matches/firstmatch/").status_code == 404
    assert (anns.get("turns/").json()["results"], anns.get("matches/").json()["results"]) == ([], [])
    assert [Client().get(each).text.count("firstmatch") for each in feeds.feed_addresses(ann).values()] == [0, 0]
    assert "firstmatch" not in client.get("/matches/").text
    assert client.post("/m/firstmatch/submit", {"move": "F1", "expected": "0"}).status_code == 404


# --- Handing it over ------------------------------------------------------------------------------------------------


def test_a_seat_is_handed_over_with_the_others_yes(match: Match, ann: User, ben: User, cat: User) -> None:
    assert offers.make(match.public_id, ann.pk, "seat") is False
    assert listed(cat) == []
    assert offers.make(match.public_id, ben.pk, "seat", agreeing=True) is True
    assert (listed(cat), seat(match, ann).deserted, texts(match)) == (["/m/firstmatch/seat"], False, [])
    assert "a player can take over your seat" in browser(ann).get("/m/firstmatch/").text
    assert "a player can take over Ann’s seat" in browser(ben).get("/m/firstmatch/").text
    with pytest.raises(BadOffer, match="We’re already looking for a replacement in this match"):
        offers.make(match.public_id, ben.pk, "seat")
    assert browser(ann).post("/m/firstmatch/seat/close").status_code == 302
    assert listed(cat) == []


def test_who_asks_for_the_same_does_not_thereby_agree(match: Match, ann: User, ben: User) -> None:
    offers.make(match.public_id, ann.pk, "seat")
    assert offers.make(match.public_id, ben.pk, "seat") is False
    assert not Seat.objects.exclude(open_until=None)


def test_in_an_auction_all_must_agree(auction: Match, ann: User, ben: User, cat: User) -> None:
    offers.make(auction.public_id, ann.pk, "seat")
    assert offers.make(auction.public_id, ben.pk, "seat", agreeing=True) is False
    assert offers.make(auction.public_id, cat.pk, "seat", agreeing=True) is True
    assert seat(auction, ann).open_until is not None


# --- By a program ---------------------------------------------------------------------------------------------------


def test_a_program_finds_the_seat_and_takes_it(match: Match, ann: User, ben: User, cat: User) -> None:
    seek(match, ann)
    bens, cats = program(ben), program(cat)
    assert bens.get("matches/firstmatch/").json()["open_until"] is not None
    [found] = cats.get("seats/").json()["results"]
    assert (found["id"], found["opponents"], found["seat"]) == ("firstmatch", ["Ben"], 0)
    assert found["time"] == _rows(cat)[0].time == "60 d left in the match"
    assert cats.get("seats/firstmatch/").json() == found
    taken = cats.post("seats/firstmatch/").json()
    assert taken["substitutes"] == [{"ply": 1, "seat": 0, "former": "Ann", "name": "Cat"}]
    assert (taken["seat"], taken["asked"], taken["rated"], taken["open_until"]) == (0, True, False, None)
    assert cats.get("seats/firstmatch/").status_code == 404
    assert bens.post("seats/firstmatch/").json()["code"] == "no_substitute"


def test_a_program_closes_the_seat(match: Match, ann: User, ben: User) -> None:
    seek(match, ann)
    assert program(ben).delete("seats/firstmatch/").status_code == 200
    refused = program(ben).delete("seats/firstmatch/")
    assert (refused.status_code, refused.json()["message"]) == (
        409,
        "We’re no longer looking for a replacement in this match.",
    )
