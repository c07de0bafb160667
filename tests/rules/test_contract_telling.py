"""Laws of what a player is told: a game that tells in its own words speaks of the reader as “you”, never by name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.rules import engine
from games.rules.game import Game, visible
from games.rules.registry import GAMES, game
from games.rules.sentence import Param, Sentence, Who
from games.rules.telling import Told
from tests.rules.contract.cases import plies

TELLING = pytest.mark.parametrize(
    ("slug", "version"),
    [
        pytest.param(*each, marks=pytest.mark.xdist_group(each[0]))
        for each in sorted(GAMES)
        if type(game(*each)).told is not Game.told
    ],
)
"""The games that do not tell their events as everybody reads them."""


@TELLING
def test_a_seat_is_told_of_itself_in_the_second_person(slug: str, version: int) -> None:
    rules = game(slug, version)
    named = set()
    for ply in plies(slug, version):
        for me in range(rules.meta.seats):
            for told in engine.told(rules, visible(ply.events, me), me):
                named |= {template for template, who in _subjects(told) if who == me}
    assert named == set()


def _subjects(told: Told) -> Iterator[tuple[str, int]]:
    """Yield each template that names a seat, and the seat."""
    for said in (told.sentence, told.more):
        if said is not None:
            yield from _named_in(said)


def _named_in(said: Sentence) -> Iterator[tuple[str, int]]:
    for name, param in said.params.items():
        if isinstance(param, Who) and f"{{{name}}}" in said.template + said.plural:
            yield said.template, param.seat
        for part in _parts(param):
            yield from _named_in(part)


def _parts(param: Param) -> tuple[Sentence, ...]:
    if isinstance(param, Sentence):
        return (param,)
    return param if isinstance(param, tuple) else ()
