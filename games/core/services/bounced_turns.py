"""When a player counts as informed although the letter about a turn came back: pure decisions.

The reader of a letter can forge a report that it came back, and so win time: in a match that happens once, and with a
second match in which it does so within AGAIN a player has run out of time, as far as the profile goes.
"""

from datetime import datetime, timedelta

from games.core.notices.turns import Informed

AGAIN = timedelta(days=50)


def is_informed(found: Informed, spared: datetime | None) -> bool:
    """Say whether time runs out for a player with this `found`.

    `spared` is when the player was spared in this match before, if ever.
    """
    return found is Informed.YES or (found is Informed.CAME_BACK and spared is not None)


def is_absence(spared_elsewhere: datetime | None, now: datetime) -> bool:
    """Say whether sparing a player `now` counts as an absence.

    `spared_elsewhere`: when that was last in another match.
    """
    return spared_elsewhere is not None and now - spared_elsewhere < AGAIN
