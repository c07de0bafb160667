"""Seats that nobody has taken over in time are closed."""

from datetime import datetime

from django.utils import timezone

from games.core.services import outages, sweeps
from games.substitutes import services as substitutes


def close_seats(now: datetime | None = None) -> int:
    """Close the seats that nobody has taken over in time; in how many matches that was."""
    now = now or timezone.now()
    if sweeps.heartbeat(now):
        return 0
    until = outages.well_until(now)
    fault = "The seat of match %s could not be closed"
    lapsed = list(substitutes.lapsed(until)[: sweeps.ROWS_A_SWEEP])
    return sum(bool(sweeps.attempt(fault, substitutes.lapse, match_id, until)) for match_id in lapsed)
