"""The page of a match as it is shown by a play link: what its seat sees and is asked, and no way to anything else."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from games.boards.registry import about
from games.pages import matches
from games.pages.matches import Ways
from games.reading.play_links import PlayLink

LEFT_OUT: dict[str, Any] = {
    "offers": [],
    "sought": None,
    "may_take_back": False,
    "turns_due": 0,
    "others_due": 0,
    "goes_on": False,
    "prev_url": "",
    "first_new": "",
    "stamp_url": "",
}
"""What the page says besides to a player who has signed in: offers, other matches, replays, where to ask for news."""


def match(link: PlayLink, asked_log: str | None = None) -> dict[str, Any]:
    """The match as it stands for the seat of a link, with what the address asks of the whole log."""
    return matches.match(link.found, asked_log=asked_log, ways=ways(link)) | LEFT_OUT


def ways(link: PlayLink) -> Ways:
    """Where a move is sent by a link."""
    parts = about(link.found.match.game).composes
    return Ways(
        submit_url=reverse("submit_by_link", args=[link.token]),
        plan_url=reverse("plan_by_link", args=[link.token]),
        part_urls={part: reverse(f"{part}_by_link", args=[link.token]) for part in parts},
        by_link=True,
    )
