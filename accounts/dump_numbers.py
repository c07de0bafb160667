"""The numbers by which public dumps name people: random, so that nobody can tell whose one is but by the profile."""

import secrets

LOWEST = 10**11
HIGHEST = 10**12 - 1


def new_number() -> int:
    """Return twelve digits that nobody can guess."""
    return LOWEST + secrets.randbelow(HIGHEST - LOWEST + 1)
