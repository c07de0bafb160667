"""Offers: what players of a match propose to each other, such as a draw or a pause."""

from django.utils.translation import gettext_lazy

from games.core.seams import addresses, match_admin, notices, panels
from games.offers import notices as letters, pages, urls
from games.offers.admin import GoingBackForm, UndoGoingBackForm


def register() -> None:
    """Tell of offers, and of what came of them. Show on the page of a match those that stand."""
    addresses.register("offers", pages=urls.PAGES, operations=urls.OPERATIONS)
    notices.register(letters.OFFER, letters.offer_notice, gettext_lazy("You’ve received an offer in a match"))
    notices.register(letters.DECLINED, letters.declined_notice, gettext_lazy("Your offer was declined"))
    notices.register(letters.AGREED, letters.agreed_notice, gettext_lazy("A pause or more time was agreed"))
    notices.register(
        letters.TAKEN_BACK, letters.taken_back_notice, gettext_lazy("A match was taken back to an earlier point")
    )
    panels.IN_MENU.register("offers", pages.in_menu, "offers/menu.jinja")
    panels.IN_HELP.register("offers", pages.undo_in_help, "offers/help.jinja")
    match_admin.register("back", GoingBackForm)
    match_admin.register("unback", UndoGoingBackForm)
    panels.TO_ANSWER.register("offers", pages.to_answer, "offers/answer.jinja")
