"""Tokens on the pages of tests spell nobody's name; see `tests/parts/tokens.py`."""

from django.http import HttpRequest
from django.middleware.csrf import get_token

from tests.parts import tokens

DRAWN = 2_000
"""Without the guard about 34 of so many tokens spell a name."""


def test_no_token_spells_a_name() -> None:
    drawn = [get_token(HttpRequest()) for _ in range(DRAWN)]
    assert not [token for token in drawn if tokens.NAMES.search(token)]
