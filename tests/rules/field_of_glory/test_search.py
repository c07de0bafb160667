"""The strongest player: it believes so many worlds, answers in time, and leaves small decisions to `bot`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.rules import registry
from games.rules.chance import KeyedChance
from games.rules.engine import AnyPosition
from games.rules.field_of_glory import bot, search
from games.rules.field_of_glory.state import State
from games.rules.playout import Playout
from tests.rules.field_of_glory.table import laid
from tests.rules.worlds import noted

GAME = registry.game("field-of-glory", 1)


@pytest.fixture
def busy() -> AnyPosition:
    """A turn in which several steps are worth a second thought."""
    return laid(
        {1: "MI4a / LI2a", 2: "HI4a / SP4a", 3: "/ MI3a"},
        red="CV4a LI2b CO5a CO5b",
        blue="CO5a HI3a",
        control={1: "blue", 2: "red"},
    )


def chosen(position: AnyPosition, enough: Callable[[], bool] = lambda: False) -> str:
    state = position.state
    steps = GAME.legal_steps(state, 0)
    step = search.choose(GAME, GAME.view(state, 0), steps, KeyedChance(bytes(32)), enough=enough)
    assert step is not None
    return GAME.text(step)


@pytest.fixture
def worlds(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """The worlds that are believed."""
    return noted(monkeypatch, GAME, "believe")


def test_it_believes_as_many_worlds_as_its_strength_says(
    monkeypatch: pytest.MonkeyPatch, worlds: list[State], busy: AnyPosition
) -> None:
    monkeypatch.setattr(search, "WORLDS", 3)
    first = chosen(busy)
    assert len(worlds) == 3
    assert chosen(busy) == first


def test_out_of_time_it_answers_with_its_best_so_far(worlds: list[State], busy: AnyPosition) -> None:
    asked = iter([False, True])
    assert chosen(busy, lambda: next(asked))
    assert len(worlds) == 1
    state = busy.state
    plain = bot.choose(GAME, GAME.view(state, 0), GAME.legal_steps(state, 0), KeyedChance(bytes(32)))
    assert plain is not None
    assert chosen(busy, lambda: True) == GAME.text(plain)
    assert len(worlds) == 1


def test_it_drafts_and_pays_as_the_bot_does(worlds: list[State]) -> None:
    match = Playout(GAME, GAME.meta.settle({}), "draft", ["random", "random"])
    state = match.log.position.state
    steps = GAME.legal_steps(state, 0)
    plain = bot.choose(GAME, GAME.view(state, 0), steps, KeyedChance(bytes(32)))
    assert plain is not None
    assert chosen(match.log.position) == GAME.text(plain)
    assert worlds == []


def test_it_takes_nothing_where_nothing_is_offered(busy: AnyPosition) -> None:
    view = GAME.view(busy.state, 0)
    assert search.choose(GAME, view, [], KeyedChance(bytes(32)), enough=lambda: False) is None
