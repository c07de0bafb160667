"""What players write and offer each other, beside the board."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.limits import limited
from accounts.request import SignedIn, asked_and_answered, private, signed_in_to_post
from games.models import Seat
from games.pages import matches
from games.pages import talk as pages_talk
from games.reading.access import Access
from games.reading.voice import SiteVoice
from games.rules.errors import RulesError
from games.services import looks, offers, rematch, talk
from games.views.matches import begun_with, reached, refused


@private
@login_required
@asked_and_answered
def chat(request: SignedIn, public_id: str) -> HttpResponse:
    """The chat of a match, newest lines or those before the line `before`; posting `text` adds a line."""
    text = request.POST.get("text", "")
    if request.method == "POST":
        try:
            talk.say(public_id, request.user, text)
        except talk.TalkError as error:
            said = error.sentence.said(SiteVoice())
            return _chat(request, public_id, error.status, text=text, error=said)
        if not request.htmx:
            return redirect(f"{reached(request, public_id).match.get_absolute_url()}#chat")
    return _chat(request, public_id, before=_number(request.GET.get("before", "")))


def _chat(request: SignedIn, public_id: str, status: int = 200, **given: Any) -> HttpResponse:
    found = reached(request, public_id)
    template = "games/_chat.html" if request.htmx else "games/chat.html"
    shown = pages_talk.chat(found, **given)
    if looks.counts(request):
        talk.seen(found.seat, shown["newest"])
    context = {**matches.heading(found), "chat": shown, "before": given.get("before")}
    return render(request, template, context, status=status)


def _number(given: str) -> int | None:
    return int(given) if given.isascii() and given.isdigit() and len(given) < 20 else None


@private
@signed_in_to_post
@require_POST
def mute(request: SignedIn, public_id: str) -> HttpResponse:
    """Have no marks and mails for this chat (`muted` is 1), or have them again."""
    found = reached(request, public_id)
    talk.mute(public_id, request.user.pk, request.POST.get("muted") == "1")
    return redirect(f"{found.match.get_absolute_url()}#chat")


@limited("begin")
@private
@signed_in_to_post
@require_POST
def play_again(request: SignedIn, public_id: str) -> HttpResponse:
    """Offer a rematch, or go to the one that was offered."""
    try:
        match = rematch.rematch(public_id, request.user, **begun_with(request))
    except RulesError as error:
        return refused(request, public_id, error)
    return redirect(match if match.started else match.invitation)


@private
@login_required
@asked_and_answered
def notes(request: SignedIn, public_id: str) -> HttpResponse:
    """My notes on a match; posting `notes` keeps them."""
    found = reached(request, public_id)
    text, error = request.POST.get("notes", found.seat.notes), ""
    if request.method == "POST":
        try:
            talk.note(public_id, request.user.pk, text)
        except talk.TalkError as refusal:
            error = refusal.sentence.said(SiteVoice())
        else:
            messages.success(request, _("Your notes are kept."))
            return redirect(f"{found.match.get_absolute_url()}#notes")
    context = {**matches.heading(found), "notes": text, "notes_error": error}
    return render(request, "games/notes.html", context, status=422 if error else 200)


ACTS = ("offer", "agree", "withdraw", "decline")


@private
@login_required
@asked_and_answered
def offer(request: SignedIn, public_id: str, kind: str) -> HttpResponse:
    """Offer to end level or to cancel, agree, decline or withdraw: each is asked about here first."""
    found = reached(request, public_id)
    if kind not in Seat.Offer.values:
        raise Http404
    if found.match.ended and request.method != "POST":
        return redirect(found.match)
    error = ""
    if request.method == "POST":
        act = request.POST.get("act", "")
        error = _unconfirmed(request, act)
        if not error:
            return _offered(request, found, kind, act)
    context = {**matches.heading(found), **pages_talk.offered(found, kind), "error": error}
    return render(request, "games/offer.html", context, status=422 if error else 200)


def _unconfirmed(request: HttpRequest, act: str) -> str:
    """Why nothing is done yet; what ends the match needs a tick."""
    if act not in ACTS:
        return _("Choose what to do.")
    if act in ("offer", "agree") and not request.POST.get("confirm"):
        return _("Tick the box to say that you mean it.")
    return ""


def _offered(request: SignedIn, found: Access, kind: str, act: str) -> HttpResponse:
    public_id, me = found.match.public_id, request.user.pk
    try:
        if act in ("offer", "agree"):
            agreed = offers.make(public_id, me, kind, answering=act == "agree")
            told = "" if agreed else _("Your offer stands until you withdraw it.")
        elif act == "withdraw":
            offers.withdraw(public_id, me)
            told = _("Your offer is withdrawn.")
        else:
            offers.decline(public_id, me)
            told = _("The offer is declined; the match goes on.")
    except RulesError as error:
        return refused(request, public_id, error)
    if told:
        messages.success(request, told)
    return redirect("match", public_id)
