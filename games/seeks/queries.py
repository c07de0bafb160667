"""Who seeks an opponent, as far as it decides who is paired with whom."""

from collections import defaultdict
from collections.abc import Collection
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from accounts.models import Block, User
from games.core.models import Match, Seat
from games.core.reading import reliability
from games.ratings import numbers
from games.ratings.models import Rating
from games.seeks.fit import Seeker, Seeking
from games.seeks.models import Seek

REST = timedelta(days=1)
"""How long after a match has begun its two players are not paired again, though it is over. A player who resigns
immediately could otherwise be paired with the same person from one minute to the next."""
Others = defaultdict[int, set[int]]


def seekers(seeks: Collection[Seek]) -> dict[int, Seeking]:
    """Return the seeks of one game as they are compared, by key.

    This takes three queries, and two more if one of them asks for reliability.
    """
    users = {seek.user_id for seek in seeks}
    game = next((seek.game for seek in seeks), "")
    rated = dict(Rating.objects.filter(game=game, user__in=users).values_list("user", "number"))
    percents = _percents(seeks, users)
    blocked = _blocked(users)
    playing = _playing(game, users)
    return {
        seek.pk: Seeking(seek.wish_now, _seeker(seek.user_id, rated, percents, blocked, playing), seek.since)
        for seek in seeks
    }


def _seeker(
    user: int, rated: dict[int, float], percents: dict[int, int | None], blocked: Others, playing: Others
) -> Seeker:
    number = rated.get(user, numbers.START.number)
    return Seeker(user, number, percents.get(user), frozenset(blocked[user]), frozenset(playing[user]))


def _percents(seeks: Collection[Seek], users: Collection[int]) -> dict[int, int | None]:
    """Return how reliable they are, where any seek asks for it; None for those who are held to nothing."""
    if not any(seek.min_reliability for seek in seeks):
        return {}
    found = reliability.of_each(users)
    return {user: each.percent for user, each in found.items()}


def _blocked(users: Collection[int]) -> Others:
    """Return whom each of them blocks or is blocked by, among themselves."""
    found = Others(set)
    for one, other in Block.objects.filter(blocker__in=users, blocked__in=users).values_list("blocker", "blocked"):
        found[one].add(other)
        found[other].add(one)
    return found


def playing(user: User) -> set[tuple[str, int]]:
    """Return what a user plays, or began to within REST: each game with the key of somebody who plays it with him."""
    mine = Seat.objects.filter(_recent(), user=user).values("match")
    return set(Seat.objects.filter(match__in=mine).exclude(user=user).values_list("match__game", "user"))


def _recent() -> Q:
    return Q(match__status=Match.Status.PLAYING) | Q(match__started__gt=timezone.now() - REST)


def _playing(game: str, users: Collection[int]) -> Others:
    """Return with whom each of them plays this game, or began to within REST, among themselves."""
    running = Seat.objects.filter(_recent(), match__game=game, user__in=users)
    together = defaultdict[int, set[int]](set)
    for match, user in running.values_list("match", "user"):
        together[match].add(user)
    found = Others(set)
    for players in together.values():
        for user in players:
            found[user] |= players - {user}
    return found
