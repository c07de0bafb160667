"""Message catalogues: compiled here with Babel, since a system's gettext tools may be missing."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Compile every django.po of the project that is newer than its django.mo."

    def handle(self, *args: Any, **options: Any) -> None:
        for source in sources():
            target = source.with_suffix(".mo")
            if is_stale(source, target):
                compile_one(source, target)
                if options["verbosity"]:
                    self.stdout.write(f"compiled {source.relative_to(settings.BASE_DIR)}")


def sources() -> list[Path]:
    """The project's own catalogues; those of installed packages come compiled."""
    folders = {Path(path) for path in settings.LOCALE_PATHS}
    folders |= {Path(app.path) / "locale" for app in apps.get_app_configs()}
    own = [folder for folder in folders if folder.is_relative_to(settings.BASE_DIR) and ".venv" not in folder.parts]
    return sorted(path for folder in own for path in folder.glob("*/LC_MESSAGES/*.po"))


def is_stale(source: Path, target: Path) -> bool:
    return not target.exists() or target.stat().st_mtime < source.stat().st_mtime


def compile_one(source: Path, target: Path) -> None:
    """Writes the compiled catalogue, whole or not at all. Raises CommandError for one that cannot be read."""
    try:
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parent.parent.name, abort_invalid=True)
    except PoFileError as error:
        raise CommandError(f"{source} cannot be read: {error}") from None
    part = target.with_suffix(".part")
    with part.open("wb") as file:
        write_mo(file, catalogue)
    part.rename(target)
