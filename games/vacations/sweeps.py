"""Vacations are taken for players whose time is nearly up."""

from datetime import datetime

from django.utils import timezone

from games.core.services import outages, sweeps
from games.vacations import services as vacations

FAULT = "A vacation of user %s could not be taken or noted"


def take_vacations(now: datetime | None = None) -> int:
    """Take a vacation for every player whose time is nearly up and who has some left, and tell matches of those that
    they do not know of yet; how many were taken. To be done before time runs out for anybody."""
    now = now or timezone.now()
    if sweeps.heartbeat(now):
        return 0
    for user_id in vacations.unnoted()[: sweeps.ROWS_A_SWEEP]:
        sweeps.attempt(FAULT, vacations.update_matches, user_id)
    until = outages.well_until(now)  # while nobody can reach the site no time runs out
    due = vacations.players_in_need(until) + vacations.due_at_last(until)  # all: anyone left out may lose on time
    return sum(bool(sweeps.attempt(FAULT, vacations.take_vacation, *each, until)) for each in due)
