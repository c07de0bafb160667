"""When a person wants to be told: at once or in a summary, and not in the quiet hours of the person's own time zone.

Pure functions of what was chosen and of moments, all of them aware datetimes. Only notices of a sort that can be
switched off follow a rhythm: what concerns an account is told at once.
"""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from accounts.channels import Notice
from accounts.models import Preferences

Rhythm = Preferences.Rhythm

HOUR = timedelta(hours=1)


def next_moment(chosen: Preferences | None, zone: ZoneInfo, notice: Notice, since: datetime, now: datetime) -> datetime:
    """Return the first moment from `now` on at which a notice that was due at `since` may be told.

    `now` where that is so.
    """
    if chosen is None or not notice.preference or (notice.urgent and chosen.urgent_anyway):
        return now
    return _after_quiet(chosen, zone, max(now, _summary(chosen, zone, since)))


def is_summed(chosen: Preferences | None) -> bool:
    """Say whether a person is told in summaries."""
    return chosen is not None and chosen.rhythm in (Rhythm.HOURLY, Rhythm.DAILY)


def _summary(chosen: Preferences, zone: ZoneInfo, since: datetime) -> datetime:
    """Return when the first summary from `since` on is written; `since` where there are none."""
    local = since.astimezone(zone)
    if chosen.rhythm == Rhythm.HOURLY:
        return _full_hour(local)
    if chosen.rhythm == Rhythm.DAILY:
        return _next_at(chosen.summary_hour, local, zone)
    return since


def _full_hour(local: datetime) -> datetime:
    """Return the first moment from `local` on at which the clock there shows a full hour, though it be put by half of
    one.
    """
    into = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
    found = local.astimezone(UTC) + (HOUR - into if into else timedelta())
    shown = found.astimezone(local.tzinfo)
    return _full_hour(shown) if shown.minute else found


def _next_at(hour: int, local: datetime, zone: ZoneInfo) -> datetime:
    """Return the first moment from `local` on at which the clock of a zone shows this hour; where a day leaves that
    out, the first one after it.
    """
    days = (local.date() + timedelta(days=ahead) for ahead in range(3))
    moments = (datetime.combine(day, time(hour), zone).astimezone(UTC) for day in days)
    return next(found for found in moments if found >= local)


def _after_quiet(chosen: Preferences, zone: ZoneInfo, at: datetime) -> datetime:
    """Return the end of the quiet hours in which a moment lies; the moment itself where it lies in none."""
    begin = chosen.quiet_from
    end = chosen.quiet_to
    if begin is None or end is None or begin == end:
        return at
    local = at.astimezone(zone)
    is_quiet = begin <= local.hour < end if begin < end else local.hour >= begin or local.hour < end
    return _next_at(end, local, zone) if is_quiet else at
