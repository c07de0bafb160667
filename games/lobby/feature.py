"""Lobby: invitations, and what becomes of those that came to nothing."""

from games.core.seams import addresses, leaving, merging, unbegun
from games.lobby import leaving as of_invitations
from games.lobby import notices, urls
from games.lobby.unbegun import offer_anew


def register() -> None:
    """Offer a match again that never began. Withdraw the invitations of somebody who leaves. Tell of invitations."""
    addresses.register("lobby", pages=urls.PAGES, operations=urls.OPERATIONS)
    notices.register()
    unbegun.register("lobby", lambda void: offer_anew(void.locked, void.absent, after_guest=void.after_guest))
    merging.register("lobby", None)  # invitations go with their matches
    leaving.register("lobby", forget=None, withdraw=of_invitations.withdraw_all)
