"""A moderator who plays with somebody in a case reads it, and neither takes nor closes it, alone or with another."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.core.services import play
from games.reports import filing, services as reports, standing
from games.reports.models import Report
from games.reports.standing import ReportError
from tests.games.browsing import told
from tests.games.desk.test_acts import page, said
from tests.games.tables import begin

pytestmark = pytest.mark.django_db

WHY = "You’re playing a match with Cat. Ask another moderator."


def on_profile(reporter: User, reported: User) -> Report:
    return filing.file(reporter, "player", reported.username, "other", "See for yourself.")


@pytest.fixture
def free(ann: User, ben: User) -> Report:
    """A report of a profile with which the moderator can close others."""
    return on_profile(ann, ben)


@pytest.fixture(params=["by", "about"])
def barred(request: pytest.FixtureRequest, free: Report, ann: User, ben: User, cat: User, max_: User) -> Report:
    """A report by or about a player with whom the moderator plays, and which stands beside the other one."""
    begin(cat, max_, public_id="othermatch")
    return on_profile(cat, ben) if request.param == "by" else on_profile(ann, cat)


def test_its_page_says_who_decides_and_offers_nothing_that_fails(moderator: Client, barred: Report) -> None:
    shown = told(moderator.get(page(barred)))
    assert WHY in shown
    assert [name for name in ("take", "close") if page(barred, name) in shown] == []
    for name in ("take", "close"):
        answer = moderator.get(page(barred, name), follow=True)
        assert (answer.redirect_chain, said(answer)) == ([(page(barred), 302)], [WHY])
        answer = moderator.post(page(barred, name), {"outcome": "nothing"})
        assert (answer.status_code, said(answer)) == (422, [WHY])
    assert Report.objects.get(pk=barred.pk).state == "open"


def test_it_is_not_closed_with_another(moderator: Client, free: Report, barred: Report) -> None:
    shown = told(moderator.get(page(free)))
    assert [name for name in ("also", "idle") if f'name="{name}" value="{barred.pk}"' in shown] == []
    tick = "also" if barred.reported_id == free.reported_id else "idle"
    answer = moderator.post(page(free, "close"), {"outcome": "nothing", tick: [barred.pk]})
    assert (answer.status_code, said(answer)) == (422, [WHY])
    assert set(Report.objects.values_list("state", flat=True)) == {"open"}


def test_it_is_handed_to_nobody_who_plays_with_them(barred: Report, max_: User, mo: User) -> None:
    assert [mo] == list(standing.judges(barred))


def test_one_that_was_taken_before_can_be_handed_back(
    moderator: Client, free: Report, ben: User, max_: User, mo: User
) -> None:
    reports.take_report(free.pk, max_)
    match = begin(ben, max_, public_id="othermatch")
    with pytest.raises(ReportError, match="You’re playing a match with Ben"):
        reports.close_report(free.pk, max_, "nothing", "Nothing.")
    assert page(free, "hand_back") in told(moderator.get(page(free)))
    play.resign(match.public_id, ben.pk)
    reports.close_report(free.pk, max_, "nothing", "Nothing.")
    assert Report.objects.get().state == "closed"
