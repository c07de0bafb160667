"""The site's voice: sentences of the rules in the reader's language, with people's names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext, ngettext

from accounts.models import User
from games.models import Seat


def called(user: User) -> str:
    """A player's name as lists, headings and mails give it: a house opponent is marked as one."""
    return gettext("{name} (house opponent)").format(name=user.username) if user.is_bot else user.username


class SiteVoice:
    """Says sentences in the active language; `names` gives the user on each seat."""

    def __init__(self, names: Mapping[int, str] | None = None) -> None:
        self.names = names or {}

    @classmethod
    def of(cls, seats: Iterable[Seat]) -> SiteVoice:
        """The voice of one match. The seats must come with their users."""
        return cls({seat.number: seat.user.username for seat in seats if seat.number is not None})

    def gettext(self, message: str) -> str:
        return gettext(message)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return ngettext(one, many, count)

    def name(self, seat: int) -> str:
        return self.names.get(seat) or gettext("seat {number}").format(number=seat + 1)
