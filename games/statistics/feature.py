"""Statistics: how matches ended, counted. What is counted is noted with the seats as a match ends."""

from games.core.seams import addresses, ended, sweeps
from games.core.seams.ended import End
from games.statistics import recount, urls
from games.statistics import services as figures


def register() -> None:
    """Count anew what pages show of everything there is. Note which armies the seats of a match had as it ends;
    `manage.py statistics --recount` does so again from the logs."""
    addresses.register("statistics", pages=urls.PAGES, operations=urls.OPERATIONS)
    sweeps.register("count", every=60, do=figures.keep_due)
    ended.in_transaction("statistics", _note)


def _note(end: End) -> None:
    recount.note_armies(end.locked.match, end.locked.seats, end.position)
