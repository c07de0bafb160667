"""The deeds of Field of Glory."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from games.deeds.queries import Course, Deed
from games.rules.field_of_glory import events as ev
from games.rules.field_of_glory.cards import CODE
from games.rules.field_of_glory.combat import strength
from games.rules.field_of_glory.state import FLANKS
from games.rules.game import Event, Seat
from games.rules.sentence import N_

CENTRE = (2, 3, 4)
WEAKER = 3


class Fight(NamedTuple):
    """A fight: the attack, both sums, and the cards that were eliminated by it."""

    attack: ev.Attacked
    fought: ev.Fought
    lost: tuple[str, ...]


def _fights(course: Course) -> Iterator[Fight]:
    attack: ev.Attacked | None = None
    events = course.events
    for place, event in enumerate(events):
        if isinstance(event, ev.Attacked):
            attack = event
        elif isinstance(event, ev.Fought) and attack is not None:
            yield Fight(attack, event, _lost(events[place + 1 :]))


def _lost(after: list[Event]) -> tuple[str, ...]:
    """Return what was eliminated by the fight before these events."""
    for event in after:
        if isinstance(event, ev.Eliminated):
            return event.cards
        if isinstance(event, ev.Attacked | ev.Fought):
            break
    return ()


def _by_fight(is_so: Callable[[Fight], bool], *, defending: bool | None = False) -> Callable[[Course, Seat], bool]:
    """Say whether any fight that a seat has won is so; `defending` None: on either side."""

    def earned(course: Course, seat: Seat) -> bool:
        won = (fight for fight in _fights(course) if fight.fought.winner == seat)
        return any(is_so(fight) for fight in won if defending in (None, fight.fought.seat != seat))

    return earned


def _holding(columns: tuple[int, ...]) -> Callable[[Course, Seat], bool]:
    """Say whether a seat has won by control, and of these columns among others."""

    def earned(course: Course, seat: Seat) -> bool:
        held = all(course.state.columns[column - 1].control == seat for column in columns)
        return held and course.outcome.reason == "control" and seat in course.outcome.winners

    return earned


def _giants(fight: Fight) -> bool:
    return CODE[fight.attack.lead] == "LI" and any(CODE[card] == "EL" for card in fight.lost)


def _tied(fight: Fight) -> bool:
    return strength(fight.fought.attack) == strength(fight.fought.defence)


def _phalanx(fight: Fight) -> bool:
    return any(term.kind == "pike" for term in fight.fought.attack)


def _underdog(fight: Fight) -> bool:
    attack, defence = (_value(terms) for terms in (fight.fought.attack, fight.fought.defence))
    ahead = attack - defence if fight.fought.winner == fight.fought.seat else defence - attack
    return ahead <= -WEAKER


def _value(terms: tuple[ev.Term, ...]) -> int:
    """Return the combat value of the lead of a sum."""
    return sum(term.amount for term in terms if term.kind == "value")


DEEDS = (
    Deed("win", N_("Triumph"), N_("Win a match."), Course.won),
    Deed(
        "centre",
        N_("The centre holds"),
        N_("Win by control while holding the three middle terrain cards."),
        _holding(CENTRE),
    ),
    Deed("wings", N_("Both wings"), N_("Win by control while holding both flank columns."), _holding(FLANKS)),
    Deed(
        "flank",
        N_("From the side"),
        N_("Win a fight with a flank attack."),
        _by_fight(lambda fight: fight.attack.flank),
    ),
    Deed(
        "giants",
        N_("Giants fall"),
        N_("Eliminate an elephant with an attack led by Light Infantry."),
        _by_fight(_giants),
    ),
    Deed(
        "spears",
        N_("A wall of spears"),
        N_("Win a tied fight with Spears leading your defence."),
        _by_fight(_tied, defending=True),
    ),
    Deed("phalanx", N_("Phalanx"), N_("Win a fight by attacking with two Pikes."), _by_fight(_phalanx)),
    Deed(
        "underdog",
        N_("Against the odds"),
        N_("Win a fight in which your lead’s combat value is at least three lower than the enemy lead’s."),
        _by_fight(_underdog, defending=None),
    ),
)
