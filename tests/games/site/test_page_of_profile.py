"""What everybody may know of somebody."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games.bots import services as bots
from games.core.models import Match, Seat
from games.core.reading import results as profiles
from games.core.reading.results import Results
from games.core.services import play
from games.deeds import services as awards
from games.deeds.models import Award
from games.lobby import services as lobby
from tests.games.browsing import signed_in, told
from tests.games.deeds.test_page import kept
from tests.games.tables import answer, begin, finished, now
from tests.games.twins import TOKEN
from tests.parts.cast import person

pytestmark = pytest.mark.django_db
URL = reverse("profile", args=["Ann"])


def ended(number: int, *users: User, loser: User, private: bool = False) -> Match:
    """Return a match that somebody has resigned."""
    match = begin(*users, public_id=f"ended{number:05}")
    Match.objects.filter(pk=match.pk).update(private=private)
    play.resign(match.public_id, loser.pk)
    return now(match)


def test_it_says_who_how_long_and_how_many(ann: User, ben: User, client: Client) -> None:
    User.objects.update(date_joined="2026-02-03T12:00Z")
    begin(ann, ben)
    page = told(client.get(URL))
    assert 'aria-hidden="true">A</span> Ann</h1>' in page
    assert "3 February 2026" in page
    assert "<dt>Matches in progress</dt><dd>1</dd>" in page
    assert "Ann has no finished public matches yet." in page
    assert "Reliability" not in page


def test_ones_own_says_which_games_one_has_no_deed_in_yet(ann: User, ben: User) -> None:
    ended(1, ann, ben, loser=ann)
    row = '<dt>Deeds</dt><dd><a href="/deeds/en-garde/">0 of 8</a></dd>'
    assert [row in told(signed_in(reader).get(URL)) for reader in (ann, ben)] == [True, False]
    assert "/deeds/field-of-glory/" not in told(signed_in(ann).get(URL))


def test_results_are_counted_by_game_and_those_against_the_house_apart(ann: User, ben: User) -> None:
    ended(1, ann, ben, loser=ben)
    ended(2, ben, ann, loser=ann)
    for kind, outcome in ((3, "level"), (4, "void")):
        match = ended(kind, ann, ben, loser=ben)
        Seat.objects.filter(match=match).update(outcome=outcome)
    house = bots.challenge(ann, "en-garde", {})
    play.resign(house.public_id, ann.pk)
    found = profiles.results(ann, profiles.finished_of_person(ann, None), None)
    assert found.against_reader == []
    assert found.all == [Results("En Garde", False, 1, 1, 1, 1), Results("En Garde", True, 0, 0, 1, 0)]
    page = told(signed_in(ben).get(URL))
    card = page.partition('<h2 id="games">Games</h2>')[2].partition("</section>")[0]
    assert card.count('<li class="card game of-person">') == 1
    assert re.findall(r"<dt>(.+?)</dt><dd>(.+?)</dd>", card) == [
        *(("Won", "1"), ("Draws", "1"), ("Lost", "1"), ("Void", "1")),
        ("Against the computer", "0 won, 0 drawn, 1 lost"),
    ]
    bar = ET.fromstring(card[card.index('<svg class="bar"') :].partition("</svg>")[0] + "</svg>")
    assert bar.get("viewBox") == "0 0 3 1"
    assert [(part.get("x"), part.get("width")) for part in bar] == [(None, "3"), (None, "1"), ("1", "1")]
    person("Eve")
    assert 'id="games"' not in told(Client().get(reverse("profile", args=["Eve"])))


def test_who_has_played_the_person_sees_how_that_went(ann: User, ben: User, cat: User) -> None:
    ended(1, ann, ben, loser=ben)
    ended(2, ben, ann, loser=ann, private=True)
    ended(3, ann, cat, loser=cat)
    found = profiles.results(ann, profiles.finished_of_person(ann, ben.pk), ben.pk)
    assert found.against_reader == [Results("En Garde", False, 1, 0, 1, 0)]
    assert found.all == [Results("En Garde", False, 2, 0, 1, 0)]
    assert "Ann against you" in told(signed_in(ben).get(URL))
    for reader in (signed_in(ann), signed_in(person("Dan")), Client()):
        assert "against you" not in told(reader.get(URL))


def test_reliability_is_shown_with_its_numbers_and_every_match_that_ended_by_absence(ann: User, ben: User) -> None:
    finished(ann, ben, [1, 1, 1], outcome="timeout", absent_since=timezone.now())
    finished(ann, ben, range(4))
    page = told(Client().get(URL))
    assert "<dt>Reliability</dt><dd>80% (4 of 5 matches)</dd>" in page
    assert "<dt>Ended by absence</dt><dd>3 matches (1 absence)</dd>" in page
    assert "the 50 most recent matches against people within the last 180 days. Matches with guests don’t" in page
    assert page.count("Lost on time") == 3  # all are shown


def test_of_who_was_never_absent_no_absence_is_told(ann: User, ben: User) -> None:
    ended(1, ann, ben, loser=ben)
    page = told(Client().get(URL))
    assert "<dt>Reliability</dt><dd>new, 1 match so far</dd>" in page
    assert "Ended by absence" not in page


def test_reliability_and_answer_time_are_the_same_for_every_reader(
    ann: User, ben: User, cat: User, noon: time_machine.Traveller
) -> None:
    match = begin(ann, ben)
    noon.shift(timedelta(hours=3))
    answer(match, ann, "F3")
    play.resign(match.public_id, ben.pk)
    ended(1, ann, ben, loser=ben, private=True)
    for client in (Client(), *map(signed_in, (ann, ben, cat))):
        page = told(client.get(URL))
        assert "<dd>new, 2 matches so far</dd>" in page
        assert "<dt>Usual time per move</dt><dd>3 hours</dd>" in page


def test_private_matches_are_there_for_their_players_alone(ann: User, ben: User, cat: User, client: Client) -> None:
    hidden = ended(1, ann, ben, loser=ben, private=True)
    for reader in (client, signed_in(cat)):
        page = told(reader.get(URL))
        assert hidden.public_id not in page
        assert 'id="games"' not in page
    for user in (ann, ben):
        assert hidden.public_id in told(signed_in(user).get(URL))


def test_nothing_is_told_of_a_running_match_but_that_it_runs(match: Match, ann: User, ben: User) -> None:
    before = TOKEN.sub("", told(Client().get(URL)))
    answer(match, ann, "F3")
    assert TOKEN.sub("", told(Client().get(URL))) == before
    assert match.public_id not in before


def test_a_withdrawn_invitation_is_no_finished_match(ann: User) -> None:
    match = lobby.invite(ann, lobby.Terms("en-garde", {}, pace_days=3)).match
    lobby.withdraw(match.public_id, ann)
    assert not profiles.finished_of_person(ann, ann.pk).exists()


def test_a_house_opponent_is_marked_and_neither_invited_nor_blocked(ann: User) -> None:
    house = bots.bot_of("en-garde")
    page = told(signed_in(ann).get(reverse("profile", args=[house.username])))
    assert '<span class="badge">bot</span>' in page
    assert "Invite to a match" not in page
    assert "Block " not in page


def test_a_guest_is_marked(client: Client) -> None:
    guest = guests.create()
    assert '<span class="badge">guest</span>' in told(client.get(reverse("profile", args=[guest.username])))


def test_one_invites_and_blocks_from_there_but_not_oneself(ann: User, ben: User) -> None:
    page = told(signed_in(ben).get(URL))
    assert '<a class="button" href="/invitations/new/?to=Ann">Invite to a match</a>' in page
    assert '<a href="/settings/blocks/?name=Ann">Block Ann</a>' in page
    mine = told(signed_in(ann).get(URL))
    assert "Invite to a match" not in mine
    assert "Block Ann" not in mine


@pytest.mark.parametrize("name", ["Nobody", "x" * 5_000, "Be\0n", "former player 1", "%3Cscript%3E"])
def test_an_unknown_name_is_not_found(ann: User, client: Client, name: str) -> None:
    assert client.get(reverse("profile", args=[name])).status_code == 404


def test_who_has_left_has_no_profile(ann: User, client: Client) -> None:
    User.objects.update(left=timezone.now())
    assert client.get(URL).status_code == 404


def test_a_name_in_another_case_leads_to_the_page(ann: User, client: Client) -> None:
    assert client.get("/players/aNN/").headers["Location"] == URL


def test_deeds_stand_there_by_game_and_lead_to_the_matches_that_gave_them(ann: User, ben: User, cat: User) -> None:
    """The private one is named to its players alone."""
    match = kept("en-garde-1-standard-rollback", ann, ben)
    ended(1, ann, ben, loser=ben, private=True)
    Match.objects.filter(pk=match.pk).update(ended=timezone.now() + timedelta(days=1))
    awards.note_due()
    Award.objects.create(user=ann, game="en-garde", deed="gone", match=match, earned=timezone.now())
    win, ground = '<a href="/m/ended00001/">Salute</a>', f'<a href="{match.get_absolute_url()}">Ground gained</a>'
    for reader, first in ((ann, win), (ben, win), (cat, "Salute"), (None, "Salute")):
        page = told((signed_in(reader) if reader else Client()).get(URL))
        shown = page.partition('<h2 id="games">Games</h2>')[2].partition("</section>")[0]
        assert '<dt>Deeds</dt><dd><a href="/deeds/en-garde/">2 of 8</a></dd>' in shown
        assert f'<ul class="deeds"><li>{first}</li><li>{ground}</li></ul>' in shown
    assert "Deeds" not in told(Client().get(reverse("profile", args=["Cat"])))


@pytest.mark.usefixtures("without_panels")
def test_three_hundred_matches_cost_as_many_queries_as_three(ann: User, ben: User) -> None:
    client = signed_in(ben)
    costs = []
    for number in (3, 297):
        finished(ann, ben, range(number))
        with CaptureQueriesContext(connection) as queries:
            assert client.get(URL).status_code == 200
        costs.append(len(queries))
    assert costs == [costs[0]] * 2
    assert costs[0] == 13


def test_finished_matches_are_cut_into_pages(ann: User, ben: User, client: Client) -> None:
    for number in range(21):
        ended(number, ann, ben, loser=ben)
    assert len(client.get(URL).context["finished"]) == 20
    assert len(client.get(f"{URL}?page=2").context["finished"]) == 1
