"""Guests: people who play without an account, until they make one or their time is over."""

from games.core.seams import addresses
from games.guests import urls


def register() -> None:
    """Let an account take over the matches of a guest."""
    addresses.register("guests", pages=urls.PAGES)
