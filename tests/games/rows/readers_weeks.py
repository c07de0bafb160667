"""Scenes in which the figures of the site can be tried; see `readers`."""

from __future__ import annotations

from accounts.models import User
from games.desk import figures
from tests.games.rows.doors import Act, Cast
from tests.games.rows.doors_reports import filed
from tests.games.rows.readers import reader


@reader("desk: reports that are counted for a reader", [2, 0], of_a_person=True)
def _reports(cast: Cast) -> Act:
    """Set the scene: two more for Cat, who is no part of them, than for Ben, who is, as Ann is."""
    filed(cast)

    def came(user: User) -> int:
        return figures.recent_weeks(user, 1)[0].reports.came

    return lambda: [came(cast.cat) - came(cast.ben), came(cast.ann) - came(cast.ben)]
