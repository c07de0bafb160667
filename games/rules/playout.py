"""Matches between bots, identical for the same seed: for tests, golden records and measurements."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import msgspec

from games.rules import engine, house, levels, registry
from games.rules.chance import ENTROPY_BYTES, SCHEME, Chance, KeyedChance, commitment
from games.rules.engine import AnyGame, AnyPosition
from games.rules.errors import BadOption
from games.rules.game import REFEREE, OptionValue, Seat, Step, View
from games.rules.levels import Bot, Enough, never
from games.rules.log import Log
from games.rules.record import FORMAT, Joiner, Record
from games.rules.sentence import N_, sentence


def choose_at_random(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance) -> Step | None:
    """Return any step, with equal chances."""
    return steps[chance.below(len(steps), "step")]


BOTS: dict[str, Bot] = {"random": choose_at_random}
"""By name, besides the players that games bring; under a game's slug, what plays in place of its own bot."""


def players(slug: str, enough: Enough = never) -> dict[str, Bot]:
    """Return who can play a game, by name: anybody, its own bot under its slug, plain players to measure that
    against, and its levels, which move until they had `enough` time.
    """
    package = registry.PACKAGES[slug]
    modules = ({slug: "bot"} if package.has("bot") else {}) | dict(package.rivals)
    brought = {name: import_module(f"{package.rules}.{module}").choose for name, module in modules.items()}
    of_levels = {each.name: each.bot(enough) for each in levels.levels(slug)}
    return {"random": choose_at_random, **brought, **of_levels, **BOTS}


def playout(
    game: AnyGame, options: Mapping[str, OptionValue], seed: str, bots: Sequence[str], *, referee: bool = False
) -> Record:
    """Return one whole match; `bots` names the bot of each joiner. `referee` adds the referee's view after every
    entry.

    Raises BadOption for an unknown option or bot, RuntimeError if the match exceeds the game's bound.
    """
    match = Playout(game, game.meta.settle(options), seed, bots)
    match.play()
    return match.record(referee=referee)


class Playout:
    """A match whose id, secret, entropies and bots' choices all come from a seed."""

    def __init__(self, game: AnyGame, options: Mapping[str, OptionValue], seed: str, bots: Sequence[str]) -> None:
        self.players = seated(game, bots)
        self.game = game
        self.bots = bots
        self.match = f"playout-{seed}"
        self.secret = self._bytes("secret")
        joiners = range(game.meta.seats)
        self.entropies = [self._bytes(f"entropy {joiner}")[:ENTROPY_BYTES].hex() for joiner in joiners]
        self.choices = [KeyedChance(self._bytes(f"bot {joiner}")) for joiner in joiners]
        self.turns = KeyedChance(self._bytes("turns"))
        self.log = Log(game, self.match, self.secret, options, self.entropies)
        self.log.start(None, self._now())
        self.order = house.parse_start(self.log.entries[0].text).order

    def play(self, moves: int | None = None) -> None:
        """Let the bots make so many moves, or play until the match is over."""
        meta = self.game.meta
        while moves != 0 and (owing := engine.to_act(self.game, self.log.position)):
            if engine.is_bound(self.game, self.log.entries):
                raise RuntimeError(f"{self.match} of {meta.slug} is not over after {meta.bound} moves")
            self._move(sorted(owing))
            moves = None if moves is None else moves - 1

    def rule(self, text: str) -> None:
        """Enter an entry of the house. Raises BadNotation or GameOver."""
        self.log.rule(text, self._now())

    def record(self, *, referee: bool = False) -> Record:
        """Return the match so far; `referee` adds the referee's view after every entry."""
        meta = self.game.meta
        return Record(
            format=FORMAT,
            scheme=SCHEME,
            match=self.match,
            game=meta.slug,
            version=meta.version,
            options=self.log.options,
            seats=[Joiner(self.bots[who], who, self.entropies[who], "server") for who in self.order],
            commitment=commitment(self.match, self.secret),
            secret=self.secret.hex(),
            entries=list(self.log.entries),
            result=engine.outcome(self.game, self.log.position),
            views=self._views() if referee else [],
        )

    def _move(self, owing: Sequence[Seat]) -> None:
        seat = owing[self.turns.below(len(owing), "seat")]
        joiner = self.order[seat]
        steps = compose(self.game, self.log.position, seat, self.players[joiner], self.choices[joiner])
        self.log.move(seat, steps, self._now())

    def _views(self) -> list[dict[str, Any]]:
        views = [self.game.view(position.state, REFEREE) for position in self.log.positions]
        return [msgspec.to_builtins(view) for view in views]

    def _bytes(self, purpose: str) -> bytes:
        meta = self.game.meta
        return hashlib.sha256(f"{meta.slug}\0{meta.version}\0{self.match}\0{purpose}".encode()).digest()

    def _now(self) -> str:
        """Return matches begin at the start of the year 2000, and every entry takes a minute."""
        hours, minute = divmod(len(self.log.entries), 60)
        days, hour = divmod(hours, 24)
        return f"2000-01-{days + 1:02}T{hour:02}:{minute:02}:00Z"


def compose(game: AnyGame, position: AnyPosition, seat: Seat, bot: Bot, chance: Chance) -> list[Step]:
    """Return a whole move, chosen by the bot step by step."""
    steps: list[Step] = []
    while True:
        plan = engine.preview(game, position, seat, steps)
        if plan.closing is not None or not plan.legal:
            return steps
        step = bot(game, plan.view, [*plan.legal, None] if plan.complete else plan.legal, chance)
        if step is None:
            return steps
        steps.append(step)


def seated(game: AnyGame, bots: Sequence[str]) -> list[Bot]:
    """Return the bots of these names, in joining order. Raises BadOption."""
    known = players(game.meta.slug)
    for name in bots:
        if name not in known:
            template = N_("There’s no computer opponent called “{name}”. Available: {known}.")
            raise BadOption(sentence(template, name=name, known=", ".join(known)))
    if len(bots) != game.meta.seats:
        template = N_("{game} needs {seats} players, not {given}.")
        raise BadOption(sentence(template, game=sentence(game.meta.title), seats=game.meta.seats, given=len(bots)))
    return [known[name] for name in bots]
