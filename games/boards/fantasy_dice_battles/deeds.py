"""The deeds of Fantasy Dice Battles."""

from collections.abc import Callable

from games.deeds.queries import Course, Deed
from games.rules.fantasy_dice_battles import events as ev
from games.rules.game import Event, Seat
from games.rules.sentence import N_

HEROES = 3
TWO = 2


def _with(faction: str) -> Callable[[Course, Seat], bool]:
    """Say whether a seat has won with an army of a faction."""

    def earned(course: Course, seat: Seat) -> bool:
        shown = (event for event in course.events if isinstance(event, ev.ArmyShown))
        return course.won(seat) and any((event.seat, event.faction) == (seat, faction) for event in shown)

    return earned


def _own_army(course: Course, seat: Seat) -> bool:
    composed = (event for event in course.events if isinstance(event, ev.FactionChosen))
    return course.won(seat) and any(event.seat == seat for event in composed)


def _unbowed(course: Course, seat: Seat) -> bool:
    ends = (event for event in course.events if isinstance(event, ev.BattleEnded))
    return course.won(seat) and any(event.heroes[seat] == HEROES for event in ends)


def _fallen(events: list[Event], seat: Seat) -> int:
    """Return how many heroes of a seat have fallen."""
    return sum(isinstance(event, ev.HeroFell) and event.seat == seat for event in events)


def _at_once(course: Course, seat: Seat) -> bool:
    return any(_fallen(list(events), 1 - seat) >= TWO for events in course.entries)


def _avenged(course: Course, seat: Seat) -> bool:
    rounds = [(_fallen(list(events), seat), _fallen(list(events), 1 - seat)) for events in course.entries]
    first = next((each for each in rounds if any(each)), (0, 0))
    return course.won(seat) and first[0] > 0 and first[1] == 0


DEEDS = (
    Deed("realm", N_("For the Realm"), N_("Win a match with an army of the Realm."), _with("realm")),
    Deed("horde", N_("For the Horde"), N_("Win a match with an army of the Horde."), _with("horde")),
    Deed("brood", N_("For the Brood"), N_("Win a match with an army of the Brood."), _with("brood")),
    Deed("sylvan", N_("For the Sylvan"), N_("Win a match with an army of the Sylvan."), _with("sylvan")),
    Deed("own-army", N_("Homemade"), N_("Win a match with an army you built yourself."), _own_army),
    Deed("unbowed", N_("Unbowed"), N_("Win a match with all three of your heroes still standing."), _unbowed),
    Deed("at-once", N_("Two at one blow"), N_("Bring down two enemy heroes in the same round."), _at_once),
    Deed(
        "avenged",
        N_("Avenged"),
        N_("Win a match after losing a hero in an earlier round than your opponent."),
        _avenged,
    ),
)
