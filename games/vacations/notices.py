"""What a player is told of a vacation that the site has taken: queued with it, written when it is sent."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _, ngettext

from accounts import outbox
from accounts.channels import Notice
from accounts.links import absolute
from accounts.models import User, Vacation
from accounts.vacations import balance
from games.core.models import Seat
from games.core.reading.dates import spell
from games.core.reading.seen import opponents

VACATION = "vacation"


def queue(vacation: Vacation, seat: Seat) -> None:
    """Queue news of a vacation for whom it was taken; `seat` is that whose time was nearly up."""
    payload = {"vacation": vacation.pk, "match": seat.match_id, "seat": seat.pk}
    outbox.queue(vacation.user_id, VACATION, f"{vacation.pk}", payload)


def vacation_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Tell a player until when it lasts, what is left of the year's allowance, and how to end it.

    Say also how to have none again. Return `None` once it is over. A player who wants no reminders is told all the
    same: days are used up.
    """
    now = timezone.now()
    vacation = Vacation.objects.filter(pk=payload["vacation"], ends__gt=now).first()
    if vacation is None:
        return None
    seat = Seat.objects.select_related("match").get(pk=payload["seat"])
    seats = Seat.objects.filter(match=seat.match_id).select_related("user")
    free = balance(user.vacations.spans(), now, timedelta(days=settings.VACATION_DAYS)).free
    url = absolute("vacation")
    context = {
        "title": seat.match.title,
        "opponents": ", ".join(opponents(seats, seat.number)),
        "ends": vacation.ends,
        "left": length_in_words(free),
        "url": url,
        "days": settings.VACATION_DAYS,
    }
    until = spell(localtime(vacation.ends), _("j M Y, H:i"))
    subject = _("Your time was nearly up, so you’re on vacation until {until}").format(until=until)
    preference = "reminder_mails" if outbox.wants(user, "reminder_mails") else ""
    return Notice(subject, "vacation", context, preference, url=url, urgent=True)


def length_in_words(time: timedelta) -> str:
    """Return a length of vacation, in days and hours; never more than it is."""
    days = time.days
    hours = time.seconds // 3600
    parts = [ngettext("{count} day", "{count} days", days).format(count=days)] if days else []
    if hours or not days:
        parts.append(ngettext("{count} hour", "{count} hours", hours).format(count=hours))
    return " ".join(parts)
