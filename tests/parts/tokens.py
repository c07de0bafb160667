"""Tokens against forged requests: by chance one spells the name of a person that a test looks for on a page."""

import re

from django.middleware import csrf

NAMES = re.compile("Ann|Ben|Cat|Mo")
_mask = csrf._mask_cipher_secret  # type: ignore[attr-defined]  # its stubs leave it out


def prepare() -> None:
    """Draw tokens again until they spell nobody's name."""
    csrf._mask_cipher_secret = masked  # type: ignore[attr-defined]


def masked(secret: str) -> str:
    """Return the secret as a page shows it, without a name in it."""
    while NAMES.search(token := _mask(secret)):
        pass
    return token
