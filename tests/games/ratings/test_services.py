"""Ratings are noted as matches end, and are always what a replay of all of them comes to."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.database import claims
from accounts.models import User
from games.core.models import Entry, Match
from games.core.services import expiry, play
from games.ratings import rated, services as ratings
from games.ratings.models import Rating, RatingChange
from games.ratings.numbers import START
from games.ratings.replay import replay
from games.ratings.services import tally
from games.rules import registry
from tests.games import tables
from tests.games.conftest import NOON
from tests.games.rows.doors_ratings import rated as rated_rows
from tests.games.tables import begin, first_move
from tests.parts.cast import person

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)
FIRST = (1579.133, 237.356), (1420.867, 237.356)
"""Both ratings after the first match of two people."""


def moved(match: Match, *users: User) -> None:
    for user in users:
        tables.answer(match, user, first_move(match, user))


def won(winner: User, loser: User, key: str = "ratedmatch", **given: Any) -> Match:
    """Return a rated match in which each side has moved and the loser has given up."""
    match = begin(winner, loser, public_id=key)
    Match.objects.filter(pk=match.pk).update(rated=True, **given)
    moved(match, winner, loser)
    play.resign(key, loser.pk)
    return tables.now(match)


def rows(winner: User, loser: User, ended: datetime, **given: Any) -> Match:
    """Return the rows of a rated match that is over, without playing it."""
    return rated_rows(f"row{Match.objects.count():07}", winner, loser, ended, **given)


def noted() -> dict[str, tuple[float, float, int]]:
    """Return the ratings in the database, by name."""
    found = Rating.objects.select_related("user")
    return {row.user.username: (row.number, row.deviation, row.matches) for row in found}


def changes() -> list[tuple[Any, ...]]:
    columns = ("match", "user", "verdict", "number_before", "deviation_before", "number", "deviation")
    return sorted(RatingChange.objects.values_list(*columns))


def replayed() -> dict[Any, Any]:
    return replay(rated.rated_matches(list(rated.over())))


def agree() -> None:
    """Assert that what is noted is what the pure replay comes to."""
    found = {row.user_id: row.value for row in Rating.objects.all()}
    assert found == replayed()


# --- When a match ends ----------------------------------------------------------------------------------------------


def test_a_match_that_ends_changes_both_ratings_once_it_is_committed(
    ann: User, ben: User, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        match = won(ann, ben)
    assert noted() == {"Ann": (*FIRST[0], 1), "Ben": (*FIRST[1], 1)}
    assert changes() == [
        (match.pk, ann.pk, "counts", *START, *FIRST[0]),
        (match.pk, ben.pk, "counts", *START, *FIRST[1]),
    ]
    assert tables.now(match).tallied


@pytest.mark.parametrize("given", [{"rated": False}, {"rated": True}])
def test_only_rated_matches_are_tallied(
    ann: User, ben: User, given: dict[str, bool], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        match = begin(ann, ben)
        Match.objects.update(**given)
        play.adjudicate(match.public_id, "!void" if given["rated"] else "!adjudicate 0")
    assert (noted(), changes(), tables.now(match).tallied) == ({}, [], False)
    assert ratings.tally_due() == 0


def test_to_tally_twice_changes_nothing(ann: User, ben: User) -> None:
    won(ann, ben)
    assert [tally("en-garde"), tally("en-garde")] == [1, 0]
    assert noted() == {"Ann": (*FIRST[0], 1), "Ben": (*FIRST[1], 1)}


def test_games_have_ratings_of_their_own(ann: User, ben: User) -> None:
    won(ann, ben)
    assert tally("field-of-glory") == 0
    assert ratings.tally_due() == 1


@pytest.mark.parametrize(
    ("given", "verdict"),
    [
        ({"answered_ply": None}, "unmoved"),
        ({"outcome": "timeout", "absent_since": NOON}, "counts"),
        ({}, "counts"),
    ],
)
def test_each_player_has_a_row_that_says_what_the_match_was(
    ann: User, ben: User, given: dict[str, Any], verdict: str
) -> None:
    rows(ann, ben, NOON, **given)
    tally("en-garde")
    assert [row.verdict for row in RatingChange.objects.all()] == [verdict] * 2
    assert Rating.objects.count() == (2 if verdict == "counts" else 0)


def test_a_move_by_a_program_and_a_guest_are_seen(ann: User, ben: User, cat: User) -> None:
    first, second = rows(ann, ben, NOON), rows(ann, cat, NOON + SECOND)
    Entry.objects.create(match=first, ply=1, seat=0, text="F1", by_program=True)
    Entry.objects.create(match=second, ply=1, seat=None, text="!draw", by_program=True)
    User.objects.filter(pk=cat.pk).update(guest_until=NOON)
    tally("en-garde")
    found = RatingChange.objects.order_by("match").values_list("match", "verdict").distinct()
    assert list(found) == [(first.pk, "program"), (second.pk, "guest")]


def test_of_one_absence_one_counts_however_they_are_tallied(ann: User, ben: User, cat: User) -> None:
    """Together, and one after the other."""
    gone = {"outcome": "timeout", "absent_since": NOON}
    for number in range(3):
        rows(ann, ben, NOON + number * SECOND, **gone)
    tally("en-garde")
    rows(cat, ben, NOON + 5 * SECOND, **gone)
    rows(cat, ben, NOON + 6 * SECOND, outcome="timeout", absent_since=NOON + SECOND)
    tally("en-garde")
    found = RatingChange.objects.filter(user=ben).order_by("match").values_list("verdict", flat=True)
    assert list(found) == ["counts", "absence", "absence", "absence", "counts"]
    agree()


def test_time_that_ran_out_in_two_matches_is_one_absence(ann: User, ben: User, cat: User, noon: Any) -> None:
    """As it comes about: Ben leaves two matches after his first move."""
    found = [begin(ann, ben, public_id="firstmatch"), begin(cat, ben, public_id="nextmatch1")]
    Match.objects.update(rated=True, absence="loss")
    for match, user in zip(found, (ann, cat), strict=True):
        moved(match, user, ben, user)
        tables.opened(match, ben)
    noon.shift(timedelta(days=4))
    assert [expiry.expire(match.pk) for match in found] == ["timeout", "timeout"]
    tally("en-garde")
    assert sorted(RatingChange.objects.filter(user=ben).values_list("verdict", flat=True)) == ["absence", "counts"]
    agree()


# --- The order of ends ----------------------------------------------------------------------------------------------


def season(people: Sequence[User], number: int) -> list[Match]:
    """Return matches of any two. Some end at the same moment, and some by an absence."""
    draw, made = random.Random(17), []
    for each in range(number):
        winner, loser = draw.sample(people, 2)
        gone = {"outcome": "timeout", "absent_since": NOON + draw.randrange(3) * SECOND}
        given: dict[str, Any] = draw.choice([{}, {}, gone, {"answered_ply": None}])
        made.append(rows(winner, loser, NOON + (each // 2) * SECOND, **given))
    return made


def test_anything_that_comes_late_is_tallied_in_its_place() -> None:
    people = [person(name) for name in ("Ada", "Bob", "Cid", "Dot", "Eli")]
    made, draw = season(people, 60), random.Random(4)
    late = draw.sample(made, 20)
    Match.objects.filter(pk__in=[match.pk for match in late]).update(rated=False)
    tally("en-garde")
    for match in late:
        Match.objects.filter(pk=match.pk).update(rated=True)
        while tally("en-garde"):
            agree()
    assert Match.objects.filter(tallied=False).count() == 0
    before = changes(), noted()
    assert ratings.rebuild("en-garde") == 60
    assert (changes(), noted()) == before


def test_many_are_tallied_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    season([person(name) for name in ("Ada", "Bob", "Cid", "Dot", "Eli")], 25)
    monkeypatch.setattr(ratings, "MATCHES_TOGETHER", 10)
    assert [tally("en-garde") for _ in range(4)] == [10, 10, 5, 0]
    agree()


def test_as_many_queries_for_three_matches_as_for_thirty() -> None:
    people = [person(name) for name in ("Ada", "Bob", "Cid", "Dot", "Eli")]
    counts = []
    for number in (3, 30):
        season(people, number)
        Match.objects.filter(tallied=False).update(ended=NOON + number * timedelta(hours=1))
        with CaptureQueriesContext(connection) as caught:
            assert tally("en-garde") == number
        counts.append(len(caught))
    assert counts[0] == counts[1]


# --- Computing again ------------------------------------------------------------------------------------------------


def test_the_command_computes_again_what_is_lost_or_wrong(ann: User, ben: User) -> None:
    won(ann, ben)
    tally("en-garde")
    before = changes(), noted()
    Rating.objects.update(number=2000)
    RatingChange.objects.all().delete()
    out = StringIO()
    call_command("ratings", stdout=out)
    assert out.getvalue().startswith("en-garde: 1 match, ")
    assert (changes(), noted()) == before


def test_the_command_says_that_it_waits_for_nobody(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    won(ann, ben)
    monkeypatch.setattr(claims, "claim", lambda _: False)
    assert tally("en-garde") == 0
    with pytest.raises(CommandError, match=r"^The ratings for this game are being updated\. Try again"):
        call_command("ratings", "en-garde")
    assert noted() == {}


@pytest.mark.parametrize("games", [["chess"], ["en-garde", "chess"]])
def test_the_command_refuses_a_game_that_there_is_not_and_says_which_there_are(games: list[str]) -> None:
    out = StringIO()
    known = ", ".join(sorted(registry.slugs()))
    with pytest.raises(CommandError, match=rf"^There’s no game “chess”\. The games are: {known}\.$"):
        call_command("ratings", *games, stdout=out)
    assert out.getvalue() == ""


def test_a_game_that_is_gone_is_known_as_long_as_it_has_rated_matches(ann: User, ben: User) -> None:
    match = won(ann, ben)
    Match.objects.filter(pk=match.pk).update(game="gone")
    out = StringIO()
    call_command("ratings", "gone", stdout=out)
    assert out.getvalue().startswith("gone: 1 match, ")


# --- Striking -------------------------------------------------------------------------------------------------------


def test_a_match_that_is_struck_is_as_if_it_had_not_counted(
    ann: User, ben: User, cat: User, django_capture_on_commit_callbacks: Any
) -> None:
    """The first of four; of the matches after it all come out as without it."""
    struck = rows(ann, ben, NOON)
    for number, (winner, loser) in enumerate([(ann, cat), (cat, ben), (ben, ann)], 1):
        rows(winner, loser, NOON + number * SECOND)
    tally("en-garde")
    with django_capture_on_commit_callbacks(execute=True):
        ratings.strike(struck.public_id, "One person played both sides.")
    assert (tables.now(struck).struck, tables.now(struck).tallied) == ("One person played both sides.", True)
    assert set(RatingChange.objects.filter(match=struck).values_list("verdict", "number")) == {("struck", 1500.0)}
    agree()
    assert {name: matches for name, (*_, matches) in noted().items()} == {"Ann": 2, "Ben": 2, "Cat": 2}
    Match.objects.filter(pk=struck.pk).update(rated=False)
    assert {row.user_id: row.value for row in Rating.objects.all()} == replayed()


def test_a_match_that_counts_again_is_as_if_it_had_never_been_struck(
    ann: User, ben: User, cat: User, django_capture_on_commit_callbacks: Any
) -> None:
    struck = rows(ann, ben, NOON)
    for number, (winner, loser) in enumerate([(ann, cat), (cat, ben), (ben, ann)], 1):
        rows(winner, loser, NOON + number * SECOND)
    tally("en-garde")
    before = noted()
    with django_capture_on_commit_callbacks(execute=True):
        ratings.strike(struck.public_id, "One person played both sides.")
    assert noted() != before
    with django_capture_on_commit_callbacks(execute=True):
        ratings.unstrike(struck.public_id)
    assert (tables.now(struck).struck, tables.now(struck).tallied, noted()) == ("", True, before)
    agree()


def test_what_is_not_struck_cannot_count_again(ann: User, ben: User) -> None:
    match = rows(ann, ben, NOON)
    with pytest.raises(ratings.Uncounted, match="isn’t excluded"):
        ratings.unstrike(match.public_id)


def test_the_only_match_struck_leaves_no_rating(ann: User, ben: User) -> None:
    match = won(ann, ben)
    tally("en-garde")
    ratings.strike(match.public_id, "A trial.")
    tally("en-garde")
    assert noted() == {}


@pytest.mark.parametrize("given", [{"rated": False}, {"struck": "Before."}, {"status": "void", "result": None}])
def test_what_does_not_count_cannot_be_struck(ann: User, ben: User, given: dict[str, Any]) -> None:
    match = rows(ann, ben, NOON)
    Match.objects.filter(pk=match.pk).update(**given)
    with pytest.raises(ratings.Uncounted, match="only if it’s rated and over"):
        ratings.strike(match.public_id, "Again.")


def test_nothing_is_struck_while_others_tally(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match = rows(ann, ben, NOON)
    monkeypatch.setattr(claims, "claim", lambda _: False)
    with pytest.raises(ratings.RatingsBusy):
        ratings.strike(match.public_id, "Now.")
    assert tables.now(match).struck == ""
