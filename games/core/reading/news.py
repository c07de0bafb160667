"""What has happened in a match since a seat's last move, in one sentence: kept with the seat for lists.

It is renewed with what the seat sees. So an entry that the seat may not know of changes nothing.
"""

from collections.abc import Iterable

import msgspec

from games.core.models import Seat
from games.core.reading.log import renumbered
from games.rules import engine
from games.rules.engine import AnyGame
from games.rules.game import Event
from games.rules.sentence import Sentence, Voice


class _News(msgspec.Struct, frozen=True):
    """The weightiest sentence, as `Seat.news` keeps it."""

    weight: int
    sentence: Sentence


def keep_weightiest(rules: AnyGame, seat: Seat, events: Iterable[Event]) -> None:
    """Keep the weightiest of what the seat is told of a new entry and of those before it."""
    told = engine.told(rules, renumbered(events, seat.counted), seat.index)
    found = min(told, key=lambda each: each.weight, default=None)
    kept = _kept(seat)
    if found and (kept is None or found.weight < kept.weight):
        seat.news = msgspec.to_builtins(_News(found.weight, found.sentence))


def said(seat: Seat, voice: Voice) -> str:
    """Return what has happened since the seat's last move, `""` for nothing."""
    kept = _kept(seat)
    return kept.sentence.said(voice) if kept else ""


def _kept(seat: Seat) -> _News | None:
    """Return what is kept, `None` for nothing, and for what another release has written in another form."""
    try:
        return msgspec.convert(seat.news, _News)
    except msgspec.ValidationError:
        return None
