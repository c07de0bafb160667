"""What rows are called where somebody who looks after the site reads of them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db.models import Model

from accounts.models import Block, FormerName, Halt, Outbox, Preferences, SignUp, Token


@pytest.mark.parametrize(
    ("row", "name"),
    [
        (FormerName(fingerprint="0123456789abcdef"), "former name 01234567"),
        (SignUp(pk=7), "sign-up 7"),
        (Preferences(user_id=3), "preferences of user 3"),
        (Block(blocker_id=3, blocked_id=4), "user 3 blocks user 4"),
        (Token(name="My bot", user_id=3), "token “My bot” of user 3"),
        (Outbox(kind="turn", key="5", recipient_id=3, channel="email"), "turn 5 to user 3 by email"),
        (Outbox(kind="verify", key="5", channel="email"), "verify 5 to an address by email"),
        (Halt(channel="email", since=datetime(2026, 1, 2, 3, 4, tzinfo=UTC)), "email halted since 2026-01-02 03:04"),
    ],
)
def test_a_row_is_named_by_what_it_is_and_whose(row: Model, name: str) -> None:
    assert str(row) == name
