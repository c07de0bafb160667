"""What is answered when something cannot be done: always `{code, message, extra}`, for every fault."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from games.core.reading.voice import SiteVoice
from games.rules.errors import RulesError
from games.rules.sentence import Voice


class Refusal(exceptions.APIException):
    """A request that is answered with a status, a code for programs, a sentence for people, and data that helps."""

    def __init__(self, status: int, code: str, message: str, **extra: Any) -> None:
        super().__init__(message, code)
        self.status_code = status
        self.code = code
        self.message = message
        self.extra = extra


def refusal(error: RulesError, voice: Voice, **extra: Any) -> Refusal:
    """Return the answer to what the rules of a game or of the house refuse."""
    return Refusal(error.status, error.code, error.sentence.said(voice), **extra)


def respond(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the answer to any exception of a view.

    `None` leaves it to the project's page for our own faults (500, 503).
    """
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    if isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, RulesError):
        error = refusal(error, SiteVoice())
    if not isinstance(error, exceptions.APIException):
        return None
    worded = error if isinstance(error, Refusal) else _worded(error, context)
    body = {"code": worded.code, "message": worded.message, "extra": worded.extra}
    return Response(body, status=error.status_code, headers=_headers(error))


def _headers(error: exceptions.APIException) -> dict[str, str]:
    headers = {}
    if getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = error.auth_header  # type: ignore[attr-defined]  # set by the framework's view
    if isinstance(error, exceptions.Throttled):
        headers["Retry-After"] = str(_seconds(error))
    return headers


def _seconds(error: exceptions.Throttled) -> int:
    return max(1, round(error.wait or 0))  # type: ignore[attr-defined]  # the stubs forgot it


def _worded(error: exceptions.APIException, context: dict[str, Any]) -> Refusal:
    """Return the framework's own exception in our words."""
    status = error.status_code
    extra = {}
    match error:
        case exceptions.NotAuthenticated():
            code = "not_authenticated"
            message = _("Send a token from your settings: “Authorization: Bearer fog_…”.")
        case exceptions.AuthenticationFailed():
            code = "bad_token"
            message = _("This token is unknown or no longer valid.")
        case exceptions.PermissionDenied():
            code = "wrong_scope"
            message = _("This token is read-only. Create one that can play.")
        case exceptions.NotFound():
            code = "not_found"
            message = _("There’s nothing here, or you aren’t allowed to see it.")
        case exceptions.MethodNotAllowed():
            extra = {"allowed": context["view"].allowed_methods}
            code = "method_not_allowed"
            message = _("This address accepts only {methods}.").format(methods=", ".join(extra["allowed"]))
        case exceptions.UnsupportedMediaType():
            code = "unsupported_media_type"
            message = _("The body must be JSON: “Content-Type: application/json”.")
        case exceptions.Throttled():
            extra = {"seconds": _seconds(error)}
            code = "too_many"
            message = _("Too many requests. Try again in {seconds} s.").format(**extra)
        case _:
            code = "bad_request"
            message = _("We couldn’t understand this request.")
    return Refusal(status, code, message, **extra)
