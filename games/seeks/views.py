"""The pages on which the site finds an opponent."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.limits import limited
from accounts.request import SignedIn, signed_in_to_fill_in, signed_in_to_look, signed_in_to_post
from games.bots import services as bots
from games.core.pages import rulebook
from games.core.pages.context import spread
from games.core.reading import access
from games.core.reading.voice import SiteVoice
from games.core.views.guests import to_an_account
from games.core.views.match_form import why_unrated
from games.core.views.matches import begun_with
from games.rules.errors import RulesError
from games.seeks import pages, services as seeks
from games.seeks.forms import SeekForm
from games.seeks.models import Seek


@signed_in_to_look
def seeks_page(request: SignedIn) -> HttpResponse:
    """Return what I seek, and how many others do, by game and pace."""
    return render(request, "games/seeks.jinja", spread(pages.page(request.user)))


@limited("begin")
@signed_in_to_fill_in
def seek(request: SignedIn, slug: str) -> HttpResponse:
    """Return a form to seek an opponent in a game, or to change what I seek."""
    game = access.game_of(slug)
    if request.user.is_guest:
        return to_an_account(request)
    mine = Seek.objects.filter(user=request.user, game=slug).first()
    form = SeekForm(request.POST or None, rules=game, seek=mine, unrated=why_unrated(request.user))
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            seeks.ask(request.user, form.wish(), form.cleaned_data["keep"])
            messages.success(
                request, _("We’re looking for an opponent for you, and we’ll let you know when the match begins.")
            )
            return redirect("seeks")
        except RulesError as error:
            form.add_error(None, error.sentence.said(SiteVoice()))
            status = error.status
    context = {"form": form, "title": _(game.meta.title), "rules_url": rulebook.rules_url(slug), "is_mine": mine}
    return render(request, "games/seek.jinja", context, status=status)


@signed_in_to_post
def withdraw(request: SignedIn, slug: str) -> HttpResponse:
    """Seek nobody in a game any more; who comes too late is led to the match."""
    if not seeks.withdraw(request.user, slug) and any(row.game == slug for row in pages.begun(request.user)):
        messages.info(request, _("Your match has already begun. You’ll find it below."))
    else:
        messages.success(request, _("We’ve stopped looking for an opponent for you in this game."))
    return redirect("seeks")


@limited("begin")
@signed_in_to_post
def house(request: SignedIn, slug: str) -> HttpResponse:
    """Play the house at once on the terms that I seek; the seek stands."""
    mine = Seek.objects.filter(user=request.user, game=slug).first()
    if mine is None:
        return redirect("seeks")
    try:
        begun = bots.challenge(request.user, slug, mine.options, pace_days=mine.fastest_days, **begun_with(request))
    except RulesError as error:
        messages.error(request, error.sentence.said(SiteVoice()))
        return redirect("seeks")
    return redirect(begun)
