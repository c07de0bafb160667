"""What is sent and answered where an opponent is sought, as types, and how rows become these."""

from datetime import datetime
from typing import Annotated

import msgspec

from games.core.api.shapes import Absence, Days, Given, Options, Seen, Share, When
from games.core.clock.terms import PACES
from games.rules.game import OptionValue
from games.seeks.fit import RULES, Wish
from games.seeks.models import Seek
from games.seeks.pages import SeekersByPace
from games.seeks.services import MAX_KEPT

Kept = Annotated[int, msgspec.Meta(ge=0, le=MAX_KEPT)]
PLAIN = [name for name in Wish.__dataclass_fields__ if name not in ("game", "clock")]
"""What is sent, kept and shown by the same names."""


class SeekGiven(Given, frozen=True):
    """An opponent to be found for a match at any pace from `fastest_days` to `slowest_days` a move.

    `options` names those of the game's options that must be so. What is null, or "" for `language`, does not matter.
    `near` asks for somebody about as strong; that and `min_reliability`, in per cent, are eased the longer the seek
    waits. `watchable`: everybody may look on while it runs, where the other thinks so too. `paired` true asks for two
    matches at once with sides swapped and one result, null takes them where the other asks for them; with true an
    option left out that would bar pairs is set to one that allows them. `keep` 0 seeks one match or pair, any other
    number an opponent as soon as fewer of my matches of the game run.
    """

    fastest_days: Days
    slowest_days: Days
    options: Options = {}
    nights: bool | None = None
    weekends: bool | None = None
    vacations: bool | None = None
    absence: Absence | None = None
    rated: bool | None = None
    language: str = ""
    near: bool = True
    min_reliability: Share = 0
    watchable: bool = False
    paired: bool | None = False
    keep: Kept = 0

    def wish(self, game: str) -> Wish:
        """Return what is sought in a game."""
        clock = {name: getattr(self, name) for name in RULES if getattr(self, name) is not None}
        return Wish(game=game, clock=clock, **{name: getattr(self, name) for name in PLAIN})


class SeekSeen(Seen, frozen=True):
    """What I seek in a game, `since` when. `rests` says why I am not paired for now: `first move` where I owe one,
    `vacation`, `unseen` where I was not here for a week, `unreachable` where emails to me come back, `enough` where as
    many matches run as I wanted, `barred` where I want a rated match and may play none for now; else it is empty."""

    game: str
    fastest_days: int
    slowest_days: int
    options: dict[str, OptionValue]
    nights: bool | None
    weekends: bool | None
    vacations: bool | None
    absence: Absence | None
    rated: bool | None
    language: str
    near: bool
    min_reliability: int
    watchable: bool
    paired: bool | None
    keep: int
    since: When
    rests: str


class OthersSeen(Seen, frozen=True):
    """How many others would play a game at `pace_days` for a move. With whom I play it already, or began to within a
    day, I am not paired in it again, and they do not count."""

    game: str
    pace_days: int
    others: int


class Seeks(Seen, frozen=True):
    """What I seek, and how many others wait, by game and pace; those at several paces count at each."""

    results: list[SeekSeen]
    waiting: list[OthersSeen]


def seek(row: Seek, now: datetime) -> SeekSeen:
    """Return a seek as its owner sees it; it must come from `with_owners`."""
    why = row.sleep(now)
    return SeekSeen(
        **{name: getattr(row, name) for name in ("game", *PLAIN, "keep", "since")},
        **{name: row.clock.get(name) for name in RULES},
        rests=why.value if why else "",
    )


def seekers_line(row: SeekersByPace) -> list[OthersSeen]:
    """Return what a line of the table on the page says."""
    return [
        OthersSeen(game=row.game, pace_days=pace, others=number)
        for pace, number in zip(PACES, row.numbers, strict=True)
        if number
    ]
