"""Message catalogues: compiled here with Babel, since a system's gettext tools may be missing."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from fogsite.catalogues import BadCatalogue, compile_changed


class Command(BaseCommand):
    help = "Compile every django.po of the project that is newer than its django.mo."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            for path in compile_changed():
                if options["verbosity"]:
                    self.stdout.write(f"compiled {path.relative_to(settings.BASE_DIR)}")
        except BadCatalogue as error:
            raise CommandError(str(error)) from None
