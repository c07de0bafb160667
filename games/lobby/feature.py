"""Lobby: invitations, and what becomes of those that came to nothing."""

from django.utils.translation import gettext_lazy

from games.core.seams import addresses, leaving, merging, notices, unbegun
from games.lobby import leaving as of_invitations
from games.lobby import notices as letters
from games.lobby import urls
from games.lobby.unbegun import offer_anew


def register() -> None:
    """Offer a match again that never began. Withdraw the invitations of somebody who leaves. Tell of invitations."""
    addresses.register("lobby", pages=urls.PAGES, operations=urls.OPERATIONS)
    notices.register(
        letters.INVITED, letters.invited_notice, gettext_lazy("Somebody invites you to a match"), pool="others"
    )
    notices.register(letters.EXPIRING, letters.expiring_notice, gettext_lazy("Your invitation will expire"))
    notices.register(letters.LAPSED, letters.lapsed_notice, gettext_lazy("An invitation has lapsed"), pool="others")
    unbegun.register("lobby", lambda void: offer_anew(void.locked, void.absent, after_guest=void.after_guest))
    merging.register("lobby", None)  # invitations go with their matches
    leaving.register("lobby", forget=None, withdraw=of_invitations.withdraw_all)
