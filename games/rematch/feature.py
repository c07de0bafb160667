"""Rematches: another match of the same players, and the second match of a pair."""

from django.utils.translation import gettext_lazy

from games.core.seams import addresses, notices, panels
from games.rematch import notices as letters, pages, urls


def register() -> None:
    """Tell of rematches, and offer them on the card of the result."""
    addresses.register("rematch", pages=urls.PAGES, operations=urls.OPERATIONS)
    notices.register(
        letters.REMATCH, letters.rematch_notice, gettext_lazy("You’re invited to a rematch"), pool="others"
    )
    panels.MAIN_WAY.register("rematch", pages.of_match, "rematch/form.jinja")
    panels.WAYS_ON.register("rematch", pages.of_match, "rematch/ways.jinja")
