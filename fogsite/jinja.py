"""Templates in Jinja: what of a match page is drawn part by part, hundreds of them, at a tenth of what Django's cost.

What a page of Django's includes of them it names with the tag `drawn`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django.utils import dateformat, translation
from django.utils.text import capfirst
from django.utils.timesince import timeuntil
from django.utils.timezone import localtime
from jinja2 import ChainableUndefined, Environment

from fogsite.template_tags.addresses import fixed
from games.templatetags import (
    board,
    en_garde,
    fantasy_dice_armies,
    fantasy_dice_battles,
    fantasy_dice_rounds,
    field_of_glory,
    moments,
    people,
    talk,
)

MODULES = (en_garde, field_of_glory, fantasy_dice_battles, fantasy_dice_armies, fantasy_dice_rounds)
FILTERS = (
    board.composes,
    board.concludes,
    board.in_a_row,
    board.named,
    board.urgency,
    capfirst,
    localtime,
    moments.moment,
    people.people,
    people.person,
    talk.linked,
    timeuntil,
)


def environment(**options: Any) -> Environment:
    """What templates in Jinja may use besides the language; a name that is missing is empty, as in Django's."""
    made = Environment(**{**options, "undefined": ChainableUndefined, "extensions": ["jinja2.ext.i18n"]})
    made.install_gettext_callables(  # type: ignore[attr-defined]  # the extension brings it
        text, translation.ngettext, pgettext=translation.pgettext
    )
    made.globals["_"] = text
    made.globals |= {module.__name__.rpartition(".")[2]: module for module in MODULES} | {"url": url, "static": static}
    made.filters |= {each.__name__: each for each in FILTERS} | {"date": dateformat.format}
    return made


_language: ContextVar[str | None] = ContextVar("language")
"""The language of the page that is being drawn: Django looks for it anew with each text."""


@contextmanager
def speaking() -> Iterator[None]:
    """While a page is drawn: its texts are in the language that is active now."""
    before = _language.set(translation.get_language())
    try:
        yield
    finally:
        _language.reset(before)


def text(message: str) -> str:
    """A text in the language of the page, or where none is drawn in the active one."""
    try:
        language = _language.get()
    except LookupError:
        language = translation.get_language()
    return _text(language, message)


@lru_cache(maxsize=8192)
def _text(language: str | None, message: str) -> str:
    with translation.override(language):
        return translation.gettext(message)


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
