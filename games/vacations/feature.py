"""Vacations: days on which the clocks of a player stand still."""

from django.utils.translation import gettext_lazy

from games.core.seams import addresses, merging, notices
from games.vacations import notices as letters, services as vacations, urls


def register() -> None:
    """Have the matches of a guest that become an account's know of the vacations of the account. The sweep “expire”
    tells those that were missed."""
    addresses.register("vacations", pages=urls.PAGES)
    notices.register(letters.VACATION, letters.vacation_notice, gettext_lazy("A vacation was taken for you"))
    merging.register("vacations", vacations.merge_rows)
    merging.after_commit("vacations", vacations.update_matches_of, swept_by="expire")
