"""How often something of a feature may be done: one of the seams.

Who calls: `accounts/limits.py`, for each request to a page with `limited(name)` or `looks_limited(name)`, and to an
operation with `limit = name` or `look_limit = name`. It counts there before anything is done, and besides what counts
everything that is posted.

In which transaction: none; it is counted in Redis. In what order: none.

Where it is too much: nothing is done. The answer has the status 429, says what there was too much of, and when to try
again. Nothing is counted while Redis is gone.
"""

from django.conf import settings
from django.utils.functional import Promise

from accounts import limits, rates
from games.core.seams.seam import BadFeature


def register(name: str, rate: str, told: str | Promise) -> None:
    """Count something by a rate such as “20/h/user”. `told` says what there was too much of, as a sentence that is
    translated lazily. Raises BadFeature."""
    if name in settings.LIMITS or name in limits.OF_FEATURES:
        raise BadFeature(f"it registers the limit “{name}”, and there is a limit of this name already")
    try:
        limits.OF_FEATURES[name] = limits.Limit(rates.parse_rates(rate), told)
    except (KeyError, ValueError):
        raise BadFeature(f"its limit “{name}” has the rate “{rate}”; write it as “20/h/user”") from None
