"""Django's library `i18n`, in whose stead it stands: `translate` looks a text up once for each language."""

from __future__ import annotations

from django.template import Library, Node, NodeList
from django.template.base import FilterExpression, Parser, Token
from django.templatetags import i18n

from fogsite.template_tags.remembered import Remembered

register = Library()
register.tags = dict(i18n.register.tags)
register.filters = dict(i18n.register.filters)


@register.tag("translate")
def translate(parser: Parser, token: Token) -> Node:
    """`{% translate "text" context "where" %}`; what a variable holds, or gets, is looked up each time."""
    node = i18n.do_translate(parser, token)
    fixed = node.asvar is None and _is_fixed(node.filter_expression) and _is_fixed(node.message_context)
    return Remembered(NodeList([node]), {}) if fixed else node


def _is_fixed(said: FilterExpression | None) -> bool:
    return said is None or (not said.filters and getattr(said.var, "lookups", None) is None)
