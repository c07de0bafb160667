"""Looking at a match that is over: open to all with its address, unless its players agreed otherwise."""

import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.chat import notes, services as chat
from games.core.models import Match
from games.core.models.counting import Counting
from games.core.pages import log_pages
from games.core.reading import access
from games.core.services import play
from games.lobby import services as lobby
from games.rules import record, verify
from games.rules.en_garde.events import Drew
from games.rules.game import REFEREE, dump
from games.rules.log import Log
from games.watching import pages as watching
from tests.bench import budgets
from tests.games.browsing import signed_in, told
from tests.games.tables import (
    ENTROPIES,
    SECRET,
    answer,
    attack,
    begin,
    first_move,
    next_user,
    now,
    offer,
    play_on,
    seat,
)
from tests.parts.games import drawn, facts

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(match: Match) -> Match:
    """En Garde, played to its end."""
    return play_on(match, choose=attack)


def url(match: Match, more: str = "") -> str:
    return f"{match.get_absolute_url()}{more}"


def hide(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(private=True)


def test_anybody_sees_a_finished_match_its_log_and_what_chance_came_from(over: Match, cat: User) -> None:
    for client in (Client(), signed_in(cat)):
        response = client.get(url(over))
        page = told(response)
        assert '<h1 title="Ann, Ben">En Garde: <span class="names">Ann, Ben</span></h1>' in page
        for shown in (SECRET.hex(), *ENTROPIES[:2], "Ann’s random number", "Download the record", "Check it yourself"):
            assert shown in page
        assert response.context["page"].log.lines[-1].ply == over.ply
        assert response.headers["Cache-Control"] == "private, no-store"


def test_a_running_match_is_nothing_to_strangers_no_matter_what_they_ask_for(match: Match, cat: User) -> None:
    play_on(match, 3)
    for more in ("", "0/", "?eyes=all", "?eyes=0", "0/?eyes=1", "record.json"):
        assert signed_in(cat).get(url(match, more)).status_code == 404
        assert Client().get(url(match, more)).headers["Location"].startswith("/accounts/login/")
    for client in (Client(), signed_in(cat)):
        assert client.get(url(match, "positions.json")).status_code == 404


def test_no_player_has_other_eyes_while_the_match_runs(match: Match, ann: User) -> None:
    client = signed_in(ann)
    for eyes in ("all", "0", "1"):
        assert client.get(url(match, f"?eyes={eyes}")).context["page"].view.hands[1] is None
        assert client.get(url(match, f"0/?eyes={eyes}")).context["page"].view.hands[1] is None
    assert client.get(url(match, "positions.json")).status_code == 404


def test_an_agreed_private_match_is_for_its_players_alone(over: Match, ann: User, cat: User) -> None:
    hide(over)
    for more in ("", "0/", "?eyes=all", "record.json", "positions.json"):
        assert signed_in(cat).get(url(over, more)).status_code == 404
        assert signed_in(ann).get(url(over, more)).status_code == 200
    assert Client().get(url(over)).headers["Location"] == f"/accounts/login/?next={url(over)}"


def test_an_invitation_that_nobody_took_up_is_no_match_to_look_at(ann: User, cat: User) -> None:
    match = offer(ann)
    lobby.withdraw(match.public_id, ann)
    assert signed_in(cat).get(url(match)).status_code == 404


def test_a_player_keeps_their_own_page_and_may_open_their_eyes(over: Match, ann: User) -> None:
    client = signed_in(ann)
    own = client.get(url(over))
    assert own.templates[0].name == "games/match.jinja"
    assert f'href="{url(over, "0/")}?eyes=all"' in told(own)
    opened = client.get(url(over, "?eyes=all"))
    assert opened.context["page"].view.viewer == REFEREE
    assert "Back to my view" in told(opened)
    assert "Back to my view" not in told(Client().get(url(over)))


def test_the_stepper_says_which_move_it_is_and_what_happened(over: Match) -> None:
    response = Client().get(url(over, "3/"))
    caption = told(response).partition('<p class="told"')[2].partition("</p>")[0]
    assert f"<strong>Move 3 of {over.ply}</strong>" in caption
    assert f'<span aria-live="polite">{response.context["page"].log.lines[-1].text}</span>' in caption
    response = Client().get(url(over))
    caption = told(response).partition('<p class="told"')[2].partition("</p>")[0]
    assert "<strong>Final position</strong>" in caption
    assert f'<span aria-live="polite" class="result">{response.context["page"].ending.result}</span>' in caption


def test_everybodys_eyes_see_all_hands_and_draws_a_seats_only_its_own(over: Match) -> None:
    client = Client()
    for ply in range(0, over.ply, 5):
        every = client.get(url(over, f"{ply}/")).context["page"].view
        left, right = (client.get(url(over, f"{ply}/?eyes={seat}")).context["page"].view for seat in (0, 1))
        assert (left.hands[0], right.hands[1]) == every.hands
        assert left.hands[1] is None
        assert right.hands[0] is None


def test_what_was_drawn_is_told_to_the_eyes_that_saw_it(match: Match, ann: User) -> None:
    answer(match, ann, "F1")
    play.resign(match.public_id, ann.pk)
    pages = {eyes: Client().get(url(match, f"1/?eyes={eyes}")).context["page"] for eyes in ("all", "0", "1")}
    drew = {eyes: page.news.news[1] for eyes, page in pages.items()}
    assert all(isinstance(each, Drew) for each in drew.values())
    assert drew["all"].cards == drew["0"].cards != ()
    assert drew["1"].cards == ()


@pytest.mark.parametrize(
    ("moves", "earlier"), [(log_pages.ENTRIES_SHOWN - 2, False), (log_pages.ENTRIES_SHOWN - 1, True)]
)
def test_the_whole_log_is_offered_as_soon_as_one_line_of_it_is_not_shown(
    match: Match, ann: User, moves: int, earlier: bool
) -> None:
    play_on(match, moves)
    play.resign(match.public_id, ann.pk)
    page = Client().get(url(match, "?eyes=all")).context["page"]
    assert len(page.log.lines) == log_pages.ENTRIES_SHOWN
    assert (page.log.lines[0].ply, page.log.earlier) == (int(earlier), earlier)
    assert ("Show the whole log" in told(Client().get(url(match, "?eyes=all")))) is earlier


def test_entries_are_counted_by_the_seat_whose_eyes_they_are_and_for_all_eyes_by_none(over: Match) -> None:
    found = access.finished_match(None, over.public_id)
    counted = [watching._counting(found, viewer) for viewer in (0, 1, REFEREE)]
    assert counted == [*(seat.counting for seat in found.seats), Counting()]


def test_the_board_is_seen_from_the_seat_whose_eyes_they_are(over: Match) -> None:
    def seen(eyes: str) -> list[tuple[bool, bool]]:
        seats = Client().get(url(over, f"?eyes={eyes}")).context["page"].head.seats
        return [(seat["is_me"], seat["is_open"]) for seat in seats]

    assert seen("0") == [(True, False), (False, False)]
    assert seen("1") == [(False, False), (True, False)]
    assert seen("all") == [(False, True), (False, True)]


def test_every_entry_can_be_stepped_through_with_the_same_eyes(over: Match) -> None:
    client = Client()
    for ply in (0, 1, over.ply):
        page = client.get(url(over, f"{ply}/?eyes=1")).context["page"]
        assert page.at.prev_url == (url(over, f"{ply - 1}/?eyes=1") if ply else "")
        assert page.at.next_url == (url(over, f"{ply + 1}/?eyes=1") if ply < over.ply else "")
        assert page.at.latest_url == url(over, "?eyes=1")
        assert page.log.lines[-1].ply == ply
    assert f'href="{url(over)}0/?eyes=1"' in told(client.get(url(over, "?eyes=1&log=all")))


def test_what_is_not_there_is_not_found(over: Match, cat: User) -> None:
    for more in (f"{over.ply + 1}/", "?eyes=2", "?eyes=-1", "?eyes=-2", "?eyes=x", "0/?eyes=", f"{10**30}/"):
        assert signed_in(cat).get(url(over, more)).status_code == 404


def test_seats_count_entries_as_they_did_while_bids_were_sealed(auction: Match, ann: User, ben: User) -> None:
    answer(auction, ann, "pass")
    answer(auction, ben, "bid 4; on odd; seal")
    play.resign(auction.public_id, ben.pk)
    last = {eyes: Client().get(url(auction, f"?eyes={eyes}")).context["page"].at.ply for eyes in ("all", "0", "1", "2")}
    assert last == {"all": 3, "0": 3, "1": 3, "2": 3}


@pytest.mark.by_turns(1)
@pytest.mark.parametrize("game", drawn())
def test_the_board_is_drawn_for_all_eyes_at_every_entry(game: str, ann: User, ben: User) -> None:
    match = play_on(begin(ann, ben, game=game), facts(game).watched)
    play.resign(match.public_id, ann.pk)
    for eyes in ("all", "0", "1"):
        for ply in range(0, now(match).ply + 1, 3):
            assert Client().get(url(match, f"{ply}/?eyes={eyes}")).status_code == 200
        assert Client().get(url(match, f"?eyes={eyes}")).status_code == 200


@pytest.mark.by_turns(1)
@pytest.mark.parametrize("game", drawn())
def test_no_watcher_is_taken_for_a_player(game: str, ann: User, ben: User) -> None:
    match = play_on(begin(ann, ben, game=game), facts(game).watched)
    play.resign(match.public_id, ann.pk)
    for eyes, hands in (("all", ["Ann", "Ben"]), ("0", ["Ann"]), ("1", ["Ben"])):
        page = told(Client().get(url(match, f"?eyes={eyes}")))
        shown = [name for name in hands if f"Hand of {name}" in page or f"{name}’s hand" in page]
        assert shown == (hands if facts(game).hands else [])
        for ply in (0, 1, facts(game).watched - 1, facts(game).watched):
            page = told(Client().get(url(match, f"{ply}/?eyes={eyes}")))
            assert "(you)" not in page
            assert re.findall(r"\b[Mm]y [a-z]+", page) == []
            assert "Keep it" not in page


def test_everybodys_eyes_see_sealed_orders_at_their_posts(ann: User, ben: User) -> None:
    game = "fantasy-dice-battles"
    match = play_on(begin(ann, ben, game=game), facts(game).watched)
    first = next_user(play_on(match, 0))
    other = ann if first == ben else ben
    play.resign(match.public_id, ann.pk)
    for ply in ("", f"{match.ply}/"):
        page = told(Client().get(url(match, f"{ply}?eyes=all")))
        (me,) = map(int, re.findall(r'class="dice-field me-(\d)"', page))
        posts = re.findall(r'class="(own|theirs) order">(?!<div class="post blank)', page)
        assert {me if side == "own" else 1 - me for side in posts} == {seat(match, other).index}
        assert (page.count('class="post filled"'), page.count('class="chip laid"')) == (4, 4)
        assert page.count('class="order-card ') == 7 + 7


def test_everybodys_eyes_see_the_draft_of_both(ann: User, ben: User) -> None:
    match = begin(ann, ben, game="field-of-glory")
    for user in (ann, ben):
        answer(match, user, first_move(match, user))
    play.resign(match.public_id, ann.pk)
    seen = {eyes: told(Client().get(f"/m/{match.public_id}/2/?eyes={eyes}")) for eyes in ("all", "0", "1")}
    drafts = {eyes: re.findall(r"<h2>(\w+)’s draft:", page) for eyes, page in seen.items()}
    assert drafts == {"all": ["Ann", "Ben"], "0": ["Ann"], "1": ["Ben"]}
    armies = {eyes: re.findall(r"<h2>(\w+)’s army so far:", page) for eyes, page in seen.items()}
    assert armies == {"all": ["Ann", "Ben"], "0": ["Ann"], "1": ["Ben"]}


def test_neither_chat_nor_notes_are_for_watchers(over: Match, ann: User) -> None:
    chat.say(over.public_id, ann, "between us")
    notes.save(over.public_id, ann.pk, "for me alone")
    for eyes in ("", "?eyes=0"):
        page = told(Client().get(url(over, eyes)))
        assert "between us" not in page
        assert "for me alone" not in page
        assert "/block" not in page


def test_anybody_may_take_the_whole_record_and_it_verifies(over: Match) -> None:
    response = Client().get(url(over, "record.json"))
    verify.check(record.loads(response.getvalue()))
    assert response.headers["Content-Disposition"] == 'attachment; filename="firstmatch.json"'
    assert response.headers["Cache-Control"] == "private, no-store"


def test_the_positions_are_those_the_digests_hold(over: Match) -> None:
    response = Client().get(url(over, "positions.json"))
    assert response.headers["Content-Type"] == "application/json"
    log = Log(over.rules, over.public_id, SECRET, over.options, ENTROPIES[:2])
    written = record.loads(Client().get(url(over, "record.json")).getvalue())
    log.start((0, 1), written.entries[0].at)
    positions = json.loads(response.getvalue())
    assert len(positions) == over.ply + 1
    assert positions[0] == json.loads(dump(log.position))


def test_it_is_only_read(over: Match, ann: User) -> None:
    for client in (Client(), signed_in(ann)):
        for more in ("", "0/", "?eyes=all", "record.json", "positions.json"):
            assert client.post(url(over, more)).status_code == 405


def test_it_costs_at_most_twelve_queries(over: Match, cat: User) -> None:
    client = signed_in(cat)
    for more in ("", "0/", "?eyes=1"):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url(over, more)).status_code == 200
        assert len(queries) <= budgets.QUERIES
