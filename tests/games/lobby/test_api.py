"""Finding somebody to play with, by program."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core import mail

from accounts import blocks, outbox
from accounts.models import User
from games.bots import services as bots
from games.core.models import Match, Seat
from games.core.reading import clocks
from games.core.services import play
from games.lobby.models import Invitation
from tests.games.programs import Program, assert_refused, program
from tests.games.tables import AUCTION, begin, now, offer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

OPEN = "invitations/openmatch1/"


CLOCK = {
    "pace_days": 3,
    "bank_hours": 0,
    "increment_hours": 0,
    "cap_hours": 0,
    "nights": False,
    "weekends": False,
    "vacations": True,
    "total_days": 60,
    "absence": "choice",
    "last_moment": None,
    "sentence": "3 days per move, ends by 30 June 2026 if it begins today",
}


@pytest.fixture
def opened(ann: User, noon: time_machine.Traveller) -> Match:
    """An open invitation by Ann, given at NOON."""
    return offer(ann, public_id="openmatch1")


def as_shown(match: Match) -> dict[str, Any]:
    """Return an invitation of Ann's, given at NOON: to three rounds, on the left seat."""
    return {
        "id": match.public_id,
        "state": "waits",
        "game": "en-garde",
        "version": 1,
        "title": "En Garde",
        "options": {"variant": "advanced", "rounds": 3, "starter": "random", "aid": True, "last_retreat": "hand"},
        "pace_days": 3,
        "clock": CLOCK | {"details": clocks.details(match)},
        "rated": False,
        "private": False,
        "watchable": False,
        "inviter": "Ann",
        "inviter_is_program": False,
        "reliability": {"percent": None, "kept": 0, "absences": 0, "missed": 0},
        "min_reliability": 0,
        "audience": "open",
        "invited": None,
        "seat": 0,
        "players": ["Ann"],
        "places": 1,
        "resting": False,
        "note": "No hurry",
        "language": "",
        "created": "2026-03-02T12:00:00Z",
        "expires": "2026-03-16T12:00:00Z",
        "commitment": match.commitment,
        "second_commitment": None,
        "page": f"http://testserver/i/{match.public_id}/",
    }


def test_a_match_is_offered_found_and_begun(
    ann: User, anns: Program, bens: Program, noon: time_machine.Traveller
) -> None:
    made = anns.post("invitations/", game="en-garde", options={"rounds": 3}, seat=0, note="No hurry", entropy="0" * 32)
    assert made.status_code == 201
    seen = made.json()
    match = Match.objects.get()
    assert seen == as_shown(match)
    assert Seat.objects.get(user=ann).entropy_source == "browser"
    assert bens.get("invitations/").json() == {"results": [seen], "next": None}
    assert bens.get(f"invitations/{match.public_id}/").json() == seen
    joined = bens.post(f"invitations/{match.public_id}/join/")
    mine = Seat.objects.get(user__username="Ben").entropy
    begun = {"id": match.public_id, "begun": True, "commitment": match.commitment, "entropy": mine}
    assert joined.json() == begun
    assert anns.get(f"matches/{match.public_id}/").json()["status"] == "playing"
    assert bens.get("invitations/").json()["results"] == []


def test_what_is_not_said_is_as_the_site_has_it(anns: Program) -> None:
    made = anns.post("invitations/", game="en-garde").json()
    assert (made["pace_days"], made["audience"], made["seat"], made["options"]["rounds"]) == (3, "open", None, 5)


def test_one_player_is_invited_by_name_and_declines(
    anns: Program, bens: Program, cats: Program, noon: time_machine.Traveller
) -> None:
    made = anns.post("invitations/", game="en-garde", audience="personal", invited="ben").json()
    assert (made["audience"], made["invited"]) == ("personal", "Ben")
    noon.shift(timedelta(seconds=settings.TURN_MAIL_DELAY))
    outbox.deliver_due()
    assert [letter.to for letter in mail.outbox] == [["ben@example.org"]]
    address = f"invitations/{made['id']}/"
    assert [row["id"] for row in bens.get("invitations/").json()["results"]] == [made["id"]]
    assert cats.get("invitations/").json()["results"] == []
    assert_refused(cats.get(address), 404, "not_found")
    assert_refused(cats.post(f"{address}join/"), 404, "not_found")
    assert_refused(cats.post(f"{address}decline/"), 404, "not_found")
    assert bens.post(f"{address}decline/").status_code == 204
    assert anns.get(address).json()["state"] == "declined"
    assert_refused(bens.post(f"{address}join/"), 409, "lobby")


@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ({"game": "chess"}, 422, "unknown_game"),
        ({"options": {"rounds": 99}}, 422, "bad_option"),
        ({"options": {"rounds": "3"}}, 422, "bad_option"),
        ({"options": {"colour": "red"}}, 422, "bad_option"),
        ({"options": {"rounds": [3]}}, 400, "bad_value"),
        ({"options": {"rounds": 1.5}}, 400, "bad_value"),
        ({"pace_days": 4}, 400, "bad_value"),
        ({"clock": {"pace_days": 4}}, 409, "lobby"),
        ({"clock": {"bank_hours": -1}}, 409, "lobby"),
        ({"clock": {"bank_hours": 10**9, "cap_hours": 10**9}}, 409, "lobby"),
        ({"clock": {"bank_hours": 120, "cap_hours": 72}}, 409, "lobby"),
        ({"clock": {"bank_hours": 120, "pace_days": 3}}, 409, "lobby"),
        ({"clock": {"bank_hours": 120}, "pace_days": 3}, 409, "lobby"),
        ({"clock": {"increment_hours": 12}}, 409, "lobby"),
        ({"clock": {"total_days": 10**9}}, 409, "lobby"),
        ({"clock": {"bank_hours": "120"}}, 400, "bad_value"),
        ({"clock": {"absence": "draw"}}, 400, "bad_value"),
        ({"clock": {"bonus": 1}}, 400, "bad_value"),
        ({"audience": "nobody"}, 400, "bad_value"),
        ({"seat": 2}, 409, "lobby"),
        ({"seat": -1}, 400, "bad_value"),
        ({"entropy": "0" * 31}, 400, "bad_value"),
        ({"entropy": "X" * 32}, 400, "bad_value"),
        ({"audience": "personal", "invited": "Nobody"}, 409, "lobby"),
        ({"audience": "personal", "invited": "Ann"}, 409, "lobby"),
        ({"invited": "Ben", "note": "for Ben only"}, 409, "lobby"),
        ({"audience": "open", "invited": "Ben"}, 409, "lobby"),
        ({"audience": "link", "invited": "Nobody"}, 409, "lobby"),
        ({"note": "x" * 100_000}, 409, "lobby"),
        ({"note": "\0"}, 400, "bad_value"),
        ({"language": "tlh"}, 409, "lobby"),
        ({"rated": True, "private": True}, 409, "lobby"),
        ({"stakes": 100}, 400, "unknown_key"),
    ],
)
def test_an_invitation_that_cannot_be_is_refused_and_none_is_made(
    anns: Program, given: dict[str, Any], status: int, code: str
) -> None:
    assert_refused(anns.post("invitations/", **({"game": "en-garde"} | given)), status, code)
    assert not Invitation.objects.exists()


def test_a_bank_is_offered_joined_and_kept_for_a_rematch(anns: Program, bens: Program) -> None:
    wanted = {"bank_hours": 120, "increment_hours": 12, "cap_hours": 168, "weekends": True, "total_days": 45}
    made = anns.post("invitations/", game="en-garde", clock=wanted, seat=0).json()
    assert made["clock"] == {**made["clock"], **wanted, "pace_days": 0, "absence": "choice"}
    assert bens.post(f"invitations/{made['id']}/join/").json()["begun"] is True
    play.resign(made["id"], User.objects.get(username="Ann").pk)
    again = bens.post(f"matches/{made['id']}/rematch/").json()
    assert bens.get(f"invitations/{again['id']}/").json()["clock"] == {
        **made["clock"],
        "sentence": bens.get(f"invitations/{again['id']}/").json()["clock"]["sentence"],
    }


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"pace_days": 7}, "7 days per move, ends by "),
        ({"clock": {"pace_days": 5, "weekends": True}}, "5 days per move, weekends don’t count, ends by "),
        ({"clock": {"nights": True}, "pace_days": 2}, "2 days per move, nights don’t count, ends by "),
        ({"clock": {}}, "3 days per move, ends by "),
        ({}, "14 days per move, ends by "),
    ],
)
def test_a_rematch_takes_the_clock_as_an_invitation_does(
    given: dict[str, Any], sentence: str, anns: Program, bens: Program
) -> None:
    made = anns.post("invitations/", game="en-garde", pace_days=14).json()
    bens.post(f"invitations/{made['id']}/join/")
    play.resign(made["id"], User.objects.get(username="Ann").pk)
    again = bens.post(f"matches/{made['id']}/rematch/", **given).json()
    assert bens.get(f"invitations/{again['id']}/").json()["clock"]["sentence"].startswith(sentence)


def test_a_rematch_whose_clock_cannot_be_is_refused_and_none_is_made(match: Match, anns: Program, ann: User) -> None:
    play.resign(match.public_id, ann.pk)
    assert_refused(anns.post(f"matches/{match.public_id}/rematch/", pace_days=4), 400, "bad_value")
    assert_refused(anns.post(f"matches/{match.public_id}/rematch/", clock={"bank_hours": 5}), 409, "lobby")
    assert not Match.objects.filter(rematch_of=match).exists()


def test_a_clock_with_the_house_has_neither_vacation_nor_choice(anns: Program) -> None:
    begun = anns.post("challenges/", game="en-garde", clock={"pace_days": 7, "nights": True}).json()
    clock = anns.get(f"matches/{begun['id']}/").json()["clock"]
    assert (clock["pace_days"], clock["nights"], clock["vacations"], clock["absence"]) == (7, True, False, "loss")


def test_an_invitation_is_withdrawn_by_its_inviter_alone(opened: Match, anns: Program, bens: Program) -> None:
    assert_refused(bens.delete(OPEN), 404, "not_found")
    assert anns.delete(OPEN).status_code == 204
    assert anns.get(OPEN).json()["state"] == "withdrawn"
    assert_refused(bens.post(f"{OPEN}join/"), 409, "lobby")


def test_one_cannot_join_twice_or_a_match_that_has_begun(
    opened: Match, anns: Program, bens: Program, cats: Program
) -> None:
    assert_refused(anns.post(f"{OPEN}join/"), 409, "lobby")
    assert bens.post(f"{OPEN}join/").json()["begun"] is True
    assert_refused(bens.post(f"{OPEN}join/"), 409, "lobby")
    assert_refused(cats.post(f"{OPEN}join/"), 404, "not_found")


def test_a_place_is_given_back_before_the_match_begins(ann: User, bens: Program, cats: Program) -> None:
    offer(ann, AUCTION, public_id="openmatch1")
    joined = bens.post(f"{OPEN}join/", entropy="ab" * 16).json()
    assert (joined["begun"], joined["entropy"]) == (False, "ab" * 16)
    assert_refused(cats.post(f"{OPEN}leave/"), 404, "not_found")
    assert bens.post(f"{OPEN}leave/").status_code == 204
    assert cats.get(OPEN).json()["players"] == ["Ann"]


def test_who_is_blocked_sees_and_joins_nothing(opened: Match, ann: User, ben: User, bens: Program) -> None:
    blocks.block(ann, ben)
    assert bens.get("invitations/").json()["results"] == []
    assert_refused(bens.post(f"{OPEN}join/"), 409, "lobby")
    assert now(opened).started is None


def test_the_list_comes_in_pieces_and_costs_the_same_for_one_and_three(
    ann: User, bens: Program, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr("games.core.api.pagination.PAGE_SIZE", 3)
    for number in range(4):
        offer(ann, public_id=f"match{number}")
    with django_assert_num_queries(5):  # token with user, invitations, seats, their users, reliability
        first = bens.get("invitations/").json()
    with django_assert_num_queries(5):
        rest = bens.get(first["next"]).json()
    assert [len(piece["results"]) for piece in (first, rest)] == [3, 1]
    assert rest["next"] is None


def test_the_house_plays_at_once(anns: Program, ann: User) -> None:
    begun = anns.post("challenges/", game="en-garde", options={"rounds": 1}, seat=0)
    assert begun.status_code == 201
    assert begun.json()["begun"] is True
    seen = anns.get(f"matches/{begun.json()['id']}/").json()
    assert (seen["seat"], seen["seats"][1]["is_bot"]) == (0, True)
    assert seen["seats"][1]["name"] == bots.bot_of("en-garde").username


@pytest.fixture
def ticket(anns: Program, noon: time_machine.Traveller) -> dict[str, str]:
    """A ticket for En Garde, given at NOON."""
    found: dict[str, str] = anns.get("tickets/?game=en-garde").json()
    return found


def test_the_seal_is_seen_before_anything_is_sent_and_nothing_is_written(ticket: dict[str, str], anns: Program) -> None:
    assert not Match.objects.exists()
    assert ticket["expires"] == "2026-03-09T12:00:00Z"
    for address in ("challenges/", "invitations/"):
        seen = anns.get("tickets/?game=en-garde").json()
        made = anns.post(address, game="en-garde", ticket=seen["ticket"], entropy="ab" * 16)
        assert made.status_code == 201
        assert (made.json()["id"], made.json()["commitment"]) == (seen["match"], seen["commitment"])
    assert_refused(anns.get("tickets/?game=chess"), 422, "unknown_game")
    assert_refused(anns.get("tickets/"), 400, "missing_key")


def test_a_ticket_is_one_match_however_often_it_is_sent(
    ticket: dict[str, str], anns: Program, bens: Program, noon: time_machine.Traveller
) -> None:
    given = {"game": "en-garde", "ticket": ticket["ticket"]}
    made = [anns.post("challenges/", **given).json() for _ in range(2)]
    assert made[0] == made[1]
    assert Match.objects.count() == 1
    assert_refused(bens.post("challenges/", **given), 409, "ticket")
    assert_refused(anns.post("invitations/", **given), 409, "ticket")
    assert_refused(anns.post("challenges/", **given | {"game": "field-of-glory"}), 422, "bad_ticket")
    assert_refused(anns.post("challenges/", **given | {"ticket": "x"}), 422, "bad_ticket")
    late = anns.get("tickets/?game=en-garde").json()["ticket"]
    noon.move_to("2026-03-09T12:00:00+00:00")
    assert_refused(anns.post("challenges/", **given | {"ticket": late}), 409, "ticket")
    assert Match.objects.count() == 1


def test_a_rematch_takes_a_ticket(ticket: dict[str, str], match: Match, ben: User, anns: Program) -> None:
    play.resign("firstmatch", ben.pk)
    made = anns.post("matches/firstmatch/rematch/", ticket=ticket["ticket"]).json()
    assert (made["id"], made["commitment"]) == (ticket["match"], ticket["commitment"])


@pytest.mark.parametrize("audience", ["open", "link", "personal"])
def test_a_private_match_that_has_begun_is_nothing_to_others(
    audience: str, anns: Program, bens: Program, cats: Program, ann: User
) -> None:
    invited = "Ben" if audience == "personal" else ""
    given = {"game": "en-garde", "private": True, "audience": audience, "invited": invited}
    address = f"invitations/{anns.post('invitations/', **given).json()['id']}/"
    before = 404 if audience == "personal" else 200
    assert cats.get(address).status_code == before
    bens.post(f"{address}join/")
    for _ in range(2):
        assert_refused(cats.get(address), 404, "not_found")
        assert_refused(cats.post(f"{address}join/"), 404, "not_found")
        assert [each.get(address).json()["state"] for each in (anns, bens)] == ["begun", "begun"]
        match = Match.objects.get()
        if match.ended is None:
            play.resign(match.public_id, ann.pk)


def test_a_game_without_a_house_opponent_is_refused(anns: Program) -> None:
    assert_refused(anns.post("challenges/", game=AUCTION), 409, "lobby")
    assert_refused(anns.post("challenges/", game="chess"), 422, "unknown_game")


def test_a_rematch_is_offered_with_the_sides_swapped(match: Match, ben: User, anns: Program, bens: Program) -> None:
    address = "matches/firstmatch/rematch/"
    assert_refused(anns.post(address), 409, "lobby")
    play.resign("firstmatch", ben.pk)
    made = anns.post(address).json()
    assert made["begun"] is False
    assert bens.post(address).json()["id"] == made["id"]
    assert bens.post(f"invitations/{made['id']}/join/").json()["begun"] is True
    assert bens.get(f"matches/{made['id']}/").json()["seat"] == 0


def test_strangers_have_no_rematch(ann: User, ben: User, cat: User) -> None:
    begin(ann, ben)
    assert_refused(program(cat).post("matches/firstmatch/rematch/"), 404, "not_found")
