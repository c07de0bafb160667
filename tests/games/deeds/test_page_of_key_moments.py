"""The key moments that the replay of a match lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.core.documents import records
from games.core.models import Match
from games.core.reading import positions
from games.core.services import play
from games.deeds import key_moments
from games.rules import record
from games.rules.en_garde.events import Drew
from games.rules.en_garde.words import describe
from games.rules.game import REFEREE, Event
from games.rules.sentence import sentence
from games.rules.telling import Told, Weight
from tests.bench import budgets
from tests.games.browsing import signed_in, told
from tests.games.tables import answer, attack, begin, play_on
from tests.rules import golden

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(match: Match) -> Match:
    """En Garde, played to its end."""
    return play_on(match, choose=attack)


def listed(match: Match, more: str = "?eyes=all") -> list[tuple[str, str]]:
    """Return the number and the text of each moment as the page has it."""
    page = told(Client().get(f"{match.get_absolute_url()}{more}"))
    found = page.partition('<details class="replay moments over"')[2].partition("</details>")[0]
    return re.findall(r'<span class="faint">(\d+)</span> (.*?)</a>', found)


def kept(name: str, *players: User) -> Match:
    """Return a golden record, played by these people."""
    written = record.loads(golden.at(name).read_bytes())
    return records.import_record(written, [user.username for user in players])


def names_draws(entries: Sequence[Sequence[Event]]) -> list[list[Told]]:
    """Return key moments that would tell of every hand, if more of it were known than may be."""
    return [[Told(Weight.DRAW, describe(event)) for event in each if isinstance(event, Drew)] for each in entries]


def naming(monkeypatch: pytest.MonkeyPatch, named: key_moments.Named) -> None:
    """Let En Garde tell the site something else of its key moments."""
    monkeypatch.setitem(key_moments.NAMED, "en-garde", named)


def test_the_ends_of_rounds_and_of_the_match_are_listed_with_their_entries(ann: User, ben: User) -> None:
    match = kept("en-garde-1-standard-points", ann, ben)
    assert listed(match) == [
        ("15", "Ann is further forward and wins round 1."),
        ("22", "Ben scores a hit and wins round 2."),
        ("37", "Ben is further forward and wins round 3. Ben wins the match 2–1."),
    ]


def test_each_leads_to_its_entry_with_the_same_eyes_and_the_one_that_is_shown_is_marked(over: Match) -> None:
    numbers = [int(number) for number, _text in listed(over)]
    assert len(numbers) > 1
    for number in numbers:
        page = told(Client().get(f"{over.get_absolute_url()}{number}/?eyes=1"))
        found = page.partition('<details class="replay moments over"')[2].partition("</details>")[0]
        assert re.findall(r'href="(.*?)"', found) == [f"{over.get_absolute_url()}{each}/?eyes=1" for each in numbers]
        assert re.findall(r'/(\d+)/\?eyes=1" aria-current="true"', found) == [str(number)]


def test_none_is_marked_between_them(over: Match) -> None:
    page = told(Client().get(f"{over.get_absolute_url()}1/?eyes=all"))
    assert (
        'aria-current="true"'
        not in page.partition('<details class="replay moments over"')[2].partition("</details>")[0]
    )


def test_how_the_house_ended_a_match_is_listed_too(match: Match, ann: User) -> None:
    play_on(match, 2)
    play.resign(match.public_id, ann.pk)
    assert listed(match) == [("3", "Ann resigned.")]


def test_what_was_undone_is_not_listed(ann: User, ben: User) -> None:
    assert listed(kept("en-garde-1-standard-rollback", ann, ben)) == [
        ("29", "The match goes back to just after entry 2."),
        ("42", "Ben is further forward and wins round 1."),
        ("57", "Ann is further forward and wins round 2."),
        ("72", "Ann is further forward and wins round 3. Ann wins the match 2–1."),
    ]


def test_the_entry_to_which_a_match_goes_back_stands(ann: User, ben: User) -> None:
    match = kept("en-garde-1-standard-rollback", ann, ben)
    played = positions.walk(match, -1, match.ply).played
    assert [ply for ply, _known in key_moments._not_taken_back(played, REFEREE)][:5] == [0, 1, 2, 29, 30]


def test_a_game_that_names_none_has_no_list(over: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(key_moments.NAMED, "en-garde")
    assert "Key moments" not in told(Client().get(over.get_absolute_url()))


def test_a_game_is_told_no_more_than_the_eyes_may_see(match: Match, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    answer(match, ann, "F1")
    play.resign(match.public_id, ann.pk)
    naming(monkeypatch, names_draws)
    said = {eyes: listed(match, f"?eyes={eyes}")[0] for eyes in ("all", "0", "1")}
    assert said["all"] == said["0"]
    assert re.fullmatch(r"Ann draws a card: \d\.", said["0"][1])
    assert said["1"] == ("1", "Ann draws a card.")


def test_no_player_of_a_running_match_has_a_list(match: Match, ann: User) -> None:
    play_on(match, 30, choose=attack)
    for more in ("", "3/", "3/?eyes=all"):
        assert "Key moments" not in told(signed_in(ann).get(f"{match.get_absolute_url()}{more}"))


def test_of_too_many_the_lightest_and_earliest_are_left_out() -> None:
    moments = [(ply, [Told(Weight.OUTCOME if ply in (3, 5) else Weight.FIGHT, sentence("x"))]) for ply in range(24)]
    assert [ply for ply, _told in key_moments._weightiest(moments)] == [3, 5, *range(6, 24)]


def test_a_long_match_takes_no_more_queries_than_a_short_one(over: Match, ann: User, ben: User) -> None:
    short = begin(ann, ben, public_id="shortmatch")
    play.resign(short.public_id, ann.pk)
    counts = []
    for match in (short, over):
        with CaptureQueriesContext(connection) as queries:
            assert Client().get(f"{match.get_absolute_url()}0/?eyes=all").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= budgets.QUERIES


def test_a_step_of_an_open_replay_is_asked_for_without_them(over: Match) -> None:
    page = told(Client().get(f"{over.get_absolute_url()}3/?eyes=all", headers={"X-Step": "1"}))
    assert "Move 3 of " in page
    assert "Key moments" not in page
