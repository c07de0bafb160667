"""Whether the coach speaks to a user."""

from accounts.models import Preferences, User


def choose_coach(user: User, *, speaks: bool) -> None:
    """Let the coach speak in all matches of a user, or in none."""
    Preferences.objects.update_or_create(user=user, defaults={"coach": speaks})
