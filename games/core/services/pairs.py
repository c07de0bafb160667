"""The other match of a pair: its seal, which is told before the first begins, and how it begins with that."""

from dataclasses import replace

from games.core.models import Match
from games.core.seams import begin
from games.core.seams.begin import MatchTerms, Player
from games.core.services import tickets
from games.core.services.locked import LockedMatch


def second_seal(match: Match) -> str:
    """Return the commitment of the other match of a pair, whose first one this is."""
    return tickets.second(match.public_id, match.game).commitment


def begin_second(first: LockedMatch, seal: str = "") -> LockedMatch:
    """Return the other match of a pair, whose first one has just begun: on the same terms with the same shares and
    sides swapped. `seal` is its commitment where it was told before.
    """
    before = first.match
    options = before.rules.as_drawn(before.options, first.before.position.state)
    terms = replace(MatchTerms.of(before), options=options)
    players = [Player.of(seat) for seat in sorted(first.seats, key=lambda seat: seat.joined)]
    order = [seat.joined for seat in reversed(first.seats)]
    return begin.begin_match(terms, tickets.second(before.public_id, before.game, seal), players, order)
