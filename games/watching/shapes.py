"""Matches that run and may be watched: what of them is answered to those who do not play, and how rows become this."""

from typing import Any

from accounts.links import absolute
from games.core.api.shapes import Seen, When
from games.core.models import Match
from games.core.reading.access import InSight
from games.core.reading.seen import Seen as Seeing
from games.rules.game import SPECTATOR, OptionValue
from games.watching import live_matches as running, pages as watching, services as watchers


class RunningRow(Seen, frozen=True):
    """A match that runs, in a list: `prompt` says for whom it waits, as far as everybody may know, `watchers` how many
    look on at pages just now."""

    id: str
    game: str
    version: int
    title: str
    players: list[str]
    prompt: str
    watchers: int
    started: When
    page: str


class RunningMatches(Seen, frozen=True):
    """Matches that run and that I may watch, those first that began last; `next` is the address of the rest."""

    results: list[RunningRow]
    next: str | None


class WatchedSeat(Seen, frozen=True):
    """Who sits where; `owes` where everybody may know that this seat owes a move."""

    number: int
    name: str
    is_bot: bool
    is_program: bool
    owes: bool


class WatchedSeen(Seen, frozen=True):
    """A match that runs, as those see it who watch: `view` is what everybody may know, in the form of its game.

    `ply` is the number of the newest entry they know of, `stamp` changes whenever what they see changes, `watchers` is
    how many look on at pages just now.
    """

    id: str
    game: str
    version: int
    title: str
    options: dict[str, OptionValue]
    rated: bool
    seats: list[WatchedSeat]
    to_act: list[int]
    prompt: str
    ply: int
    view: Any
    stamp: str
    watchers: int
    commitment: str
    started: When
    page: str


def row(shown: running.RunningRow) -> RunningRow:
    """Return a match in the list."""
    match = shown.match
    return RunningRow(
        **_named(match),
        players=shown.players,
        prompt=shown.waits,
        watchers=shown.watchers,
    )


def _named(match: Match) -> dict[str, Any]:
    alike = {name: getattr(match, name) for name in ("game", "version", "title", "started")}
    return {"id": match.public_id, "page": absolute("match", match.public_id), **alike}


def watched_match(found: InSight) -> WatchedSeen:
    """Return the current state of the match."""
    match = found.match
    seen = Seeing.now(found.match, found.seats, SPECTATOR)
    return WatchedSeen(
        **_named(match),
        options=match.options,
        rated=match.rated,
        seats=[
            WatchedSeat(
                number=seat.index,
                name=seat.user.username,
                is_bot=seat.user.is_bot,
                is_program=seat.declared,
                owes=seat.index in seen.owing,
            )
            for seat in found.seats
        ],
        to_act=sorted(seen.owing),
        prompt=seen.prompt,
        ply=match.watched.counted(match.ply),
        view=seen.view,
        stamp=watching.stamp(match),
        watchers=watchers.watcher_number(match.public_id),
        commitment=match.commitment,
    )
