"""Rematches: another match of the same players, and the second match of a pair."""

from games.rematch import notices


def register() -> None:
    """Tell of rematches."""
    notices.register()
