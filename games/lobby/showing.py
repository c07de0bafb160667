"""Invitations as the API shows them."""

from collections.abc import Collection

from accounts.links import absolute
from games.core.api import showing
from games.core.reading import reliability
from games.core.reading.reliability import Reliability
from games.lobby.models import Invitation
from games.lobby.shapes import InvitationSeen


def invitations(rows: Collection[Invitation]) -> list[InvitationSeen]:
    """Return invitations, to somebody who may look at all of them."""
    known = reliability.of_each({row.inviter_id for row in rows})
    Invitation.note_barred(rows)
    return [_invitation(row, known[row.inviter_id]) for row in rows]


def invitation(row: Invitation) -> InvitationSeen:
    """Return an invitation, to anybody who may look at it."""
    (shown,) = invitations([row])
    return shown


def _invitation(row: Invitation, inviter: Reliability) -> InvitationSeen:
    match = row.match
    seats = [seat.user.username for seat in row.match.seats.all()]
    alike = ("game", "version", "options", "pace_days", "rated", "private", "watchable", "commitment")
    return InvitationSeen(
        **{name: getattr(match, name) for name in alike},
        id=match.public_id,
        state=row.state,
        title=match.title,
        clock=showing.clock(match),
        inviter=row.inviter.username,
        inviter_is_program=row.inviter.is_program,
        reliability=showing.reliable(inviter),
        min_reliability=row.min_reliability,
        audience=row.audience,  # type: ignore[arg-type]
        invited=row.invited.username if row.invited else None,
        seat=row.seat,
        players=seats,
        places=match.rules.meta.seats - len(seats),
        resting=row.resting and row.stands,
        note=row.note,
        language=row.language,
        created=row.created,
        expires=row.expires,
        second_commitment=row.second_seal or None,
        page=absolute("invitation", match.public_id),
    )
