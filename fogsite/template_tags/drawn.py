"""The tag with which a page includes a template in Jinja."""

from __future__ import annotations

from typing import Any

from django.template import Context, Library
from django.template.loader import select_template
from django.utils.safestring import SafeString, mark_safe

from fogsite.jinja import speaking

register = Library()


@register.simple_tag(takes_context=True)
def drawn(context: Context, name: str | list[str], **more: Any) -> SafeString:
    """`{% drawn "games/_log.jinja" name=value … %}`: a template in Jinja with what the page knows, and more."""
    template = select_template([name] if isinstance(name, str) else name, using="jinja")
    with speaking():
        return mark_safe(template.render(context.flatten() | more, context.get("request")))
