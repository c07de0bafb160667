"""What the page of one's vacations shows, and what others of a match see of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Preferences, User, Vacation
from games.core.models import Seat
from games.vacations import services as vacations
from games.vacations.notices import length_in_words

SHOWN_BEFORE = timedelta(days=7)
"""How long before it begins a vacation is shown to the others of a match."""


@dataclass(frozen=True)
class Vacations:
    """A user's vacations of this year, and what is left of it, in words.

    `days` are those of a year; `lasting` is the one that lasts, if any, `to_come` and `over` all others. `automatic`:
    whether one is taken just before the user's time runs out, `most` days long at most.
    """

    days: int
    gone: str
    held: str
    free: str
    lasting: Vacation | None
    to_come: list[Vacation]
    over: list[Vacation]
    automatic: bool
    most: int


def page(user: User) -> Vacations:
    """The page of a user's vacations."""
    now = timezone.now()
    known = [each for each in user.vacations.filter(ends__year__gte=now.year) if each.begins < each.ends]
    left = vacations.allowance_left(user.pk)
    chosen = Preferences.objects.filter(user=user).first() or Preferences()
    return Vacations(
        days=settings.VACATION_DAYS,
        gone=_words(left.gone),
        held=_words(left.held),
        free=_words(left.free),
        lasting=next((each for each in known if each.begins <= now < each.ends), None),
        to_come=[each for each in known if each.begins > now],
        over=[each for each in known if each.ends <= now],
        automatic=chosen.auto_vacation,
        most=vacations.AUTOMATIC.days,
    )


def _words(time: timedelta) -> str:
    if timedelta() < time < timedelta(hours=1):
        return _("less than an hour")
    return length_in_words(time) if time else _("nothing")


@dataclass(frozen=True)
class Away:
    """A player's vacation as a match shows it: until when, and from when on where it has not begun."""

    name: str
    is_me: bool
    begins: datetime | None
    ends: datetime


def lasting(user: User) -> Subquery:
    """When the vacation ends that a user is on, as a column of another query; None without one."""
    found = Vacation.objects.at(timezone.now()).filter(user=user).order_by("begins")
    return Subquery(found.values("ends")[:1])


def away_shown(seats: Iterable[Seat], mine: Seat) -> list[Away]:
    """The vacations that stop clocks of a match now, or will soon; none once it is over."""
    now = timezone.now()
    spans = [(seat, _next(seat, now)) for seat in seats if seat.away and mine.match.ended is None]
    return [Away(seat.user.username, seat.pk == mine.pk, *span) for seat, span in spans if span is not None]


def _next(seat: Seat, now: datetime) -> tuple[datetime | None, datetime] | None:
    ends = seat.away_until(now)
    if ends is not None:
        return None, ends
    return next((span for span in sorted(seat.vacations) if now < span[0] <= now + SHOWN_BEFORE), None)
