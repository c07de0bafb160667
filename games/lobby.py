"""Finding players: inviting, joining, withdrawing; the last to join starts the match."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import clock, secret
from games.models import Invitation, Match, Opponent, Seat
from games.rules import registry
from games.rules.chance import ENTROPY_BYTES
from games.rules.errors import RulesError
from games.rules.sentence import N_, sentence
from games.table import Table

ENTROPY = re.compile(rf"[0-9a-f]{{{2 * ENTROPY_BYTES}}}")


class LobbyError(RulesError):
    """An invitation that cannot be made, joined or withdrawn."""

    code = "lobby"


@transaction.atomic
def invite(
    user: User,
    slug: str,
    options: Mapping[str, Any],
    *,
    pace_days: int,
    audience: str = Invitation.Audience.OPEN,
    seat: int | None = None,
    entropy: str = "",
) -> Invitation:
    """Offer a match of a game's newest version. `seat` is the inviter's; None draws the seats at the start.

    Raises UnknownGame, BadOption, or LobbyError for a pace or a seat that does not exist.
    """
    require_account(user)
    rules = registry.current(slug)
    require_possible(rules.meta.seats, pace_days, seat)
    settled = rules.meta.settle(options)
    match = Match(game=slug, version=rules.meta.version, options=settled, pace_days=pace_days)
    secret.create(match)
    invitation = Invitation.objects.create(match=match, inviter=user, audience=audience, seat=seat)
    sit_down(match, user, 0, entropy)
    return invitation


def require_account(user: User) -> None:
    """Raise LobbyError for a guest, who plays against house opponents alone."""
    if user.is_guest:
        template = N_(
            "As a guest you play against house opponents. Choose a name and a mail address to play with others."
        )
        raise LobbyError(sentence(template))


def require_possible(seats: int, pace_days: int, seat: int | None) -> None:
    """Raise LobbyError for a pace or a seat that does not exist."""
    if pace_days not in clock.PACES:
        possible = ", ".join(str(pace) for pace in clock.PACES)
        raise LobbyError(sentence(N_("A move can be given {possible} days."), possible=possible))
    if seat is not None and not 0 <= seat < seats:
        raise LobbyError(sentence(N_("There is no such seat; choose one of the game's seats or let it be drawn.")))


def sit_down(match: Match, user: User, joined: int, entropy: str) -> None:
    """Give somebody a place, as number `joined` from 0; where the browser gave no entropy the site draws it."""
    source = "browser" if ENTROPY.fullmatch(entropy) else "server"
    house = user.is_bot and Opponent.objects.filter(user=user).exists()
    given = entropy if source == "browser" else secrets.token_hex(ENTROPY_BYTES)
    Seat.objects.create(match=match, user=user, joined=joined, entropy=given, entropy_source=source, house=house)


@transaction.atomic
def join(public_id: str, user: User, entropy: str = "") -> Match:
    """Take a place; whoever takes the last one starts the match. Raises Match.DoesNotExist or LobbyError.

    The match row is locked first, so that of two who come at once for the last place one gets it.
    """
    table = Table.locked(public_id=public_id)
    match = table.match
    if any(seat.user_id == user.pk for seat in table.seats):
        raise LobbyError(sentence(N_("You sit in this match already.")))
    _require_open(match)
    require_account(user)
    sit_down(match, user, len(table.seats), entropy)
    if len(table.seats) + 1 == match.rules.meta.seats:
        _start(match)
    return match


def _require_open(match: Match) -> None:
    if match.status == Match.Status.VOID and match.started is None:
        raise LobbyError(sentence(N_("The invitation was withdrawn; this match cannot be joined any more.")))
    if match.status != Match.Status.OPEN:
        raise LobbyError(sentence(N_("Somebody else has taken the last place; this match has begun without you.")))


def _start(match: Match) -> None:
    Table(match).start(seating(match.invitation, match.rules.meta.seats))


def seating(invitation: Invitation, seats: int) -> list[int] | None:
    """Which joiner (0 is the inviter) sits on each seat, or None where it is to be drawn."""
    return order_of(invitation.seat, seats)


def order_of(seat: int | None, seats: int) -> list[int] | None:
    """The same, where the first joiner wants this seat."""
    if seat is None:
        return None
    others = iter(range(1, seats))
    return [0 if number == seat else next(others) for number in range(seats)]


@transaction.atomic
def withdraw(public_id: str, user: User) -> None:
    """Take an invitation back. Raises Match.DoesNotExist for anybody but the inviter, LobbyError once it has begun."""
    match = Table.locked(public_id=public_id).match
    invitation = Invitation.objects.filter(match=match, inviter=user).first()
    if invitation is None:
        raise Match.DoesNotExist
    if match.status != Match.Status.OPEN:
        raise LobbyError(sentence(N_("The match has begun; it can be resigned, not withdrawn.")))
    invitation.withdrawn = match.ended = timezone.now()
    match.status = Match.Status.VOID
    match.save(update_fields=["status", "ended"])
    invitation.save(update_fields=["withdrawn"])
