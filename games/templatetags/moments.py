"""Moments, in the reader's time zone and language."""

from __future__ import annotations

from datetime import date as day
from datetime import datetime
from functools import lru_cache

from django import template
from django.utils import dateformat
from django.utils.formats import get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import get_language, pgettext

register = template.Library()


@register.simple_tag
def moment(at: datetime, form: str, style: str = "") -> SafeString:
    """An element for a moment; `style` are its classes, `form` as the filter `date` takes it, of the time H:i alone."""
    local = localtime(at)
    classes = format_html(' class="{}"', style) if style else ""
    spelled = _day(local.date(), form.replace("H:i", "{}"), get_language()).format(f"{local:%H:%M}")
    return format_html(MOMENT, classes, local.isoformat(), spelled)


MOMENT = '<time{} datetime="{}">{}</time>'


@lru_cache(maxsize=1024)
def _day(of: day, form: str, language: str | None) -> str:
    """A day in a language, the dear part of a moment: a page of a match spells thirty."""
    return spell(of, form)


def spell(at: day, form: str) -> str:
    """A day or a moment, as the filter `date` takes its form, with the names written as the language writes them."""
    names_are_small = pgettext("in the middle of a sentence", "Tuesday").islower()
    return str((SmallNames if names_are_small else dateformat.DateFormat)(at).format(form))


@register.filter(expects_localtime=True)
def date(at: day | datetime | None, form: str = "DATE_FORMAT") -> str:
    """As Django's filter of this name, with names as `spell` writes them."""
    return spell(at, get_format(form)) if at else ""


class SmallNames(dateformat.DateFormat):
    """Names of days and months as languages write them that have no capitals for them; Django's all have one."""

    def D(self) -> str:
        return str(super().D()).lower()

    def l(self) -> str:  # noqa: E743 - Django calls it so
        return str(super().l()).lower()

    def F(self) -> str:
        return str(super().F()).lower()

    def M(self) -> str:
        return str(super().M()).lower()
