"""The chat of a match."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render

from accounts.request import SignedIn, number_in, signed_in_to_fill_in, signed_in_to_post
from games.chat import pages, services as service
from games.core.pages import matches
from games.core.pages.context import spread
from games.core.reading.voice import SiteVoice
from games.core.services import looks
from games.core.views.matches import reached
from games.rules.errors import RulesError


@signed_in_to_fill_in
def chat(request: SignedIn, public_id: str) -> HttpResponse:
    """Return the chat of a match, newest lines or those before the line `before`; posting `text` adds a line."""
    text = request.POST.get("text", "")
    if request.method == "POST":
        try:
            service.say(public_id, request.user, text)
        except RulesError as error:
            said = error.sentence.said(SiteVoice())
            return _chat(request, public_id, error.status, text=text, error=said)
        if not request.htmx:
            return redirect(f"{reached(request, public_id).match.get_absolute_url()}#chat")
    return _chat(request, public_id, before=number_in(request.GET.get("before", "")))


def _chat(request: SignedIn, public_id: str, status: int = 200, **given: Any) -> HttpResponse:
    found = reached(request, public_id)
    template = "games/_chat.jinja" if request.htmx else "games/chat.jinja"
    shown = pages.chat(found, **given)
    if looks.is_look(request):
        service.note_shown(found.seat, shown.newest)
    context = {**spread(matches.heading(found)), "chat": shown, "before": given.get("before")}
    return render(request, template, context, status=status)


@signed_in_to_post
def mute(request: SignedIn, public_id: str) -> HttpResponse:
    """Have no marks and mails for this chat (`muted` is 1), or have them again."""
    found = reached(request, public_id)
    service.mute_chat(public_id, request.user.pk, request.POST.get("muted") == "1")
    return redirect(f"{found.match.get_absolute_url()}#chat")
