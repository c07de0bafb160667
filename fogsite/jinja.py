"""Templates in Jinja: what of a match page is drawn part by part, hundreds of them, at a tenth of what Django's cost.

What a page of Django's includes of them it names with the tag `drawn`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
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


def text(message: str) -> str:
    """A text in the active language: a page says a hundred, and a look into the catalogues is dear."""
    return _text(translation.get_language(), message)


@lru_cache(maxsize=8192)
def _text(language: str | None, message: str) -> str:
    return translation.gettext(message)


def url(name: str, *args: object) -> str:
    """An address by name."""
    return reverse(name, args=args) if args else fixed(name)
