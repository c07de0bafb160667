"""`manage.py draw_art`: the figures that are shipped are those that the rigs draw."""

import io
from pathlib import Path

import pytest
from django.core.management import call_command

from games.management.commands import draw_art


def test_the_files_are_what_the_rigs_draw() -> None:
    stale = [file.name for file, text in draw_art.from_rigs() if not file.exists() or file.read_text() != text]
    assert stale == [], "Run `make art`."


def test_only_what_has_changed_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [(tmp_path / "new" / "horse.svg", "<svg/>"), (tmp_path / "kept.svg", "<svg/>")]
    files[1][0].write_text("<svg/>")
    monkeypatch.setattr(draw_art, "from_rigs", lambda: files)
    out = io.StringIO()
    call_command("draw_art", stdout=out)
    assert out.getvalue() == "Drawn: horse.svg\n"
    assert files[0][0].read_text() == "<svg/>"
