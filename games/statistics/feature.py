"""Statistics: how matches ended, counted. What is counted is noted with the seats as a match ends."""

from games.core import ended
from games.core.ended import End
from games.services import recount


def register() -> None:
    """Note which armies the seats had. `manage.py statistics --recount` does the same again from the logs."""
    ended.in_transaction("statistics", _note)


def _note(end: End) -> None:
    recount.note(end.locked.match, end.locked.seats, end.position)
