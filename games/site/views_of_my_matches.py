"""The lists of one's own matches, and the way to the next one that waits."""

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.request import SignedIn, form_token, signed_in_to_look
from games.core.pages import lists, panels
from games.core.pages.context import spread
from games.core.reading import bot_profiles
from games.core.seams.panels import MY_MATCHES, TO_BEGIN
from games.reports import standing
from games.seeks import services as seeks
from games.site import my_matches as pages_my_matches
from games.site.waiting import waiting_numbers


@signed_in_to_look
def my_matches(request: SignedIn) -> HttpResponse:
    """Show the matches: waiting for me, most urgent first; others; finished: a page of each."""
    shown = pages_my_matches.page(request.user, request.GET)
    request.waiting = shown.numbers  # type: ignore[attr-defined]  # as the head of every page has it
    request.open_reports = standing.open_for(request.user)  # type: ignore[attr-defined]
    if shown.numbers.seeks:
        seeks.note_look(request.user)
    more = panels.drawn(MY_MATCHES, form_token(request), request.user)
    begin = panels.drawn(TO_BEGIN, form_token(request), request.user)
    offered = bot_profiles.levels_offered(request.user, shown.me.games_finished)
    context = {**spread(shown), "panels": more, "to_begin": begin, "levels_offered": offered}
    return render(request, "games/my_matches.jinja", context)


my_matches.headless = True  # type: ignore[attr-defined]  # it does what `middleware.Waiting` does, by one query for all


@signed_in_to_look
def next_match(request: SignedIn) -> HttpResponse:
    """Return the match that waits for me next after `after`, which I come from: one by one, all of them."""
    found = lists.next_waiting(request.user, request.GET.get("after", ""))
    if found is None:
        messages.info(request, _("No other match is waiting for you."))
        return redirect("my_matches")
    return redirect("match", found)


@signed_in_to_look
def waiting(request: SignedIn) -> HttpResponse:
    """Return how much waits for me, for the head of pages that are open."""
    found = waiting_numbers(request.user)
    return JsonResponse({"matches": found.matches, "invitations": found.invitations})


waiting.headless = True  # type: ignore[attr-defined]  # it is what a head would count
