"""The one reader of match secrets: makes chance and digest keys, and shows the secret once a match is over."""

from collections.abc import Collection, Iterable

from accounts.database import rows
from games.core.models import Match, MatchSecret, Seat
from games.core.services import tickets
from games.core.services.tickets import Ticket
from games.rules import chance
from games.rules.chance import KeyedChance


def save_match(match: Match, ticket: Ticket) -> None:
    """Save a new match as the one of a ticket, with its secret. Raises IntegrityError where it is taken."""
    secret = tickets.secret(ticket)
    match.public_id = ticket.match
    match.commitment = ticket.commitment
    match.save()
    MatchSecret.objects.create(match=match, scheme=chance.SCHEME, secret=secret)


def secret_columns(match: Match) -> rows.Wanted:
    """Return what to read beforehand for `keyed`, for one who reads more rows in the same breath."""
    return rows.Wanted(MatchSecret, {"match_id": match.pk})


def keyed(match: Match, sealed: MatchSecret, seats: Iterable[Seat], epoch: int = 0) -> tuple[KeyedChance, bytes]:
    """Return where the match's draws come from, and the key of its digests; `seats` are all of the match."""
    secret = _read(sealed)
    entropies = [seat.entropy for seat in sorted(seats, key=lambda seat: seat.joined)]
    seed = chance.seed(secret, match.public_id, match.game, match.version, match.options, entropies)
    return KeyedChance(seed, epoch), chance.digest_key(secret)


def import_secret(match: Match, scheme: str, secret: str) -> None:
    """Keep the secret, as hex, of a match that was played and verified elsewhere."""
    MatchSecret.objects.create(match=match, scheme=scheme, secret=bytes.fromhex(secret))


def for_check(matches: Iterable[Match]) -> dict[int, str]:
    """Return the secrets as hex, by match id, for verifying matches on the server itself; to be shown to nobody."""
    return {sealed.match_id: _read(sealed).hex() for sealed in MatchSecret.objects.filter(match__in=matches)}


def revealed(match: Match) -> str:
    """Return the secret as hex, for anybody. Raises PermissionError while the match is open or being played."""
    return revealed_of([match])[match.pk]


def revealed_of(matches: Collection[Match]) -> dict[int, str]:
    """Return the secrets of matches as hex, by match id, for anybody.

    Raises PermissionError where one of them is not over.
    """
    for match in matches:
        if match.status in (Match.Status.OPEN, Match.Status.PLAYING):
            raise PermissionError(f"the secret of match {match.public_id} is shown when it is over")
    return for_check(matches)


def _read(sealed: MatchSecret) -> bytes:
    return bytes(sealed.secret)
