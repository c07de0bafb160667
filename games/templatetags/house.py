"""House opponents in templates."""

from __future__ import annotations

from typing import Any

from django import template

from games.services import opponents, tickets
from games.services.tickets import Ticket

register = template.Library()


@register.inclusion_tag("games/_play_house.html")
def play_house() -> dict[str, Any]:
    """Where each game can be played against its house opponent."""
    return {"games": opponents.games()}


@register.simple_tag
def ticket(slug: str) -> Ticket:
    """A new ticket for a match of a game."""
    return tickets.issue(slug)


@register.filter
def has_house(slug: str) -> bool:
    """Whether a game has a house opponent."""
    return opponents.has(slug)
