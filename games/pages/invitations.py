"""What the pages about invitations show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Invitation, InvitationQuerySet, Seat
from games.pages import matches, rulebook
from games.services import bots, secret


def open_to(user: User, chosen: Mapping[str, Any]) -> InvitationQuerySet:
    """The open invitations of others that a user may join, newest first, as far as a filter lets them through.

    `chosen` is the cleaned data of a FilterForm: whatever is empty or missing filters nothing.
    """
    rows = Invitation.objects.waiting().filter(audience=Invitation.Audience.OPEN).exclude(inviter=user)
    return _with_all(rows.unblocked(user).filter(_filter(chosen)))


def _filter(chosen: Mapping[str, Any]) -> Q:
    wanted = Q()
    if chosen.get("game"):
        wanted &= Q(match__game=chosen["game"])
    if chosen.get("pace"):
        wanted &= Q(match__pace_days=chosen["pace"])
    if chosen.get("language"):
        wanted &= Q(language__in=[chosen["language"], ""])
    if chosen.get("rated"):
        wanted &= Q(match__rated=chosen["rated"] == "yes")
    return wanted


def to_me(user: User) -> InvitationQuerySet:
    """The personal invitations that wait for a user's answer, newest first."""
    return _with_all(Invitation.objects.waiting().unblocked(user).filter(invited=user))


def mine(user: User) -> InvitationQuerySet:
    """The user's own invitations that wait, newest first."""
    return _with_all(Invitation.objects.waiting().filter(inviter=user))


def _with_all(rows: InvitationQuerySet) -> InvitationQuerySet:
    return rows.select_related("match", "inviter", "invited").prefetch_related("match__seats__user")


def rows(found: Any, user: User) -> list[dict[str, Any]]:
    """Invitations in a list."""
    return [invitation(row, list(row.match.seats.all()), user) for row in found]


def invitation(row: Invitation, seats: list[Seat], user: User) -> dict[str, Any]:
    """An invitation as one user sees it."""
    match = row.match
    return {
        "invitation": row,
        "public_id": match.public_id,
        "url": row.get_absolute_url(),
        "share_url": row.get_absolute_url(),
        "game": match.game,
        "game_title": match.title,
        "rules_url": rulebook.address(match.game),
        "inviter": row.inviter.username,
        "created": row.created,
        "pace_days": match.pace_days,
        "seats_words": _seat_words(row),
        "options_words": matches.option_words(match),
        "language": dict(settings.LANGUAGES).get(row.language, ""),
        "players": [seat.user.username for seat in seats],
        "places": match.rules.meta.seats - len(seats),
        "commitment": match.commitment,
        "share": next((seat.entropy for seat in seats if seat.user_id == user.pk), ""),
        "secret": secret.revealed(match) if match.ended else "",
        **_acts(row, seats, user),
    }


def _acts(row: Invitation, seats: list[Seat], user: User) -> dict[str, Any]:
    """What has become of it, and what the user may do about it."""
    waits, mine = row.state == "waits", row.inviter_id == user.pk
    joined = any(seat.user_id == user.pk for seat in seats)
    return {
        "state": row.state,
        "waits": waits,
        "is_mine": mine,
        "has_joined": joined,
        "may_join": waits and not joined and not user.is_guest,
        "may_withdraw": waits and mine,
        "may_decline": waits and row.invited_id == user.pk,
        "may_leave": waits and joined and not mine,
        "has_bot": bots.has(row.match.game),
    }


def _seat_words(row: Invitation) -> str:
    if row.seat is None:
        return _("seats are drawn when the match begins")
    name = _(row.match.rules.meta.seat_names[row.seat])
    return _("{inviter} takes: {seat}").format(inviter=row.inviter.username, seat=name)
