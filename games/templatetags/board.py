"""What every match page needs beyond plain template language."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.utils import timezone

register = template.Library()

SOON = timedelta(hours=24)


def composes(choices: Iterable[dict[str, Any]]) -> bool:
    """Whether something can follow some choice, so that a plan is composed before it is played."""
    return any(not choice["ends"] for choice in choices)


def concludes(choices: Iterable[dict[str, Any]]) -> bool:
    """Whether nothing can follow some choice, so that it plays the move."""
    return any(choice["ends"] for choice in choices)


def urgency(deadline: datetime) -> str:
    """How pressing a deadline is: `late`, `urgent` within a day, or an empty string."""
    left = deadline - timezone.now()
    if left <= timedelta(0):
        return "late"
    return "urgent" if left < SOON else ""


@register.filter
def at_seat(pair: Any, number: int) -> Any:
    """The item of a list by seat that belongs to one seat."""
    return pair[number]


def named(seats: Iterable[dict[str, Any]], number: int) -> str:
    """The name of who sits on a seat."""
    return next(str(seat["name"]) for seat in seats if seat["number"] == number)


def in_a_row(sentences: Iterable[str]) -> str:
    """Sentences one after the other, as one text: it is escaped at once, where `join` escapes each."""
    return " ".join(sentences)
