"""The coach: one sentence on a match's page, for those who are new to a game."""

from games.coach import pages, urls
from games.core.seams import addresses, panels


def register() -> None:
    """Let the coach speak below what is asked, and be silenced or called back in the help and in the menu."""
    addresses.register("coach", pages=urls.PAGES)
    panels.BELOW_PROMPT.register("coach", pages.of_match, "coach/line.jinja")
    panels.IN_HELP.register("coach", pages.of_match, "coach/help.jinja")
    panels.AT_END_OF_MENU.register("coach", pages.of_match, "coach/menu.jinja")
