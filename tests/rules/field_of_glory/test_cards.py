"""The cards as the rules have them."""

from __future__ import annotations

from games.rules.field_of_glory.cards import KINDS


def test_every_kind_costs_fights_and_counts_as_the_rules_say() -> None:
    """Movement cost, flank penalty, combat value, victory points, command points of each card, modifiers."""
    rows = {each.code: (each.cost, each.flank, each.value, each.prize, each.points, {**each.against}) for each in KINDS}
    assert rows == {
        "EL": (5, 3, 5, 3, (2, 3), {"LI": -4}),
        "PK": (5, 3, 4, 2, (2, 3, 4), {}),
        "SP": (5, 3, 4, 3, (2, 3, 4), {"CV": -1}),
        "HI": (4, 2, 4, 2, (2, 2, 3, 3, 4, 4), {"CV": -2}),
        "MI": (3, 1, 3, 1, (2, 2, 3, 3, 3, 4, 4, 4), {}),
        "CV": (2, 0, 3, 1, (2, 2, 3, 3, 4, 4), {"EL": -2, "PK": -1}),
        "AR": (2, 0, 0, 0, (2, 3), {}),
        "LI": (1, 0, 1, 0, (2, 2, 3, 3, 4, 4), {"EL": 3}),
        "LC": (0, 0, 1, 0, (2, 3, 3, 4), {}),
        "CO": (0, 0, 0, 0, (5, 5, 5, 5, 5), {}),
        "OV": (0, 0, 0, 0, (2, 2), {}),
        "RE": (0, 0, 0, 0, (2,), {}),
    }
