"""Sentences that moderators begin with at the desk."""

from django.utils.translation import gettext as _, override

from accounts.models import User
from games.reports.models import Report
from games.rules.sentence import N_

WHY_HIDDEN: dict[str, str] = {
    Report.Reason.INSULT: N_("This message insulted or threatened a player."),
    Report.Reason.OTHER: N_("This message doesn’t belong in the chat of a match."),
}
"""Why a message is hidden that was reported for a reason; `OTHER` stands for all that aren’t named."""


def why_hidden(reason: str, author: User) -> str:
    """Return why a message is hidden, in the language of its author."""
    with override(author.language or None):
        return _(WHY_HIDDEN.get(reason, WHY_HIDDEN[Report.Reason.OTHER]))
