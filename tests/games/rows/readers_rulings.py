"""Scenes in which rulings that wait can be tried; see `readers`."""

from __future__ import annotations

from games.core.models import Match
from games.core.services import rulings
from tests.games.rows.doors import NOON, Act, Cast
from tests.games.rows.doors_rulings import ruled
from tests.games.rows.readers import reader
from tests.games.tables import begin


@reader("rulings that take effect", [0, ["playing", "playing"], ["over", "playing"]])
def _rule_due(cast: Cast) -> Act:
    """Set the scene with one that waits, and a match of the same people without any."""
    made = [ruled(cast), begin(cast.ann, cast.ben, public_id=f"{cast.key}-other")]

    def status() -> list[str]:
        return [Match.objects.get(pk=match.pk).status for match in made]

    def found() -> list[object]:
        return [rulings.rule_due(NOON), status(), rulings.rule_due(NOON + rulings.WAITS) and status()]

    return found
