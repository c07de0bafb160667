"""The engine that draws every page. Django's own draws the admin and mails.

Its templates end in `.jinja`, which is how the two are told apart.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest
from django.template.backends import jinja2 as of_django
from django.template.defaultfilters import filesizeformat, linebreaksbr, truncatechars, urlize
from django.templatetags.i18n import language_name_local
from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django.utils import timezone, translation
from django.utils.html import escapejs, json_script
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django_htmx.jinja import htmx_script
from jinja2 import ChainableUndefined, Environment, FileSystemLoader, TemplateNotFound, pass_context
from jinja2.runtime import Context

from accounts.request import form_token
from games.core.reading import bot_profiles as bots, level_words, syllables
from games.core.services import tickets
from games.deeds.pages import deeds_url
from games.templatetags import board, chat, moments, people, pictures, rule_numbers, sheets

logger = logging.getLogger(__name__)

SUFFIX = ".jinja"
INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)

FILTERS: tuple[Callable[..., Any], ...] = (
    board.composes,
    board.in_a_row,
    board.named,
    board.time_left,
    board.time_left_in_words,
    board.together,
    board.urgency,
    capfirst,
    chat.linked,
    deeds_url,
    escapejs,
    filesizeformat,
    json_script,
    language_name_local,
    linebreaksbr,
    moments.date,
    moments.moment,
    people.avatar,
    people.breakable,
    people.people,
    people.person,
    pictures.share_picture,
    pictures.tile,
    sheets.board_sheets,
    syllables.parted,
    timezone.localtime,
    truncatechars,
    urlize,
)


class Pages(of_django.Jinja2):
    """Django's backend with our own pages."""

    def get_template(self, template_name: str) -> PageTemplate:
        """Return the template with this name.

        Raises: `TemplateDoesNotExist`.
        """
        return PageTemplate(super().get_template(template_name).template, self)


class PageTemplate(of_django.Template):
    """A page on which a view may say otherwise what every page knows, as in Django's engine: who reads it, for one."""

    def render(self, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> SafeString:
        """Draw the page."""
        known = self._known(request) if request else {}
        return mark_safe(super().render({**known, **(context or {})}))

    def _known(self, request: HttpRequest) -> dict[str, Any]:
        """Return what every page knows."""
        known = {"request": request, "csrf_input": form_token(request)}
        for told in self.backend.template_context_processors:
            known |= told(request)
        return known


class Loader(FileSystemLoader):
    """Finds what ends in `.jinja`; all else is Django's. Indentation helps those who write it, and is not sent."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Return the source of a template.

        Raises: `TemplateNotFound`.
        """
        if not template.endswith(SUFFIX):
            raise TemplateNotFound(template)
        source, path, is_fresh = super().get_source(environment, template)
        return INDENTATION.sub("", source), path, is_fresh


class Missing(ChainableUndefined):
    """A name that a page lacks: it draws nothing, so that the rest of the page is still there, and is logged once."""

    __slots__ = ()

    def __str__(self) -> str:
        _log_missing(self._undefined_message)
        return ""

    def __bool__(self) -> bool:
        _log_missing(self._undefined_message)
        return False

    def __iter__(self) -> Iterator[Any]:
        _log_missing(self._undefined_message)
        return iter(())


@lru_cache(maxsize=256)
def _log_missing(message: str) -> None:
    logger.warning("A template asks for what its page lacks: %s", message)


def environment(loader: FileSystemLoader, **options: Any) -> Environment:
    """Return what templates may use."""
    options.setdefault("undefined", Missing)
    made = Environment(loader=Loader(loader.searchpath), extensions=["jinja2.ext.i18n"], **options)
    made.install_gettext_callables(  # type: ignore[attr-defined]  # the extension brings it
        translation.gettext, translation.ngettext, pgettext=translation.pgettext
    )
    made.globals |= GLOBALS
    made.filters |= {each.__name__: each for each in FILTERS} | {"has_bot": bots.has, "levels_of": level_words.titles}
    return made


def url(name: str, *args: str | int) -> str:
    """Return an address by name.

    Those that differ in their first argument alone, such as those of matches, are found once.
    """
    if not args:
        return _fixed(get_script_prefix(), name)
    if isinstance(args[0], int):
        return reverse(name, args=args)
    before, after = _around(get_script_prefix(), name, args[1:])
    return before + quote(args[0], safe="!$&'()*+,;=~:@") + after


SOMETHING = "aaaaaaaaaa"


@cache
def _fixed(prefix: str, name: str) -> str:
    return reverse(name)


@lru_cache(maxsize=1024)
def _around(prefix: str, name: str, more: tuple[str | int, ...]) -> tuple[str, str]:
    """Return what stands before and after the first argument."""
    before, _, after = reverse(name, args=(SOMETHING, *more)).partition(SOMETHING)
    return before, after


@pass_context
def querystring(context: Context, **changed: object) -> str:
    """Return the query of the page that is asked for, with some of it changed."""
    asked = context["request"].GET.copy()
    for name, value in changed.items():
        asked[name] = str(value)
    return f"?{asked.urlencode()}"


GLOBALS: dict[str, Any] = {
    "_": translation.gettext,
    "bot_games": bots.games_with_bots,
    "desk": pictures.desk,
    "htmx_script": htmx_script,
    "language_code": translation.get_language,
    "languages": settings.LANGUAGES,
    "new_ticket": tickets.issue,
    "now": timezone.now,
    "querystring": querystring,
    "rule": rule_numbers.rule,
    "static": static,
    "url": url,
    "zone_name": timezone.get_current_timezone_name,
}
