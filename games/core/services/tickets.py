"""Tickets: a page that offers to begin a match names its id and its seal before anything is sent, and writes no row.

A ticket is signed and good for one match. The secret under its seal is made from a key of the site and the id of the
match, so that the site can make it again when the ticket is taken.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import site_keys
from accounts.models import User
from games.core.models import Match, new_public_id, second_of
from games.rules import chance
from games.rules.errors import RulesError
from games.rules.sentence import N_, sentence

STANDS = timedelta(days=7)
# Other words would refuse every ticket that was given.
SIGNING = "games.tickets"
SECRETS = "games.tickets.secrets"


class TicketError(RulesError):
    """A ticket that is no longer good: it has expired, or somebody else has taken it."""

    code = "ticket"
    status = 409


class BadTicket(TicketError):
    """A ticket that this site never gave for this game."""

    code = "bad_ticket"
    status = 422


class Ticket(NamedTuple):
    """The right to begin one match: its game, its id, its commitment as hex, and until when it stands."""

    game: str
    match: str
    commitment: str
    expires: datetime

    @property
    def text(self) -> str:
        """The ticket as it is sent to a page and back: signed, to be read by `read_ticket`."""
        return signing.dumps([*self[:3], int(self.expires.timestamp())], salt=SIGNING)


def issue(slug: str) -> Ticket:
    """Return a new ticket for a match of a game."""
    public_id = new_public_id()
    until = timezone.now().replace(microsecond=0) + STANDS
    return Ticket(slug, public_id, chance.commitment(public_id, _secret(public_id, settings.SECRET_KEY)), until)


def second(first: str, slug: str, seal: str = "") -> Ticket:
    """Return the ticket of the other match of a pair, whose first one has this id: nobody can choose another.

    `seal` is its commitment where it was told before.
    """
    public_id = second_of(first)
    seal = seal or chance.commitment(public_id, _secret(public_id, settings.SECRET_KEY))
    return Ticket(slug, public_id, seal, timezone.now() + STANDS)


def read_ticket(text: str, slug: str) -> Ticket:
    """Return the ticket of a text, for a match of a game. Raises BadTicket. It may have expired or be taken."""
    try:
        game, public_id, commitment, until = signing.loads(text, salt=SIGNING)
    except (signing.BadSignature, ValueError) as error:
        raise _bad() from error
    if game != slug:
        raise _bad()
    return Ticket(game, public_id, commitment, datetime.fromtimestamp(until, UTC))


def _bad() -> BadTicket:
    return BadTicket(sentence(N_("We didn’t issue this seal for this game. Start with a new one.")))


def secret(ticket: Ticket) -> bytes:
    """Return the secret under a ticket's seal, made with the key that the ticket was signed with."""
    made = (_secret(ticket.match, key) for key in site_keys.all_keys())
    return next(each for each in made if chance.commitment(ticket.match, each) == ticket.commitment)


def _secret(public_id: str, key: str | bytes) -> bytes:
    return salted_hmac(SECRETS, public_id, secret=key, algorithm="sha256").digest()


def once(text: str, slug: str, user: User, begin: Callable[[Ticket], Match]) -> Match:
    """Return the match of a ticket: what `begin` makes of it, or what the same user has begun with it before.

    An empty text stands for a new ticket, which nobody was shown. Raises TicketError, and what `begin` raises.
    """
    ticket = read_ticket(text, slug) if text else issue(slug)
    try:
        return _taken(ticket, user) or _begun(ticket, begin)
    except IntegrityError:  # the same ticket was taken at this very moment
        match = _taken(ticket, user)
        if match is None:
            raise
        return match


def _taken(ticket: Ticket, user: User) -> Match | None:
    """Return the match that the user has begun with a ticket. Raises TicketError where somebody else has."""
    match = Match.objects.filter(public_id=ticket.match).first()
    if match is not None and not match.seats.filter(user=user).exists():
        raise taken()
    return match


def require_untaken(text: str, slug: str) -> None:
    """Check that nobody has begun a match with this ticket yet.

    Raises: `TicketError` if anybody has.
    """
    if text and Match.objects.filter(public_id=read_ticket(text, slug).match).exists():
        raise taken()


def taken() -> TicketError:
    """Return what is raised where another match has taken a ticket."""
    return TicketError(sentence(N_("This seal has already been used for another match. Start with a new one.")))


@transaction.atomic
def _begun(ticket: Ticket, begin: Callable[[Ticket], Match]) -> Match:
    if ticket.expires <= timezone.now():
        template = N_("This seal was valid for {days} days and has expired. Start with a new one.")
        raise TicketError(sentence(template, days=STANDS.days))
    return begin(ticket)
