"""What is told of a vacation that the site has taken."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core import mail

from accounts import outbox
from accounts.models import Outbox, Preferences, User
from games.core.models import Heartbeat, Match
from games.vacations import services as vacations, sweeps as vacation_sweeps
from tests.games.rows.doors import DAY, NOON

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def taken(match: Match, ann: User, noon: time_machine.Traveller) -> None:
    """Three days, four minutes before Ann's time was up."""
    noon.move_to(NOON + 3 * DAY - 4 * MINUTE)
    Heartbeat.objects.update_or_create(name="beat", defaults={"at": NOON + 3 * DAY - 4 * MINUTE})
    Outbox.objects.all().delete()
    assert vacation_sweeps.take_vacations() == 1


def sent() -> list[tuple[str, str]]:
    outbox.deliver_due()
    return [(str(letter.subject), str(letter.body)) for letter in mail.outbox]


@pytest.mark.parametrize(
    ("language", "subject", "left"),
    [
        (
            "en",
            "Your time was nearly up, so you’re on vacation until 8 Mar 2026, 11:56",
            "You have 27 days left",
        ),
        (
            "de",
            "Deine Zeit war fast um, darum bist du bis 8. März 2026, 11:56 im Urlaub",
            "noch 27 Tage von 30 Urlaubstagen.",
        ),
        (
            "it",
            "Il tuo tempo stava per scadere: ora sei in ferie fino a 8 mar 2026, 11:56",
            "Ancora disponibili: 27 giorni.",
        ),
    ],
)
def test_it_says_until_when_what_is_left_and_where_to_end_it(
    language: str, subject: str, left: str, taken: None, ann: User
) -> None:
    User.objects.filter(pk=ann.pk).update(language=language)
    [(found, text)] = sent()
    assert (found.lower(), left in text) == (subject.lower(), True)
    assert "En Garde" in text
    assert "Ben" in text
    assert "/settings/vacation/" in text


def test_who_wants_no_reminders_is_told_all_the_same(taken: None, ann: User) -> None:
    Preferences.objects.create(user=ann, reminder_mails=False, rhythm="off")
    assert len(sent()) == 1


def test_who_is_back_is_told_nothing(taken: None, ann: User) -> None:
    vacations.come_back(ann.pk)
    assert sent() == []


def test_it_is_told_in_quiet_hours_as_what_is_urgent_is(taken: None, ann: User) -> None:
    Preferences.objects.create(user=ann, quiet_from=0, quiet_to=23)
    assert len(sent()) == 1


def test_or_after_them_where_nothing_may_be_told_in_them(taken: None, ann: User) -> None:
    Preferences.objects.create(user=ann, quiet_from=0, quiet_to=23, urgent_anyway=False)
    assert sent() == []
    assert Outbox.objects.get(kind="vacation").held is not None
