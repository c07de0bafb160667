"""The invitation of somebody who waited in vain, for a first move or for a guest, offered again on the same terms."""

from collections.abc import Collection
from dataclasses import replace
from functools import partial

from django.utils import timezone

from accounts.database import claims
from accounts.models import User
from games.core.models import Match
from games.core.seams import begin
from games.core.seams.begin import MatchTerms
from games.core.services import eligibility, pairs, tickets
from games.core.services.locked import LockedMatch
from games.core.services.tickets import Ticket
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.rules.errors import RulesError
from games.seeks import services as seeks

ANEW = {
    "id",
    "match",
    "created",
    "expires",
    "warn_at",
    "withdrawn",
    "declined",
    "again_of",
    "made_unrated",
    "after_guest",
    "resting",
    "second_seal",
    "told_up_to",
}
"""What an invitation has of its own; all else is part of its terms."""


def offer_anew(locked: LockedMatch, absent: Collection[int], *, after_guest: bool = False) -> Match | None:
    """Offer a match, just made void, again, unless its inviter is one of the `absent` (keys of seats).

    `after_guest`: a guest has resigned before the first move, and has seen what was dealt. That costs the inviter
    nothing, and the link deals once more within a day. Then it rests. Otherwise guests would deal until a hand pleases.

    An invitation to somebody in person is not repeated. Return `None` as well if the inviter may not invite any more,
    and if two seeks began the match: a seeker who came then seeks again. A pair is offered again once both of its
    matches are void, by the call that makes the second one void. If two calls did so at the same moment, each would see
    the other match running.
    """
    if locked.match.pair:  # no lock on both rows: who leaves holds all his matches, and waits for them in another order
        claims.hold_claim(f"pair {locked.match.pair}")
    twin = locked.match.twin()
    if twin is not None and twin.status != Match.Status.VOID:
        return None
    first = twin if twin is not None and twin.public_id == twin.pair else locked.match
    came = {seat.user_id for seat in locked.seats if seat.pk not in absent}
    invitation = Invitation.objects.filter(match=first.pk).first()
    if invitation is None:  # two seeks have begun it, or it was with the house
        seeks.ask_anew(locked, absent, first)
    elif invitation.inviter_id in came and invitation.audience != Invitation.Audience.PERSONAL:
        return _offered(first, invitation, after_guest)
    return None


def _offered(before: Match, invitation: Invitation, after_guest: bool) -> Match | None:
    inviter = User.objects.get(pk=invitation.inviter_id)
    try:
        eligibility.require_reachable(inviter)
        (eligibility.require_here if after_guest else lobby.require_room)(inviter)
        return tickets.once("", before.game, inviter, partial(_made, before, invitation, inviter, after_guest))
    except RulesError:  # too many invitations, an address from which letters come back, options that are no more
        return None


def _made(before: Match, invitation: Invitation, inviter: User, after_guest: bool, ticket: Ticket) -> Match:
    renewed = replace(MatchTerms.of(before).renewed(), rated=before.rated or invitation.made_unrated)
    match = begin.open_match(renewed, ticket, [begin.player(inviter, ticket.commitment)])
    terms = {
        field.attname: getattr(invitation, field.attname)
        for field in Invitation._meta.concrete_fields
        if field.name not in ANEW
    }
    if invitation.audience == Invitation.Audience.LINK:
        _keep_to_players(before)
    seal = pairs.second_seal(match) if invitation.paired else ""
    terms["first_id"] = terms["first_id"] or before.pk
    terms |= {"after_guest": after_guest, "resting": after_guest and _has_dealt_again(invitation)}
    Invitation.objects.create(match=match, again_of=before, second_seal=seal, **terms)
    return match


def _has_dealt_again(invitation: Invitation) -> bool:
    """Say whether a guest has had a link deal once more within a day."""
    return invitation.after_guest and invitation.created > timezone.now() - lobby.DAY


def _keep_to_players(match: Match) -> None:
    """Show a void match to its players alone: the address of its link, which leads to what is offered in its stead, is
    made of what every page about it tells."""
    for each in filter(None, (match, match.twin())):
        each.private = True
        each.save(update_fields=["private"])
