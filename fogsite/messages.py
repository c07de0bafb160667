"""Sentences for the next page that somebody sees, kept in a cookie of their browser."""

from __future__ import annotations

from typing import Any

from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import CookieStorage

NEWEST = 5
"""The newest that are kept. Somebody who sends forms and looks at no page would otherwise collect thousands."""


class NewestMessages(CookieStorage):
    """The newest sentences alone."""

    def _store(self, messages: list[Message], response: Any, *args: Any, **kwargs: Any) -> list[Message]:
        kept: list[Message] = super()._store(messages[-NEWEST:], response, *args, **kwargs)  # type: ignore[misc]
        return kept
