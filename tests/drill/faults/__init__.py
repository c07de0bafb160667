"""Every fault of the drill, by what it befalls, in the order in which they are brought about."""

from tests.drill.fault import FAULTS
from tests.drill.faults import beat, calm, database, machines, mail, redis, times, web, worker

THEMES = (calm, web, worker, beat, redis, database, mail, machines, times)
FAULTS.sort(key=lambda fault: [theme.__name__ for theme in THEMES].index(fault.strike.__module__))

__all__ = ["FAULTS"]
