"""What a visitor sees who asks for nothing there is, or when the house itself is at fault."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseServerError, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views import defaults
from django.views.csrf import csrf_failure
from django.views.decorators.csrf import requires_csrf_token

from fogsite import request_ids
from games.rules.errors import Unplayable

RETRY_AFTER = 30  # seconds


def wants_json(request: HttpRequest) -> bool:
    """Say whether a program asks; below /api/ it always does, no matter what it says it accepts."""
    preferred = request.get_preferred_type(["text/html", "application/json"])
    return request.path.startswith("/api/") or preferred == "application/json"


def no_stream(request: HttpRequest) -> HttpResponse:
    """Return 204 at the address of the streams, so that browsers ask no more.

    Requests come here if nothing that holds streams stands in front of the site.
    """
    return HttpResponse(status=204)


no_stream.anonymous_ok = True  # type: ignore[attr-defined]  # it says the same to all


def database_gone(request: HttpRequest) -> HttpResponse:
    """Return a 503 that says what is wrong and when to come back, as JSON to those who ask for it."""
    response: HttpResponse
    if wants_json(request):
        sentence = _("We can’t reach our database right now. Nothing was changed. Please try again in a minute.")
        response = JsonResponse({"code": "database_gone", "message": sentence, "extra": {}}, status=503)
    else:
        response = HttpResponse(render_to_string("503.jinja"), status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    response["Cache-Control"] = "no-store"
    return response


def not_offered(request: HttpRequest, error: Unplayable) -> HttpResponse:
    """Return a 503 for a match that cannot be played as what it needs is gone: it stays as it is."""
    response: HttpResponse
    if wants_json(request):
        response = JsonResponse({"code": error.code, "message": str(error), "extra": {}}, status=503)
    else:
        response = HttpResponse(render_to_string("not_offered.jinja", {"text": error}), status=503)
    response["Cache-Control"] = "no-store"
    return response


@requires_csrf_token
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the project's handler404."""
    _know_reader(request)
    return defaults.page_not_found(request, exception, "404.jinja")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the project's handler400."""
    return defaults.bad_request(request, exception, "400.jinja")


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the project's handler403."""
    return defaults.permission_denied(request, exception, "403.jinja")


def form_refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return a form that came without its token."""
    _know_reader(request)
    return csrf_failure(request, reason, "403_csrf.jinja")


def _know_reader(request: HttpRequest) -> None:
    """Find out who asks before the page is drawn, where no view has done it."""
    user = getattr(request, "user", None)
    if user and user.is_authenticated and user.is_guest:
        hasattr(user, "sign_up")


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponseBase:
    """Return the project's handler500: what is out of reach, database or data set, is a 503, wherever it was met."""
    error = sys.exc_info()[1]
    if isinstance(error, OperationalError | InterfaceError):
        return database_gone(request)
    if isinstance(error, Unplayable):
        return not_offered(request, error)
    request_id = request_ids.current_work().id
    if wants_json(request):
        sentence = _("Something went wrong on our side. We’ve recorded the error. Please try again later.")
        extra = {"request_id": request_id}
        return JsonResponse({"code": "server_error", "message": sentence, "extra": extra}, status=500)
    return HttpResponseServerError(render_to_string("500.jinja", {"request_id": request_id}))
