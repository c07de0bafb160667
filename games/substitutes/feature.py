"""Substitutes: who takes over the seat of a player who stays away."""

from games.substitutes import notices


def register() -> None:
    """Tell of seats that are taken over, and of those that nobody takes."""
    notices.register()
