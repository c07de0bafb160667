"""Chat: what players write to each other in a match. It stays when somebody leaves, under the new name."""

from django.utils.translation import gettext_lazy

from games.chat import documents, notices as letters, pages, services as chat, urls
from games.core.seams import addresses, leaving, merging, notices, panels
from games.core.seams.leaving import Document
from games.rules.sentence import N_


def register() -> None:
    """Show players the chat and their notes below a match. Let people download what they have
    written. The lines of a guest become the account's."""
    addresses.register("chat", pages=urls.PAGES, operations=urls.OPERATIONS)
    notices.register(letters.CHAT, letters.chat_notice, gettext_lazy("Someone has written to you in a match"))
    panels.BELOW_MATCH.register("chat", pages.of_match, "chat/lines.jinja", note_seen=_note_read)
    panels.BELOW_MATCH.register("notes", pages.notes_of_match, "chat/notes.jinja")
    panels.TABS.register("chat", pages.notes_of_match, "chat/tabs.jinja")
    panels.AT_END.register("chat", pages.of_match, "chat/heard.jinja")
    leaving.register(
        "chat",
        forget=None,
        documents=[Document("chat", N_("chat: every message you’ve written."), documents.chat_document)],
    )
    merging.register("chat", chat.merge_rows)


def _note_read(shown: pages.MatchChat) -> None:
    chat.note_shown(shown.seat, shown.chat.newest)
