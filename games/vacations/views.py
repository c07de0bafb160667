"""The page of my vacations: planning them, calling them off, and coming back."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.request import SignedIn, number_in, signed_in_to_fill_in, signed_in_to_post
from games.core.models import ALPHABET
from games.core.pages.context import spread
from games.core.reading.voice import SiteVoice
from games.vacations import pages, services as vacations
from games.vacations.forms import VacationForm
from games.vacations.services import BadVacation


@signed_in_to_fill_in
def vacation(request: SignedIn) -> HttpResponse:
    """Show the reader's vacations, what is left of this year's, and a form to plan another one."""
    form = VacationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            vacations.plan_vacation(request.user, form.cleaned_data["begins"], form.cleaned_data["ends"])
            messages.success(request, _("Vacation planned. Your clocks will be paused while you’re away."))
            return redirect("vacation")
        except BadVacation as error:
            form.add_error(None, error.sentence.said(SiteVoice()))
    context = {"form": form, **spread(pages.page(request.user))}
    return render(request, "games/vacation.jinja", context, status=422 if form.is_bound else 200)


@signed_in_to_post
def call_off(request: SignedIn) -> HttpResponse:
    """Call one off that has not begun."""
    try:
        vacations.call_off(request.user, number_in(request.POST.get("number", "")) or 0)
        messages.success(request, _("Vacation cancelled."))
    except BadVacation as error:
        messages.error(request, error.sentence.said(SiteVoice()))
    return redirect("vacation")


@signed_in_to_post
def come_back(request: SignedIn) -> HttpResponse:
    """End the one that lasts; afterwards the `match` is shown where the button stood, or else all of mine."""
    if vacations.come_back(request.user.pk):
        messages.success(request, _("Welcome back. Your clocks are running again."))
    match = request.POST.get("match", "")
    named = 0 < len(match) <= 40 and set(match) <= set(ALPHABET)
    return redirect("match", match) if named else redirect("my_matches")


@signed_in_to_post
def choose_automatic(request: SignedIn) -> HttpResponse:
    """Choose whether one is taken just before my time runs out."""
    vacations.choose_automatic(request.user, wanted="automatic" in request.POST)
    messages.success(request, _("Settings saved."))
    return redirect("vacation")
