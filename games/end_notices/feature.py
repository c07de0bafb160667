"""End notices: players are told that a match is over."""

from games.core import ended
from games.core.ended import End
from games.notices import turns


def register() -> None:
    """Queue a letter to each player in the transaction that ends a match."""
    ended.in_transaction("end notices", _queue)


def _queue(end: End) -> None:
    turns.queue_end(end.locked.batch, end.locked.match, end.locked.seats, gone=end.gone)
