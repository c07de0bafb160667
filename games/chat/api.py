"""What players write: the chat beside a match, and notes for oneself."""

from games.chat import notes, services as chat
from games.chat.shapes import (
    Chat,
    ChatQuery,
    LineGiven,
    MutedGiven,
    NotesGiven,
    NotesSeen,
    ReadGiven,
    Said,
)
from games.core.api.access import AllowedRequest
from games.core.api.endpoint import endpoint
from games.core.api.pagination import with_query
from games.core.api.views.matches import MatchView
from games.core.models import ChatLine
from games.core.reading.voice import SiteVoice


class ChatView(MatchView):
    @endpoint("chat", 404)
    def get(self, request: AllowedRequest, public_id: str, query: ChatQuery) -> Chat:
        """Return what was said, the newest lines first asked for. Looking does not count as having read."""
        found = self.found(request)
        me = request.user
        rows = chat.chat_lines(found.seat, query.before)
        silent = chat.why_silent(found.seats, me)
        return Chat(
            results=[chat_line(row, me.pk) for row in rows],
            next=with_query(request, before=rows[0].pk) if len(rows) == chat.LINES_SHOWN else None,
            muted=found.seat.chat_muted,
            silent=silent.said(SiteVoice()) if silent else "",
        )

    @endpoint("say", 404, 409, 422)
    def post(self, request: AllowedRequest, public_id: str, body: LineGiven) -> Said:
        """Say something to the others. The same line sent again within ten seconds is said once."""
        with self.refusals(request):
            self.found(request)
            return chat_line(chat.say(public_id, request.user, body.text), request.user.pk)


class ReadView(MatchView):
    @endpoint("read_chat", 404)
    def post(self, request: AllowedRequest, public_id: str, body: ReadGiven) -> None:
        """Mark the chat as read up to a line."""
        self.found(request)
        chat.mark_read(public_id, request.user.pk, body.line)


class MutedView(MatchView):
    @endpoint("mute_chat", 404)
    def put(self, request: AllowedRequest, public_id: str, body: MutedGiven) -> None:
        """Have no more marks and mails for this chat, or have them again."""
        self.found(request)
        chat.mute_chat(public_id, request.user.pk, body.muted)


class NotesView(MatchView):
    @endpoint("notes", 404)
    def get(self, request: AllowedRequest, public_id: str) -> NotesSeen:
        """Return my notes on a match."""
        return NotesSeen(notes=self.found(request).seat.notes)

    @endpoint("keep_notes", 404, 422)
    def put(self, request: AllowedRequest, public_id: str, body: NotesGiven) -> NotesSeen:
        """Save notes on a match."""
        with self.refusals(request):
            notes.save(public_id, request.user.pk, body.notes)
        return NotesSeen(notes=self.found(request).seat.notes)


def chat_line(line: ChatLine, user_id: int) -> Said:
    """Return a line of the chat as `chat.lines` gives it."""
    return Said(
        id=line.pk,
        name=line.user.username,
        mine=line.user_id == user_id,
        text=line.text,
        hidden=line.hidden is not None,
        why=line.hidden_why,
        at=line.created,
    )
