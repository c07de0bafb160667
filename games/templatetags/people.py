"""Names in templates, with the way to the profile of each player."""

import re
from collections.abc import Iterable
from zlib import crc32

from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from accounts import names

MARKS = re.compile(r"(?<=[^\W\d_][.+_@])(?=[^\W_])")
"""Where a name may go on in the next line: behind a mark in it. A browser knows that of a hyphen by itself."""


def breakable(called: str) -> SafeString:
    """Return a name, or a sentence with names, that may go on in the next line behind a mark within a name."""
    return mark_safe(MARKS.sub("<wbr>", conditional_escape(called)))


def person(called: str) -> SafeString:
    """Return a name, perhaps with a remark behind it, as a link to the profile; those who have left have none."""
    name, blank, remark = called.partition(" ")
    if called.startswith(names.FORMER):
        return conditional_escape(called)
    link = reverse("profile", args=[name])
    return format_html('<a class="person" href="{}">{}</a>{}{}', link, breakable(name), blank, remark)


TONES = 8
"""Colours of the seals of people (`lists.css`)."""


def avatar(called: str) -> SafeString:
    """Return the seal for a name: the first letter, in a colour that is always the same for one name."""
    name = called.partition(" ")[0]
    return format_html(
        '<span class="avatar tone-{}" aria-hidden="true">{}</span>', crc32(name.encode()) % TONES, name[:1]
    )


def people(called: Iterable[str]) -> SafeString:
    """Return several names, each as a link to the profile."""
    return format_html_join(", ", "{}", ((person(each),) for each in called))
