"""What a unit of the hand would cost in each column, as the page shows it."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from games.boards.field_of_glory.prices import Price, are_asked, extras, prices
from games.rules.field_of_glory.game import FieldOfGlory
from games.rules.field_of_glory.state import Decision
from games.rules.field_of_glory.view import FieldOfGloryView, PlacingSeen
from tests.rules.field_of_glory.table import laid

GAME = FieldOfGlory()


def seen(**more: Any) -> FieldOfGloryView:
    """Return what Red sees where column 5 is rough ground."""
    return msgspec.structs.replace(GAME.view(laid(red="PK4a CO5a", terrain={5: "rough"}).state, 0), **more)


def test_each_unit_has_a_price_in_every_column_and_says_what_is_added() -> None:
    assert prices("PK4a", seen()) == (
        Price("column-1", 8, ((3, "flank"),)),
        Price("column-2 column-3 column-4", 5, ()),
        Price("column-5", 9, ((3, "flank"), (1, "rough"))),
    )


def test_a_card_says_in_one_number_how_much_more_it_costs() -> None:
    assert [price.more for price in prices("PK4a", seen())] == [3, 0, 4]


def test_a_column_says_what_is_added_there() -> None:
    assert [extras(column) for column in seen().columns] == [["+ flank"], [], [], [], ["+ flank", "+1 rough"]]


def test_what_is_no_unit_has_no_price() -> None:
    assert prices("CO5a", seen()) == ()


def test_prices_are_asked_only_where_units_are_placed() -> None:
    assert [phase for phase in get_args(Decision) if are_asked(seen(phase=phase))] == ["act", "place"]


@pytest.mark.parametrize("paying", [False, True])
def test_prices_are_asked_until_payment_begins(paying: bool) -> None:
    assert are_asked(seen(phase="place", placing=PlacingSeen(4, 0, ("HI4a",), None, paying))) is not paying
