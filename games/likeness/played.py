"""What the rated matches between two accounts look like: how many there are, who wins, and who gives up at once.

Only matches of two that are over count, and only if nobody handed over a seat.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games.core.models import Match, Seat

MOST_MATCHES = 200
"""How many of a person's rated matches are looked at, the newest first."""
MOST_COUNTED = 1_000
"""Up to how many rated matches of somebody are counted."""
MOST_OPPONENTS = 10
"""How many opponents are looked at, those with the most matches first."""
FEWEST = 5
"""So many matches between two say something."""
MAINLY = 60
"""Per cent of somebody's rated matches against one opponent that are worth a look."""
FEWEST_DECIDED = 8
"""So many matches that somebody won say whether wins alternate."""
CHANGES = 85
"""Per cent of the matches after which the other one wins the next."""
SOON = 12
"""A match with no more entries was given up soon."""
OFTEN = 4
"""So many matches that were given up soon say something, if they are half of those between two."""
LOST = (Seat.Outcome.LOST, Seat.Outcome.TIMEOUT)


class MatchOfTwo(NamedTuple):
    """A match of two as one of them finished it; `gave_up` says that the loser soon resigned."""

    won: bool
    lost: bool
    gave_up: bool


class Rivalry(NamedTuple):
    """The matches between two: how many there are, and how many each has in all; of those that somebody won, after how
    many the other won next; and how many each soon gave up. Of the one whom a moderator looks at, the newest count."""

    matches: int
    mine: int
    theirs: int
    decided: int
    changes: int
    i_gave_up: int
    they_gave_up: int

    @property
    def is_main(self) -> bool:
        """Whether one of the two plays mainly the other."""
        return 100 * self.matches >= MAINLY * min(self.mine, self.theirs)

    @property
    def is_traded(self) -> bool:
        """Whether the two win by turns."""
        return self.decided >= FEWEST_DECIDED and 100 * self.changes >= CHANGES * (self.decided - 1)

    def is_given(self, gave_up: int) -> bool:
        """Say whether so many matches that one soon gave up are many."""
        return gave_up >= OFTEN and 2 * gave_up >= self.matches


def rivalries(person_id: int) -> dict[int, Rivalry]:
    """Return the matches against each of the opponents whom somebody has met most, by the key of the user."""
    found = _matches_of_two(person_id)
    total = sum(map(len, found.values()))
    often = sorted((user for user in found if len(found[user]) >= FEWEST), key=lambda user: -len(found[user]))
    return {user: _rivalry(found[user], total, count_rated(user)) for user in often[:MOST_OPPONENTS]}


def count_rated(user_id: int) -> int:
    """Return how many rated matches somebody has finished, MOST_COUNTED at most."""
    return _rated(user_id)[:MOST_COUNTED].count()


def _rated(user_id: int) -> QuerySet[Seat]:
    over = {"match__rated": True, "match__status": Match.Status.OVER, "match__substitutions": None}
    return Seat.objects.filter(user=user_id, **over).order_by("-match")


def _matches_of_two(person_id: int) -> dict[int, list[MatchOfTwo]]:
    """Return somebody's newest rated matches by opponent, the oldest first."""
    mine = dict(_rated(person_id).values_list("match", "outcome")[:MOST_MATCHES])
    others = Seat.objects.filter(match__in=mine).exclude(user=person_id).order_by("match")
    rows = list(others.values_list("match", "user", "match__ply", "match__result"))
    opponents = defaultdict[int, list[int]](list)
    for match, user, _ply, _result in rows:
        opponents[match].append(user)
    found = defaultdict[int, list[MatchOfTwo]](list)
    for match, user, ply, result in rows:
        if len(opponents[match]) == 1:
            found[user].append(_match_of_two(mine[match], ply, result))
    return found


def _match_of_two(outcome: str, ply: int, result: dict[str, Any] | None) -> MatchOfTwo:
    gave_up = (result or {}).get("reason") == "resignation" and ply <= SOON
    return MatchOfTwo(outcome == Seat.Outcome.WON, outcome in LOST, gave_up)


def _rivalry(met: Sequence[MatchOfTwo], total: int, theirs: int) -> Rivalry:
    wins = [each.won for each in met if each.won or each.lost]
    return Rivalry(
        matches=len(met),
        mine=total,
        theirs=theirs,
        decided=len(wins),
        changes=sum(one != next_one for one, next_one in pairwise(wins)),
        i_gave_up=sum(each.gave_up for each in met if each.lost),
        they_gave_up=sum(each.gave_up for each in met if each.won),
    )
