"""The keys by which the site signs what it gives away, for what is signed without Django's own signing."""

from django.conf import settings


def all_keys() -> tuple[str | bytes, ...]:
    """Return the present one first, and the former ones, by which what was signed still holds."""
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
