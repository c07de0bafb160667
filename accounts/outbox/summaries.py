"""Several notices told by one mail, to people who want summaries."""

from collections.abc import Sequence
from datetime import UTC, datetime

from django.utils.translation import ngettext

from accounts.channels import Notice

NEVER = datetime.max.replace(tzinfo=UTC)


def combined(notices: Sequence[Notice]) -> Notice:
    """Return one notice for several, in the language that is active; the most urgent first, those without a deadline
    last.
    """
    urgent_first = sorted(notices, key=lambda each: each.deadline or NEVER)
    number = len(notices)
    subject = ngettext("{number} update for you", "{number} updates for you", number).format(number=number)
    return Notice(subject, "summary", {"notices": urgent_first})
