"""What statistics count of a match: noted as it ends, and the same when its log is played again."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import pytest
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from accounts.models import User
from games.core.documents import records
from games.core.models import Match, Seat
from games.core.services import play
from games.rules.engine import Replay
from games.statistics import recount
from tests.games.deeds.test_page import kept
from tests.games.statistics.test_page import over
from tests.games.tables import answer, begin, finished, now
from tests.games.tampering import tamper

pytestmark = pytest.mark.django_db

DICE = "fantasy-dice-battles"


def fought(ann: User, ben: User, key: str = "dicebattle") -> Match:
    """Return the realm against the horde, which resigns once both have come."""
    match = begin(ann, ben, game=DICE, public_id=key)
    answer(match, ann, "army realm_a; ready")
    answer(match, ben, "army horde_a; ready")
    play.resign(match.public_id, ben.pk)
    return now(match)


def noted(match: Match) -> list[tuple[Any, ...]]:
    """Return the result, and the outcome, score and army of each seat."""
    return [(now(match).result,), *match.seats.order_by("number").values_list("outcome", "score", "army")]


def spoiled(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(result={"reason": "other"})
    Seat.objects.filter(match=match).update(outcome="level", score=9, army="")


def test_armies_are_noted_as_a_match_ends(ann: User, ben: User) -> None:
    match = fought(ann, ben)
    assert noted(match)[1:] == [("won", None, "realm"), ("lost", None, "horde")]


def test_none_are_noted_while_it_runs_nor_where_it_ended_before_they_came(ann: User, ben: User) -> None:
    match = begin(ann, ben, game=DICE, public_id="nobodycame")
    answer(match, ann, "army realm_a; ready")
    assert {row[2] for row in noted(match)[1:]} == {""}
    play.resign(match.public_id, ann.pk)
    assert noted(match)[1:] == [("lost", None, ""), ("won", None, "")]


def test_a_recount_comes_to_what_was_noted(ann: User, ben: User) -> None:
    made = [fought(ann, ben), over(ann, ben, "whole"), over(ben, ann, "early", 3)]
    before = [noted(match) for match in made]
    assert list(recount.portions([])) == [(3, 0, {})]
    for match in made:
        spoiled(match)
    assert list(recount.portions([])) == [(3, 9, {})]
    assert [noted(match) for match in made] == before
    assert list(recount.portions([])) == [(3, 0, {})]


def test_who_ran_out_of_time_has_done_so_still(ann: User, ben: User) -> None:
    match = kept("en-garde-1-standard-timeout", ann, ben)
    before = noted(match)
    assert [row[0] for row in before[1:]] == ["won", "timeout"]
    spoiled(match)
    assert list(recount.portions([])) == [(1, 3, {})]
    assert noted(match) == before


def test_it_goes_on_in_portions(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recount, "PORTION", 2)
    made = [over(ann, ben, f"short{number}", 1) for number in range(3)]
    for match in made:
        spoiled(match)
    assert list(recount.portions([])) == [(2, 6, {}), (1, 3, {})]


def test_only_the_games_that_are_named_are_recounted(ann: User, ben: User) -> None:
    dice, fencing = fought(ann, ben), over(ann, ben, "early", 3)
    for match in (dice, fencing):
        spoiled(match)
    assert recount.finished_matches([DICE]) == 1
    assert list(recount.portions([DICE])) == [(1, 3, {})]
    assert noted(fencing)[1] == ("level", 9, "")


def test_running_and_void_matches_are_left_alone(ann: User, ben: User) -> None:
    begin(ann, ben, public_id="running001")
    play.adjudicate(begin(ann, ben, public_id="voidmatch1").public_id, "!void")
    assert (recount.finished_matches([]), list(recount.portions([]))) == (0, [])


def test_a_log_without_a_result_is_named(ann: User, ben: User) -> None:
    begin(ann, ben, public_id="running001")
    play.adjudicate(begin(ann, ben, public_id="voidmatch1").public_id, "!void")
    Match.objects.update(status="over", ended=timezone.now(), result={"reason": "other"})
    why = "its log does not come to a result"
    assert list(recount.portions([])) == [(2, 0, {"running001": why, "voidmatch1": why})]


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_database_that_fails_ends_it(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    over(ann, ben, "early", 3)
    monkeypatch.setattr(recount, "_end", Mock(side_effect=error("database is locked")))
    with pytest.raises(error):
        list(recount.portions([]))


def test_what_does_not_replay_is_named_and_stays(ann: User, ben: User) -> None:
    match = over(ann, ben, "early", 3)
    finished(ann, ben, [1])  # rows without a log
    Match.objects.filter(pk=match.pk).update(version=99)
    spoiled(match)
    [row] = Match.objects.filter(public_id__startswith="row")
    [(matches, changed, failed)] = recount.portions([])
    assert (matches, changed, list(failed)) == (2, 0, [match.public_id, row.public_id])
    assert failed[row.public_id] == "it has no log"
    assert noted(match)[1] == ("level", 9, "")


def test_a_log_that_was_tampered_with_does_not_turn_a_result_round(ann: User, ben: User) -> None:
    sound, turned, unreadable = (fought(ann, ben, f"dicematch{number}") for number in range(3))
    before = noted(turned)
    tamper(turned, turned.ply, text="!resign 0")
    tamper(unreadable, 1, draws="[[1]]")
    spoiled(sound)
    [(matches, changed, failed)] = recount.portions([])
    assert (matches, changed, list(failed)) == (3, 3, [turned.public_id, unreadable.public_id])
    assert failed[turned.public_id] == f"Entry {turned.ply} doesn’t match the digest it was written with."
    assert noted(turned) == before == noted(sound)


def test_a_record_brings_its_armies_along(ann: User, ben: User) -> None:
    match = fought(ann, ben)
    before, record = noted(match), records.finished_record(match)
    Match.objects.filter(pk=match.pk).update(public_id="another-one")
    assert noted(records.import_record(record)) == before


def test_a_record_is_played_once_to_bring_them(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match = fought(ann, ben)
    record = records.finished_record(match)
    Match.objects.filter(pk=match.pk).update(public_id="another-one")
    monkeypatch.setattr(Replay, "__init__", lambda *_: pytest.fail("it is played once more"))
    assert records.import_record(record).public_id == match.public_id
