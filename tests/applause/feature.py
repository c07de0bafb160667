"""Applause: a player thanks another when a match is over."""

from django.utils.translation import gettext_lazy

from games.core.seams import addresses, ended, leaving, limits, merging, notices, panels, sweeps
from games.core.seams.leaving import Document
from games.rules.sentence import N_
from tests.applause import documents, notices as letters, panels as shown, services, urls


def register() -> None:
    """Show thanks on the pages of matches that are over, to watchers too. Count them on profiles and for encores."""
    panels.BESIDE_BOARD.register("applause", shown.of_match, "applause/match.jinja", watched=True)
    panels.PROFILE.register("applause", shown.of_person, "applause/profile.jinja")
    addresses.register("applause", pages=urls.PAGES, operations=urls.OPERATIONS)
    limits.register("applause", "20/h/user", gettext_lazy("You have given thanks too often recently."))
    notices.register(letters.APPLAUSE, letters.notice, gettext_lazy("You are thanked for a match"), pool="others")
    sweeps.register("applause", every=60, do=services.sweep)
    ended.in_transaction("applause", services.note_encore)
    ended.after_commit("applause", services.count_thanks, swept_by="applause")
    merging.register("applause", services.merge_rows)
    leaving.register(
        "applause",
        forget=services.forget,
        documents=[Document("applause", N_("applause: whom you have thanked, and for which match."), documents.given)],
    )
