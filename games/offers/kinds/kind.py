"""What every kind of offer says of itself."""

from abc import ABC, abstractmethod
from typing import ClassVar

from games.core.models import Match, Seat
from games.core.models.seat import Offered
from games.core.services import stamps
from games.core.services.locked import LockedMatch
from games.offers import notices
from games.rules.errors import RulesError
from games.rules.sentence import Sentence


class BadOffer(RulesError):
    """An offer of something that cannot be agreed upon."""

    code = "bad_offer"


class OfferKind(ABC):
    """A kind of offer.

    `days` are those that may be offered, if there is something to choose. `own` is set if it is for the seat that makes
    it alone: then the others agree to it, and a player who offers the same kind asks for something of their own.
    `house` says that bots agree to it immediately.
    """

    days: ClassVar[tuple[int, ...]] = ()
    own: ClassVar[bool] = False
    house: ClassVar[bool] = True

    def bar(self, match: Match, seat: Seat) -> Sentence | None:
        """Return why its page, which asks before it offers, cannot offer this to a seat; None where it can."""
        return None

    def require_possible(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:  # noqa: B027
        """Raise BadOffer where `seat` can neither offer this nor agree to it now.

        What it says must not tell what is sealed.
        """

    @abstractmethod
    def carry_out(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        """Do what all have agreed upon, last of them `seat`, and write what has changed; nobody offers it any more."""


def has_house(locked: LockedMatch) -> bool:
    """Say whether a house opponent is among those who have to agree."""
    return any(seat.house for seat in locked.seats)


def asker_of(locked: LockedMatch, offered: Offered) -> Seat:
    """Return the seat that an offer is about: that of the player who asks for it."""
    return next(seat for seat in locked.seats if seat.number == offered.seat)


def show_agreed(locked: LockedMatch, seat: Seat, offered: Offered) -> None:
    """Show and tell all what was agreed, last by `seat`, which needs no mail, and write it."""
    stamps.renew_for_offer(locked, seat)
    others = [each for each in locked.seats if each is not seat and not each.house]
    notices.queue_agreed(locked.batch, locked.match, others, seat, offered, locked.now)
    locked.write_seats()
