"""Hints as claims: positions of random matches in which a hint is shown are played on, and what it says is held against
what happens. The module `claims` of each game's tests says how each claim can be told to hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from games.rules import engine
from games.rules.chance import Chance, KeyedChance
from games.rules.engine import AnyGame, AnyPosition
from games.rules.game import Event, Seat, Step
from games.rules.guide import Hint
from tests.parts import games
from tests.rules.contract.playouts import Match

BOLD = re.compile(
    r"\b(only|at once|stays?|wins?|won(?!’)|(round|match|battle) ends|ends the|cannot be|any more)\b", re.IGNORECASE
)
"""What makes a hint a claim that has to be held against what happens."""
AGAIN = 5  # times that each corner is played on
SAMPLES = 30  # positions in which each hint is tried
COURSE = 40  # entries played on from each


Sighting = tuple[AnyPosition, Seat, Hint]
"""Where a hint is shown, and to whom."""


class Played(NamedTuple):
    """An entry on the way on: states, and what happened."""

    seat: Seat
    text: str
    before: Any
    after: Any
    events: list[Event]


class Shown(NamedTuple):
    """A hint that a seat is shown in a state, and how the match went on from there."""

    state: Any
    seat: Seat
    hint: Hint
    course: list[Played]

    @property
    def words(self) -> str:
        """What the hint says in English."""
        return str(self.hint.text)


class Claim(NamedTuple):
    """How to tell whether a hint holds: None where the match did not go so that it could be told.

    `eager` are the beginnings of the steps that are taken wherever that is possible.
    """

    holds: Callable[[Shown], bool | None]
    eager: tuple[str, ...] = ()


class Claims(NamedTuple):
    """The claims of a game by the keys of its hints, and in how many matches they are looked for.

    `corners` are positions that random matches hardly ever reach. Each of them is played on several times.
    """

    by_key: Mapping[str, Claim]
    matches: int
    corners: Sequence[AnyPosition] = ()


def claims(slug: str) -> Claims:
    """Return those of one game."""
    found: Claims = games.needed(slug, "claims").CLAIMS
    return found


@cache
def sightings(rules: AnyGame) -> dict[str, list[Sighting]]:
    """Return where each hint is shown, by its key: corners and positions of random matches.

    There are a few of each match.
    """
    found = dict[str, list[Sighting]]()
    known = claims(rules.meta.slug)
    for position in known.corners:
        for key, each in _shown(rules, [position]).items():
            found.setdefault(key, []).extend(each * AGAIN)
    for number in range(known.matches):
        chance, plies = KeyedChance(b"sightings %d" % number), Match(rules, number).play().plies
        for key, each in _shown(rules, [ply.before for ply in plies]).items():
            chance.shuffle(each, key)
            found.setdefault(key, []).extend(each[: 1 + SAMPLES // known.matches])
    return found


def _shown(rules: AnyGame, positions: list[AnyPosition]) -> dict[str, list[Sighting]]:
    found = dict[str, list[Sighting]]()
    for position in positions:
        for seat in range(rules.meta.seats):
            for hint in rules.hints(rules.view(position.state, seat), seat):
                found.setdefault(hint.key, []).append((position, seat, hint))
    return found


def play_on(rules: AnyGame, position: AnyPosition, seat: Seat, claim: Claim, chance: Chance) -> list[Played]:
    """Play at random from a position. The seat begins if it owes a move.

    Both sides take what the claim is eager to see.
    """
    course = list[Played]()
    while (owing := sorted(engine.to_act(rules, position))) and len(course) < COURSE:
        mover = seat if seat in owing else owing[0]
        steps = _compose(rules, position, mover, claim.eager, chance)
        after, events = engine.apply(rules, position, mover, steps, chance)
        course.append(Played(mover, engine.move_text(rules, steps), position.state, after.state, events))
        position = after
    return course


def _compose(rules: AnyGame, position: AnyPosition, seat: Seat, eager: tuple[str, ...], chance: Chance) -> list[Step]:
    steps = list[Step]()
    plan = engine.preview(rules, position, seat, steps)
    while plan.legal and not (plan.complete and chance.below(2, "end")):
        wanted = [step for step in plan.legal if rules.text(step).startswith(eager)] if eager else []
        choices = wanted or plan.legal
        steps.append(choices[chance.below(len(choices), "step")])
        plan = engine.preview(rules, position, seat, steps)
    return steps
