"""Dates where a moderator looks: one form for days, one for moments, in each language."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext, override

from accounts.models import User
from games.core.models import Match
from games.core.reading.dates import spell
from games.reports import services as reports
from tests.games.browsing import told
from tests.games.desk.conftest import Reported

MARCH = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAYS = {"en": "2 Mar 2026", "de": "2. März 2026", "it": "2 mar 2026"}


@pytest.mark.parametrize("language", DAYS)
def test_django_writes_dates_as_the_desk_does(language: str) -> None:
    with override(language):
        assert formats.localize(MARCH.date(), use_l10n=True) == DAYS[language] == spell(MARCH, gettext("j M Y"))
        moment = f"{DAYS[language]}, 12:00"
        assert formats.localize(MARCH, use_l10n=True) == moment == spell(MARCH, gettext("j M Y, H:i"))
        short = [formats.date_format(MARCH, f"SHORT_{kind}_FORMAT") for kind in ("DATE", "DATETIME")]
        assert short == [DAYS[language], moment]


def test_each_language_has_its_form() -> None:
    assert [code for code, _ in settings.LANGUAGES] == list(DAYS)


@pytest.mark.django_db
@pytest.mark.parametrize("language", DAYS)
def test_lists_the_case_a_person_and_histories_show_one_form(
    language: str, moderator: Client, reported: Reported, max_: User, ben: User, noon: time_machine.Traveller
) -> None:
    noon.move_to(MARCH)
    type(reported.report).objects.update(created=MARCH)
    Match.objects.update(created=MARCH)
    User.objects.update(date_joined=MARCH, language=language)
    report = reports.take_report(reported.report.pk, max_)[0]
    moderator.post(reverse("admin:games_report_note", args=[report.pk]), {"text": "Seen."})
    moment = f"{DAYS[language]}, 12:00"
    for name, args in (
        ("index", []),
        ("games_report_changelist", []),
        ("games_report_change", [report.pk]),
        ("games_report_history", [report.pk]),
        ("games_match_change", [reported.match.pk]),
    ):
        assert moment in told(moderator.get(reverse(f"admin:{name}", args=args))), name
    for name, args in (("desk_person_changelist", []), ("desk_person_change", [ben.pk])):
        assert DAYS[language] in told(moderator.get(reverse(f"admin:{name}", args=args))), name
