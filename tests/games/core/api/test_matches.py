"""Matches by program: looking, composing, moving, ending."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest
import time_machine

from accounts.models import User
from games.core.api import showing
from games.core.models import Entry, Match, Seat, Turn
from games.core.services import play, rulings
from games.rules import record, registry, verify
from games.vacations import services as vacations
from tests.games.programs import Program, assert_refused, program
from tests.games.rows.doors import NOON
from tests.games.tables import AUCTION, answer, begin, now, offer, play_on, seat

pytestmark = pytest.mark.django_db

MATCH = "matches/firstmatch/"


def test_a_program_learns_whose_it_is(match: Match, anns: Program) -> None:
    assert anns.get("me/").json() == {
        "name": "Ann",
        "language": "",
        "time_zone": "UTC",
        "token": "robot",
        "scopes": ["read", "play"],
        "waiting": 1,
        "reliability": {"percent": None, "kept": 0, "absences": 0, "missed": 0},
        "vacations": [],
        "is_program": False,
    }


def test_vacations_stand_with_whose_they_are_and_in_the_matches_they_stop(
    match: Match, ann: User, noon: time_machine.Traveller, anns: Program, bens: Program
) -> None:
    vacations.plan_vacation(ann, None, noon_plus(1))
    vacations.plan_vacation(ann, noon_plus(3), noon_plus(5))
    noon.move_to(noon_plus(2))
    planned = [{"begins": "2026-03-05T12:00:00Z", "ends": "2026-03-07T12:00:00Z"}]
    assert (anns.get("me/").json()["vacations"], bens.get("me/").json()["vacations"]) == (planned, [])
    assert [seat["vacations"] for seat in bens.get(MATCH).json()["seats"]] == [planned, []]
    assert bens.get(MATCH).json()["seats"][0]["deadline"] == "2026-03-08T12:00:00Z"
    play.resign(match.public_id, ann.pk)
    assert [seat["vacations"] for seat in bens.get(MATCH).json()["seats"]] == [[], []]


def noon_plus(days: int) -> datetime:
    return NOON + timedelta(days=days)


def test_my_turns_say_what_is_asked_and_until_when(match: Match, anns: Program, bens: Program) -> None:
    assert bens.get("turns/").json() == {"results": [], "next": None}
    assert anns.get("turns/").json() == {
        "results": [
            {
                "match": "firstmatch",
                "game": "en-garde",
                "title": "En Garde",
                "opponents": ["Ben"],
                "since": "2026-03-02T12:00:00Z",
                "deadline": "2026-03-05T12:00:00Z",
                "asked": "Your turn: advance.",
                "page": "http://testserver/m/firstmatch/",
            }
        ],
        "next": None,
    }


def test_my_turns_come_in_pieces_most_urgent_first(
    ann: User, ben: User, anns: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.core.api.pagination.PAGE_SIZE", 2)
    for name, pace in (("threedays1", 3), ("oneday0001", 1), ("alsooneday", 1), ("sevendays1", 7), ("twodays001", 2)):
        begin(ann, ben, public_id=name, pace_days=pace)
    Turn.objects.filter(match__pace_days=1).update(deadline=Turn.objects.get(match__public_id="oneday0001").deadline)
    pieces, address = [], "turns/"
    while address:
        found = anns.get(address).json()
        pieces.append([turn["match"] for turn in found["results"]])
        address = found["next"]
    assert pieces == [["alsooneday", "oneday0001"], ["twodays001", "threedays1"], ["sevendays1"]]
    assert_refused(anns.get("turns/?cursor=abc"), 400, "bad_cursor")


def test_the_games_come_with_their_options(anns: Program) -> None:
    found = anns.get("games/").json()
    assert found["paces"] == [1, 2, 3, 5, 7, 14]
    assert [game["slug"] for game in found["results"]] == list(registry.slugs())
    fencing = next(game for game in found["results"] if game["slug"] == "en-garde")
    assert (fencing["title"], fencing["version"], fencing["seats"]) == ("En Garde", 1, ["Left fencer", "Right fencer"])
    assert fencing["rules"] == "http://testserver/rules/en-garde/"
    assert fencing["options"][0] == {
        "name": "variant",
        "title": "Variant",
        "help": "In the advanced game, you can lunge: advance and attack in one turn. The defender can retreat from "
        "a lunge.",
        "choices": [{"value": "advanced", "label": "Advanced"}, {"value": "standard", "label": "Standard"}],
        "default": "advanced",
    }


NOTHING_SPECIAL: dict[str, Any] = {
    "version": 1,
    "title": "En Garde",
    "options": {"variant": "advanced", "rounds": 5, "starter": "left", "aid": True, "last_retreat": "hand"},
    "rated": False,
    "spoils_rating": False,
    "private": False,
    "watchable": False,
    "pace_days": 3,
    "time_up": None,
    "paused_until": None,
    "substitutes": [],
    "open_until": None,
    "may_take_back": False,
    "ratings": [],
    "twin": None,
    "result": "",
    "reason": "",
    "ended": None,
}
"""What is said of a match on usual terms in which nothing but moves is going on."""


NO_OFFER: dict[str, Any] = {"offer": "", "offer_days": 0, "offer_seat": None, "offer_number": 0, "vacations": []}


TIME = {"left": None, "counted_from": None, "stands_until": None, "last_moment": None, "bank": None, "total": 5184000}
"""What a seat has left at first that is not asked: sixty days in all."""
COUNTED = {"left": 259200, "counted_from": "2026-03-02T12:00:00Z", "last_moment": "2026-05-01T12:00:00Z"}


PERSON = {"is_program": False}


def test_the_match_is_what_my_seat_sees(match: Match, ann: User, anns: Program, bens: Program) -> None:
    seen = anns.get(MATCH).json()
    view = seen.pop("view")
    serial = seat(match, ann).serial
    assert (
        seen
        == {
            "id": "firstmatch",
            "game": "en-garde",
            "status": "playing",
            "clock": msgspec.to_builtins(showing.clock(now(match))),
            "seat": 0,
            "seats": [
                {"number": 0, "name": "Ann", "is_me": True, "is_bot": False, "owes": True}
                | PERSON
                | {"deadline": "2026-03-05T12:00:00Z", "outcome": "", "score": None}
                | NO_OFFER
                | {"time": TIME | COUNTED},
                {"number": 1, "name": "Ben", "is_me": False, "is_bot": False, "owes": False}
                | PERSON
                | {"deadline": None, "outcome": "", "score": None}
                | NO_OFFER
                | {"time": TIME},
            ],
            "asked": True,
            "to_act": [0],
            "prompt": "Your turn: advance.",
            "serial": serial,
            "plan": "",
            "unread": 0,
            "stamp": seen["stamp"],
            "commitment": match.commitment,
            "started": "2026-03-02T12:00:00Z",
            "page": "http://testserver/m/firstmatch/",
        }
        | NOTHING_SPECIAL
    )
    assert view["hands"][1] is None
    his = bens.get(MATCH).json()
    assert (his["asked"], his["prompt"], his["view"]["hands"][0]) == (False, "Waiting for Ann.", None)


def test_looking_by_program_does_not_count_as_having_opened_the_match(match: Match, ann: User, anns: Program) -> None:
    anns.get(MATCH)
    assert seat(match, ann).opened_at is None  # the player has seen nothing: his mails still go out


def test_what_is_known_is_not_sent_again(match: Match, ann: User, anns: Program, bens: Program) -> None:
    first = bens.get(MATCH)
    again = bens.get(MATCH, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Cache-Control"] == first["Cache-Control"] == "private, no-store"
    answer(match, ann, "F1")
    assert bens.get(MATCH, **{"If-None-Match": first["ETag"]}).status_code == 200


def test_a_plan_of_the_other_leaves_the_tag_as_it_is(match: Match, ann: User, anns: Program, bens: Program) -> None:
    his, mine = bens.get(MATCH)["ETag"], anns.get(MATCH)["ETag"]
    anns.put(f"{MATCH}plan/", plan="F1", expected=seat(match, ann).serial)
    assert bens.get(MATCH)["ETag"] == his
    assert anns.get(MATCH)["ETag"] != mine


# --- Lists ----------------------------------------------------------------------------------------------------------


def test_my_matches_come_newest_first_and_in_pieces(
    ann: User, ben: User, anns: Program, noon: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.core.api.pagination.PAGE_SIZE", 2)
    for number in range(5):
        begin(ann, ben, public_id=f"match{number}", rounds=1)
        noon.shift(3600 if number % 2 else 0)  # some begin in one moment
    play.resign("match1", ben.pk)
    pieces, address = [], "matches/"
    while address:
        found = anns.get(address).json()
        pieces.append([row["id"] for row in found["results"]])
        address = found["next"]
    assert pieces == [["match4", "match2"], ["match3", "match0"], ["match1"]]
    assert [row["id"] for row in anns.get("matches/?status=over").json()["results"]] == ["match1"]
    row = anns.get("matches/?status=over").json()["results"][0]
    assert (row["waiting"], row["players"], row["result"]) == (
        False,
        ["Ann", "Ben"],
        "Ann wins: the other side resigned.",
    )


def test_a_list_goes_on_within_its_status(ann: User, ben: User, anns: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.core.api.pagination.PAGE_SIZE", 1)
    for number in range(4):
        begin(ann, ben, public_id=f"match{number}")
    play.resign("match1", ben.pk)
    first = anns.get("matches/?status=playing").json()
    assert "status=playing" in first["next"]
    assert len(anns.get(first["next"]).json()["results"]) == 1


@pytest.mark.parametrize("spoil", ["{}x", "x{}", "", "💥", "{0}{0}"])
def test_a_cursor_that_was_tampered_with_is_refused(
    ann: User, ben: User, anns: Program, monkeypatch: pytest.MonkeyPatch, spoil: str
) -> None:
    monkeypatch.setattr("games.core.api.pagination.PAGE_SIZE", 1)
    for number in range(2):
        begin(ann, ben, public_id=f"match{number}")
    cursor = anns.get("matches/").json()["next"].partition("cursor=")[2]
    assert_refused(anns.get(f"matches/?cursor={spoil.format(cursor)}"), 400, "bad_cursor")


def test_an_invitation_is_no_match_yet(ann: User, anns: Program) -> None:
    offer(ann, public_id="openmatch1")
    assert anns.get("matches/").json()["results"] == []
    assert_refused(anns.get("matches/openmatch1/"), 404, "not_found")


@pytest.mark.parametrize(
    "query",
    ["matches/?status=lost", f"{MATCH}log/?after=x", f"{MATCH}log/?after=99999999999", f"{MATCH}chat/?before=-1"],
)
def test_a_query_that_does_not_fit_is_refused(match: Match, anns: Program, query: str) -> None:
    assert_refused(anns.get(query), 400, "bad_value")


# --- The log --------------------------------------------------------------------------------------------------------


def test_the_log_tells_what_happened_in_words_and_as_data(
    match: Match, ann: User, anns: Program, bens: Program
) -> None:
    answer(match, ann, "F1")
    found = bens.get(f"{MATCH}log/").json()
    start, move = found["results"]
    assert found["next"] is None
    assert (start["ply"], start["seat"]) == (0, None)
    assert move["events"][0]["type"] == "Advanced"
    assert move["events"][1] == {"type": "Drew", "seat": 0, "count": 1}  # not which
    assert {key: move[key] for key in ("ply", "seat", "text", "sentences", "at")} == {
        "ply": 1,
        "seat": 0,
        "text": "F1",
        "sentences": ["Ann advances 1 to space 2.", "Ann draws a card."],
        "at": "2026-03-02T12:00:00Z",
    }
    assert anns.get(f"{MATCH}log/").json()["results"][1]["events"][1]["cards"]


def test_the_log_comes_in_pieces(match: Match, anns: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.core.api.views.matches.LINES", 4)
    play_on(match, 9)
    plies, address = [], f"{MATCH}log/"
    while address:
        found = anns.get(address).json()
        plies.append([line["ply"] for line in found["results"]])
        address = found["next"]
    assert plies == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]
    assert anns.get(f"{MATCH}log/?after=9").json() == {"results": [], "next": None}
    assert anns.get(f"{MATCH}log/?after=2000000000").json() == {"results": [], "next": None}


def test_sealed_answers_leave_no_line(auction: Match, ann: User, ben: User, cat: User) -> None:
    answer(auction, ann, "pass")
    anns = program(ann)
    before = anns.get("matches/auction001/log/").json()
    answer(auction, ben, "bid 2; on odd; seal")
    assert anns.get("matches/auction001/log/").json() == before
    assert [row["owes"] for row in anns.get("matches/auction001/").json()["seats"]] == [True, False, False]


# --- Steps, plan, move ----------------------------------------------------------------------------------------------


def test_the_steps_are_those_of_the_page(match: Match, ann: User, anns: Program, bens: Program) -> None:
    found = anns.get(f"{MATCH}steps/").json()
    assert found["steps"][0] == {"text": "F1", "label": "Advance 1", "move": "F1", "ends": True}
    assert (found["plan"], found["complete"], found["serial"]) == ("", False, seat(match, ann).serial)
    assert found["view"] == anns.get(MATCH).json()["view"]
    after = anns.get(f"{MATCH}steps/?plan=F1").json()
    assert (after["steps"], after["complete"], after["plan"]) == ([], True, "F1")
    assert after["prompt"] == "Your move is complete: play it, or undo the last step."
    his = bens.get(f"{MATCH}steps/").json()
    assert (his["steps"], his["prompt"]) == ([], "Waiting for Ann.")


def test_steps_after_a_plan_that_cannot_be_are_refused_with_the_reason(
    match: Match, anns: Program, bens: Program
) -> None:
    response = anns.get(f"{MATCH}steps/?plan=P")
    assert assert_refused(response, 422, "illegal_step") == {"index": 0}
    assert "isn’t possible now" in response.json()["message"]
    assert_refused(anns.get(f"{MATCH}steps/?plan=%00"), 400, "bad_value")
    assert_refused(anns.get(f"{MATCH}steps/?plan=hello"), 422, "bad_notation")
    response = bens.get(f"{MATCH}steps/?plan=F1")
    assert assert_refused(response, 409, "not_your_turn")["match"]["asked"] is False
    assert response.json()["message"] == "It’s not your turn. The match is waiting for Ann."


def test_a_plan_is_kept_read_and_dropped(auction: Match, ann: User, ben: User) -> None:
    answer(auction, ann, "pass")
    bens, address = program(ben), "matches/auction001/plan/"
    serial = seat(auction, ben).serial
    kept = {"plan": "bid 2; on odd", "serial": serial, "dropped": False}
    assert bens.put(address, plan="bid 2;on odd", expected=serial).json() == kept
    assert bens.get(address).json() == kept
    assert bens.get("matches/auction001/").json()["plan"] == "bid 2; on odd"
    assert bens.put(address, plan="", expected=serial).json()["plan"] == ""
    extra = assert_refused(bens.put(address, plan="bid 2", expected=serial + 1), 409, "stale")
    assert extra["match"]["serial"] == serial
    assert assert_refused(bens.put(address, plan="bid 2; bid 2", expected=serial), 422, "illegal_step") == {"index": 1}
    assert bens.get(address).json()["plan"] == ""


def test_a_move_is_made_once_however_often_it_is_sent(match: Match, ann: User, anns: Program) -> None:
    serial = seat(match, ann).serial
    first, again = (anns.post(f"{MATCH}submit/", move="F1", expected=serial) for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert (first.json()["ply"], first.json()["repeated"]) == (1, False)
    assert (again.json()["ply"], again.json()["repeated"]) == (1, True)
    assert first.json()["match"] == again.json()["match"] == anns.get(MATCH).json()
    assert Entry.objects.filter(match=match, text="F1").count() == 1


def test_another_move_for_the_same_question_gets_the_match_as_it_is(match: Match, ann: User, anns: Program) -> None:
    serial = seat(match, ann).serial
    anns.post(f"{MATCH}submit/", move="F1", expected=serial)
    response = anns.post(f"{MATCH}submit/", move="F2", expected=serial)
    assert assert_refused(response, 409, "stale") == {"match": anns.get(MATCH).json()}
    assert now(match).ply == 1


def test_a_move_that_is_not_possible_says_why_and_what_is(
    match: Match, ann: User, anns: Program, bens: Program
) -> None:
    response = anns.post(f"{MATCH}submit/", move="P", expected=seat(match, ann).serial)
    assert assert_refused(response, 422, "illegal_step") == {"index": 0}
    assert "Possible: F1" in response.json()["message"]
    assert_refused(anns.post(f"{MATCH}submit/", move="", expected=1), 422, "bad_notation")
    assert_refused(
        bens.post(f"{MATCH}submit/", move="F1", expected=seat(match, match.seats.get(number=1).user).serial),
        409,
        "not_your_turn",
    )


HOSTILE = [
    "'; DROP TABLE games_match; --",
    "<script>alert(1)</script>",
    "{{ 7*7 }}",
    "\u202eF1",
    "F1\r\nX: y",
    "％00",
    "🗡" * 500,
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_moves_are_refused_and_harm_nothing(match: Match, ann: User, anns: Program, text: str) -> None:
    assert_refused(anns.post(f"{MATCH}submit/", move=text, expected=seat(match, ann).serial), 422, "bad_notation")
    assert now(match).ply == 0


# --- Ends -----------------------------------------------------------------------------------------------------------


def test_resigning_ends_the_match(match: Match, anns: Program, bens: Program) -> None:
    seen = anns.post(f"{MATCH}resign/").json()
    assert (seen["status"], seen["result"]) == ("over", "Ben wins: the other side resigned.")
    assert [each["outcome"] for each in seen["seats"]] == ["lost", "won"]
    extra = assert_refused(bens.post(f"{MATCH}resign/"), 409, "game_over")
    assert extra["match"]["status"] == "over"


def test_a_match_is_held_while_a_ruling_waits(match: Match, ann: User, anns: Program) -> None:
    rulings.announce_ruling(match.public_id, "!void", "A broken clock.")
    seen = anns.get(MATCH).json()
    assert (seen["status"], seen["asked"], seen["result"]) == ("playing", False, "")
    assert "A broken clock." in seen["prompt"]
    assert anns.get(f"{MATCH}steps/").json()["steps"] == []
    assert_refused(anns.post(f"{MATCH}submit/", move="F5", expected=seat(match, ann).serial), 409, "held")
    rulings.undo_ruling(match.public_id)
    assert anns.get(MATCH).json()["asked"]


def test_an_offer_is_made_withdrawn_declined_and_agreed_to(match: Match, anns: Program, bens: Program) -> None:
    made = anns.put(f"{MATCH}offer/", kind="draw").json()
    assert [each["offer"] for each in made["seats"]] == ["draw", ""]
    assert bens.post(f"{MATCH}offer/decline/").json()["seats"][0]["offer"] == ""
    assert_refused(bens.put(f"{MATCH}offer/", kind="draw", agree=True), 409, "stale")
    anns.put(f"{MATCH}offer/", kind="cancel")
    assert anns.delete(f"{MATCH}offer/").json()["seats"][0]["offer"] == ""
    assert_refused(bens.post(f"{MATCH}offer/decline/"), 409, "stale")
    newest = anns.put(f"{MATCH}offer/", kind="draw").json()["seats"][0]["offer_number"]
    assert_refused(bens.put(f"{MATCH}offer/", kind="draw", agree=True, number=newest - 1), 409, "stale")
    agreed = bens.put(f"{MATCH}offer/", kind="draw", agree=True, number=newest).json()
    assert (agreed["status"], agreed["result"]) == ("over", "The match is a draw: both sides agreed to it.")


def test_the_record_of_a_finished_match_can_be_checked(
    ann: User, ben: User, anns: Program, noon: time_machine.Traveller
) -> None:
    match = begin(ann, ben, rounds=1)
    seen = anns.get(f"{MATCH}record/").json()
    assert (seen["format"], seen["seat"], "secret" in seen) == ("fog-seat/1", 0, False)
    play_on(match)
    response = anns.get(f"{MATCH}record/")
    assert response.json()["format"] == "fog-record/1"
    verify.check(record.loads(response.content))
    assert not response.has_header("ETag")


# --- Cost -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 3])
def test_lists_cost_the_same_for_one_match_and_three(
    ann: User, ben: User, anns: Program, django_assert_num_queries: Any, count: int
) -> None:
    for number in range(count):
        begin(ann, ben, public_id=f"match{number}")
    with django_assert_num_queries(4):  # token with user, turns, seats with their users, snapshots
        assert len(anns.get("turns/").json()["results"]) == count
    with django_assert_num_queries(4):  # token with user, matches, seats, their users
        assert len(anns.get("matches/").json()["results"]) == count


def test_what_each_address_costs(match: Match, ann: User, anns: Program, django_assert_num_queries: Any) -> None:
    play_on(match, 40)
    anns.get(MATCH)  # the first look at what is asked is noted, which is one more
    for address, queries in (("", 3), ("log/", 4), ("steps/", 3), ("plan/", 2), ("notes/", 2), ("chat/", 4)):
        with django_assert_num_queries(queries):
            assert anns.get(MATCH + address).status_code == 200


def test_a_move_by_program_costs_the_submit_and_a_look(
    match: Match, ann: User, anns: Program, django_assert_max_num_queries: Any
) -> None:
    serial = seat(match, ann).serial
    with django_assert_max_num_queries(24):
        assert anns.post(f"{MATCH}submit/", move="F1", expected=serial).status_code == 200


def test_a_match_of_three_is_shown_to_each_alike(ann: User, ben: User, cat: User, noon: time_machine.Traveller) -> None:
    begin(ann, ben, cat, game=AUCTION, public_id="auction001")
    seen = [program(user).get("matches/auction001/").json() for user in (ann, ben, cat)]
    assert [each["seat"] for each in seen] == [0, 1, 2]
    assert Seat.objects.filter(match__public_id="auction001", opened_at=None).count() == 3
