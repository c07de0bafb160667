"""Scenes of vacations, beside those of `doors.py`: Ann's, and beside it one of Ben's."""

from __future__ import annotations

from datetime import timedelta

from accounts.models import Vacation
from games.vacations import services as vacations
from tests.games.rows.doors import DAY, NOON, Act, Cast, door
from tests.games.tables import turn

MINUTE = timedelta(minutes=1)


def planned(cast: Cast) -> Vacation:
    """Return a vacation of Ann's, which her match knows of; Ben has one too."""
    cast.match()
    vacations.plan_vacation(cast.ben, NOON + DAY, NOON + 2 * DAY)
    return vacations.plan_vacation(cast.ann, NOON + DAY, NOON + 2 * DAY)


@door("games.vacations.services._planned")
def _plan(cast: Cast) -> Act:
    cast.match()
    return lambda: vacations._planned(cast.ann, NOON + DAY, NOON + 2 * DAY)


@door("games.vacations.services._note_in")
def _note_in(cast: Cast) -> Act:
    match = cast.match()
    for user in (cast.ann, cast.ben):
        vacations._planned(user, NOON + DAY, NOON + 2 * DAY)
    return lambda: vacations._note_in([match.pk], cast.ann.pk)


@door("games.vacations.services._take")
def _take(cast: Cast) -> Act:
    match = cast.match()
    due = turn(match, cast.ann).deadline
    return lambda: vacations._take(cast.ann.pk, match.pk, due - MINUTE)


def call_off(cast: Cast) -> Act:
    made = planned(cast)
    return lambda: vacations.call_off(cast.ann, made.pk)


def come_back(cast: Cast) -> Act:
    planned(cast)
    Vacation.objects.update(begins=NOON)
    return lambda: vacations.come_back(cast.ann.pk)


def choose_automatic(cast: Cast) -> Act:
    vacations.choose_automatic(cast.cat, wanted=True)
    return lambda: vacations.choose_automatic(cast.ann, wanted=False)
