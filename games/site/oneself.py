"""What pages say to their reader: how strong they are held to be, whom they like to play, what closing would end."""

from typing import Any, NamedTuple

from django.db.models import FloatField, IntegerField, QuerySet, Value

from accounts.models import User
from games.core.models import Match
from games.core.reading import bot_profiles
from games.core.services import leaving
from games.favourites import queries
from games.lobby.models import Invitation
from games.ratings import queries as ratings
from games.ratings.models import Rating
from games.ratings.queries import Rated

FAVOURITE = 0
FINISHED = -1
"""Rows without a rating have one of these instead of the number of rated matches, which is at least 1."""
MOST_FAVOURITES = 8
"""Favourites that are named; the page of players names all."""


class Oneself(NamedTuple):
    """Ratings by the title of their games, favourites by name, whether there are more than are named, and the games of
    matches that are over."""

    rated: list[Rated]
    favourites: list[str]
    more_favourites: bool
    games_finished: set[str]


def read_oneself(user: User) -> Oneself:
    """Return all of it, by one query."""
    rows = list(_ratings(user).union(_favourites(user), _finished(user), all=True))
    rated = [Rating(game=name, number=number, deviation=sure, matches=n) for name, number, sure, n in rows if n > 0]
    names = sorted(row[0] for row in rows if row[3] == FAVOURITE)
    finished = {row[0] for row in rows if row[3] == FINISHED}
    return Oneself(ratings.by_title(rated), names[:MOST_FAVOURITES], len(names) > MOST_FAVOURITES, finished)


def _ratings(user: User) -> QuerySet[Any, Any]:
    rows = Rating.objects.filter(user=user).order_by()
    return rows.values_list("game", "number", "deviation", "matches")


def _favourites(user: User) -> QuerySet[Any, Any]:
    nothing = Value(0.0, FloatField())
    rows = queries.can_be_invited(user).order_by()
    return rows.values_list("favoured__username", nothing, nothing, Value(FAVOURITE, IntegerField()))


def _finished(user: User) -> QuerySet[Any, Any]:
    nothing = Value(0.0, FloatField())
    rows = bot_profiles.seats_finished(user)
    return rows.values_list("match__game", nothing, nothing, Value(FINISHED, IntegerField()))


def what_closing_ends(user: User) -> dict[str, int]:
    """Return how many running matches would be resigned (`running`) and invitations withdrawn (`invitations`) if the
    user closed the account."""
    given = Invitation.objects.filter(match__status=Match.Status.OPEN, inviter=user)
    return {"running": len(leaving.running(user)), "invitations": given.count()}
