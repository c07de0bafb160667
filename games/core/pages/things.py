"""The cards that explain all that lies on the board of a match or an example."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.boards.about import Shown
from games.boards.registry import about
from games.boards.things import ThingsPage, address_of_board, cards_response
from games.core.pages import rulebook
from games.rules import registry


def things_response(request: HttpRequest, slug: str, shown: Shown, **context: Any) -> HttpResponse:
    """Show the cards of what a board shows to its reader."""
    found = about(slug)
    page = ThingsPage(
        slug=slug,
        title=_(registry.current(slug).meta.title),
        things=found.things(shown) if found.things else [],
        back=address_of_board(request),
        rules_url=rulebook.rules_url(slug),
        sections={anchor: _(heading) for anchor, heading in found.sections.items()},
    )
    return cards_response(request, page, **context)
