"""Vacations: days on which the clocks of a player stand still."""

from django.utils.translation import gettext_lazy

from games.core.seams import addresses, merging, notices, panels
from games.vacations import notices as letters, panels as shown, services as vacations, urls


def register() -> None:
    """Show on the page of a match who is away. Have the matches of a guest that become an account's know of the
    vacations of the account. The sweep “expire” tells those that were missed."""
    addresses.register("vacations", pages=urls.PAGES)
    notices.register(letters.VACATION, letters.vacation_notice, gettext_lazy("We put you on vacation"))
    panels.ABOVE_FACTS.register("vacations", shown.of_match, "vacations/away.jinja", by_link=True)
    merging.register("vacations", vacations.merge_rows)
    merging.after_commit("vacations", vacations.update_matches_of, swept_by="expire")
