"""The chat of a match, and the notes below it, as pages show them."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from accounts.middleware import mark
from games.chat import services as service
from games.core.models import ChatLine, Match, Seat
from games.core.reading.access import Access
from games.core.reading.voice import SiteVoice
from games.core.seams.panels import MatchLook


@dataclass(frozen=True)
class ShownLine:
    """A line of the chat as one player reads it; without a text where a moderator has hidden it, because of `why`.

    `number` is that of the line where it may be reported, 0 where it may not: guests report nothing.
    """

    number: int
    name: str
    text: str
    when: datetime
    mine: bool
    new: bool
    hidden: bool
    why: str


@dataclass(frozen=True)
class Chat:
    """The chat as a page shows it: `new` lines among those shown, ids of the `newest` and of the oldest (`older`, where
    there are more before it), `state` as stamps tell of it; `silent` is why nothing can be written, `text` what was
    typed and refused for the reason `error`; `reader` is the mark by which the browser tells readers apart.
    """

    lines: list[ShownLine]
    new: int
    newest: int
    older: int | None
    state: int
    muted: bool
    silent: str
    text: str
    error: str
    reader: str
    longest: int = service.MAX_LENGTH


def chat(found: Access, before: int | None = None, *, text: str = "", error: str = "") -> Chat:
    """Return the newest lines of the chat, or those before a line's id.

    `text` is what was typed and refused for the reason `error`.
    """
    seat = found.seat
    rows = service.chat_lines(seat, before) if seat.chat_news else []
    lines = [_line(row, seat) for row in rows]
    silent = service.why_silent(found.seats, seat.user)
    return Chat(
        lines,
        new=sum(line.new for line in lines),
        newest=rows[-1].pk if rows and before is None else 0,
        older=rows[0].pk if len(rows) == service.LINES_SHOWN else None,
        state=seat.chat_news,
        muted=seat.chat_muted,
        silent=silent.said(SiteVoice()) if silent else "",
        text=text,
        error=error,
        reader=mark(seat.user),
    )


class MatchChat(NamedTuple):
    """The chat of a match, below it."""

    match: Match
    seat: Seat
    chat: Chat


def of_match(look: MatchLook) -> MatchChat | None:
    """Return the newest lines of the chat of a match."""
    if look.seat is None:
        return None
    return MatchChat(look.match, look.seat, chat(Access(look.match, look.seat, [*look.seats])))


class MatchNotes(NamedTuple):
    """A player's notes on a match, below it."""

    match: Match
    notes: str


def notes_of_match(look: MatchLook) -> MatchNotes | None:
    """Return what a player has noted."""
    return MatchNotes(look.match, look.seat.notes) if look.seat else None


def _line(row: ChatLine, seat: Seat) -> ShownLine:
    mine = row.user_id == seat.user_id
    hidden = row.hidden is not None
    new = not mine and not hidden and row.pk > seat.chat_read
    number = 0 if mine or hidden or seat.user.is_guest else row.pk
    return ShownLine(
        number=number,
        name=row.user.username,
        text=row.text,
        when=row.created,
        mine=mine,
        new=new,
        hidden=hidden,
        why=row.hidden_why,
    )
