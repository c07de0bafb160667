"""What every match page needs beyond plain template language."""

import math
import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.utils import timezone
from django.utils.html import avoid_wrapping, conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import TIME_STRINGS
from django.utils.translation import gettext

Choices = Sequence[dict[str, Any]]
About = TypeVar("About", bound=Hashable)

SOON = timedelta(hours=24)


# --- What an element offers -------------------------------------------------------------------------------------------


def held(text: str) -> str:
    """Return the text of a step as an element that offers it holds it: several stand there separated by blanks."""
    return text.replace(" ", "_")


def concerning(choices: Choices, wanted: Callable[[Any], object]) -> str:
    """Return the texts of the choices whose step is wanted, as an element that offers them holds them."""
    return " ".join(held(choice["text"]) for choice in choices if wanted(choice["step"]))


def sorted_by(pairs: Iterable[tuple[About, str]]) -> dict[About, str]:
    """Return texts of steps, each with what it is about, as the elements hold them that offer them."""
    texts: dict[About, list[str]] = defaultdict(list)
    for about, text in pairs:
        texts[about].append(held(text))
    return {about: " ".join(several) for about, several in texts.items()}


# --- Words and seats --------------------------------------------------------------------------------------------------


def composes(choices: Iterable[dict[str, Any]]) -> bool:
    """Say whether something can follow some choice, so that a plan is composed before it is played."""
    return any(not choice["ends"] for choice in choices)


def urgency(deadline: datetime) -> str:
    """Return how pressing a deadline is: `late`, `urgent` within a day, or an empty string."""
    left = deadline - timezone.now()
    if left <= timedelta(0):
        return "late"
    return "urgent" if left < SOON else ""


def time_left(deadline: datetime) -> str:
    """Return how long it is until a deadline, in the fewest letters, from days on to the hour; zero once it is over."""
    return spelled(deadline - timezone.now())


def spelled(left: timedelta) -> str:
    """Return a time that is left, in the same way."""
    days, hours, minutes = _parts(left)
    if days and not hours:
        return gettext("%(days)d d") % {"days": days}
    if days:
        return gettext("%(days)d d %(hours)d h") % {"days": days, "hours": hours}
    if hours:
        return gettext("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}
    return gettext("%(minutes)d min") % {"minutes": minutes}


def time_left_in_words(deadline: datetime) -> str:
    """Return the same with its units as whole words, which Django translates."""
    parts = zip(("day", "hour", "minute"), _parts(deadline - timezone.now()), strict=True)
    words = [avoid_wrapping(TIME_STRINGS[unit] % {"num": number}) for unit, number in parts if number]
    return ", ".join(words) or avoid_wrapping(TIME_STRINGS["minute"] % {"num": 0})


def _parts(left: timedelta) -> tuple[int, int, int]:
    """Return days, hours and minutes of a time that is left, a minute that has begun counted whole; from days on no
    minutes.
    """
    minutes = max(0, math.ceil(left / timedelta(minutes=1)))
    days, hours = divmod(minutes // 60, 24)
    return days, hours, 0 if days else minutes % 60


def named(seats: Iterable[dict[str, Any]], number: int) -> str:
    """Return the name of the player on a seat."""
    return next(str(seat["name"]) for seat in seats if seat["number"] == number)


SCORES = re.compile(r"\d+(?:–\d+)+")
"""Numbers of one score, which a line would break behind its dash."""


def together(sentences: str) -> SafeString:
    """Return sentences whose scores stay in one line."""
    return mark_safe(SCORES.sub(r'<span class="together">\g<0></span>', conditional_escape(sentences)))


def in_a_row(sentences: Iterable[str]) -> str:
    """Return sentences one after the other, as one text: it is escaped at once, where `join` escapes each."""
    return " ".join(sentences)
