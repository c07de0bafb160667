"""Leaving: what becomes of somebody's matches and invitations when the account is closed."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime

from django.db import transaction

from accounts import leaving
from accounts.models import User
from games.core.models import Match, Seat, Substitution
from games.core.seams import leaving as of_features
from games.core.services import play, rulings
from games.rules.errors import GameOver


@transaction.atomic
def close_account(user: User) -> None:
    """Close an account for good: resign its running matches, withdraw what it offered, give back places, then close it.

    What others have played with it stays whole: its seats, moves and lines remain, under the name that
    `accounts.leaving.anonymise` gives.
    """
    hold_matches(user.pk)
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # an invitation or a joining at this moment waits
    of_features.withdraw(user)
    settle_rulings(user.pk)
    for public_id in running(user):
        with suppress(GameOver):  # it has ended by now
            play.resign(public_id, user.pk, leaving=True)
    forget(user)
    leaving.anonymise(user)


def open_again(closed: Mapping[int, datetime]) -> list[User]:
    """Return the accounts that are open, among those that were closed at these moments, by key.

    One that was made after its moment is another person's: a restore frees the keys of accounts that it does not know.
    """
    found = User.objects.filter(pk__in=closed, left=None).order_by("pk")
    return [user for user in found if user.date_joined <= closed[user.pk]]


def forget(user: User) -> None:
    """Delete what was for the user's eyes alone: plans and notes, and what features keep (`core/leaving.py`)."""
    Seat.objects.filter(user=user).update(notes="", plan="")
    Substitution.objects.filter(former=user).update(notes="", plan="")
    of_features.forget(user)


def hold_matches(user_id: int) -> None:
    """Lock the live matches of a user. Call this before you lock the user's row: every transaction that locks both
    locks matches first, so that no two wait for each other."""
    live = Match.objects.of(user_id).filter(status__in=[Match.Status.PLAYING, Match.Status.OPEN])
    keys = [*live.values_list("pk", flat=True), *of_features.matches_to_lock(user_id)]
    held = Match.objects.select_for_update(no_key=True).filter(pk__in=keys)
    list(held.order_by("pk").values_list("pk", flat=True))


def settle_rulings(user_id: int) -> None:
    """Have rulings end the matches of somebody who leaves: once a player is gone, nobody can undo them."""
    for match_id in Match.objects.of(user_id).exclude(held_until=None).order_by("pk").values_list("pk", flat=True):
        rulings.take_effect(match_id)


def running(user: User) -> list[str]:
    """Return the public ids of the running matches of a user, which end by resigning."""
    playing = Match.objects.of(user.pk).filter(status=Match.Status.PLAYING)
    return list(playing.order_by("pk").values_list("public_id", flat=True))
