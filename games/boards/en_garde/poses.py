"""How the fencers of a board stand: by what has just happened, as far as the viewer has seen it.

A pose is the name of a figure that the rig draws (`art.py`): what the fencer does, and how far the other one is, so
that blades meet as the number of spaces says.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from games.rules.en_garde.events import Advanced, Attacked, Evaded, RoundStarted, WentBack
from games.rules.en_garde.state import LEFT, RIGHT, SPACES, VALUES, RoundEnd
from games.rules.en_garde.view import EnGardeView
from games.rules.game import Event, Seat

REACH = max(VALUES)
"""The highest card: blades of fencers farther apart don't meet."""
INWARDS = 3
"""By how many half spaces a fencer at an end of the piste is drawn further in."""
HIT = "hit"
WON = "won"

Poses = tuple[str, str]


def poses(view: EnGardeView, trail: Iterable[Event] = ()) -> Poses:
    """Return the poses of both fencers, left first, after the moves in `trail`."""
    if view.phase == "over" and view.last_round is not None and view.last_round.winner is not None:
        return _pair(view.last_round.winner, WON, _beaten(view.last_round))
    if view.attack is not None:
        return _pair(view.attack.by, _figure("lunge", view.distance), _figure("guard", view.distance))
    if view.parried and view.to_move is not None:
        return _pair(view.to_move, _figure("parry", view.distance), _figure("lunge", view.distance))
    newest = _newest(trail)
    return _after(newest, LEFT, view.distance), _after(newest, RIGHT, view.distance)


def shifts(left: int, right: int) -> tuple[int, int]:
    """Return by how many half spaces both fencers are drawn higher, so that at an end of the piste they stay on it.

    Each step is seen, and blades within reach meet as ever: the other fencer goes along.
    """
    low = max(0, INWARDS + 1 - left)
    high = max(0, INWARDS + right - SPACES)
    apart = max(0, right - left - REACH)
    return low - max(0, high - apart), max(0, low - apart) - high


def at_end(ended: RoundEnd) -> Poses:
    """Return the poses of both fencers at the moment when a round ended."""
    left, right = ended.fencers
    apart = right - left
    if ended.winner is None:
        return _figure("guard", apart), _figure("guard", apart)
    won = _figure("lunge", apart) if ended.reason == "hit" else WON
    return _pair(ended.winner, won, _beaten(ended))


def before_end(ended: RoundEnd) -> Poses:
    """Return the poses of both fencers until it is told how a round ended: a hit is seen at once."""
    return at_end(ended if ended.reason == "hit" else replace(ended, winner=None))


def _beaten(ended: RoundEnd) -> str:
    """Return the pose of the fencer who has lost a round."""
    left, right = ended.fencers
    return HIT if ended.reason == "hit" else _figure("guard", right - left)


def _newest(trail: Iterable[Event]) -> dict[Seat, Event]:
    """Return the newest thing that each fencer has done in this round."""
    newest: dict[Seat, Event] = {}
    for event in trail:
        match event:
            case RoundStarted():
                newest.clear()
            case Advanced() | WentBack() | Evaded() | Attacked():
                newest[event.seat] = event
    return newest


def _after(newest: dict[Seat, Event], seat: Seat, distance: int) -> str:
    """Return how a fencer stands after its newest move."""
    match newest.get(seat):
        case Advanced():
            return _figure("advance", distance)
        case WentBack() | Evaded():
            return _figure("retreat", distance)
        case Attacked(_, value) if value < distance:
            return _figure("lunge", value)
    return _figure("guard", distance)


def _figure(name: str, distance: int) -> str:
    return f"{name}-{min(distance, REACH)}"


def _pair(seat: Seat, own: str, other: str) -> Poses:
    """Return the poses of a seat and of the other one, left first."""
    return (own, other) if seat == LEFT else (other, own)
