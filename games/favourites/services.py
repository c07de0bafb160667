"""Whom somebody likes to play: marked by each for himself, and told to nobody."""

from django.db import transaction
from django.db.models import Q

from accounts import blocks, people
from accounts.models import User
from games.core.services import eligibility
from games.core.services.eligibility import LobbyError
from games.favourites.models import Favourite
from games.rules.sentence import N_, sentence

MAX_FAVOURITES = 100
"""Favourites that somebody can have."""


@transaction.atomic
def add(user: User, favoured: User, tell: bool | None = None) -> Favourite:
    """Make somebody a favourite, who may be one already; `tell` says whether to be told when the other one offers a
    match, None leaves that as it is. Raises LobbyError for whom nobody can invite, for a guest who asks, and for too
    many."""
    eligibility.require_account(user)
    if favoured.pk == user.pk or favoured.is_bot or favoured.is_guest or favoured.left or not favoured.is_active:
        raise LobbyError(sentence(N_("You can add people to your favourites only if you can invite them.")))
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # another request that adds now waits
    favourite = Favourite.objects.filter(user=user, favoured=favoured).first() or _new(user, favoured)
    if tell is not None and favourite.tell != tell:
        favourite.tell = tell
        favourite.save(update_fields=["tell"])
    return favourite


def add_named(user: User, name: str, tell: bool | None = None) -> Favourite:
    """Add the user with this name to the favourites; return the favourite.

    Raises: `LobbyError` also if nobody has the name, and if there is a block between the two: both look alike.
    """
    person = people.by_name(name)
    if person is None or blocks.blocked(user.pk, person.pk):
        raise LobbyError(sentence(N_("There’s no player with that name. Check the spelling.")))
    return add(user, person, tell)


def _new(user: User, favoured: User) -> Favourite:
    if Favourite.objects.filter(user=user).count() >= MAX_FAVOURITES:
        raise LobbyError(sentence(N_("You can have up to {most} favourites. Remove one first."), most=MAX_FAVOURITES))
    return Favourite.objects.create(user=user, favoured=favoured)


def tell_no_more(user: User, favoured: User) -> None:
    """Have a user no longer told when somebody offers a match, who stays a favourite."""
    Favourite.objects.filter(user=user, favoured=favoured).update(tell=False)


def remove(user: User, favoured: User) -> bool:
    """Have somebody be a favourite no longer; whether this was one."""
    return bool(Favourite.objects.filter(user=user, favoured=favoured).delete()[0])


def forget(user: User) -> None:
    """Delete both whom a user likes to play and that others like to play the user."""
    Favourite.objects.filter(Q(user=user) | Q(favoured=user)).delete()
