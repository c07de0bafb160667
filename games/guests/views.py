"""The page on which somebody takes a guest's matches into an account."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, ngettext

from accounts import guests
from accounts.request import SignedIn, signed_in_to_fill_in
from games.core.pages.context import spread
from games.core.reading.voice import SiteVoice
from games.guests import merging, pages
from games.guests.merging import CannotMerge


@signed_in_to_fill_in
def merge_guest(request: SignedIn) -> HttpResponse:
    """Ask whether the matches of the guest that this browser has set aside are to become the account's."""
    guest = guests.aside(request)
    if guest is None or request.user.is_guest:
        guests.forget_aside(request)
        return redirect("my_matches")
    if request.method == "POST":
        return _merged(request, guest.pk)
    return render(request, "games/merge.jinja", spread(pages.merging(guest, request.user)))


def _merged(request: SignedIn, guest_id: int) -> HttpResponse:
    try:
        found = merging.merge(guest_id, request.user)
    except CannotMerge as error:
        messages.error(request, error.sentence.said(SiteVoice()))
        return redirect("my_matches")
    taken = sum(each.why is None for each in found)
    said = ngettext("{number} match is now in your account.", "{number} matches are now in your account.", taken)
    messages.success(request, said.format(number=taken))
    if taken < len(found):
        messages.info(
            request, _("The other matches stay in your guest session. You can return to them from this page.")
        )
        return redirect("merge_guest")
    guests.forget_aside(request)
    return redirect("my_matches")
