"""Programs speak English here, even if an earlier test has left another language behind."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _in_english(english: None) -> None:
    """Have each test ask in English."""
