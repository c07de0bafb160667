"""Vacations: days on which the clocks of a player stand still."""

from games.core.seams import addresses, merging
from games.vacations import notices, urls
from games.vacations import services as vacations


def register() -> None:
    """Have the matches of a guest that become an account's know of the vacations of the account. The sweep “expire”
    tells those that were missed."""
    addresses.register("vacations", pages=urls.PAGES)
    notices.register()
    merging.register("vacations", vacations.merge_rows)
    merging.after_commit("vacations", vacations.update_matches_of, swept_by="expire")
