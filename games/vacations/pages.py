"""What the page of one's vacations shows."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db.models import Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Preferences, User, Vacation
from games.vacations import services as vacations
from games.vacations.notices import length_in_words


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
    """Return the page of a user's vacations."""
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


def lasting(user: User) -> Subquery:
    """Return when the vacation ends that a user is on, as a column of another query; None without one."""
    found = Vacation.objects.at(timezone.now()).filter(user=user).order_by("begins")
    return Subquery(found.values("ends")[:1])
