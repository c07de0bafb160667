"""Chat: what players write to each other in a match. It stays when somebody leaves, under the new name."""

from games.chat import documents
from games.core import leaving
from games.core.leaving import Document
from games.rules.sentence import N_


def register() -> None:
    """Let people download what they have written."""
    leaving.register(
        "chat",
        forget=None,
        documents=[Document("chat", N_("chat: every line you have written."), documents.chat_document)],
    )
