"""Scenes in which what is read of matches that are over by a key can be tried; see `readers`."""

from __future__ import annotations

from games.models import Match
from games.pages import replays
from games.services import play
from tests.games import tables
from tests.games.rows.doors import Act, Cast
from tests.games.rows.readers import reader


@reader("replays", (["-over"], 1))
def _replays(cast: Cast) -> Act:
    """One that runs, a private one, and one that everybody may look at."""
    for name in ("running", "private", "over"):
        made = tables.begin(cast.ann, cast.ben, public_id=f"{cast.key}-{name}")
        if name != "running":
            play.resign(made.public_id, cast.ann.pk)
    Match.objects.filter(public_id=f"{cast.key}-private").update(private=True)
    over = tables.now(made)

    def shown() -> tuple[list[str], int]:
        replays.featured()
        listed = [match.public_id for match in replays.recent() if match.public_id.startswith(f"{cast.key}-")]
        return [name.removeprefix(cast.key) for name in listed], len(replays.pictures(over, list(over.seats.all())))

    return shown
