"""The style sheets of a game's board, named at the head of a page, so that a browser asks for all at the same time."""

import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

IMPORTED = re.compile(r'^@import url\("([^"]+)"\);', re.MULTILINE)


def board_sheets(slug: str) -> SafeString:
    """Return the links to the style sheet of a game's board, and to those that it imports."""
    parts = format_html_join(
        "\n", '<link rel="preload" href="{}" as="style">', ((static(name),) for name in _parts(slug))
    )
    return format_html('<link rel="stylesheet" href="{}">\n{}', static(f"{slug}/board.css"), parts)


@cache
def _parts(slug: str) -> tuple[str, ...]:
    """Return the sheets that the board's imports: without their names a browser would ask only once it has read it."""
    found = finders.find(f"{slug}/board.css")
    return tuple(f"{slug}/{name}" for name in IMPORTED.findall(Path(found).read_text())) if found else ()
