"""What the history of a row says: each act in the admin as a sentence in the reader's language.

Django's log keeps an act as it was noted: a word or a command, often with the reason. What it means is known to the
admin of the row, as patterns of what is noted.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.contrib.admin.models import LogEntry
from django.utils.translation import gettext as _

Acts = Mapping[str, Any]
"""Sentences by the pattern of what is noted. {who} did it; the groups of a pattern are filled in by their names."""


class SaidActs:
    """What the admin of a table knows of its history."""

    acts: Acts = {}
    """What is noted of acts on these rows, as sentences."""
    words: Mapping[str, Any] = {}
    """What is noted in the language of the code, in words of the reader."""

    def named(self, row: Any) -> str:
        """Return what a reader calls a row."""
        return str(row)

    def said(self, entry: LogEntry) -> str:
        """Return what was done to a row, as a sentence. What fits no pattern is said as it was noted."""
        who = entry.user.get_username()
        for pattern, sentence in self.acts.items():
            found = re.fullmatch(pattern, entry.change_message, re.DOTALL)
            if found:
                given = {name: self.words.get(value, value) for name, value in found.groupdict().items()}
                return str(sentence).format(who=who, **given)
        return _("{who}: {noted}").format(who=who, noted=entry.get_change_message())
