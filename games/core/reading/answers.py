"""How long somebody usually takes for a move, from matches that are over."""

from dataclasses import dataclass
from datetime import timedelta
from statistics import quantiles

from django.db.models import F, OuterRef, Q, Subquery
from django.utils.translation import gettext as _, ngettext

from games.core.models import Entry
from games.core.reading import reliability

MATCHES_TIMED = 20
"""Newest finished matches with people from which the times are taken, of those that everybody may look at."""


@dataclass(frozen=True)
class Quartiles:
    """A quarter, half and three quarters of the moves took at most so long. Nights and weekends are in it: these are
    spans of time, which tell nobody's hours."""

    quarter: timedelta
    half: timedelta
    three_quarters: timedelta

    @property
    def in_words(self) -> str:
        first, half, third = (span_in_words(each) for each in (self.quarter, self.half, self.three_quarters))
        if first == third:
            return half
        return _("{half}; half of all moves took {first} to {third}").format(half=half, first=first, third=third)


def times(user_id: int) -> Quartiles | None:
    """Return how long a user's moves took in the newest MATCHES_TIMED matches; `None` without any move.

    This takes one query. The time for a move is that between it and the entry before it in the log, no matter who made
    that entry, entry 0 included. So if several players owe a move at the same time, each later answer is timed from the
    answer before.
    """
    played = reliability.with_people().filter(user=user_id, match__private=False)
    newest = played.order_by("-match__ended", "-pk")[:MATCHES_TIMED]
    before = Entry.objects.filter(match=OuterRef("match"), ply=OuterRef("ply") - 1).values("created")
    here = Q(match__seats__taken_ply=None) | Q(match__seats__taken_ply__lt=F("ply"))  # and not one who sat there before
    own = Entry.objects.filter(here, match__seats__in=newest.values("pk"), match__seats__number=F("seat"))
    found = own.order_by().annotate(asked=Subquery(before)).values_list("asked", "created")
    taken = [made - asked for asked, made in found]
    return quartiles(taken) if taken else None


def quartiles(taken: list[timedelta]) -> Quartiles:
    """Return the quartiles of at least one span of time."""
    seconds = [each.total_seconds() for each in taken]
    found = quantiles(seconds, n=4, method="inclusive") if len(seconds) > 1 else seconds * 3
    return Quartiles(*(timedelta(seconds=each) for each in found))


def span_in_words(time: timedelta) -> str:
    """Return a span of time as you say it, rounded, in the largest unit with at least two of it."""
    minutes = round(time.total_seconds() / 60)
    if minutes < 1:
        return _("under a minute")
    if minutes < 120:
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    hours = round(minutes / 60)
    if hours < 48:
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    days = round(hours / 24)
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
