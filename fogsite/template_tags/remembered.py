"""A part of a template that is rendered once for the same values."""

from __future__ import annotations

from django.template import Context, Library, Node, NodeList, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Token, token_kwargs
from django.utils.translation import get_language

register = Library()

ROOM = 2048
"""Values for which a part is remembered; then it begins anew."""


class Remembered(Node):
    """What a part says for its values, by language and by whether signs of HTML in them are escaped.

    It is rendered with these alone: nothing else can slip in.
    """

    child_nodelists = ("nodelist",)

    def __init__(self, nodelist: NodeList, values: dict[str, FilterExpression]) -> None:
        self.nodelist = nodelist
        self.values = values
        self.said: dict[tuple[object, ...], str] = {}

    def render(self, context: Context) -> str:
        """The part for the values as they are."""
        values = {name: value.resolve(context) for name, value in self.values.items()}
        asked = (get_language(), context.autoescape, *values.values())
        said = self.said.get(asked)
        if said is None:
            if len(self.said) >= ROOM:
                self.said.clear()
            said = self.nodelist.render(context.new(values))
            self.said[asked] = said
        return said


@register.tag
def remembered(parser: Parser, token: Token) -> Remembered:
    """`{% remembered name=value … %} … {% endremembered %}`: the part in between may name these values and no others.

    For what many pages have in common: the values are hashable, few of each, and either public or kinds of things, such
    as units: a part that is quickly there must not tell what somebody else was shown.
    """
    given = token.split_contents()[1:]
    values = token_kwargs(given, parser)
    if given:
        raise TemplateSyntaxError(f"“remembered” takes values by name: name=value, not {given[0]}.")
    nodelist = parser.parse(("endremembered",))
    parser.delete_first_token()
    return Remembered(nodelist, values)
