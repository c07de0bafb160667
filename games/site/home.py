"""What the first page shows: every game, and how much goes on."""

from games.core.reading.kept import cached
from games.statistics import queries as statistics

FRESH = 60  # seconds for which the numbers of the first page stand


def site_numbers() -> dict[str, int]:
    """Return how many people play here, matches run, and matches are over.

    The numbers are up to a minute old; without Redis count them again each time.
    """
    return dict(cached("front-numbers", FRESH, lambda: {each.key: each.value for each in statistics.of_site()}))
