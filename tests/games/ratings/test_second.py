"""A second program, written from docs/ratings.md alone, comes to the same ratings and the same reasons."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

from fogsite.settings import BASE_DIR
from games.ratings.counting import Verdict
from games.ratings.facts import PlayerKind, RatedMatch, Sat
from games.ratings.numbers import Strength, after
from games.ratings.replay import Ledger
from tests.games.ratings import second

MATCHES = int(os.environ.get("RATED_MATCHES", "3000"))


def drawn(draw: random.Random, number: int) -> RatedMatch:
    """Return a match of two or three out of forty players, in which anything may have happened."""
    players = draw.sample(range(40), draw.choice((2, 2, 2, 3)))
    pair = f"p{number // 2}" if number % 10 < 2 else None
    players = [number // 2 % 40, (number // 2 + 7) % 40] if pair else players
    winner = draw.choice([None, *players])
    return RatedMatch(
        match=number,
        seats=tuple(_sat(draw, player, winner) for player in players),
        rated=draw.random() < 0.95,
        void=draw.random() < 0.05,
        substituted=draw.random() < 0.03,
        struck=draw.random() < 0.02,
        pair=pair,
    )


def _sat(draw: random.Random, player: int, winner: int | None) -> Sat:
    points = 1 if winner is None else 2 * (player == winner)
    kinds = draw.choices(list(PlayerKind), (94, 3, 1, 2))
    absence = draw.choice([None, None, None, draw.randrange(6)]) if not points else None
    return Sat(player, points, draw.random() < 0.97, kinds[0], draw.random() < 0.05, absence)


def told(facts: RatedMatch) -> dict[str, Any]:
    """Return facts as a dump has them."""
    seats = [seat._asdict() | {"kind": seat.kind.value} for seat in facts.seats]
    names = ("match", "rated", "void", "substituted", "struck", "pair")
    return {"game": "any", "seats": seats, **{name: getattr(facts, name) for name in names}}


def exact(ratings: dict[Any, Strength]) -> dict[Any, second.Pair]:
    return {player: (Decimal(repr(each.number)), Decimal(repr(each.deviation))) for player, each in ratings.items()}


def test_both_programs_come_to_equal_numbers_and_reasons() -> None:
    draw, ledger, book = random.Random(2026), Ledger(), second.Book()
    seen = set()
    for number in range(MATCHES):
        facts = drawn(draw, number)
        found = {change.verdict for change in ledger.take(facts)}
        reason = book.read(told(facts))
        assert found == {Verdict(reason or "counts")}
        seen |= found
    assert exact(ledger.ratings) == book.ratings
    assert seen == set(Verdict)


def _examples() -> Iterator[tuple[str, str, str]]:
    page = (BASE_DIR / "docs" / "ratings.md").read_text()
    rows = page.split("### Examples", 1)[1].split("\n## ", 1)[0]
    yield from re.findall(r"^\| (\d.*?) \| (\d.*?) \| (\d.*?) \|$", rows, re.MULTILINE)


def _ratings(cell: str) -> list[Strength]:
    return [Strength(*map(float, each.split(" ± "))) for each in cell.split(", ")]


@pytest.mark.parametrize(("before", "points", "then"), list(_examples()))
def test_the_examples_of_the_document_are_what_the_site_computes(before: str, points: str, then: str) -> None:
    assert after(_ratings(before), [int(each) for each in points.split(" : ")]) == _ratings(then)


def test_there_are_examples() -> None:
    assert len(list(_examples())) == 4


def test_a_deviation_never_rises_above_that_of_the_beginning() -> None:
    strong, new = after([Strength(9000.0, 250.0), Strength(1500.0, 250.0)], [2, 0])
    assert (strong.deviation, new.deviation) == (250.0, 250.0)
