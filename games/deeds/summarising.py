"""Summaries of matches that are over, worked out some time after their end; those of void matches and old ones too."""

import logging
from time import monotonic

from django.db import Error, transaction

from accounts.database import claims
from games.core.models import Match
from games.deeds import summaries
from games.deeds.models import Summary
from games.deeds.summaries import Kept

MATCHES_TOGETHER = 20
"""Matches whose summaries one transaction works out; each is played again."""
MAX_SECONDS = 20.0
"""Seconds after which a sweep takes up no further ones."""

logger = logging.getLogger(__name__)


def note_due() -> int:
    """Work out what is due, while there is time; of how many matches."""
    ends = monotonic() + MAX_SECONDS
    done = 0
    while monotonic() < ends and (noted := summarise()):
        done += noted
    return done


@transaction.atomic
def summarise() -> int:
    """Work out summaries of matches that have none of this edition, those without any first, MATCHES_TOGETHER at most.

    How many it looked at; none where somebody else does so just now.
    """
    if not claims.claim("summaries"):
        return 0
    earlier = Summary.objects.filter(edition__lt=summaries.EDITION).order_by("edition", "-id")
    due = [row.match for row in earlier.select_related("match")[:MATCHES_TOGETHER]]
    summaries.save_summaries({match.pk: _worked_out(match) for match in due})
    return len(due)


def _worked_out(match: Match) -> Kept:
    """Return the summary of a match; an empty one, so that the others get theirs, where it cannot be played again."""
    try:
        return summaries.work_out(match)
    except Error:
        raise
    except Exception:
        logger.exception("The summary of match %s cannot be worked out", match.public_id)
        return summaries.NOTHING
