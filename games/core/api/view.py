"""What all addresses of the API have in common: who is let in, and how an answer leaves."""

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from rest_framework import exceptions
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from games.core.api.access import ApiThrottle, ByToken, HasScope
from games.core.api.errors import respond
from games.core.api.reading import JSONBody
from games.core.api.schema import Speaking


class Json(BaseRenderer):
    """Every answer, as msgspec writes it."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> bytes:
        return b"" if data is None else msgspec.json.encode(data, enc_hook=str)


class AlwaysJson(BaseContentNegotiation):
    """JSON for every request, no matter what it asks for: a browser at an address sees what a program sees."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        given = request.content_type.partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == given), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


class ApiView(APIView):
    """An address. What is answered is for one pair of eyes, kept nowhere, and not sent again where it is known.

    `tagged` is False where an answer holds what tells two alike matches apart: a tag would show it.
    """

    tagged = True

    authentication_classes = [ByToken]
    permission_classes = [HasScope]
    throttle_classes = [ApiThrottle]
    parser_classes = [JSONBody]
    renderer_classes = [Json]
    content_negotiation_class = AlwaysJson
    metadata_class = None
    schema = Speaking()
    http_method_names = ["get", "head", "post", "put", "delete"]

    @classmethod
    def as_view(cls, **given: Any) -> Any:
        view: Any = super().as_view(**given)
        view.anonymous_ok = True  # no session is ever looked at
        view.counts_itself = True
        return view

    def get_exception_handler(self) -> Callable[..., Any]:
        return respond

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers.setdefault("Cache-Control", "private, no-store")
        if self.tagged and request.method in ("GET", "HEAD") and response.status_code == 200:
            response.add_post_render_callback(lambda done: _unless_known(request, done))
        return response


def _unless_known(request: Request, response: HttpResponse) -> HttpResponse | None:
    """Add a tag of what the answer says; return 304 to a program that has it already."""
    etag = quote_etag(hashlib.blake2b(response.content, digest_size=12).hexdigest())
    response.headers["ETag"] = etag
    return get_conditional_response(request._request, etag=etag, response=response)


class Nowhere(ApiView):
    """Answers every unknown address under the API, with a 404 in JSON."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise exceptions.NotFound
