"""Static files as a development copy serves them."""

import os
import runpy
from pathlib import Path
from typing import Any
from unittest.mock import patch

from django.contrib.staticfiles import finders
from django.test import Client

from fogsite.settings import BASE_DIR


def test_a_sheet_that_changes_is_served_whole_without_a_restart(settings: Any, tmp_path: Path) -> None:
    with patch.dict(os.environ, {"DEVELOPMENT": "1"}, clear=True):
        of_a_copy = runpy.run_path(str(BASE_DIR / "fogsite" / "settings.py"))
    settings.WHITENOISE_AUTOREFRESH = of_a_copy.get("WHITENOISE_AUTOREFRESH", False)
    settings.STATICFILES_DIRS = [tmp_path]
    finders.get_finder.cache_clear()  # type: ignore[attr-defined]
    sheet, client = tmp_path / "changing.css", Client()
    for text in ("a {}", "a { color: red }"):
        sheet.write_text(text)
        answer = client.get("/static/changing.css")
        assert (answer.headers["Content-Length"], answer.getvalue().decode()) == (str(len(text)), text)
