"""A second program, written from docs/ratings.md alone: it shares no line with the site and uses decimal arithmetic.

`python -m tests.games.ratings.second < FILE` reads the matches of a dump, in the order in which they ended, and prints
a line for each player of each game: game, player, number, deviation.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from typing import Any

DIGITS = 40
THOUSANDTH = Decimal("0.001")
START = (Decimal(1500), Decimal(250))

Pair = tuple[Decimal, Decimal]


class Book:
    """The ratings of one game."""

    def __init__(self) -> None:
        self.ratings: dict[Any, Pair] = {}
        self.absences: set[tuple[Any, Any]] = set()
        self.halves: dict[Any, dict[Any, int]] = {}

    def reason(self, match: dict[str, Any]) -> str:
        """Return why a match does not count; empty where it does."""
        seats = match["seats"]
        if match["substituted"]:
            return "substitute"
        if not match["rated"]:
            return "unrated"
        if match["void"]:
            return "void"
        for kind in ("house", "guest"):
            if any(seat["kind"] == kind for seat in seats):
                return kind
        if match["struck"]:
            return "struck"
        if any(not seat["moved"] for seat in seats):
            return "unmoved"
        if any(seat["by_program"] and seat["kind"] != "program" and seat["points"] for seat in seats):
            return "program"
        if any((seat["player"], seat["absence"]) in self.absences for seat in seats):
            return "absence"
        return ""

    def read(self, match: dict[str, Any]) -> str:
        """Take the next match; the reason that is shown with it, empty where ratings have changed."""
        if any(seat["player"] is None and seat["kind"] in ("person", "program") for seat in match["seats"]):
            return self.take_over(match)
        reason, points = self.reason(match), {}
        if not reason:
            points = {seat["player"]: seat["points"] for seat in match["seats"]}
            self.absences |= {
                (seat["player"], seat["absence"]) for seat in match["seats"] if seat["absence"] is not None
            }
        pair = match["pair"]
        if pair is not None and pair not in self.halves:
            self.halves[pair] = points
            return reason or "paired"
        if pair is not None:
            for player, half in self.halves[pair].items():
                points[player] = points.get(player, 0) + half
        if not points:
            return reason
        players = [seat["player"] for seat in match["seats"]]
        before = [self.ratings.get(player, START) for player in players]
        self.ratings.update(zip(players, rate(before, [points[player] for player in players]), strict=True))
        return ""

    def take_over(self, match: dict[str, Any]) -> str:
        """Trust what a dump says of a match with somebody who has no name any more."""
        seats = [seat for seat in match["seats"] if seat["player"] is not None]
        if match["verdict"] in ("counts", "paired"):
            self.absences |= {(seat["player"], seat["absence"]) for seat in seats if seat["absence"] is not None}
        for seat in seats:
            if seat["after"] is not None:
                number, deviation = seat["after"]
                self.ratings[seat["player"]] = Decimal(str(number)), Decimal(str(deviation))
        return "" if match["verdict"] == "counts" else str(match["verdict"])


def rate(before: list[Pair], points: list[int]) -> list[Pair]:
    """Return the ratings after a match."""
    with localcontext() as context:
        context.prec, context.rounding = DIGITS, ROUND_HALF_EVEN
        return [_one(seat, before, points) for seat in range(len(before))]


def _one(i: int, before: list[Pair], points: list[int]) -> Pair:
    spread = [deviation * deviation + 100 for _, deviation in before]
    omega, delta = Decimal(0), Decimal(0)
    for q in range(len(before)):
        if q == i:
            continue
        c = (spread[i] + spread[q] + 31250).sqrt()
        chance = 1 / (1 + ((before[q][0] - before[i][0]) / c).exp())
        score = Decimal("0.5") if points[i] == points[q] else Decimal(points[i] > points[q])
        omega += spread[i] / c * (score - chance)
        delta += spread[i] / (c * c) * chance * (1 - chance)
    deviation = (spread[i] * max(1 - delta, Decimal("0.0001"))).sqrt()
    return (before[i][0] + omega).quantize(THOUSANDTH), min(deviation.quantize(THOUSANDTH), START[1])


def books(matches: Iterable[dict[str, Any]]) -> dict[str, Book]:
    """Return the ratings of every game after these matches, in the order in which they ended."""
    found: dict[str, Book] = {}
    for match in matches:
        found.setdefault(match["game"], Book()).read(match)
    return found


def main() -> None:
    """Read a dump and print the ratings."""
    for game, book in sorted(books(map(json.loads, sys.stdin)).items()):
        for player, (number, deviation) in sorted(book.ratings.items()):
            sys.stdout.write(f"{game}\t{player}\t{number}\t{deviation}\n")


if __name__ == "__main__":
    main()
