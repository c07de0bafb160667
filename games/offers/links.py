"""Offer links: an email about an offer holds an address by which its reader agrees or declines, without signing in.

A link is good while that offer stands: not once it is withdrawn, declined or carried out, nor once the match is over.
The same offered again is another offer, which it does not open.
"""

from typing import NamedTuple

from accounts.links import absolute
from accounts.models import User
from games.core.models import Match, Seat
from games.core.reading import mail_links
from games.core.reading.access import Access
from games.core.reading.mail_links import DeadLink

SORT = mail_links.Sort("games.offer_links")


class OfferClaims(NamedTuple):
    """What a link says: the user, the public id of the match, the number of the seat that offers, that of its offer,
    and a digest of what the user signs in with."""

    user: int
    match: str
    seat: int
    offer: int
    digest: str


class OfferLink(NamedTuple):
    """A link that is good, the match it leads to, and the seat whose offer it is about."""

    token: str
    found: Access
    offering: Seat


def offer_url(offering: Seat, public_id: str, user: User) -> str:
    """Return the link about what a seat offers, for a user of the match who is entitled to it."""
    return absolute("offer_link", SORT.token(user, public_id, offering.index, offering.offer_number))


def opened(token: str) -> OfferLink:
    """Return what a link opens. Raises DeadLink."""
    said, user, found = SORT.opened(token, OfferClaims)
    offering = _offering(found, said)
    if offering is None:
        raise DeadLink(said, user)
    return OfferLink(token, found, offering)


def _offering(found: Access, said: OfferClaims) -> Seat | None:
    """Return the seat whose offer still stands."""
    if found.match.status != Match.Status.PLAYING:
        return None
    own = found.seat.number
    wanted = (said.seat, said.offer)
    others = (seat for seat in found.seats if seat.number != own and seat.offer and not seat.agrees)
    return next((seat for seat in others if (seat.number, seat.offer_number) == wanted), None)
