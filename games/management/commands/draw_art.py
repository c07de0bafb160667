"""`manage.py draw_art`: draw the desk of the site and the figures of every game again, as their modules say."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from fogsite.art import desk
from fogsite.art.steps import stepped
from games.rules import registry


class Command(BaseCommand):
    help = "Draw the desk of the site and the figures of every game, and say which files have changed."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        for file, text in from_rigs():
            if file.exists() and file.read_text() == text:
                continue
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
            self.stdout.write(_("Drawn: {file}").format(file=file.name))


def from_rigs() -> Iterator[tuple[Path, str]]:
    """Yield every static file that the site's or a game's rig draws, and its text, whose paths are steps."""
    for name, text in desk.files().items():
        yield settings.BASE_DIR / "fogsite" / "static" / name, stepped(text)
    for package in registry.PACKAGES.values():
        if package.brings("art"):
            for name, text in import_module(f"{package.app}.art").files().items():
                yield package.folder / "static" / name, stepped(text)
