"""Invitations of somebody who leaves: those given are withdrawn, those got are declined, and places are given back."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import OuterRef, QuerySet

from accounts.models import User
from games.core.models import Match
from games.core.services.eligibility import LobbyError
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.rules.errors import GameOver


def withdraw_all(user: User) -> None:
    """Withdraw what a user has offered, decline what the user was offered, and give back places in open matches."""
    _each(_given(user), lambda public_id: lobby.withdraw(public_id, user))
    _each(_got(user), lambda public_id: lobby.decline(public_id, user))
    _each(_joined(user), lambda public_id: lobby.leave(public_id, user))


def offered_to(user_id: int) -> Iterable[int]:
    """Return the keys of the open matches that are offered to a user."""
    found = Invitation.objects.filter(match__status=Match.Status.OPEN, invited=user_id)
    return found.values_list("match", flat=True)


def given_or_got(user: OuterRef) -> Iterable[QuerySet[Invitation]]:
    """Return the invitations that a user has given, and those that the user got."""
    return [Invitation.objects.filter(inviter=user), Invitation.objects.filter(invited=user)]


def _each(public_ids: Iterable[str], do: Callable[[str], Any]) -> None:
    for public_id in public_ids:
        try:
            do(public_id)
        except (GameOver, LobbyError):  # it has begun or ended by now
            continue


def _given(user: User) -> list[str]:
    return _waiting(inviter=user)


def _got(user: User) -> list[str]:
    return _waiting(invited=user)


def _joined(user: User) -> list[str]:
    joined = Match.objects.of(user.pk).filter(status=Match.Status.OPEN).exclude(invitation__inviter=user)
    return list(joined.order_by("pk").values_list("public_id", flat=True))


def _waiting(**which: User) -> list[str]:
    rows = Invitation.objects.filter(match__status=Match.Status.OPEN, **which)
    return list(rows.order_by("match").values_list("match__public_id", flat=True))
