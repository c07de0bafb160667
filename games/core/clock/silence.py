"""When the service was out of reach: pure functions."""

from datetime import datetime, timedelta

from games.core.clock.stops import Span

MIN_OUTAGE = timedelta(minutes=5)
"""A silence of the heartbeat longer than this is an outage."""
MAX_STANDSTILL = timedelta(days=7)
"""For how long the clocks stand at most because the site does not answer."""


def lost(last_beat: datetime, now: datetime) -> timedelta:
    """Return how long the service was silent; nothing for the usual gap between two beats."""
    silence = now - last_beat
    return silence if silence > MIN_OUTAGE else timedelta()


def overlap(span: Span, since: datetime, until: datetime) -> timedelta:
    """Return how much of a span in which nobody could play is given back to what ran `since` then, and would have ended
    `until` then: nothing where that was before it.
    """
    began, ended = span
    return max(ended - max(began, since), timedelta()) if until > began else timedelta()


def well_until(answered: datetime | None, now: datetime) -> datetime:
    """Return until when people could play, as far as it is known `now`.

    `answered` is when the site last answered. Don't wait for a site that never did, or hasn't for long: the fault may
    lie with the checker.
    """
    if answered is None or now - answered > MAX_STANDSTILL:
        return now
    return min(now, answered)
