"""Programs speak English here, whatever a test before has left behind."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _in_english(english: None) -> None:
    """Have each test ask in English."""
