"""One key for each page on which a measure is confirmed: a button that is pressed twice takes one measure.

The site signs the key, so that nobody chooses it. It's the key of the measure that the page is about to make.
"""

from datetime import timedelta

from django.core import signing

from games.reports.models import random_key

SIGNING = "games.measures.presses"
STANDS = timedelta(days=7)
"""How long a page can be confirmed: less than measures are kept."""


def new() -> str:
    """Return what a new page carries."""
    return signing.dumps(random_key(), salt=SIGNING)


def read(text: str) -> int | None:
    """Return the key that a page was shown with; None if it was shown too long ago, or never."""
    try:
        key: int = signing.loads(text, salt=SIGNING, max_age=STANDS)
    except signing.BadSignature:
        return None
    return key
