"""Cells of the admin's lists, with what a phone needs to show a row as a few lines."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst

register = template.Library()
NOTHING = '">–</td>'
"""How a cell ends that says nothing."""
OPENING = len("<td")


@register.filter
def headed(cells: Iterable[SafeString], headers: list[dict[str, Any]]) -> list[SafeString]:
    """Return the cells of a row, each with the head of its column as an attribute."""
    return [_headed(cell, header["text"]) for cell, header in zip(cells, headers, strict=True)]


def _headed(cell: SafeString, head: object) -> SafeString:
    """Return a cell with its head, and one that says nothing marked so; a head that is a tick box is none."""
    if isinstance(head, SafeString) or not cell.startswith("<td"):
        return cell
    if cell.endswith(NOTHING):
        cell = SafeString(f"{cell.removesuffix(NOTHING)} none{NOTHING}")
    opening = mark_safe(cell[:OPENING])
    rest = mark_safe(cell[OPENING:])
    return format_html('{} data-head="{}"{}', opening, capfirst(str(head)), rest)
