"""`statistics`: what they count is noted again from the logs."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from tests.games.statistics.test_page import over
from tests.games.statistics.test_recount import fought, noted, spoiled
from tests.games.tables import finished

pytestmark = pytest.mark.django_db


def said(*games: str) -> str:
    out = io.StringIO()
    call_command("statistics", *games, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_it_says_how_many_rows_were_not_as_the_logs_have_it(ann: User, ben: User) -> None:
    match = fought(ann, ben)
    before = noted(match)
    spoiled(match)
    over(ann, ben, "early", 2)
    assert said("en-garde") == "1 match replayed, 0 rows changed\n"
    assert said() == "2 matches replayed, 3 rows changed\n"
    assert noted(match) == before
    assert said() == "2 matches replayed, 0 rows changed\n"


def test_a_game_that_there_is_not_is_refused(ann: User, ben: User) -> None:
    with pytest.raises(CommandError, match="There’s no game “chess”"):
        said("chess")


def test_a_match_without_a_log_is_named(ann: User, ben: User) -> None:
    finished(ann, ben, [1])
    with pytest.raises(CommandError, match=r"because they don’t replay:\n  row.*: it has no log"):
        said()


def test_where_nothing_is_over_nothing_is_done() -> None:
    assert said() == "0 matches replayed, 0 rows changed\n"
