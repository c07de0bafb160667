"""Moments, in the reader's time zone and language."""

from datetime import date as day, datetime
from functools import lru_cache

from django import template
from django.utils.formats import get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import get_language

from accounts.personal import comes_twice
from games.core.reading.dates import spell

register = template.Library()


@register.simple_tag
def moment(at: datetime, form: str, style: str = "") -> SafeString:
    """Return an element for a moment.

    `style` are its classes, `form` as the filter `date` takes it, of the time H:i alone.
    """
    local = localtime(at)
    classes = format_html(' class="{}"', style) if style else ""
    hour = f"{local:%H:%M %Z}" if comes_twice(local) else f"{local:%H:%M}"
    spelled = _day(local.date(), form.replace("H:i", "{}"), get_language()).format(hour)
    return format_html(MOMENT, classes, local.isoformat(timespec="seconds"), spelled)


MOMENT = '<time{} datetime="{}">{}</time>'


@lru_cache(maxsize=1024)
def _day(of: day, form: str, language: str | None) -> str:
    """Return a day in a language, the dear part of a moment: a page of a match spells thirty."""
    return spell(of, form)


@register.filter
def date(at: day | datetime | None, form: str = "DATE_FORMAT") -> str:
    """Format a date as Django's filter of this name does, with names as `spell` writes them."""
    if not at:
        return ""
    return spell(localtime(at) if isinstance(at, datetime) else at, get_format(form))
