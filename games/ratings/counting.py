"""Which matches count: one function of the facts of a match, and of the absences that have counted before."""

from collections.abc import Collection
from enum import Enum

from games.ratings.facts import LOST, Key, PlayerKind, RatedMatch, Sat


class Verdict(Enum):
    """Whether a match counts, or why it does not."""

    COUNTS = "counts"
    UNRATED = "unrated"
    VOID = "void"
    SUBSTITUTE = "substitute"
    HOUSE = "house"
    GUEST = "guest"
    STRUCK = "struck"
    UNMOVED = "unmoved"
    PROGRAM = "program"
    ABSENCE = "absence"
    PAIRED = "paired"
    """It counts together with the other match of its pair, once that is over too."""


Absence = tuple[Key, Key]
"""A player, and the name of an absence."""


def verdict(facts: RatedMatch, counted: Collection[Absence] = ()) -> Verdict:
    """Say whether a match counts by itself, where these absences have counted in its game before.

    The first reason that holds is given; their order is that of docs/ratings.md.
    """
    reasons = {
        Verdict.SUBSTITUTE: facts.substituted,
        Verdict.UNRATED: not facts.rated,
        Verdict.VOID: facts.void,
        Verdict.HOUSE: any(seat.kind is PlayerKind.HOUSE for seat in facts.seats),
        Verdict.GUEST: any(seat.kind is PlayerKind.GUEST for seat in facts.seats),
        Verdict.STRUCK: facts.struck,
        Verdict.UNMOVED: not all(seat.moved for seat in facts.seats),
        Verdict.PROGRAM: any(_gains_by_program(seat) for seat in facts.seats),
        Verdict.ABSENCE: any(absence in counted for absence in absences(facts)),
    }
    return next((reason for reason, holds in reasons.items() if holds), Verdict.COUNTS)


def absences(facts: RatedMatch) -> list[Absence]:
    """Return the absences by which seats of a match have lost."""
    return [(seat.player, seat.absence) for seat in facts.seats if seat.absence is not None]


def _gains_by_program(seat: Sat) -> bool:
    """Say whether a program that nobody was told of has played and not lost.

    A loss counts all the same: else one move sent with a token would be a way out of a lost match.
    """
    return seat.by_program and seat.kind is PlayerKind.PERSON and seat.points > LOST
