"""What a unit of the hand would cost in each column, and why."""

from collections import defaultdict
from dataclasses import dataclass

from django.utils.translation import pgettext

from games.rules.field_of_glory.cards import ROUGH, UNITS, Card
from games.rules.field_of_glory.placing import Charge, charges
from games.rules.field_of_glory.view import ColumnSeen, FieldOfGloryView
from games.rules.field_of_glory.whys import column_part


@dataclass(frozen=True)
class Price:
    """A price: `at` are the board's names of the columns where it is due, `extras` what is added to the unit's cost.

    Each of the extras has its amount and its word.
    """

    at: str
    total: int
    extras: tuple[tuple[int, str], ...]

    @property
    def more(self) -> int:
        """The sum of the extras."""
        return sum(amount for amount, _word in self.extras)


def are_asked(view: FieldOfGloryView) -> bool:
    """Say whether units can be placed at all, so that their prices are of interest."""
    return view.phase in ("act", "place") and not (view.placing and view.placing.paying)


def prices(card: Card, view: FieldOfGloryView) -> tuple[Price, ...]:
    """Return what a card costs, columns of the same price together; nothing for what is no unit."""
    if card not in UNITS:
        return ()
    places: dict[tuple[Charge, ...], list[str]] = defaultdict(list)
    for column in view.columns:
        places[charges(card, column.number, column.terrain)].append(column_part(column.number))
    return tuple(_price(lines, at) for lines, at in places.items())


def extras(column: ColumnSeen) -> list[str]:
    """Return what a unit costs more for in a column: each unit its own flank penalty."""
    flank = [f"+ {_words()['flank']}"] if column.flank else []
    return [*flank, f"+{ROUGH} {_words()['rough']}"] if column.terrain == "rough" else flank


def _price(lines: tuple[Charge, ...], at: list[str]) -> Price:
    extras = tuple((line.amount, _words()[line.kind]) for line in lines[1:])
    return Price(" ".join(at), sum(line.amount for line in lines), extras)


def _words() -> dict[str, str]:
    """Return what a price rises for, as it fits a place of a phone."""
    return {"flank": pgettext("price", "flank"), "rough": pgettext("price", "rough")}


def left_to_pay(view: FieldOfGloryView) -> int:
    """Return what is still to be paid for the placement being composed; below 0 what is paid too much."""
    return view.placing.cost - view.placing.paid if view.placing else 0
