"""Pages that say what the site is and who runs it, what it keeps of people, and what holds between them and it."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.site.operator import operator


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Return what the site is and who runs it."""
    return render(request, "house/about.jinja", {"operator": operator()})


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    """Return where to turn to with what; operators who have a page of their own have this one no more."""
    return _unless(settings.CONTACT_URL, request, "house/contact.jinja")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Return what the site keeps of people; operators who have a page of their own have this one no more."""
    return _unless(settings.PRIVACY_URL, request, "house/privacy.jinja")


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    """Return what holds between the site and its players."""
    return render(request, "house/terms.jinja", {"operator": operator()})


def _unless(instead: str, request: HttpRequest, template: str) -> HttpResponse:
    """Return a page, unless the operator has put another one in its place: two would contradict each other."""
    if instead:
        raise Http404
    told = {"has_dumps": bool(settings.DUMP_DIR), "has_traces": settings.SIGN_IN_TRACES}
    return render(request, template, {"operator": operator(), **told})
