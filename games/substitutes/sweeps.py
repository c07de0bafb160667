"""Seats that nobody has taken over in time are closed."""

from __future__ import annotations

import logging
from datetime import datetime

from django.utils import timezone

from games.core.services import outages, sweeps
from games.substitutes import services as substitutes

logger = logging.getLogger(__name__)


def close_seats(now: datetime | None = None) -> int:
    """Close the seats that nobody has taken over in time; in how many matches that was."""
    now = now or timezone.now()
    if sweeps.heartbeat(now):
        return 0
    until = outages.well_until(now)
    return sum(_close_seat(match_id, until) for match_id in list(substitutes.lapsed(until)[: sweeps.ROWS_A_SWEEP]))


def _close_seat(match_id: int, now: datetime) -> bool:
    try:
        return substitutes.lapse(match_id, now)
    except Exception:  # one broken match must not keep the others open
        logger.exception("The seat of match %s could not be closed", match_id)
        return False
