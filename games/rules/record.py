"""A finished match as one JSON document, which anybody can check with `games.rules.verify`.

`docs/fairness.md` describes the format for those who want to read it with a program of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from games.rules.chance import SCHEME
from games.rules.encoding import utf8
from games.rules.engine import Entry, mismatch
from games.rules.game import OptionValue, Outcome
from games.rules.sentence import N_

FORMAT = "fog-record/1"
SECOND = "-2"
"""What stands behind the id of the first match of a pair in that of the second."""


class Joiner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who has a seat: the name, the place in the joining order (0 first), and what the browser added to the seed.

    `entropy` is 16 bytes as hex; `source` says whether it came from the player's browser or, failing that, the server.
    """

    name: str
    joined: int
    entropy: str
    source: Literal["browser", "server"]


class Substitute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who took over which seat, by the entry `ply`: `!substitute SEAT`."""

    ply: int
    seat: int
    name: str


class RecordedClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a match said of time: days for each move, or a bank of hours for all of them (`pace_days` is then 0), to
    which each move added `increment_hours` up to `cap_hours`.

    `nights` and `weekends` say whether these were free, `vacations` whether a vacation stopped the clock. `total_days`
    is what each player could use in all; `absence` what happened when time was up: `loss`, or `choice` of the player
    who stayed. `sentence` says it in short, as the match was offered.
    """

    pace_days: int
    bank_hours: int
    increment_hours: int
    cap_hours: int
    nights: bool
    weekends: bool
    vacations: bool
    total_days: int
    absence: Literal["loss", "choice"]
    sentence: str


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match with everything needed to play it again.

    `seats` are in seat order and name those who joined, `substitutes` those who took over later, in the order of their
    entries. `clock` is None where the record is older than clocks, or nobody played. `commitment` and `secret` (32
    bytes) are hex. `views`, if asked for, hold the referee's view after every entry: a help to readers that no check
    depends on.
    """

    format: str
    scheme: str
    match: str
    game: str
    version: int
    options: dict[str, OptionValue]
    clock: RecordedClock | None = None
    seats: list[Joiner]
    commitment: str
    secret: str
    entries: list[Entry]
    result: Outcome | None
    substitutes: list[Substitute] = []
    views: list[dict[str, Any]] = []


class _Tag(msgspec.Struct):
    format: str


_encode = msgspec.json.Encoder(order="sorted").encode
_record_decoder = msgspec.json.Decoder(Record)


def dumps(record: Record) -> bytes:
    """Return the record as JSON: one line for each field and each entry, the same bytes every time."""
    return b"".join(written(record, iter(record.entries)))


def written(record: Record, entries: Iterator[Entry]) -> Iterator[bytes]:
    """Yield the record in parts, with these entries instead of its own.

    They may be read one by one as it goes.
    """
    fields = {**msgspec.structs.asdict(record), "entries": entries}
    for name in ("clock", "substitutes", "views"):
        if not fields[name]:
            del fields[name]
    for number, (name, value) in enumerate(fields.items()):
        yield (b",\n" if number else b"{\n") + _encode(name) + b": "
        yield from _laid_out(value)
    yield b"\n}\n"


def _laid_out(value: Any) -> Iterator[bytes]:
    if not isinstance(value, (list, Iterator)):
        yield _encode(value)
        return
    yield b"[\n"
    for number, item in enumerate(value):
        yield (b",\n" if number else b"") + _encode(item)
    yield b"\n]"


def loads(data: bytes) -> Record:
    """Return the record in a document. Raises ReplayMismatch of kind `format`, with the ply of an unreadable entry."""
    try:
        data = utf8(data)
        _require_tag(msgspec.json.decode(data, type=_Tag).format)
        return _record_decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        place = re.search(r"\$\.entries\[(\d+)\]", str(error))
        ply = int(place[1]) if place else 0
        raise mismatch(N_("This is not a match record: {reason}."), ply, "format", reason=str(error)) from error


def _require_tag(tag: str) -> None:
    if tag != FORMAT:
        template = N_("The record has the format “{tag}”; the only one that can be read here is “{known}”.")
        raise mismatch(template, 0, "format", tag=tag, known=FORMAT)


def require_known(record: Record) -> None:
    """Raise ReplayMismatch of kind `format` if the tag or the scheme is unknown to this program."""
    _require_tag(record.format)
    if record.scheme != SCHEME:
        template = N_("The record uses the drawing scheme “{scheme}”; the only one known here is “{known}”.")
        raise mismatch(template, 0, "format", scheme=record.scheme, known=SCHEME)
