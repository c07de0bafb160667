"""Django's library `i18n`, in whose stead it stands: `translate` looks a text up once for each language."""

from __future__ import annotations

from django.template import Context, Library, Node
from django.template.base import FilterExpression, Parser, Token
from django.templatetags import i18n
from django.utils.translation import get_language

register = Library()
register.tags = dict(i18n.register.tags)
register.filters = dict(i18n.register.filters)


class Remembered(Node):
    """A text of the template itself; by language, and by whether signs of HTML in it are escaped."""

    child_nodelists = ()

    def __init__(self, node: i18n.TranslateNode) -> None:
        self.name, node.asvar = node.asvar, None
        self.node = node
        self.said: dict[tuple[str | None, bool], str] = {}

    def render(self, context: Context) -> str:
        """The text, or nothing where the template gives it a name."""
        asked = get_language(), context.autoescape
        said = self.said.get(asked)
        if said is None:
            said = self.said[asked] = self.node.render(context)
        if self.name is None:
            return said
        context[self.name] = said
        return ""


@register.tag("translate")
def translate(parser: Parser, token: Token) -> Node:
    """`{% translate "text" context "where" %}`; what a variable holds is looked up each time."""
    node = i18n.do_translate(parser, token)
    return Remembered(node) if _is_fixed(node.filter_expression) and _is_fixed(node.message_context) else node


def _is_fixed(said: FilterExpression | None) -> bool:
    return said is None or (not said.filters and getattr(said.var, "lookups", None) is None)
