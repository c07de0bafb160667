"""Substitutes: who takes over the seat of a player who stays away."""

from django.utils.translation import gettext_lazy

from games.core.models import TimeUp
from games.core.seams import addresses, match_admin, notices, panels, remedies
from games.substitutes import notices as letters, panels as shown, urls
from games.substitutes.admin import SubstituteForm
from games.substitutes.remedies import HOUSE, SUBSTITUTE


def register() -> None:
    """Tell of seats that are taken over, and of those that nobody takes. Show that one is open. Offer both to a player
    whose opponent's time is up."""
    addresses.register("substitutes", pages=urls.PAGES, operations=urls.OPERATIONS)
    notices.register(
        letters.SUBSTITUTE, letters.substitute_notice, gettext_lazy("Someone has taken over a seat in your match")
    )
    notices.register(letters.RELIEVED, letters.relieved_notice, gettext_lazy("Someone has taken over your seat"))
    notices.register(
        letters.UNTAKEN, letters.untaken_notice, gettext_lazy("Nobody has taken over a seat in your match")
    )
    panels.TO_ANSWER.register("substitutes", shown.sought_seats, "substitutes/sought.jinja")
    match_admin.register("substitute", SubstituteForm)
    remedies.register(TimeUp.Remedy.SUBSTITUTE, SUBSTITUTE)
    remedies.register(TimeUp.Remedy.HOUSE, HOUSE)
