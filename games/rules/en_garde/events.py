"""What happens in a match of En Garde, as data, and which moves may be taken back by it (EG-N43)."""

from __future__ import annotations

from games.rules.en_garde.state import Reason
from games.rules.game import Event, Seat, Viewer


class RoundStarted(Event, frozen=True):
    """The fencers stand at the ends of the piste, the cards are dealt, `starter` begins."""

    round: int
    starter: Seat


class Dealt(Event, frozen=True):
    """A seat's five cards at the start of a round, which it alone sees."""

    seat: Seat
    cards: tuple[int, ...]

    def seen_by(self, viewer: Viewer) -> Dealt | None:
        return self if viewer == self.seat else None


class Advanced(Event, frozen=True):
    """A fencer moved `value` spaces towards the other, to `space`."""

    seat: Seat
    value: int
    space: int


class WentBack(Event, frozen=True):
    """A fencer moved `value` spaces away from the other, to `space`."""

    seat: Seat
    value: int
    space: int


class Attacked(Event, frozen=True):
    """An attack with `count` cards of `value`; `indirect` after an advance of the same move."""

    seat: Seat
    value: int
    count: int
    indirect: bool = False


class Parried(Event, frozen=True):
    """The attack was met with the same cards."""

    seat: Seat
    value: int
    count: int


class Evaded(Event, frozen=True):
    """The attacked fencer went back `value` spaces, to `space`, and the attack found nobody."""

    seat: Seat
    value: int
    space: int


class Drew(Event, frozen=True):
    """A seat filled its hand with `count` cards, which it alone sees."""

    seat: Seat
    count: int
    cards: tuple[int, ...] = ()

    def seen_by(self, viewer: Viewer) -> Drew:
        return self if viewer == self.seat else Drew(self.seat, self.count)


class HandsShown(Event, frozen=True):
    """Both hands were shown at `distance`, because the draw pile is used up (EG-N34).

    `forward` is how many spaces each fencer stood from its end of the piste, by seat.
    """

    hands: tuple[tuple[int, ...], tuple[int, ...]]
    distance: int
    forward: tuple[int, int] = (0, 0)


class RoundWon(Event, frozen=True):
    """A seat won the round; `scores` go by seat, with this round."""

    seat: Seat
    round: int
    reason: Reason
    scores: tuple[int, int] = (0, 0)


class RoundDrawn(Event, frozen=True):
    """Nobody won the round."""

    round: int


class MatchWon(Event, frozen=True):
    """A seat reached the rounds needed; `scores` go by seat."""

    seat: Seat
    scores: tuple[int, int]


class DrawnOut(Event, frozen=True):
    """The last drawn round that a match can have ended it; `seat` has won more rounds, None: both as many."""

    scores: tuple[int, int]
    seat: Seat | None = None


FORESEEN = (Parried,)
"""What a move may bring that is taken back: all others fill the hand, or tell what the other holds (EG-N43)."""
