"""Watching a match that runs: for everybody where it was agreed, through the eyes of one who sees no hands."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from games.core.models import Match, Seat
from games.core.services import play
from games.core.services.eligibility import LobbyError
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.lobby.services import Terms
from games.offers import undo
from games.rematch import services as rematch
from games.watching import services as watchers
from tests.bench import budgets
from tests.games.browsing import form, preview, signed_in, told
from tests.games.programs import program
from tests.games.tables import begin, next_user, play_on

pytestmark = pytest.mark.django_db
NEW = "/invitations/new/en-garde/"


@pytest.fixture
def open_match(ann: User, ben: User) -> Match:
    """En Garde under way, which everybody may watch."""
    return play_on(begin(ann, ben, watchable=True), 3)


def url(match: Match, more: str = "") -> str:
    return f"{match.get_absolute_url()}{more}"


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def mover(match: Match) -> User:
    found = next_user(match)
    assert found is not None
    return found


# --- The page -------------------------------------------------------------------------------------------------------


def test_everybody_sees_the_board_and_no_hand_no_matter_what_eyes_are_asked_for(open_match: Match, cat: User) -> None:
    for client in (Client(), signed_in(cat)):
        for more in ("", "?eyes=all", "?eyes=0", "3/?eyes=1"):
            response = client.get(url(open_match, more))
            page, view = told(response), response.context["page"].view
            assert (view.hands, view.pile_order) == ((None, None), None)
            assert "Watching now:" in page
            for hidden in ("View as", "Download", "no cards", "My hand", "Check it yourself"):
                assert hidden not in page
        page = told(client.get(url(open_match)))
        assert f"Waiting for {mover(open_match).username}." in page
        assert [f"{name}’s hand" in page for name in ("Ann", "Ben")] == [True, True]


def test_they_step_through_what_has_happened_and_no_further(open_match: Match) -> None:
    client = Client()
    found = [client.get(url(open_match, f"{ply}/")) for ply in range(4)]
    stood = [response.context["page"].at for response in found]
    assert [(at.ply, at.last) for at in stood] == [(ply, 3) for ply in range(4)]
    assert client.get(url(open_match, "4/")).status_code == 302  # to sign in: it might be one's own


def test_its_players_see_it_from_their_seats_alone(open_match: Match, ann: User) -> None:
    client = signed_in(ann)
    for more in ("", "?eyes=all", "1/?eyes=1"):
        assert client.get(url(open_match, more)).context["page"].view.hands[1] is None
        assert len(client.get(url(open_match, more)).context["page"].view.hands[0]) == 5
    assert client.get(url(open_match, "watch")).status_code == 404


def test_what_is_the_players_own_is_nothing_to_watchers(open_match: Match, cat: User) -> None:
    client = signed_in(cat)
    for more in ("record.json", "positions.json", "pictures", "stamp", "chat", "notes", "offer"):
        assert client.get(url(open_match, more)).status_code == 404


def test_once_it_is_over_it_is_seen_as_any_other(open_match: Match) -> None:
    play.resign(open_match.public_id, mover(open_match).pk)
    page = told(Client().get(url(open_match)))
    assert "View as" in page
    assert "Watching now:" not in page


def test_a_private_match_is_not_to_be_watched(open_match: Match) -> None:
    Match.objects.update(private=True)
    assert Client().get(url(open_match, "watch")).status_code == 404


def test_a_link_to_it_shows_how_it_stands_as_everybody_may_see(open_match: Match) -> None:
    shown = preview(Client().get(url(open_match)))
    assert (shown["og:title"], shown["og:image"]) == (
        "En Garde: Ann, Ben",
        f"http://testserver{url(open_match, '3/preview.png')}",
    )
    assert shown["og:description"] == "Ann advances 1 to space 3. Waiting for Ben."
    assert preview(Client().get(url(open_match, "1/")))["og:description"] == "Ann advances 1 to space 2."
    play.resign(open_match.public_id, mover(open_match).pk)
    assert preview(Client().get(url(open_match)))["og:description"] == "Ann wins: the other side resigned."


def test_a_link_to_a_match_that_nobody_may_watch_shows_nothing_of_it(ann: User, ben: User) -> None:
    match = play_on(begin(ann, ben, public_id="notforyou1"), 3)
    shown = preview(Client().get(url(match), follow=True))
    assert shown["og:title"] == "Sealed Move"
    assert not [each for each in shown.values() if "Ann" in each or "En Garde" in each]


# --- News, and how many look on -------------------------------------------------------------------------------------


def test_the_stamp_changes_with_what_is_seen_and_tells_of_the_end(open_match: Match) -> None:
    client = Client()
    first = client.get(url(open_match, "watch"))
    same = client.get(url(open_match, "watch"), headers={"If-None-Match": first.headers["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    assert client.get(url(open_match)).context["page"].eyes.stamp == first.json()["stamp"]
    play_on(open_match, 1)
    second = client.get(url(open_match, "watch"), headers={"If-None-Match": first.headers["ETag"]})
    assert second.json()["stamp"] != first.json()["stamp"]
    play.resign(open_match.public_id, mover(open_match).pk)
    assert client.get(url(open_match, "watch")).json() == {"stamp": "over", "watchers": 0}


def test_how_many_look_on_is_told_to_them_and_to_the_players(
    open_match: Match, ann: User, cat: User, redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchers.breaker, "rests_until", 0.0)
    assert [signed_in(cat).get(url(open_match)).context["page"].number_watching for _ in range(2)] == [1, 1]
    assert Client().get(url(open_match, "watch")).json()["watchers"] == 2
    assert Client(REMOTE_ADDR="10.0.0.7").get(url(open_match)).context["page"].number_watching == 3
    one_customer = [Client(REMOTE_ADDR=f"2001:db8::{number}") for number in (1, 2)]
    assert [each.get(url(open_match)).context["page"].number_watching for each in one_customer] == [4, 4]
    assert "4 right now" in told(signed_in(ann).get(url(open_match)))
    later = watchers.time() + watchers.PRESENT + 1
    monkeypatch.setattr(watchers, "time", lambda: later)
    assert watchers.watcher_number(open_match.public_id) == 0
    assert watchers.count_watcher(open_match.public_id, "visitor") == 1


def test_lists_tell_how_many_look_on_by_one_question_however_many_matches(
    open_match: Match, ann: User, ben: User, cat: User, redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchers.breaker, "rests_until", 0.0)
    other = begin(ann, ben, public_id="othermatch", watchable=True)
    for number in range(3):
        watchers.count_watcher(open_match.public_id, f"visitor {number}")
    attempt, asked = watchers.breaker.attempt, list[object]()

    def count(work: Any, instead: Any) -> Any:
        asked.append(work)
        return attempt(work, instead)

    monkeypatch.setattr(watchers.breaker, "attempt", count)
    response = Client().get("/watch/")
    assert [(row.match, row.watchers) for row in response.context["rows"]] == [(other, 0), (open_match, 3)]
    assert (told(response).count("Watching now:"), len(asked)) == (1, 1)
    rows = program(cat).get("running/").json()["results"]
    assert ([(row["id"], row["watchers"]) for row in rows], len(asked)) == (
        [("othermatch", 0), (open_match.public_id, 3)],
        2,
    )


def test_lists_work_without_redis_and_an_empty_one_asks_nothing(open_match: Match, cat: User) -> None:
    assert [row.watchers for row in Client().get("/watch/").context["rows"]] == [0]
    assert [row["watchers"] for row in program(cat).get("running/").json()["results"]] == [0]
    assert watchers.watcher_numbers([]) == {}


def test_of_an_earlier_move_its_players_page_asks_nobody_who_looks_on(
    open_match: Match, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()

    def number(public_id: str) -> int:
        asked.append(public_id)
        return 7

    monkeypatch.setattr(watchers, "watcher_number", number)
    earlier = [told(signed_in(ann).get(url(open_match, ply))) for ply in ("0/", "1/")]
    assert ["<dt>Spectators</dt><dd>anyone can watch" in page for page in earlier] == [True, True]
    assert asked == []
    assert "<dt>Spectators</dt><dd>7 right now; anyone can watch" in told(signed_in(ann).get(url(open_match)))
    assert asked == [open_match.public_id]


def test_without_redis_nobody_is_counted_and_the_page_works(open_match: Match, ann: User) -> None:
    assert Client().get(url(open_match)).context["page"].number_watching == 1
    assert watchers.watcher_number(open_match.public_id) == 0
    assert "anyone can watch during the match" in told(signed_in(ann).get(url(open_match)))


# --- The list -------------------------------------------------------------------------------------------------------


def test_the_list_has_what_runs_and_may_be_watched_those_first_that_began_last(ann: User, ben: User) -> None:
    assert "No match in progress is open to spectators right now." in told(Client().get("/watch/"))
    older = begin(ann, ben, public_id="oldermatch", watchable=True)
    newer = begin(ann, ben, public_id="newermatch", watchable=True)
    begin(ann, ben, public_id="closedmatc")
    lobby.invite(ann, Terms("en-garde", {}, watchable=True))
    over = begin(ann, ben, public_id="overmatch1", watchable=True)
    play.resign(over.public_id, ann.pk)
    play_on(older, 2)
    rows = Client().get("/watch/").context["rows"]
    assert [row.match for row in rows] == [newer, older]
    assert [row.waits for row in rows] == [f"Waiting for {mover(each).username}." for each in (newer, older)]
    assert all(row.picture for row in rows)


def test_it_leaves_out_matches_in_which_one_blocks_the_other(open_match: Match, ben: User, cat: User) -> None:
    assert [row.match for row in signed_in(cat).get("/watch/").context["rows"]] == [open_match]
    blocks.block(ben, cat)
    assert signed_in(cat).get("/watch/").context["rows"] == []
    assert [row.match for row in Client().get("/watch/").context["rows"]] == [open_match]


def test_it_costs_as_much_for_300_matches_as_for_3(ann: User, ben: User, cat: User) -> None:
    def rows(numbers: range) -> None:
        given: dict[str, Any] = {"game": "en-garde", "version": 1, "pace_days": 3, "status": "playing"}
        made = [
            Match(**given, public_id=f"row{n:07}", watchable=True, started=timezone.now() - timedelta(hours=n))
            for n in numbers
        ]
        for match in Match.objects.bulk_create(made):
            Seat.objects.bulk_create(Seat(match=match, user=u, number=n, joined=n) for n, u in enumerate((ann, ben)))

    rows(range(3))
    few = [queries(client, "/watch/") for client in (Client(), signed_in(cat))]
    rows(range(3, 300))
    assert [queries(client, "/watch/") for client in (Client(), signed_in(cat))] == few
    assert max(few) <= budgets.QUERIES
    page = told(Client().get("/watch/?page=2"))
    assert page.count('class="match-row"') == 20


# --- What is agreed -------------------------------------------------------------------------------------------------


def test_the_form_lets_everybody_watch_unless_it_is_private(ann: User) -> None:
    client = signed_in(ann)
    form(client.get(NEW)).send(client, watchable="on")
    form(client.get(NEW)).send(client, watchable="on", private="on")
    form(client.get(NEW)).send(client)
    found = Match.objects.order_by("pk").values_list("watchable", "private")
    assert list(found) == [(True, False), (False, True), (False, False)]


def test_who_is_invited_is_told(ann: User, ben: User) -> None:
    client = signed_in(ben)
    for watchable, words in (
        (True, "anyone can watch during the match"),
        (False, "no spectators during the match"),
    ):
        made = lobby.invite(ann, Terms("en-garde", {}, watchable=watchable))
        assert words in told(client.get(f"/i/{made.match.public_id}/"))
    assert told(client.get("/invitations/")).count("spectators allowed") == 1


def test_a_visitor_who_follows_a_link_is_told(ann: User) -> None:
    for watchable in (True, False):
        made = lobby.invite(ann, Terms("en-garde", {}, audience="link", watchable=watchable))
        page = told(Client().get(f"/i/{made.match.public_id}/"))
        assert ("Anyone can watch during the match" in page) is watchable


def test_who_might_take_a_seat_over_is_told(open_match: Match, ann: User, cat: User) -> None:
    Seat.objects.filter(match=open_match, user=ann).update(open_until=timezone.now() + timedelta(days=1))
    assert "Anyone can watch during the match" in told(signed_in(cat).get(url(open_match, "seat")))
    assert program(cat).get(f"seats/{open_match.public_id}/").json()["watchable"] is True


def test_a_private_match_is_not_offered_to_watchers(ann: User) -> None:
    with pytest.raises(LobbyError, match="A private match can’t have spectators"):
        lobby.invite(ann, Terms("en-garde", {}, private=True, watchable=True))
    assert not Invitation.objects.exists()


def test_the_rematch_may_be_watched_as_well(open_match: Match, ann: User) -> None:
    play.resign(open_match.public_id, ann.pk)
    assert rematch.rematch(open_match.public_id, ann).watchable is True


def test_both_matches_of_a_pair_may_be_watched(ann: User, ben: User) -> None:
    made = lobby.invite(ann, Terms("field-of-glory", {}, paired=True, watchable=True))
    lobby.join(made.match.public_id, ben)
    assert list(Match.objects.values_list("watchable", flat=True)) == [True, True]


# --- Programs -------------------------------------------------------------------------------------------------------


def test_programs_list_read_and_follow_them(open_match: Match, cat: User) -> None:
    robot = program(cat)
    (row,) = robot.get("running/").json()["results"]
    assert (row["id"], row["players"], row["prompt"]) == (
        open_match.public_id,
        ["Ann", "Ben"],
        f"Waiting for {mover(open_match).username}.",
    )
    found = robot.get(f"running/{open_match.public_id}/").json()
    assert (found["ply"], found["view"]["hands"], found["to_act"]) == (3, [None, None], [1])
    assert [seat["owes"] for seat in found["seats"]] == [False, True]
    log = robot.get(f"running/{open_match.public_id}/log/?after=1").json()
    assert ([line["ply"] for line in log["results"]], log["next"]) == ([2, 3], None)


def test_why_a_moderator_ruled_is_told_to_its_players_alone(open_match: Match, ann: User, cat: User) -> None:
    undo.go_back(open_match.public_id, 1, "a slip of the mouse")
    reasons = {}
    for user, address in ((ann, "matches"), (cat, "running")):
        lines = program(user).get(f"{address}/{open_match.public_id}/log/").json()["results"]
        reasons[user.username] = [line["reason"] for line in lines if line.get("reason")]
    assert reasons == {"Ann": ["a slip of the mouse"], "Cat": []}


def test_programs_find_no_match_that_is_closed_over_or_their_own(open_match: Match, ann: User, cat: User) -> None:
    address = f"running/{open_match.public_id}/"
    assert program(ann).get(address).status_code == 404
    play.resign(open_match.public_id, ann.pk)
    assert [program(cat).get(each).status_code for each in (address, f"{address}log/")] == [404, 404]
