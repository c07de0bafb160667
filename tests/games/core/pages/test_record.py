"""Downloading a match, and what its page lays open: all when it is over, before that what I may know."""

import json
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.core.documents import records
from games.core.models import Match, Seat
from games.core.services import play
from games.core.views import records as views
from games.rules import record, verify
from games.seeks import services as seeks
from games.seeks.fit import Wish
from tests.bench import budgets
from tests.games.browsing import signed_in, told
from tests.games.tables import ENTROPIES, SECRET, answer, attack, now, play_on

pytestmark = pytest.mark.django_db


def url(match: Match) -> str:
    return f"{match.get_absolute_url()}record.json"


def test_the_record_of_a_finished_match_verifies(match: Match, ann: User, ben: User) -> None:
    play_on(match, choose=attack)
    for user in (ann, ben):
        response = signed_in(user).get(url(match))
        verify.check(record.loads(response.getvalue()))
        assert response.headers["Content-Type"] == "application/json"
        assert response.headers["Content-Disposition"] == 'attachment; filename="firstmatch.json"'
        assert response.headers["Cache-Control"] == "private, no-store"


def test_it_is_sent_in_parts_for_which_the_log_is_read_a_portion_at_a_time(
    match: Match, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_on(match, choose=attack)
    whole = record.dumps(records.finished_record(now(match)))
    monkeypatch.setattr(records, "PORTION", 7)
    monkeypatch.setattr(views, "BLOCK", 1000)
    response: Any = signed_in(ann).get(url(match))
    assert response.streaming
    parts = list(response.streaming_content)
    assert b"".join(parts) == whole
    assert max(map(len, parts)) < 2000 < len(whole)


def test_a_void_match_has_its_record_too(match: Match, ann: User) -> None:
    play.adjudicate(match.public_id, "!void")
    assert json.loads(signed_in(ann).get(url(match)).getvalue())["result"] == {"reason": "void"}


def test_a_running_match_is_given_as_its_seat_sees_it(match: Match, ann: User, ben: User) -> None:
    answer(match, ann, "F1")
    response = signed_in(ben).get(url(match))
    given = json.loads(response.getvalue())
    assert (given["format"], given["seat"], len(given["entries"])) == ("fog-seat/1", 1, 2)
    assert given["view"]["hands"][0] is None
    assert SECRET.hex().encode() not in response.getvalue()
    assert "draws" not in given["entries"][0]
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(response.getvalue(), type=record.Record)


def test_the_page_lays_the_secret_open_when_the_match_is_over(match: Match, ann: User) -> None:
    client = signed_in(ann)
    page = told(client.get(match.get_absolute_url()))
    assert SECRET.hex() not in page
    assert "Download my record so far" in page
    play.resign(match.public_id, ann.pk)
    page = told(client.get(match.get_absolute_url()))
    for shown in (SECRET.hex(), *ENTROPIES[:2], "Ann’s random number", "Ben’s random number", "Download the record"):
        assert shown in page


def test_strangers_are_told_that_there_is_nothing(match: Match, cat: User, mo: User) -> None:
    for user in (cat, mo):
        assert signed_in(user).get(url(match)).status_code == 404


def test_who_is_signed_out_is_asked_to_sign_in(match: Match, client: Client) -> None:
    assert client.get(url(match)).headers["Location"] == f"/accounts/login/?next={url(match)}"


@pytest.mark.usefixtures("without_panels")
def test_a_finished_match_costs_at_most_twelve_queries(match: Match, ann: User) -> None:
    play_on(match, choose=attack)
    client = signed_in(ann)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(match.get_absolute_url()).status_code == 200
    assert len(queries) <= budgets.QUERIES


def test_how_chance_is_kept_fair_is_said_to_anybody(client: Client) -> None:
    page = told(client.get("/fairness/"))
    assert "python -m games.rules.verify record.json" in page
    assert "The people who run the site can peek:" in page


# --- Whose share it is ----------------------------------------------------------------------------------------------


BY_SITE = "(drawn by the site, because no browser sent one)"
BOTH_BY_SITE = "The site drew your random number, as well as the sealed secret behind every random draw."
BEFORE_MINE = "The secret behind every random draw in this match was sealed before your random number was added."
NO_SHARE = "The secret behind every random draw in this match is sealed until the match is over."


def shown(match: Match, user: User) -> dict[str, int]:
    """Return how often the page of a match says each of these."""
    page = told(signed_in(user).get(match.get_absolute_url()))
    return {words: page.count(words) for words in (BY_SITE, BOTH_BY_SITE, BEFORE_MINE, NO_SHARE) if words in page}


@pytest.fixture
def found(ann: User, ben: User) -> Match:
    """A match that the site has found for Ann and Ben."""
    wish = Wish("en-garde", 3, 3, near=False, watchable=True)
    seeks.ask(ann, wish)
    made = seeks.find_opponent(seeks.ask(ben, wish).pk)
    assert made is not None
    return made


def test_of_a_match_that_was_found_the_page_says_that_the_site_drew_all(
    found: Match, ann: User, ben: User, cat: User
) -> None:
    assert [shown(found, user) for user in (ann, ben)] == [{BY_SITE: 1, BOTH_BY_SITE: 1}] * 2
    assert shown(found, cat) == {NO_SHARE: 1}
    play.resign(found.public_id, ann.pk)
    assert [shown(found, user) for user in (ann, ben, cat)] == [{BY_SITE: 2}] * 3


def test_of_any_other_match_it_says_so_of_shares_that_no_browser_gave(match: Match, ann: User, ben: User) -> None:
    Seat.objects.filter(match=match, user=ben).update(entropy_source="server")
    assert [shown(match, user) for user in (ann, ben)] == [{BEFORE_MINE: 1}, {BY_SITE: 1, BOTH_BY_SITE: 1}]
    play.resign(match.public_id, ann.pk)
    assert [shown(match, user) for user in (ann, ben)] == [{BY_SITE: 1}] * 2


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Deine Zufallszahl hat die Website erzeugt, ebenso wie das versiegelte Geheimnis"),
        (
            "it",
            "Il sito ha generato sia il tuo numero casuale sia il segreto sigillato da cui dipendono le estrazioni.",
        ),
    ],
)
def test_it_is_said_in_every_language(found: Match, ann: User, language: str, words: str) -> None:
    User.objects.filter(pk=ann.pk).update(language=language)
    assert words in told(signed_in(ann).get(found.get_absolute_url()))
