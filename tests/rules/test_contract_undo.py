"""What may be taken back in every registered game and version, at every ply of matches played by chance."""

from __future__ import annotations

from typing import Any

from games.rules import engine, undo
from games.rules.chance import KeyedChance
from games.rules.engine import AnyGame, AnyPosition
from games.rules.errors import RulesError
from games.rules.game import Event, Game, Position, Seat, Viewer, visible
from games.rules.registry import game
from games.rules.undo import Bar
from tests.rules.contract import leaves
from tests.rules.contract.cases import EVERY, plies
from tests.rules.contract.playouts import Ply, viewers

POSSIBLE = {"en-garde", "field-of-glory", "sealed-auction"}
TOGETHER = {"field-of-glory", "fantasy-dice-battles", "sealed-auction"}
"""In which several are asked at once."""
IMAGINED = 3


def bar(rules: AnyGame, ply: Ply) -> Bar | None:
    return undo.barred(rules, ply.seat, ply.before, ply.after, ply.events, ply.entry.draws)


def hidden(rules: AnyGame, position: AnyPosition) -> list[tuple[leaves.Path, Any]]:
    """Return what nobody may see of a position: the cards that are to be drawn, in their order."""
    return [each for each in leaves.leaves(leaves.plain(position.state)) if leaves.matches(each[0], rules.meta.hidden)]


def imagined(rules: AnyGame, position: AnyPosition, viewer: Seat, chance: KeyedChance) -> list[AnyPosition]:
    view = rules.view(position.state, viewer)
    return [Position(rules.imagine(view, viewer, chance)) for _ in range(IMAGINED)]


def seen(rules: AnyGame, after: AnyPosition, events: list[Event], viewer: Viewer) -> object:
    """Return what a move has shown somebody."""
    return leaves.seen(rules, after.state, viewer), visible(events, viewer)


@EVERY
def test_some_move_can_be_taken_back_but_not_in_a_game_of_secret_answers(slug: str, version: int) -> None:
    bars = {bar(game(slug, version), ply) for ply in plies(slug, version)}
    assert (None in bars) == (slug in POSSIBLE)
    assert (Bar.TOGETHER in bars) == (slug in TOGETHER)


@EVERY
def test_what_can_be_taken_back_drew_nothing_and_showed_its_seat_nothing_new(slug: str, version: int) -> None:
    rules, chance = game(slug, version), KeyedChance(b"foreseen")
    for ply in plies(slug, version):
        if bar(rules, ply) is not None:
            continue
        assert (ply.entry.draws, ply.labels) == ([], set()), ply.place
        assert hidden(rules, ply.before) == hidden(rules, ply.after), ply.place
        for other in imagined(rules, ply.before, ply.seat, chance):
            after, events = engine.apply(rules, other, ply.seat, ply.steps, chance)
            assert seen(rules, after, events, ply.seat) == seen(rules, ply.after, ply.events, ply.seat), ply.place


@EVERY
def test_whether_it_can_tells_nobody_more_than_the_move_has_shown(slug: str, version: int) -> None:
    rules, chance, compared = game(slug, version), KeyedChance(b"bars"), 0
    for ply in plies(slug, version)[::3]:
        for viewer in viewers(rules)[:-1]:
            for other in imagined(rules, ply.before, viewer, chance):
                try:
                    after, events = engine.apply(rules, other, ply.seat, ply.steps, chance)
                except RulesError:
                    continue  # there it was not that seat's to move, or not this move
                if seen(rules, after, events, viewer) == seen(rules, ply.after, ply.events, viewer):
                    twin = undo.barred(rules, ply.seat, other, after, events, [])
                    compared += 1
                    assert (twin is Bar.TOGETHER) == (bar(rules, ply) is Bar.TOGETHER), ply.place
                    assert (twin is None) == (bar(rules, ply) is None), ply.place
    assert compared > 10


def test_a_game_that_says_nothing_lets_nothing_be_taken_back() -> None:
    class Plain(Event, frozen=True):
        """An event of a game that has not thought of it."""

    assert Game.foreseen(game("en-garde", 1), Plain()) is False
