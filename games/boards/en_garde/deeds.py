"""The deeds of En Garde."""

from collections.abc import Callable, Iterator

from games.deeds.queries import Course, Deed
from games.rules.en_garde import events as ev
from games.rules.en_garde.state import LEFT, SPACES
from games.rules.game import Event, Seat
from games.rules.sentence import N_

LONG = 3
"""Rounds won from which on a match is more than a bout or two."""
BEHIND = 3
FOUR = 4
FARTHEST = 5

ACTS = (ev.Advanced, ev.WentBack, ev.Attacked, ev.Parried, ev.Evaded)


def _end(course: Course, seat: Seat) -> ev.MatchWon | ev.DrawnOut | None:
    """Return how a seat has won the match by rounds, in a match that was long enough; None where it has not."""
    won = next((event for event in course.events if isinstance(event, ev.MatchWon | ev.DrawnOut)), None)
    return won if won is not None and won.seat == seat and won.scores[seat] >= LONG else None


def _untouched(course: Course, seat: Seat) -> bool:
    won = _end(course, seat)
    return won is not None and won.scores[1 - seat] == 0


def _from_behind(course: Course, seat: Seat) -> bool:
    rounds = [event for event in course.events if isinstance(event, ev.RoundWon)]
    trailed = any(each.scores[1 - seat] - each.scores[seat] >= BEHIND for each in rounds)
    return trailed and _end(course, seat) is not None


def _ground(course: Course, seat: Seat) -> bool:
    rounds = (event for event in course.events if isinstance(event, ev.RoundWon))
    return any((event.seat, event.reason) == (seat, "comparison-position") for event in rounds)


def _hits(course: Course, seat: Seat) -> Iterator[list[Event]]:
    """Yield what both fencers did in each round that a seat has won by a hit; the last of it is the attack."""
    acts: list[Event] = []
    for event in course.events:
        if isinstance(event, ev.RoundStarted):
            acts = []
        elif isinstance(event, ACTS):
            acts.append(event)
        elif isinstance(event, ev.RoundWon) and event.seat == seat and event.reason == "hit":
            yield acts


def _by_hit(is_so: Callable[[list[Event], Seat], bool]) -> Callable[[Course, Seat], bool]:
    """Say whether any hit of a seat is so."""
    return lambda course, seat: any(is_so(acts, seat) for acts in _hits(course, seat))


def _four(acts: list[Event], seat: Seat) -> bool:
    attack = acts[-1]
    return isinstance(attack, ev.Attacked) and attack.count >= FOUR


def _riposte(acts: list[Event], seat: Seat) -> bool:
    attack = acts[-1]
    assert isinstance(attack, ev.Attacked)
    before = acts[-3:-2] if attack.indirect else acts[-2:-1]
    return any(isinstance(event, ev.Parried) and event.seat == seat for event in before)


def _at_the_wall(acts: list[Event], seat: Seat) -> bool:
    end = 1 if seat == LEFT else SPACES
    moves = (event for event in acts if isinstance(event, ev.Advanced | ev.WentBack | ev.Evaded))
    spaces = [event.space for event in moves if event.seat == seat]
    return [end, *spaces][-1] == end


def _fleche(acts: list[Event], seat: Seat) -> bool:
    attack = acts[-1]
    before = acts[-2:-1]
    far = isinstance(attack, ev.Attacked) and attack.indirect and attack.value == FARTHEST
    return far and any(isinstance(event, ev.Advanced) and event.value == FARTHEST for event in before)


DEEDS = (
    Deed("win", N_("Salute"), N_("Win a match."), Course.won),
    Deed(
        "untouched",
        N_("Untouched"),
        N_("Win a match played to three or more rounds without losing a single one."),
        _untouched,
    ),
    Deed(
        "from-behind",
        N_("Comeback"),
        N_("Win a match after trailing by three rounds."),
        _from_behind,
    ),
    Deed(
        "ground",
        N_("Ground gained"),
        N_("Win a round by being further forward when the cards run out."),
        _ground,
    ),
    Deed("four", N_("Four of a kind"), N_("Win a round with an attack of four or more cards."), _by_hit(_four)),
    Deed("riposte", N_("Riposte"), N_("Win a round with an attack right after your own parry."), _by_hit(_riposte)),
    Deed(
        "wall",
        N_("Back to the wall"),
        N_("Win a round with an attack from the last space at your end of the piste."),
        _by_hit(_at_the_wall),
    ),
    Deed(
        "fleche",
        N_("Flèche"),
        N_("Win a round with an attack across ten spaces: advance with a 5, then strike with 5s."),
        _by_hit(_fleche),
    ),
)
