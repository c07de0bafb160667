"""The stream of events for programs, and how it refuses. `fogsite/stream.py` holds streams; else the view answers."""

import msgspec
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation.trans_real import parse_accept_lang_header
from rest_framework.exceptions import APIException, AuthenticationFailed, NotAuthenticated

from games.core.api.access import AllowedRequest
from games.core.api.endpoint import endpoint
from games.core.api.errors import Refusal, respond
from games.core.api.view import ApiView


class StreamView(ApiView):
    @endpoint("stream", streams=True)
    def get(self, request: AllowedRequest) -> None:
        """Tell immediately which of my matches have something new, for as long as you listen.

        Each event is called `match`; its data is the id of the match. 204 means that this site holds no streams.
        """


def refused_stream(error: APIException | None, languages: str) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """Return status, headers and body of a refusal, in the first of the languages that the site speaks.

    None stands for a stream that cannot be opened just now.
    """
    if isinstance(error, NotAuthenticated | AuthenticationFailed):
        error.auth_header = "Bearer"  # type: ignore[union-attr]  # as the framework's view sets it
    with translation.override(_spoken(languages)):
        response = respond(error or _no_stream(), {"view": StreamView()})
    assert response is not None
    headers = {"Content-Type": "application/json", "Cache-Control": "private, no-store"}
    if "WWW-Authenticate" in response:
        headers["WWW-Authenticate"] = response["WWW-Authenticate"]
    encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    return response.status_code, encoded, msgspec.json.encode(response.data)


def _no_stream() -> Refusal:
    sentence = _("We can’t open a stream right now. Poll your turns instead, and try again in a minute.")
    return Refusal(503, "no_stream", sentence)


def _spoken(languages: str) -> str:
    for code, _quality in parse_accept_lang_header(languages.lower()):
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return translation.get_supported_language_variant("en")
