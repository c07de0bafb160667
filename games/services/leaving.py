"""Leaving: what becomes of somebody's matches and invitations when the account is closed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction

from accounts import leaving
from accounts.models import User
from games.core import leaving as of_features
from games.lobby import services as lobby
from games.models import Invitation, Match, Seat, Substitution
from games.rules.errors import GameOver
from games.services import play
from games.services.eligibility import LobbyError


def what_ends(user: User) -> dict[str, int]:
    """How many running matches would be resigned (`running`) and invitations withdrawn (`invitations`)."""
    return {"running": len(_running(user)), "invitations": len(_given(user))}


@transaction.atomic
def close_account(user: User) -> None:
    """Close an account for good: resign its running matches, withdraw what it offered, give back places, then close it.

    What others have played with it stays whole: its seats, moves and lines remain, under the name that
    `accounts.leaving.anonymise` gives.
    """
    hold_matches(user.pk)
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # whoever would invite or join at this moment waits
    _each(_given(user), lambda public_id: lobby.withdraw(public_id, user))
    _each(_got(user), lambda public_id: lobby.decline(public_id, user))
    _each(_joined(user), lambda public_id: lobby.leave(public_id, user))
    _each(_running(user), lambda public_id: play.resign(public_id, user.pk))
    forget(user)
    leaving.anonymise(user)


def forget(user: User) -> None:
    """Delete what was for the user's eyes alone: plans and notes, and what features keep (`core/leaving.py`)."""
    Seat.objects.filter(user=user).update(notes="", plan="")
    Substitution.objects.filter(former=user).update(notes="", plan="")
    of_features.forget(user)


def hold_matches(user_id: int) -> None:
    """Lock the live matches of a user. Call this before you lock the user's row: every transaction that locks both
    locks matches first, so that no two wait for each other."""
    live = Match.objects.of(user_id).filter(status__in=[Match.Status.PLAYING, Match.Status.OPEN])
    meant = Match.objects.filter(status=Match.Status.OPEN, invitation__invited=user_id)
    keys = [*live.values_list("pk", flat=True), *meant.values_list("pk", flat=True)]
    held = Match.objects.select_for_update(no_key=True).filter(pk__in=keys)
    list(held.order_by("pk").values_list("pk", flat=True))


def _each(public_ids: Iterable[str], do: Callable[[str], Any]) -> None:
    for public_id in public_ids:
        try:
            do(public_id)
        except (GameOver, LobbyError):  # it began or ended meanwhile
            continue


def _running(user: User) -> list[str]:
    running = Match.objects.of(user.pk).filter(status=Match.Status.PLAYING)
    return list(running.order_by("pk").values_list("public_id", flat=True))


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
