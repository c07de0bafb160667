"""What many tests begin with is furnished once and copied back."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command

from accounts.models import User
from tests.parts import kept
from tests.parts.cast import person


@pytest.mark.sqlite
def test_what_was_kept_is_there_again_and_nothing_else(transactional_db: None, tmp_path: Path) -> None:
    person("Ann")
    number = ContentType.objects.get_for_model(User).pk
    kept.keep(tmp_path / "kept.sqlite3")
    call_command("flush", interactive=False, verbosity=0, reset_sequences=False)
    person("Ben")
    assert ContentType.objects.get_for_model(User).pk != number

    kept.refill(tmp_path / "kept.sqlite3")

    assert [user.username for user in User.objects.all()] == ["Ann"]
    assert ContentType.objects.get_for_model(User).pk == number
