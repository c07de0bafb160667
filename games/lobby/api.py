"""Invitations, for programs."""

from django.db.models import Q, QuerySet

from accounts.models import User
from games.core.api.access import AllowedRequest
from games.core.api.beginning import Begun
from games.core.api.endpoint import endpoint
from games.core.api.pagination import paginate, with_query
from games.core.api.shapes import CursorQuery
from games.core.api.view import ApiView
from games.core.services import tickets
from games.lobby import queries, services as lobby, showing
from games.lobby.models import Invitation, InvitationQuerySet
from games.lobby.shapes import InvitationGiven, Invitations, InvitationSeen, JoinGiven, TicketQuery, TicketSeen
from games.rules import registry


class TicketsView(ApiView):
    tagged = False  # each answer is another ticket

    @endpoint("ticket", 422)
    def get(self, request: AllowedRequest, query: TicketQuery) -> TicketSeen:
        """Return the seal of a match to be begun: see it before you send your entropy. Nothing is kept of it here."""
        ticket = tickets.issue(registry.current(query.game).meta.slug)
        return TicketSeen(ticket=ticket.text, match=ticket.match, commitment=ticket.commitment, expires=ticket.expires)


class InvitationsView(ApiView):
    @endpoint("invitations")
    def get(self, request: AllowedRequest, query: CursorQuery) -> Invitations:
        """Return invitations that wait: those anybody may join, those to me, and my own; newest first."""
        found, rest = paginate(_waiting(request.user), query.cursor, name="match__public_id")
        return Invitations(results=showing.invitations(found), next=with_query(request, cursor=rest) if rest else None)

    @endpoint("invite", 409, 422, status=201)
    def post(self, request: AllowedRequest, body: InvitationGiven) -> InvitationSeen:
        """Offer a match to anybody, to those who know its address, or to one player."""
        terms = lobby.Terms(
            body.game,
            body.options,
            clock=body.chosen(),
            seat=body.seat,
            audience=body.audience,
            invited=body.invited,
            note=body.note,
            language=body.language,
            min_reliability=body.min_reliability,
            rated=body.rated,
            private=body.private,
            watchable=body.watchable,
            paired=body.paired,
        )
        made = lobby.invite(request.user, terms, entropy=body.entropy, ticket=body.ticket)
        return showing.invitation(made)


def _waiting(user: User) -> QuerySet[Invitation]:
    mine = Q(audience=Invitation.Audience.OPEN) | Q(inviter=user) | Q(invited=user)
    awake = (Q(resting=False, inviter__is_active=True) & ~InvitationQuerySet.barred()) | Q(inviter=user)
    rows = Invitation.objects.open().filter(mine, awake)
    rows = rows.exclude(inviter__blocks__blocked=user).exclude(inviter__blocked_by__blocker=user)
    return rows.select_related("match", "inviter", "invited").prefetch_related("match__seats__user")


class InvitationView(ApiView):
    @endpoint("invitation", 404)
    def get(self, request: AllowedRequest, public_id: str) -> InvitationSeen:
        """Return an invitation whose address I know."""
        return showing.invitation(queries.invitation_for(request.user.pk, public_id))

    @endpoint("withdraw_invitation", 404, 409)
    def delete(self, request: AllowedRequest, public_id: str) -> None:
        """Withdraw my invitation."""
        lobby.withdraw(public_id, request.user)


class JoinView(ApiView):
    @endpoint("join", 404, 409)
    def post(self, request: AllowedRequest, public_id: str, body: JoinGiven) -> Begun:
        """Take a place; the last to join begins the match."""
        return Begun.of(lobby.join(public_id, request.user, body.entropy), request.user)


class LeaveView(ApiView):
    @endpoint("leave", 404, 409)
    def post(self, request: AllowedRequest, public_id: str) -> None:
        """Give my place back before the match begins."""
        lobby.leave(public_id, request.user)


class OfferAgainView(ApiView):
    limit = "begin"

    @endpoint("offer_invitation_again", 404, 409)
    def post(self, request: AllowedRequest, public_id: str) -> None:
        """Let my link deal again, which rests since guests have resigned before their first move."""
        lobby.offer_again(public_id, request.user)


class DeclineInvitationView(ApiView):
    @endpoint("decline_invitation", 404, 409)
    def post(self, request: AllowedRequest, public_id: str) -> None:
        """Decline an invitation that is meant for me; who made it is told."""
        lobby.decline(public_id, request.user)
