"""What tests of measures share: moderators, measures, and the letters that were sent."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import Group
from django.core import mail
from django.utils import timezone

from accounts import outbox
from accounts.models import User
from games.measures import services as measures
from games.measures.models import Kind, Measure
from games.reports.models import Report
from tests.parts.cast import person

DAY = timedelta(days=1)


def moderator(name: str) -> User:
    """Return a member of the group of moderators."""
    made = person(name, is_staff=True)
    made.groups.add(Group.objects.get(name="Moderators"))
    return made


def taken(
    about: User, by: User, kind: str = Kind.MUTE, term: int | None = 3, report: Report | None = None, **more: Any
) -> Measure:
    """Return a measure that a moderator has taken."""
    made = measures.take(about, kind, more.get("reason", "You’ve insulted others."), term, by, report)
    return Measure.objects.get(pk=made.pk)


def again(measure: Measure) -> Measure:
    return Measure.objects.get(pk=measure.pk)


def past(measure: Measure, days: float) -> Measure:
    """Return a measure as if it had been taken so many days before."""
    ago = timedelta(days=days)
    ends = measure.ends - ago if measure.ends else None
    Measure.objects.filter(pk=measure.pk).update(begun=measure.begun - ago, ends=ends)
    return again(measure)


def over_since(measure: Measure) -> Measure:
    """Return a measure as it is an hour after its term."""
    assert measure.ends is not None
    return past(measure, (measure.ends - timezone.now() + timedelta(hours=1)) / DAY)


def letters(user: User) -> list[Any]:
    """Return what was sent to a user, the oldest first; all that waits is sent."""
    outbox.deliver_due()
    return [letter for letter in mail.outbox if letter.to == [user.email]]
