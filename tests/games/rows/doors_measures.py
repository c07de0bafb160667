"""Scenes of measures, beside those of `doors.py`: Cat decides about Ann, and Ben is the other moderator."""

from __future__ import annotations

from games.measures import halts, services as measures
from games.measures.models import Kind, Measure
from games.reports.models import random_key
from tests.games.rows.doors import DAY, NOON, Act, Cast, door


def decided(cast: Cast, kind: str = Kind.MUTE) -> Measure:
    """Return a measure of Cat about Ann, for three days where it has a term."""
    return measures.take(cast.ann, kind, "An insult.", 3, cast.cat)


def suspended(cast: Cast) -> Measure:
    """Return a suspension of Ann that no match knows yet."""
    given = {"person": cast.ann, "by": cast.cat, "reason": "An insult."}
    return Measure.objects.create(kind=Kind.SUSPEND, begun=NOON, ends=NOON + 3 * DAY, **given)


def appealed(cast: Cast) -> Measure:
    """Return a measure that Ann has answered."""
    made = decided(cast)
    measures.appeal(made, cast.ann, "It wasn’t me.")
    return made


@door("games.measures.services.take")
def _take(cast: Cast) -> Act:
    return lambda: decided(cast)


@door("games.measures.services.take_once")
def _take_once(cast: Cast) -> Act:
    planned = measures.Planned(Kind.MUTE, "You’ve insulted others.", 3, None)
    key = random_key()
    return lambda: measures.take_once(key, planned, cast.ann, cast.ben)


@door("games.measures.services.undo")
def _undo(cast: Cast) -> Act:
    made = decided(cast)
    return lambda: measures.undo(made, cast.ben)


@door("games.measures.services.appeal")
def _appeal(cast: Cast) -> Act:
    made = decided(cast)
    return lambda: measures.appeal(made, cast.ann, "It wasn’t me.")


@door("games.measures.services.judge")
def _judge(cast: Cast) -> Act:
    made = appealed(cast)
    return lambda: measures.judge(made, cast.ben, "lifted", "It was somebody else.")


@door("games.measures.services.unjudge")
def _unjudge(cast: Cast) -> Act:
    made = appealed(cast)
    measures.judge(made, cast.ben, "lifted", "It was somebody else.")
    return lambda: measures.unjudge(made, cast.ben, "It was a slip.")


@door("games.measures.services.second_closing")
def _second(cast: Cast) -> Act:
    made = decided(cast, Kind.CLOSE)
    return lambda: measures.second_closing(made, cast.ben)


@door("games.measures.services.reword")
def _reword(cast: Cast) -> Act:
    made = decided(cast)
    return lambda: measures.reword(made, cast.cat, "You’ve insulted somebody.")


@door("games.measures.services._end_one")
def _end(cast: Cast) -> Act:
    made = decided(cast)
    return lambda: measures._end_one(made.pk, cast.ann.pk, NOON + 4 * DAY)


@door("games.measures.halts._tell")
def _tell(cast: Cast) -> Act:
    match = cast.match()
    suspended(cast)
    return lambda: halts._tell([match.pk], cast.ann.pk)
