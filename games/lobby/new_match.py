"""A match that is about to begin: its game among the others, and who is proposed for it."""

from dataclasses import dataclass
from typing import Any

from accounts.models import User
from games.core.models import Seat
from games.core.pages import rulebook
from games.core.services import tickets
from games.core.services.tickets import Ticket
from games.favourites import queries
from games.rules import registry


@dataclass(frozen=True)
class NewMatch:
    """Every game as `rulebook.all_games` says it, and the one that is chosen; `to` is who is to be invited, "" for
    nobody, and `proposed` names whom the reader may have in mind."""

    games: list[dict[str, Any]]
    chosen: dict[str, Any]
    to: str
    proposed: list[str]
    ticket: Ticket


def page(user: User, slug: str, to: str) -> NewMatch:
    """Return what is shown beside the form of a new match of a game, which is one of those that exist."""
    games = rulebook.all_games()
    chosen = next(game for game in games if game["slug"] == slug)
    proposed = queries.proposed(user) if registry.current(slug).meta.seats == 2 else []
    return NewMatch(games, chosen, to, proposed, tickets.issue(slug))


def usual_game(user: User) -> str:
    """Return the slug of the game in which somebody has taken a seat last, or else of the one that visitors try
    first.
    """
    last = Seat.objects.filter(user=user).order_by("-pk").values_list("match__game", flat=True).first()
    return last if last in registry.slugs() else rulebook.first_try() or registry.slugs()[0]
