"""Favourites: whom somebody likes to play. What there is of them is in `account.json` of a download."""

from django.db.models import Q
from django.utils.translation import gettext_lazy

from games.core.seams import addresses, leaving, match_admin, merging, notices, sweeps
from games.favourites import documents, notices as letters, services as favourites, telling, urls


def register() -> None:
    """Tell those who asked which matches their favourites offer. When somebody leaves, delete both ways."""
    addresses.register("favourites", operations=urls.OPERATIONS)
    notices.register(
        letters.FAVOURITE,
        letters.favourite_notice,
        gettext_lazy("A favourite player is offering a match"),
        pool="favourites",
    )
    match_admin.hide_letters("favourites", lambda _: Q(kind=letters.FAVOURITE))
    sweeps.register("tell", every=30, do=telling.tell_due)
    merging.register("favourites", None)  # guests have none
    leaving.register("favourites", forget=favourites.forget, account=documents.favourites_document)
