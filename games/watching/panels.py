"""What the page of a match says of those who watch it."""

from dataclasses import dataclass
from typing import NamedTuple

from games.core.seams.panels import MatchLook
from games.watching import services as watchers


@dataclass(frozen=True, kw_only=True)
class WatcherLook(MatchLook):
    """The look of somebody who watches, and is counted among so many."""

    number_watching: int


class Watchers(NamedTuple):
    """How many watch a match, as far as its page says it."""

    number: int


def of_match(look: MatchLook) -> Watchers | None:
    """Return how many watch a match that everybody may watch; None for others. A page of an earlier move does not count
    for players."""
    if not look.match.watchable or look.match.ended is not None:
        return None
    if isinstance(look, WatcherLook):
        return Watchers(look.number_watching)
    return Watchers(0 if look.is_past else watchers.watcher_number(look.match.public_id))
