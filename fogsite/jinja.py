"""Templates in Jinja: what of a match page is drawn part by part, hundreds of them, at a tenth of what Django's cost.

What a page of Django's includes of them it names with the tag `drawn`. There is an engine for each language:
`games.boards.drawing` finds the one that is active.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any
from urllib.parse import quote

from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django.utils import translation
from django.utils.html import escape
from django.utils.text import capfirst
from django.utils.timesince import timeuntil
from django.utils.timezone import localtime
from jinja2 import ChainableUndefined, Environment
from jinja2.ext import Extension

from fogsite.template_tags.addresses import fixed
from games.reading import dates
from games.templatetags import board, chat, moments, people, pictures

FILTERS = (
    board.composes,
    board.in_a_row,
    board.named,
    board.time_left,
    board.urgency,
    capfirst,
    localtime,
    moments.moment,
    people.avatar,
    people.people,
    people.person,
    pictures.tile,
    chat.linked,
    timeuntil,
)


def environment(language: str, **options: Any) -> Environment:
    """What templates in Jinja may use in one language; a name that is missing is empty, as in Django's."""
    say = lru_cache(maxsize=1024)(partial(translated, language))
    extensions = ["jinja2.ext.i18n", texts_in(say)]
    made = Environment(**{**options, "undefined": ChainableUndefined, "extensions": extensions, "lstrip_blocks": True})
    made.install_gettext_callables(  # type: ignore[attr-defined]  # the extension brings it
        say, translation.ngettext, pgettext=translation.pgettext
    )
    made.globals["_"] = say
    made.globals |= {"url": url, "static": static}
    made.filters |= {each.__name__: each for each in FILTERS} | {"date": dates.spell}
    return made


def translated(language: str, message: str) -> str:
    """A text in a language, whichever is active."""
    with translation.override(language):
        return translation.gettext(message)


TEXT = re.compile(r"""\{\{ _\("([^"\\]+)"\) \}\}""")
INDENTED = re.compile(r"^[ \t]+", re.MULTILINE)


def texts_in(say: Callable[[str], str]) -> type[Extension]:
    """Texts that stand in a template by themselves are said when it is read, not each time it is drawn; and lines begin
    without the blanks that its writer wanted."""

    class Said(Extension):
        def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
            return INDENTED.sub("", TEXT.sub(lambda found: escape(say(found[1])), source))

    return Said


def url(name: str, *args: str) -> str:
    """An address by name. Those that differ in their first argument alone, such as those of matches, are found once."""
    if not args:
        return fixed(name)
    before, after = _around(get_script_prefix(), name, args[1:])
    return before + quote(args[0], safe="!$&'()*+,;=~:@") + after


SOMETHING = "aaaaaaaaaa"


@lru_cache(maxsize=1024)
def _around(prefix: str, name: str, more: tuple[str, ...]) -> tuple[str, str]:
    """What stands before and after the first argument."""
    before, _, after = reverse(name, args=(SOMETHING, *more)).partition(SOMETHING)
    return before, after
