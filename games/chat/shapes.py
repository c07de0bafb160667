"""What programs take part in besides moves, as types: the chat of a match, and one's own notes on it."""

from games.core.api.shapes import Given, Number, Seen, Text, When


class Said(Seen, frozen=True):
    """A line of the chat; without its text where a moderator has hidden it, because of `why`."""

    id: int
    name: str
    mine: bool
    text: str
    hidden: bool
    why: str
    at: When


class ChatQuery(Given, frozen=True):
    """Lines before the one of this id; leave it out for the newest."""

    before: Number | None = None


class Chat(Seen, frozen=True):
    """Lines of the chat, oldest first; `next` is the address of those before them, null at the beginning.

    `silent` says why I cannot write, empty where I can.
    """

    results: list[Said]
    next: str | None
    muted: bool
    silent: str


class LineGiven(Given, frozen=True):
    """What to say to the others."""

    text: Text


class ReadGiven(Given, frozen=True):
    """Up to which line the chat has been read."""

    line: Number


class MutedGiven(Given, frozen=True):
    """Whether to have no more marks and mails for this chat."""

    muted: bool


class NotesGiven(Given, frozen=True):
    """My notes on a match, in place of the former ones; empty to remove them."""

    notes: Text


class NotesSeen(Seen, frozen=True):
    """My notes on a match; nobody else sees them."""

    notes: str
