"""The one way to write a view: its signature says what is read and answered, to the request and to the schema alike."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.api import reading

Handler = TypeVar("Handler", bound=Callable[..., Any])


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No body, or no query: anything that is sent all the same is refused."""


@dataclass(frozen=True)
class Spec:
    """What one method of one address takes and answers, one of the types in `gives`; none: no body (204).

    `streams` says that it answers with a stream of events, where the site holds streams.
    """

    name: str
    said: str
    query: type[msgspec.Struct]
    body: type[msgspec.Struct]
    gives: tuple[type[msgspec.Struct], ...]
    status: int
    refusals: tuple[int, ...]
    streams: bool = False


def endpoint(name: str, *refusals: int, status: int = 200, streams: bool = False) -> Callable[[Handler], Handler]:
    """Turn a method into a view: arguments named `query` and `body` are read from the request as they are annotated.

    `refusals` are the statuses it may refuse with, besides those that all addresses share.
    """

    def decorate(method: Handler) -> Handler:
        hints = get_type_hints(method)
        gives = tuple(kind for kind in get_args(hints["return"]) or [hints["return"]] if kind is not type(None))
        spec = Spec(
            name=name,
            said=method.__doc__ or "",
            query=hints.get("query", Nothing),
            body=hints.get("body", Nothing),
            gives=gives,
            status=status if gives else 204,
            refusals=refusals,
            streams=streams,
        )

        @wraps(method)
        def answered(self: Any, request: Request, **where: Any) -> Response:
            query = reading.fitted(request.query_params.dict(), spec.query, strict=False)
            body = reading.fitted(request.data, spec.body) if request.method in ("POST", "PUT") else Nothing()
            wanted = {"query": query, "body": body}
            found = method(self, request, **where, **{key: wanted[key] for key in wanted if key in hints})
            return Response(found, status=spec.status)

        answered.spec = spec  # type: ignore[attr-defined]
        return answered  # type: ignore[return-value]

    return decorate
