"""The other match of a pair: its seal, which is told before the first begins, and how it begins with that."""

from __future__ import annotations

from dataclasses import fields

from games.clock.terms import Chosen
from games.models import Match, Seat
from games.services import entries, secret, tickets
from games.services.locked import LockedMatch

OF_BOTH = ("game", "version", "rated", "private", "watchable", "pair", *(field.name for field in fields(Chosen)))
"""What both matches of a pair have in common besides the options."""


def second_seal(match: Match) -> str:
    """The commitment of the other match of a pair, whose first one this is."""
    return tickets.second(match.public_id, match.game).commitment


def begin_second(first: LockedMatch, seal: str = "") -> LockedMatch:
    """The other match of a pair, whose first one has just begun: on the same terms with the same shares and sides
    swapped. `seal` is its commitment where it was told before."""
    before = first.match
    options = before.rules.as_drawn(before.options, first.before.position.state)
    match = Match(options=options, **{name: getattr(before, name) for name in OF_BOTH})
    secret.create(match, tickets.second(before.public_id, before.game, seal))
    alike = ("user_id", "joined", "entropy", "entropy_source", "house")
    Seat.objects.bulk_create(Seat(match=match, **{name: getattr(seat, name) for name in alike}) for seat in first.seats)
    locked = LockedMatch.lock(pk=match.pk)
    entries.start(locked, [seat.joined for seat in reversed(first.seats)])
    return locked
