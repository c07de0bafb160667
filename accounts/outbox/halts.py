"""When a channel's server refuses letters for everybody, all letters of the channel wait, and none of them fails.

What a server has not taken is marked until it takes another letter. Where it refuses us, or several mailboxes in a row
for good, the channel is halted: those that had failed wait again, and one letter at a time is tried, at growing
intervals, until one is taken. Nobody can halt letters by addresses that do not exist: only people with an account
count, and no mailbox that has turned out to be at fault itself.
"""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Exists, F, Max, OuterRef, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import Halt, Outbox

logger = logging.getLogger(__name__)

MAILBOXES = 3
"""So many different mailboxes of people with an account, refused in a row, are not at fault themselves."""
WAITS = [timedelta(minutes=minutes) for minutes in (1, 2, 5, 10, 15)]


def letter_accepted(channel: str) -> None:
    """Note that a letter was taken, and let the others go out again.

    What was refused before was refused for its own sake.
    """
    Outbox.objects.filter(refused=True, channel=channel).update(refused=False)
    if Halt.objects.filter(channel=channel).delete()[0]:
        logger.warning("Letters by %s are taken again; all that wait go out now.", channel)


def letter_refused(channel: str, error: str) -> None:
    """Note that a letter was refused; halt the channel if letters to several mailboxes failed in a row."""
    if _failed(channel).exclude(recipient=None).values("mailbox").distinct().count() >= MAILBOXES:
        halt(channel, error)


def at_fault(channel: str, mailbox: str) -> bool:
    """Say whether a mailbox is known to be at fault: a letter to it failed before others were taken, and none was
    since.
    """
    told = Outbox.objects.filter(channel=channel, mailbox=mailbox, refused=False)
    last = told.aggregate(failed=Max("failed_at"), sent=Max("sent_at"))
    return last["failed"] is not None and (last["sent"] is None or last["sent"] < last["failed"])


def halt(channel: str, error: str) -> None:
    """Let all letters of a channel wait, those included that have failed since its server last took one.

    When they failed stays noted: what fails again after others were taken is at fault itself.
    """
    now = timezone.now()
    _failed(channel).update(status=Outbox.Status.PENDING, attempts=F("attempts") - 1, next_try=now)
    first = {"since": now, "next_try": now + WAITS[0], "error": error}
    _halt, made = Halt.objects.get_or_create(channel=channel, defaults=first)
    if made:
        logger.error("Letters by %s are refused no matter who they are for, so all of them wait; see /admin/.", channel)
    else:
        Halt.objects.filter(channel=channel).update(error=error)


def is_halted(channel: str) -> bool:
    """Say whether the letters of a channel wait."""
    return Halt.objects.filter(channel=channel).exists()


def alarms() -> list[str]:
    """Return what the people who look after letters must know now.

    That is which channels send nothing, since when and why.
    """
    return [f"{_alarm(halt)} {_outlook(halt)}" for halt in Halt.objects.order_by("since")]


def _alarm(halt: Halt) -> str:
    template = _("We can’t send anything by %(channel)s: the server has been refusing all messages since %(since)s.")
    return template % {"channel": halt.channel, "since": date_format(localtime(halt.since), "DATETIME_FORMAT")}


def _outlook(halt: Halt) -> str:
    template = _(
        "All messages are on hold, and none is lost. After %(again)s, we’ll try again with one message. %(error)s"
    )
    return template % {"again": date_format(localtime(halt.next_try), "DATETIME_FORMAT"), "error": halt.error}


def halted() -> Exists:
    """Return the same of the channel of a row, to be asked with it."""
    return Exists(Halt.objects.filter(channel=OuterRef("channel")))


def doubted() -> Exists:
    """Say whether the server of a row's channel has refused others since it last took one; to be asked with the row."""
    return Exists(Outbox.objects.filter(refused=True, channel=OuterRef("channel")))


def to_try(now: datetime) -> Iterator[str]:
    """Yield the halted channels by which a letter is to be tried now, each to one caller alone."""
    for each in Halt.objects.filter(next_try__lte=now):
        tries = each.tries + 1
        next_try = now + WAITS[min(tries, len(WAITS) - 1)]
        if Halt.objects.filter(channel=each.channel, tries=each.tries).update(tries=tries, next_try=next_try):
            yield each.channel


def ask_soon(channel: str) -> None:
    """Let the next sweep try a letter of a halted channel: this one had none by which the server could be asked."""
    Halt.objects.filter(channel=channel, tries__gt=0).update(tries=F("tries") - 1, next_try=timezone.now())


def try_now() -> None:
    """Let the next sweep try a letter of each halted channel."""
    Halt.objects.update(next_try=timezone.now())


def _failed(channel: str) -> QuerySet[Outbox]:
    """Return what has failed since the channel's server last took a letter."""
    return Outbox.objects.filter(refused=True, channel=channel, status=Outbox.Status.FAILED)
