"""Forty reports to practise on, in development alone."""

from collections import Counter
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone

from accounts.models import Block, User
from games.core.documents import records
from games.core.models import ChatLine, Match, Ruling
from games.management.commands.cases import played_out
from games.measures.models import Measure
from games.reports import standing
from games.reports.models import Report

pytestmark = pytest.mark.django_db


def made(*given: str) -> list[str]:
    """Return what the command prints; all that it has made goes again."""
    out = StringIO()
    with transaction.atomic():
        call_command("cases", *given, stdout=out)
        transaction.set_rollback(True)
    return out.getvalue().splitlines()


def test_the_same_seed_makes_the_same_cases_and_another_one_others(settings: Any) -> None:
    settings.DEVELOPMENT = True
    one = made("--seed", "7")
    assert len(one) == 41
    assert not any("hide" in line.lower() for line in one)
    solved = made("--seed", "7", "--solutions")
    assert [line for line in solved if not line.startswith("      ")] == one
    assert len(solved) >= 81
    assert made("--seed", "8") != one


@pytest.fixture
def afternoon() -> User:
    """Mo, for whom forty cases wait."""
    return played_out("7").mo


def of(name: str) -> Any:
    """Return the reports about somebody."""
    return Report.objects.filter(reported__username=name)


def test_there_are_forty_reports_among_25_people_in_matches_of_all_three_games(afternoon: User) -> None:
    assert Report.objects.count() == 40
    assert 23 <= User.objects.filter(is_bot=False, is_staff=False).count() <= 27
    games = Counter(Match.objects.values_list("game", flat=True))
    assert 20 <= games.total() <= 25
    assert len(games) == 3
    assert min(games.values()) >= 6
    assert ChatLine.objects.count() > 150
    assert list(records.check_each(list(Match.objects.all()))) == [None] * games.total()
    assert not ChatLine.objects.filter(created__gt=timezone.now()).exists()
    assert not Report.objects.filter(created__gt=timezone.now()).exists()


def test_mo_is_involved_in_two_and_finds_all_others(afternoon: User) -> None:
    involved = standing.involving(afternoon.pk)
    assert set(involved.values_list("reporter__username", "kind")) >= {("Quinn", "line")}
    assert involved.filter(kind="match", match__seats__user=afternoon).count() == 1
    assert involved.count() == 2
    assert Block.objects.get().blocker == afternoon
    assert standing.open_for(afternoon) == 37  # and one is closed


def test_every_other_trap_is_there(afternoon: User) -> None:
    insults = of("Kurt77")
    assert len({(each.match_id, each.reporter_id) for each in insults}) == insults.count() == 4
    assert len({each.line.text for each in of("PromoPete")}) == 1
    assert len({each.reporter_id for each in of("PromoPete")}) == 3
    assert of("YouAreTrash").filter(reason="name").count() == 2
    assert of("Mia").get().reported.is_staff
    assert Report.objects.filter(reported__left__isnull=False).count() == 1
    assert {of(name).get().reason for name in ("TinaWeber", "TimoWeber")} == {"cheating"}
    assert Match.objects.filter(seats__user__username="TinaWeber", seats__number__isnull=False).count() == 1
    assert Report.objects.filter(reporter__username="Wanda").count() == 8
    assert {of(name).get().reported.language for name in ("Gerd", "Gino")} == {"de", "it"}
    assert Report.objects.filter(reported__guest_until__isnull=False).count() == 1
    assert Report.objects.filter(reported=None, match__seats__house=True).count() == 1
    assert [of("Viktor").get().kind, Report.objects.get(match__seats__user__username="Viktor").kind] == [
        "player",
        "match",
    ]


def test_a_decision_quotes_a_hidden_line(afternoon: User) -> None:
    [ruling] = Ruling.objects.all()
    hidden = ChatLine.objects.get(match=ruling.match, hidden__isnull=False)
    assert hidden.text in ruling.reason
    assert {each.kind for each in Report.objects.filter(match=ruling.match)} == {"match", "line"}


def test_a_suspended_person_has_answered_and_a_term_is_over_that_nobody_has_ended(afternoon: User) -> None:
    suspended = Measure.objects.get(kind="suspend")
    assert suspended.answered
    assert not suspended.judged
    assert not suspended.person.is_active
    assert suspended.report is not None
    assert suspended.report.state == "closed"
    over = Measure.objects.get(kind="mute")
    assert over.ends is not None
    assert (over.ended, over.ends < timezone.now()) == (None, True)
    assert of("Xaver").get().line.created > over.ends


def test_it_is_not_made_twice(settings: Any) -> None:
    settings.DEVELOPMENT = True
    User.objects.create_user("Mia")
    with pytest.raises(CommandError, match="Make them in a new copy"):
        call_command("cases")
    assert not Report.objects.exists()


def test_outside_development_nothing_is_made() -> None:
    with pytest.raises(CommandError, match="in development only"):
        call_command("cases")
    assert not User.objects.exists()
