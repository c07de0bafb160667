"""Statistics: how matches ended, counted. What is counted is noted with the seats as a match ends."""

from games.core.seams import addresses, ended, imported, sweeps
from games.core.seams.ended import End
from games.core.seams.imported import Imported
from games.statistics import recount, services as figures, urls


def register() -> None:
    """Count again what pages show of everything there is.

    Note which armies the seats of a match had, as it ends or is imported. `manage.py statistics --recount` does so
    again from the logs.
    """
    addresses.register("statistics", pages=urls.PAGES, operations=urls.OPERATIONS)
    sweeps.register("count", every=60, do=figures.keep_due)
    ended.in_transaction("statistics", _note)
    imported.register("statistics", _note_imported)


def _note(end: End) -> None:
    recount.note_armies(end.locked.match, end.locked.seats, end.position)


def _note_imported(given: Imported) -> None:
    recount.note_armies(given.match, given.seats, given.position)
