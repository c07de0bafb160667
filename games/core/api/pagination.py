"""Lists in pieces: a cursor says where the next piece begins, signed so that nobody else can make one."""

from datetime import datetime
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.core import signing
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request

from games.core.api.errors import Refusal

PAGE_SIZE = 50
"""Rows of a list in one answer."""

Row = TypeVar("Row", bound=Model)
_signer = signing.Signer(salt="games.core.api.cursor")


def paginate(
    rows: QuerySet[Row], cursor: str | None, *, time: str = "created", name: str = "public_id", soonest: bool = False
) -> tuple[list[Row], str | None]:
    """Return the newest rows from a cursor on, and the cursor of the rest; `soonest`: the oldest instead. Raises
    Refusal (400) for a cursor that is not ours.

    `time` is the field that orders the rows, `name` the one that tells those of one moment apart.
    """
    if cursor is not None:
        at, last = _read(cursor)
        rows = rows.filter(Q(**{f"{time}__{'gt' if soonest else 'lt'}": at}) | Q(**{time: at, f"{name}__gt": last}))
    found = list(rows.order_by(time if soonest else f"-{time}", name)[: PAGE_SIZE + 1])
    return found[:PAGE_SIZE], _written(found[PAGE_SIZE - 1], time, name) if len(found) > PAGE_SIZE else None


def _read(cursor: str) -> tuple[datetime, str]:
    try:
        at, _space, last = _signer.unsign(cursor).partition(" ")
        return datetime.fromisoformat(at), last
    except (signing.BadSignature, ValueError) as error:
        message = _("This isn’t one of our cursors. Use the address in “next” unchanged.")
        raise Refusal(400, "bad_cursor", message) from error


def _written(row: Model, time: str, name: str) -> str:
    return _signer.sign(f"{_field(row, time).isoformat()} {_field(row, name)}")


def _field(row: Any, path: str) -> Any:
    for part in path.split("__"):
        row = getattr(row, part)
    return row


def with_query(request: Request, **query: Any) -> str:
    """Return the address that was asked, with another query."""
    given = {name: value for name, value in query.items() if value is not None}
    return request.build_absolute_uri(request.path + "?" + urlencode(given))
