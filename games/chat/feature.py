"""Chat: what players write to each other in a match. It stays when somebody leaves, under the new name."""

from django.utils.translation import gettext_lazy

from games.chat import documents, urls
from games.chat import notices as letters
from games.chat import services as chat
from games.core.seams import addresses, leaving, merging, notices
from games.core.seams.leaving import Document
from games.rules.sentence import N_


def register() -> None:
    """Let people download what they have written. The lines of a guest become the account's."""
    addresses.register("chat", pages=urls.PAGES, operations=urls.OPERATIONS)
    notices.register(letters.CHAT, letters.chat_notice, gettext_lazy("Somebody has written to you in a match"))
    leaving.register(
        "chat",
        forget=None,
        documents=[Document("chat", N_("chat: every line you have written."), documents.chat_document)],
    )
    merging.register("chat", chat.merge_rows)
