"""Ratings of one game, match by match in the order in which they ended."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.ratings.counting import Absence, Verdict, absences, verdict
from games.ratings.facts import Key, RatedMatch
from games.ratings.numbers import START, Strength, after


class Change(NamedTuple):
    """What a match did to the rating of one of its players; nothing where it did not count."""

    match: Key
    player: Key
    verdict: Verdict
    before: Strength
    after: Strength


class Ledger:
    """The ratings of all players of one game, and what has to be known to go on: which absences have counted, and the
    points of matches that wait for the other one of their pair."""

    def __init__(
        self,
        ratings: Mapping[Key, Strength] | None = None,
        counted: Iterable[Absence] = (),
        halves: Mapping[Key, dict[Key, int]] | None = None,
    ) -> None:
        self.ratings: dict[Key, Strength] = dict(ratings or {})
        self._counted = set(counted)
        self._halves: dict[Key, dict[Key, int]] = dict(halves or {})

    def take(self, facts: RatedMatch) -> list[Change]:
        """Count the match that has ended next; what it changes, by seat."""
        found = verdict(facts, self._counted)
        points = self._points(facts, found)
        if found is Verdict.COUNTS:
            self._counted.update(absences(facts))
        if facts.pair is not None and facts.pair not in self._halves:
            self._halves[facts.pair] = points
            return self._unchanged(facts, Verdict.PAIRED if points else found)
        return self._change(facts, points) if points else self._unchanged(facts, found)

    def _points(self, facts: RatedMatch, found: Verdict) -> dict[Key, int]:
        """Return the points of the players, with those of the other match of a pair that is over; none where none
        count.
        """
        points = dict(self._halves.get(facts.pair, {})) if facts.pair is not None else {}
        if found is Verdict.COUNTS:
            for seat in facts.seats:
                points[seat.player] = points.get(seat.player, 0) + seat.points
        return points

    def _of(self, player: Key) -> Strength:
        return self.ratings.get(player, START)

    def _unchanged(self, facts: RatedMatch, found: Verdict) -> list[Change]:
        ratings = [(seat.player, self._of(seat.player)) for seat in facts.seats]
        return [Change(facts.match, player, found, rating, rating) for player, rating in ratings]

    def _change(self, facts: RatedMatch, points: Mapping[Key, int]) -> list[Change]:
        players = [seat.player for seat in facts.seats]
        before = [self._of(player) for player in players]
        rated = after(before, [points[player] for player in players])
        self.ratings.update(zip(players, rated, strict=True))
        each = zip(players, before, rated, strict=True)
        return [Change(facts.match, player, Verdict.COUNTS, old, new) for player, old, new in each]


def replay(matches: Iterable[RatedMatch]) -> dict[Key, Strength]:
    """Return the ratings after these matches of one game, in the order in which they ended."""
    ledger = Ledger()
    for facts in matches:
        ledger.take(facts)
    return ledger.ratings
