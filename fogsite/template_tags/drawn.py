"""The tag with which a page includes a template in Jinja."""

from __future__ import annotations

from typing import Any

from django.template import Context, Library
from django.template.backends.utils import csrf_input
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString, mark_safe

from games.boards import drawing

register = Library()


@register.simple_tag(takes_context=True)
def drawn(context: Context, name: str | list[str], **more: Any) -> SafeString:
    """`{% drawn "games/_log.jinja" name=value … %}`: a template in Jinja with what the page knows, and more."""
    known = context.flatten() | more
    if request := context.get("request"):
        # Masked once for all forms, and only where there is one: Django's own masks it anew for each.
        known.setdefault("csrf_input", SimpleLazyObject(lambda: csrf_input(request)))
    names = [name] if isinstance(name, str) else name
    return mark_safe(drawing.template(*names).render(known))
