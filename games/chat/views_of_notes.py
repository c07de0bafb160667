"""A player's notes on a match."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.request import SignedIn, signed_in_to_fill_in
from games.chat import notes as service
from games.core.pages import matches
from games.core.pages.context import spread
from games.core.reading.voice import SiteVoice
from games.core.views.matches import reached
from games.rules.errors import RulesError


@signed_in_to_fill_in
def notes(request: SignedIn, public_id: str) -> HttpResponse:
    """Show the reader's notes on a match; posting `notes` saves them."""
    found = reached(request, public_id)
    text = request.POST.get("notes", found.seat.notes)
    error = ""
    if request.method == "POST":
        try:
            service.save(public_id, request.user.pk, text)
        except RulesError as refusal:
            error = refusal.sentence.said(SiteVoice())
        else:
            messages.success(request, _("Notes saved."))
            return redirect(f"{found.match.get_absolute_url()}#notes")
    context = {**spread(matches.heading(found)), "notes": text, "notes_error": error}
    return render(request, "games/notes.jinja", context, status=422 if error else 200)
