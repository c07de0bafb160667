"""The pages of deeds, and what the replay of a match says of them."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.boards import registry
from games.core.documents import records
from games.core.models import Match, Seat
from games.deeds import queries as deeds, services as awards
from games.deeds.models import Award
from games.deeds.queries import DOZEN
from games.rules import record, registry as rules
from tests.bench import budgets
from tests.games.browsing import signed_in, told
from tests.rules import golden

pytestmark = pytest.mark.django_db

GAMES = [slug for slug in rules.PACKAGES if registry.about(slug).deeds]


def kept(name: str, *players: User) -> Match:
    """Return a golden record, played by these people."""
    written = record.loads(golden.at(name).read_bytes())
    return records.import_record(written, [user.username for user in players])


def listed(match: Match, more: str = "?eyes=all") -> list[tuple[str, list[str]]]:
    """Return who has earned which deeds, as the page has it."""
    page = told(Client().get(f"{match.get_absolute_url()}{more}"))
    found = page.partition("<h3>Deeds</h3>")[2].partition("</dl>")[0]
    each = re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", found)
    return [(name, re.findall(">(.*?)</a>", linked)) for name, linked in each]


def test_three_games_have_deeds() -> None:
    assert GAMES == ["en-garde", "fantasy-dice-battles", "field-of-glory"]


@pytest.mark.parametrize("slug", GAMES)
def test_a_page_names_all_deeds_of_a_game_with_what_they_ask(slug: str) -> None:
    found = registry.about(slug).deeds
    page = told(Client().get(f"/deeds/{slug}/"))
    assert 0 < len(found) == len({deed.key for deed in found}) == len({deed.title for deed in found}) <= DOZEN
    shown = re.findall(r'<li id="([^"]+)"><div><h2 class="row-title">(.*?)</h2><p class="small">(.*?)</p>', page)
    assert shown == [(deed.key, deed.title, deed.asks) for deed in found]


def owned(client: Client, slug: str = "en-garde") -> dict[str, tuple[str, str]]:
    """Return what the page says of each deed: who has it, and of the reader."""
    found = re.findall(r'<li id="([^"]+)">(.*?)</li>', told(client.get(f"/deeds/{slug}/")), re.DOTALL)
    people = {key: re.findall('<p class="aside small faint">(.*?)</p>', row) for key, row in found}
    mine = {key: "".join(re.findall("<a href=.*?</a>", row)) for key, row in found}
    return {key: (people[key][0], mine[key]) for key, _row in found}


def test_it_says_how_many_people_have_each_and_since_when_the_reader(ann: User, ben: User, cat: User) -> None:
    match = kept("en-garde-1-standard-points", ann, ben)
    Match.objects.filter(pk=match.pk).update(ended="2026-03-02T12:00Z", private=True)
    awards.note_due()
    link = f'<a href="{match.get_absolute_url()}">Earned on 2 March 2026</a>'
    for reader, ground, win in ((ben, link, link), (ann, link, ""), (cat, "", ""), (None, "", "")):
        found = owned(signed_in(reader) if reader else Client())
        assert (found["ground"], found["win"]) == (("2 people have it", ground), ("1 person has it", win))
        assert found["riposte"] == ("nobody has it yet", "")


def test_it_says_nothing_of_the_deeds_of_other_games(ann: User, ben: User) -> None:
    kept("en-garde-1-standard-points", ann, ben)
    awards.note_due()
    assert set(owned(signed_in(ben), "field-of-glory").values()) == {("nobody has it yet", "")}


def test_three_hundred_people_cost_as_many_queries_as_three(ann: User, ben: User) -> None:
    match, client, costs = kept("en-garde-1-standard-points", ann, ben), signed_in(ben), []
    awards.note_due()
    row = {"game": "en-garde", "deed": "win", "match": match, "earned": match.ended}
    for first, last in ((0, 2), (2, 299)):
        people = User.objects.bulk_create(
            User(username=f"p{number}", skeleton=f"p{number}") for number in range(first, last)
        )
        Award.objects.bulk_create(Award(user=each, **row) for each in people)
        with CaptureQueriesContext(connection) as queries:
            assert owned(client)["win"][0] == f"{last + 1} people have it"
        costs.append(len(queries))
    assert costs == [5, 5]


def test_a_game_without_deeds_has_no_page_and_no_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(deeds.DEEDS, "en-garde")
    assert Client().get("/deeds/en-garde/").status_code == 404
    assert ["/deeds/" in told(Client().get(page)) for page in LEADING] == [False] * 3


LEADING = ("/ratings/en-garde/", "/rules/en-garde/", "/statistics/en-garde/")


def test_the_ratings_the_rules_and_the_statistics_of_a_game_lead_there() -> None:
    assert ['href="/deeds/en-garde/"' in told(Client().get(page)) for page in LEADING] == [True] * 3


def test_the_replay_says_who_has_earned_which(ann: User, ben: User) -> None:
    match = kept("en-garde-1-standard-points", ann, ben)
    earned = [("Ann", ["Ground gained"]), ("Ben", ["Salute", "Ground gained"])]
    assert listed(match) == earned
    assert listed(match, "3/?eyes=0") == earned


def test_what_was_taken_back_earns_nothing(ann: User, ben: User) -> None:
    match = kept("en-garde-1-standard-rollback", ann, ben)
    assert listed(match) == [("Ann", ["Salute", "Ground gained"]), ("Ben", ["Ground gained"])]


@pytest.mark.parametrize("ending", ["timeout", "adjudication"])
def test_a_win_on_time_or_by_a_ruling_is_none(ann: User, ben: User, ending: str) -> None:
    match = kept(f"en-garde-1-standard-{ending}", ann, ben)
    assert match.result is not None
    assert len(match.result["winners"]) == 1
    assert listed(match) == []


@pytest.mark.parametrize("of_seat", [{"house": True}, {"taken_ply": 3}])
def test_nothing_is_earned_with_the_house_or_a_substitute(of_seat: dict[str, object], ann: User, ben: User) -> None:
    match = kept("en-garde-1-standard-points", ann, ben)
    Seat.objects.filter(match=match, number=0).update(**of_seat)
    assert listed(match) == []


def test_nothing_is_earned_in_a_match_that_was_called_off(ann: User, ben: User) -> None:
    match = kept("en-garde-1-standard-points", ann, ben)
    Match.objects.filter(pk=match.pk).update(status="void", result=None)
    assert listed(match) == []


def test_nothing_is_earned_in_a_match_that_was_struck(ann: User, ben: User) -> None:
    match = kept("en-garde-1-standard-points", ann, ben)
    Match.objects.filter(pk=match.pk).update(struck="One person played both sides.")
    assert listed(match) == []


def on_card(match: Match, user: User) -> list[str]:
    """Return the deeds that the card says, with which the match closes for a player."""
    card = told(signed_in(user).get(match.get_absolute_url())).partition('<section class="closing')[2]
    return re.findall('href="/deeds/en-garde/#.*?">(.*?)</a>', card.partition("</section>")[0])


def test_the_card_at_the_end_says_the_readers_own(ann: User, ben: User) -> None:
    match = kept("en-garde-1-standard-points", ann, ben)
    assert on_card(match, ben) == ["Salute", "Ground gained"]
    assert on_card(match, ann) == ["Ground gained"]


def test_the_card_says_none_of_a_match_that_was_struck(ann: User, ben: User) -> None:
    match = kept("en-garde-1-standard-points", ann, ben)
    Match.objects.filter(pk=match.pk).update(struck="One person played both sides.")
    assert on_card(match, ben) == []


def test_the_page_with_the_card_costs_at_most_twelve_queries(ann: User, ben: User) -> None:
    match, client = kept("en-garde-1-standard-points", ann, ben), signed_in(ben)
    awards.note_due()
    with CaptureQueriesContext(connection) as queries:
        assert "Ground gained" in told(client.get(match.get_absolute_url()))
    assert len(queries) <= budgets.QUERIES
