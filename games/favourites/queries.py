"""Whom somebody likes to play, by name."""

from django.db.models import QuerySet

from accounts.models import User
from games.core.reading.opponents import invitable, recent_opponents
from games.favourites.models import Favourite


def favourites(user: User) -> list[str]:
    """Return the names of those somebody likes to play and can invite, by name."""
    return [each.favoured.username for each in marked(user)]


def marked(user: User) -> list[Favourite]:
    """Return the favourites of somebody who can be invited, with the person each is about, by name."""
    return list(can_be_invited(user).select_related("favoured").order_by("favoured__username"))


def can_be_invited(user: User) -> QuerySet[Favourite]:
    """Return the favourites of somebody who can be invited."""
    return Favourite.objects.filter(user=user, favoured__in=invitable(user))


def proposed(user: User) -> list[str]:
    """Return the names that are proposed where one is to be entered: favourites, then whom somebody has played last."""
    return list(dict.fromkeys((*favourites(user), *recent_opponents(user))))
