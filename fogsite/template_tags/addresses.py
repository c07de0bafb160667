"""Django's tag `url`, which tries patterns anew each time, with a memory for addresses without arguments.

Those of a match are made anew: how long they take must not tell whether somebody else has looked at it of late.
"""

from __future__ import annotations

from functools import cache

from django.template import Context, Library
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as of_django
from django.urls import NoReverseMatch, get_script_prefix, reverse
from django.utils.html import conditional_escape

register = Library()


@cache
def _address(prefix: str, name: str) -> str:
    return reverse(name)


def fixed(name: str) -> str:
    """An address without arguments. Raises NoReverseMatch."""
    return _address(get_script_prefix(), name)


class AddressNode(URLNode):
    """An address by name; with an `as`, empty where there is none."""

    def render(self, context: Context) -> str:
        """The address, or nothing where the template gives it a name."""
        address = self._made(context)
        if self.asvar is not None:
            context[self.asvar] = address
            return ""
        return conditional_escape(address) if context.autoescape else address

    def _made(self, context: Context) -> str:
        try:
            return fixed(self.view_name.resolve(context))
        except NoReverseMatch:
            if self.asvar is None:
                raise
            return ""


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    """`{% url "name" %}`; one with arguments, or of a namespace, is Django's own."""
    node = of_django(parser, token)
    if node.args or node.kwargs or ":" in node.view_name.token:
        return node
    return AddressNode(node.view_name, node.args, node.kwargs, node.asvar)
