"""Watching: matches that run and that anybody may watch, and replays of those that are over."""

from games.core.seams import addresses, for_others, panels
from games.watching import moderators, panels as shown, urls, views


def register() -> None:
    """List these matches, show each to everybody, and serve what their pages load. Say on a page how many watch. Show
    moderators every match as spectators see it."""
    addresses.register("watching", pages=urls.PAGES, operations=urls.OPERATIONS)
    for_others.register("watching", views.match)
    for_others.register("watching-moderators", moderators.match)
    panels.AMONG_FACTS.register("watchers", shown.of_match, "watching/facts.jinja", by_link=True, watched=True)
