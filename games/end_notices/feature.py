"""End notices: players are told that a match is over."""

from games.core.notices import turns
from games.core.seams import ended
from games.core.seams.ended import End


def register() -> None:
    """Queue a letter to each player in the transaction that ends a match."""
    ended.in_transaction("end notices", _queue)


def _queue(end: End) -> None:
    turns.queue_end(end.locked.batch, end.locked.match, end.locked.seats, gone=end.gone)
