"""When a player counts as informed although the letter about a turn came back: pure decisions.

Whoever gets a letter can forge a report that it came back, and so win time: in a match that happens once, and with a
second match in which it does so within AGAIN a player has run out of time, as far as the profile goes.
"""

from datetime import datetime, timedelta

from games.core.notices.turns import Informed

AGAIN = timedelta(days=50)


def is_informed(found: Informed, spared: datetime | None) -> bool:
    """Whether time runs out for a player of whom this was `found`, and who was `spared` in this match before, if so."""
    return found is Informed.YES or (found is Informed.CAME_BACK and spared is not None)


def is_absence(spared_elsewhere: datetime | None, now: datetime) -> bool:
    """Whether sparing a player `now` counts as an absence; `spared_elsewhere`: when that was last in another match."""
    return spared_elsewhere is not None and now - spared_elsewhere < AGAIN
