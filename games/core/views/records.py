"""Matches to keep: the whole record once a match is over, and what a player may know of it before."""

from collections.abc import Iterable, Iterator

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_safe

from accounts.limits import looks_limited
from accounts.request import SignedIn
from games.core.documents import records
from games.core.reading import access
from games.core.seams.for_others import View
from games.core.views.matches import reached

BLOCK = 64 * 1024
"""Bytes of a document that are sent together."""


@login_required
def _own(request: SignedIn, public_id: str) -> HttpResponseBase:
    """Return the match to keep, as one of its players may know it so far."""
    found = reached(request, public_id)
    shown = records.seen_json(found.match, found.seat.index)
    return _to_keep(public_id, HttpResponse(shown, content_type="application/json"))


own_record: View = _own


@looks_limited("record")
@require_safe
def record(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Return the whole record of a match that is over; while it runs, what its player may know of it."""
    try:
        found = access.finished_match(request.user.pk, public_id)
    except Http404:
        return own_record(request, public_id)
    return _to_keep(public_id, _in_blocks(records.finished_in_parts(found.match)))


def _to_keep(public_id: str, answer: HttpResponseBase) -> HttpResponseBase:
    """Have an answer saved as a file that is named after its match."""
    answer["Content-Disposition"] = f'attachment; filename="{public_id}.json"'
    return answer


@looks_limited("record")
@require_safe
def positions(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Return where a finished match stood after every entry: its digests are recomputed from that."""
    return _in_blocks(records.every_position(access.finished_match(request.user.pk, public_id).match))


def _in_blocks(parts: Iterable[bytes]) -> HttpResponseBase:
    """Return a document that is sent in larger parts."""
    return StreamingHttpResponse(_blocks(parts), content_type="application/json")


def _blocks(parts: Iterable[bytes]) -> Iterator[bytes]:
    block = list[bytes]()
    length = 0
    for part in parts:
        block.append(part)
        length += len(part)
        if length >= BLOCK:
            yield b"".join(block)
            block = []
            length = 0
    yield b"".join(block)
