"""What pages show of thanks."""

from typing import NamedTuple

from accounts.models import User
from games.core.models import Seat
from games.core.seams.panels import MatchLook, Reader
from tests.applause import services
from tests.applause.models import Thanks


class OfMatch(NamedTuple):
    """Who has thanked whom for a match, and whom the reader can thank still. `encore` says that this is a rematch, and
    that somebody was thanked for the match before it."""

    match: str
    thanks: list[tuple[str, str]]
    may_thank: list[str]
    encore: bool


def of_match(look: MatchLook) -> OfMatch | None:
    """Return the thanks for a match that is over."""
    match = look.match
    if match.ended is None:
        return None
    given = services.of_match(match)
    thanks = [(each.by.username, each.to.username) for each in given]
    return OfMatch(match.public_id, thanks, _may_thank(look.seat, given), services.is_encore(match))


def _may_thank(seat: Seat | None, given: list[Thanks]) -> list[str]:
    if seat is None:
        return []
    thanked = {each.to_id for each in given if each.by_id == seat.user_id} | {seat.user_id}
    others = [each.user for each in services.players_of(seat.match.public_id)]
    return [user.username for user in others if user.pk not in thanked and not (user.is_bot or user.left)]


def of_person(person: User, reader: Reader) -> int | None:
    """Return how often a person was thanked for matches that everybody may look at; None for never."""
    return Thanks.objects.filter(to=person, match__private=False).count() or None
