"""Bots in templates."""

from __future__ import annotations

from typing import Any

from django import template

from games.reading import bot_profiles
from games.services import tickets
from games.services.tickets import Ticket

register = template.Library()


@register.inclusion_tag("games/_play_bots.html")
def play_bots() -> dict[str, Any]:
    """Where each game can be played against its bot."""
    return {"games": bot_profiles.games_with_bots()}


@register.simple_tag
def ticket(slug: str) -> Ticket:
    """A new ticket for a match of a game."""
    return tickets.issue(slug)


@register.filter
def has_bot(slug: str) -> bool:
    """Whether a game has a bot."""
    return bot_profiles.has(slug)
