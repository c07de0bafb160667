"""A log under construction, for tests of the referee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.rules import engine
from games.rules.chance import Draw, KeyedChance
from games.rules.engine import AnyGame, AnyPosition, Entry, Replay
from games.rules.game import Event, OptionValue, Seat

SEED, KEY = b"luck", b"key"


class Log:
    """A match and its entries, with seats, draws and digests."""

    def __init__(self, game: AnyGame, options: Mapping[str, OptionValue]) -> None:
        self.game = game
        self.entries: list[Entry] = []
        chance = KeyedChance(SEED)
        position, _, text = engine.start(game, options, None, chance)
        self.enter(None, text, chance.draws, position)

    def move(self, seat: Seat, text: str) -> list[Event]:
        """Play a seat's move."""
        chance = KeyedChance(SEED, self.position.epoch)
        steps = engine.parse_move(self.game, text)
        position, events = engine.apply(self.game, self.position, seat, steps, chance)
        self.enter(seat, text, chance.draws, position)
        return events

    def rule(self, text: str) -> list[Event]:
        """Write an entry of the house, as the replay understands it."""
        replay = Replay(self.game).run(self.entries)
        events = replay.push(Entry(len(self.entries), None, text))
        self.enter(None, text, [], replay.position)
        return events

    def enter(self, seat: Seat | None, text: str, draws: Sequence[Draw], position: AnyPosition) -> None:
        """Write an entry as it is, unchecked."""
        previous = self.entries[-1].digest if self.entries else ""
        entry = Entry(len(self.entries), seat, text, list(draws))
        entry.digest = engine.digest(KEY, previous, entry, position)
        self.entries.append(entry)
        self.position = position
