"""Whom somebody likes to play: marked by each for himself, and told to nobody."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.models import Favourite
from games.rules.sentence import N_, sentence
from games.services import lobby
from games.services.lobby import LobbyError

MAX_FAVOURITES = 100
"""Favourites that somebody can have."""


@transaction.atomic
def add(user: User, favoured: User) -> None:
    """Make somebody a favourite, who may be one already. Raises LobbyError for whom nobody can invite, for a guest who
    asks, and for too many."""
    lobby.require_account(user)
    if favoured.pk == user.pk or favoured.is_bot or favoured.is_guest or favoured.left or not favoured.is_active:
        raise LobbyError(sentence(N_("Only other people who can be invited can be favourites.")))
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # whoever adds at this moment waits
    mine = Favourite.objects.filter(user=user)
    if mine.filter(favoured=favoured).exists():
        return
    if mine.count() >= MAX_FAVOURITES:
        raise LobbyError(sentence(N_("You have {most} favourites, which is all there can be."), most=MAX_FAVOURITES))
    Favourite.objects.create(user=user, favoured=favoured)


def remove(user: User, favoured: User) -> None:
    """Have somebody be a favourite no longer."""
    Favourite.objects.filter(user=user, favoured=favoured).delete()


def forget(user: User) -> None:
    """Delete both whom a user likes to play and that others like to play the user."""
    Favourite.objects.filter(Q(user=user) | Q(favoured=user)).delete()
