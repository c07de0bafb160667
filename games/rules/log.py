"""A log written by the referee from a match's secret, for playouts, and again for the verifier to compare."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.rules import engine, house
from games.rules.chance import Draw, KeyedChance, digest_key, seed
from games.rules.engine import AnyGame, AnyPosition, Entry
from games.rules.errors import BadNotation
from games.rules.game import Event, OptionValue, Position, Seat
from games.rules.sentence import N_, sentence


class Log:
    """One match: its log in `entries` and where it stood after each of them in `positions`.

    `entropies` are the players' contributions in joining order, as hex. Options that are left out stand at their
    default, as in matches older than an option. Every method that enters something takes its time `at` (ISO 8601 in
    UTC, such as 2000-01-01T00:00:00Z) and returns what happened; if the rules refuse it, it raises and nothing is
    entered.
    """

    def __init__(
        self,
        game: AnyGame,
        match_id: str,
        secret: bytes,
        options: Mapping[str, OptionValue],
        entropies: Sequence[str],
    ) -> None:
        self.game = game
        known = game.meta.settle(options)
        self.options = {name: known[name] for name in options}
        self.seed = seed(secret, match_id, game.meta.slug, game.meta.version, self.options, entropies)
        self.key = digest_key(secret)
        self.entries: list[Entry] = []
        self.positions: list[AnyPosition] = []

    @property
    def position(self) -> AnyPosition:
        """Where the match stands, once it has been started."""
        return self.positions[-1]

    def start(self, order: Sequence[int] | None, at: str) -> list[Event]:
        """Enter `!start`; `order` gives the joiner on each seat, None draws it."""
        chance = KeyedChance(self.seed)
        position, events, text = engine.start(self.game, self.options, order, chance)
        self._enter(None, text, chance.draws, position, at)
        return events

    def move(self, seat: Seat, steps: Sequence[Any], at: str) -> list[Event]:
        """Enter a seat's move. Raises as `engine.apply`."""
        chance = KeyedChance(self.seed, self.position.epoch)
        position, events = engine.apply(self.game, self.position, seat, steps, chance)
        self._enter(seat, engine.move_text(self.game, steps), chance.draws, position, at)
        return events

    def rule(self, text: str, at: str) -> list[Event]:
        """Enter an entry of the house. Raises BadNotation or GameOver."""
        target = house.rollback_ply(text)
        if target is None:
            position, events = engine.rule(self.game, self.position, text)
        else:
            position = self._rolled_back(target)
            events = [engine.rolled_back(self.game, target, self.entries[-1], self.position)]
        self._enter(None, text, [], position, at)
        return events

    def _rolled_back(self, target: int) -> AnyPosition:
        require_earlier(target, self.entries)
        before = self.positions[target]
        return Position(before.state, before.house, epoch_after(self.position, self.entries[target + 1 :]))

    def _enter(self, seat: Seat | None, text: str, draws: list[Draw], position: AnyPosition, at: str) -> None:
        entry = Entry(len(self.entries), seat, text, draws, at=at)
        previous = self.entries[-1].digest if self.entries else ""
        entry.digest = engine.digest(self.key, previous, entry, position)
        self.entries.append(entry)
        self.positions.append(position)


def no_earlier(target: int) -> BadNotation:
    """Return the refusal to go back to an entry that is no earlier one."""
    return BadNotation(sentence(N_("There’s no entry {ply} to go back to."), ply=target))


def require_earlier(target: int, entries: Sequence[Entry], known_as: Callable[[int], int] = int) -> None:
    """Raise BadNotation unless the log can go back to the entry `target`, which must be an earlier one, and none before
    a seat went to somebody else. `known_as` turns numbers of entries into those that the error may name."""
    if target >= len(entries) - 1:
        raise no_earlier(known_as(target))
    substitution = engine.last_substitution(entries[target + 1 :])
    if substitution is not None:
        template = N_("Another player took over a seat at entry {ply}. The match can’t go back further than that.")
        raise BadNotation(sentence(template, ply=known_as(substitution)))


def epoch_after(position: AnyPosition, undone: Sequence[Entry]) -> int:
    """Return the epoch of a position's draws once these entries are undone."""
    return position.epoch + any(entry.draws for entry in undone)
