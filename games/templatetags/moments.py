"""Moments, in the reader's time zone and language."""

from __future__ import annotations

from datetime import datetime, tzinfo
from functools import lru_cache

from django import template
from django.utils import formats
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def moment(at: datetime, form: str, style: str = "") -> SafeString:
    """An element for a moment, spelled in a form as the filter `date` takes it; `style` are its classes."""
    return _element(at, form, style, get_current_timezone(), get_language())


@lru_cache(maxsize=8192)
def _element(at: datetime, form: str, style: str, zone: tzinfo, language: str | None) -> SafeString:
    """The same moments are shown again and again: a page of a match spells thirty, all but the newest as before."""
    local = at.astimezone(zone)
    classes = format_html(' class="{}"', style) if style else mark_safe("")
    spelled = formats.date_format(local, form)
    return format_html('<time{} datetime="{}">{}</time>', classes, local.isoformat(), spelled)
