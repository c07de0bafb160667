"""The site's voice: sentences of the rules in the reader's language, with people's names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, gettext, ngettext, override

from accounts.models import User
from games.core.models import Seat, Substitution
from games.core.reading import level_words


def display_name(user: User) -> str:
    """Return a player's name as lists, headings and mails give it: bots and programs are marked as such."""
    if user.is_bot:
        return gettext("{name} (bot)").format(name=user.username)
    return gettext("{name} (program)").format(name=user.username) if user.is_program else user.username


def player_name(seat: Seat) -> str:
    """Return the name of the player who sits in a match; of the computer also the level at which it plays.

    What the account said when the match began holds in it, even if it says something else by now.
    """
    if level := level_words.of_seat(seat):
        return gettext("{name} (bot, {level})").format(name=seat.user.username, level=level)
    if seat.declared and not seat.user.is_program:
        return gettext("{name} (program)").format(name=seat.user.username)
    return display_name(seat.user)


@lru_cache(maxsize=8192)
def _template(language: str | None, message: str) -> str:
    """Return a template in a language.

    A page says up to a thousand sentences, and a look into the catalogues is dear.
    """
    with override(language):
        return gettext(message)


@lru_cache(maxsize=8192)
def _template_for(language: str | None, one: str, many: str, count: int) -> str:
    with override(language):
        return ngettext(one, many, count)


class SiteVoice:
    """Says sentences in the language that is active when it is made; `names` gives the user on each seat, `handed_over`
    which seats once had other ones."""

    def __init__(self, names: Mapping[int, str] | None = None, handed_over: Sequence[Substitution] = ()) -> None:
        self.names = names or {}
        self.handed_over = handed_over
        self.language = get_language()

    @classmethod
    def of(cls, seats: Iterable[Seat], handed_over: Sequence[Substitution] = ()) -> SiteVoice:
        """Return the voice of one match. The seats must come with their users."""
        return cls({seat.number: seat.user.username for seat in seats if seat.number is not None}, handed_over)

    def at(self, ply: int) -> SiteVoice:
        """Return the same, with the names of those who played when an entry was made."""
        if all(each.ply <= ply for each in self.handed_over):
            return self
        former = {each.seat: each.former.username for each in reversed(self.handed_over) if each.ply > ply}
        return SiteVoice({**self.names, **former})

    @classmethod
    def for_seats(cls, seats: Iterable[Mapping[str, Any]]) -> SiteVoice:
        """Return the same for the seats as pages know them, or for none."""
        return cls({seat["number"]: seat["name"] for seat in seats})

    def gettext(self, message: str) -> str:
        return _template(self.language, message)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return _template_for(self.language, one, many, count)

    def name(self, seat: int) -> str:
        return self.names.get(seat) or self.gettext("seat {number}").format(number=seat + 1)
