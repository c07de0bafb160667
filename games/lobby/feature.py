"""Lobby: invitations, and what becomes of those that came to nothing."""

from django.utils.translation import gettext_lazy

from games.core.seams import addresses, leaving, merging, notices, outages, read_along, unbegun
from games.core.seams.leaving import Document
from games.core.seams.unbegun import Unbegun
from games.lobby import documents, leaving as of_invitations, notices as letters, sweeps, urls
from games.lobby.anew import goes_on
from games.lobby.unbegun import offer_anew
from games.rules.sentence import N_


def register() -> None:
    """Offer a match again that never began. Withdraw the invitations of somebody who leaves. Tell of invitations."""
    addresses.register("lobby", pages=urls.PAGES, operations=urls.OPERATIONS)
    notices.register(
        letters.INVITED, letters.invited_notice, gettext_lazy("Someone has invited you to a match"), pool="others"
    )
    notices.register(letters.EXPIRING, letters.expiring_notice, gettext_lazy("Your invitation expires soon"))
    notices.register(
        letters.LAPSED, letters.lapsed_notice, gettext_lazy("An invitation is no longer open"), pool="others"
    )
    unbegun.register("lobby", _offer_anew, goes_on=goes_on)
    read_along.register("invitation")
    outages.register("lobby", sweeps.give_back)
    merging.register("lobby", None)  # invitations go with their matches
    leaving.register(
        "lobby",
        forget=None,
        documents=[
            Document("invitations", N_("invitations: the ones you’ve sent and received."), documents.invitation_rows)
        ],
        withdraw=of_invitations.withdraw_all,
        matches=of_invitations.offered_to,
        ties=of_invitations.given_or_got,
    )


def _offer_anew(void: Unbegun) -> None:
    offer_anew(void.locked, void.absent, after_guest=void.after_guest)
