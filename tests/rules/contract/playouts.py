"""Whole matches by chance, taken apart ply by ply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from games.rules import engine
from games.rules.chance import KeyedChance, digest_key
from games.rules.engine import AnyGame, AnyPosition, Entry
from games.rules.errors import RulesError
from games.rules.game import SPECTATOR, Event, Option, OptionValue, Seat, Step, Viewer
from games.rules.registry import game
from tests.parts import depth
from tests.rules.contract.hooks import hooks

MOVES = 40


class LabelledChance(KeyedChance):
    """Keyed chance that remembers which labels it was asked for."""

    def __init__(self, seed: bytes, epoch: int = 0) -> None:
        super().__init__(seed, epoch)
        self.labels: set[str] = set()

    def value(self, n: int, label: str) -> int:
        self.labels.add(label)
        return super().value(n, label)


class Ply(NamedTuple):
    """One move of a match and what it did."""

    seat: Seat
    steps: list[Step]
    entry: Entry
    before: AnyPosition
    after: AnyPosition
    events: list[Event]
    labels: set[str]
    seed: bytes

    @property
    def place(self) -> str:
        """Where a failure happened."""
        return f"match {int.from_bytes(self.seed[:2])} ply {self.entry.ply}"

    def chance(self) -> LabelledChance:
        """Return the chance of this match, as it stood before the ply."""
        return LabelledChance(self.seed)


class Match:
    """A match played by chance: its options, its log, and its plies from the first move on."""

    def __init__(self, rules: AnyGame, number: int) -> None:
        self.game = rules
        self.seed = number.to_bytes(2) * 16
        self.key = digest_key(self.seed)
        self.choices = KeyedChance(b"choices" + self.seed)
        self.options = {option.name: self._choose(values(option, rules), option.name) for option in rules.meta.options}
        opening = LabelledChance(self.seed)
        self.opened, _, text = engine.start(rules, self.options, None, opening)
        self.opening_labels = opening.labels
        self.entries: list[Entry] = []
        self.plies: list[Ply] = []
        self._enter(None, text, opening, self.opened)

    @property
    def positions(self) -> list[AnyPosition]:
        """Where the match stood after each entry."""
        return [self.opened, *(ply.after for ply in self.plies)]

    def play(self) -> Match:
        """Move by chance until nobody owes a move."""
        position = self.opened
        while owing := sorted(engine.to_act(self.game, position)):
            assert len(self.plies) < self.game.meta.bound, f"match {int.from_bytes(self.seed[:2])} does not end"
            position = self._move(position, self._choose(owing, "seat"))
        return self

    def _move(self, before: AnyPosition, seat: Seat) -> AnyPosition:
        steps, chance = self._compose(before, seat), LabelledChance(self.seed)
        after, events = engine.apply(self.game, before, seat, steps, chance)
        entry = self._enter(seat, engine.move_text(self.game, steps), chance, after)
        self.plies.append(
            Ply(
                seat=seat,
                steps=steps,
                entry=entry,
                before=before,
                after=after,
                events=events,
                labels=chance.labels,
                seed=self.seed,
            )
        )
        return after

    def _compose(self, position: AnyPosition, seat: Seat) -> list[Step]:
        steps: list[Step] = []
        plan = engine.preview(self.game, position, seat, steps)
        while plan.legal and not (plan.complete and self.choices.below(2, "end")):
            steps.append(self._choose(plan.legal, "step"))
            plan = engine.preview(self.game, position, seat, steps)
        return steps

    def _enter(self, seat: Seat | None, text: str, chance: LabelledChance, after: AnyPosition) -> Entry:
        entry = Entry(len(self.entries), seat, text, chance.draws)
        entry.digest = engine.digest(self.key, self.entries[-1].digest if self.entries else "", entry, after)
        self.entries.append(entry)
        return entry

    def _choose(self, items: Sequence[Any], label: str) -> Any:
        return items[self.choices.below(len(items), label)]


def values(option: Option, rules: AnyGame) -> Sequence[OptionValue]:
    """Return the values of an option that the matches are played with."""
    return hooks(rules.meta.slug).short.get(option.name) or [choice.value for choice in option.choices]


def played(slug: str, version: int) -> list[Match]:
    """Return the matches to look at closely."""
    return _played(slug, version, depth.whole_or(3, hooks(slug).matches))


def played_to_count(slug: str, version: int) -> list[Match]:
    """Return many matches, to count things in."""
    return _played(slug, version, depth.whole_or(6, hooks(slug).many))


@cache
def _played(slug: str, version: int, matches: int) -> list[Match]:
    return [Match(game(slug, version), number).play() for number in range(matches)]


def viewers(rules: AnyGame) -> list[Viewer]:
    """Return every seat and a spectator: all who see a match while it runs."""
    return [*range(rules.meta.seats), SPECTATOR]


def moves(rules: AnyGame, position: AnyPosition, seat: Seat) -> list[list[Step]]:
    """Return whole moves of the seat for each of its first steps, about forty in all.

    They come in the order of the lists of steps.
    """
    firsts = engine.legal_steps(rules, position, seat)
    share = max(1, MOVES // max(1, len(firsts)))
    return [move for step in firsts for move in islice(_moves(rules, position, seat, [step]), share)]


def _moves(rules: AnyGame, position: AnyPosition, seat: Seat, steps: list[Step]) -> Iterator[list[Step]]:
    plan = engine.preview(rules, position, seat, steps)
    if plan.complete:
        yield steps
    for step in plan.legal:
        yield from _moves(rules, position, seat, [*steps, step])


@cache
def all_steps(slug: str, version: int) -> list[Step]:
    """Return every step that was offered anywhere in the matches, in order of its text."""
    rules = game(slug, version)
    offered = {
        step
        for match in played(slug, version)
        for ply in match.plies
        for seat in engine.to_act(rules, ply.before)
        for move in moves(rules, ply.before, seat)
        for step in move
    }
    return sorted(offered, key=rules.text)


def refused(rules: AnyGame, position: AnyPosition, seat: Seat, steps: list[Step]) -> RulesError | None:
    """Return what `apply` says against a move, or None where it takes it."""
    try:
        engine.apply(rules, position, seat, steps, KeyedChance(b"refused"))
    except RulesError as error:
        return error
    return None
