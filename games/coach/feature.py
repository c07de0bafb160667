"""The coach: one sentence on a match's page, for those who are new to a game."""

from games.coach import pages, urls
from games.core.seams import addresses, panels


def register() -> None:
    """Let the coach speak below what is asked and in the help, and be silenced or called back there and in the menu."""
    addresses.register("coach", pages=urls.PAGES)
    panels.BELOW_PROMPT.register("coach", pages.of_match, "coach/line.jinja")
    panels.ON_HELP.register("coach", pages.of_match, "coach/sign.jinja")
    panels.TOP_OF_HELP.register("coach", pages.of_match, "coach/said.jinja")
    panels.IN_HELP.register("coach", pages.of_match, "coach/help.jinja")
    panels.AT_END_OF_MENU.register("coach", pages.of_match, "coach/menu.jinja")
