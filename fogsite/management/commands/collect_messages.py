"""Message catalogues: brought up to date with the code."""

from typing import Any

from babel.messages.catalog import Catalog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from fogsite.catalogues import COLLECTIONS, BadCatalogue, Collection, collected, languages, renewed


class Command(BaseCommand):
    help = "Bring every django.po up to date with the messages of modules and templates; translations are kept."

    def handle(self, *args: Any, **options: Any) -> None:
        for collection in COLLECTIONS:
            messages = collected(collection)
            for language in languages():
                self.renew(collection, language, messages)

    def renew(self, collection: Collection, language: str, messages: Catalog) -> None:
        path = collection.path(language)
        try:
            text = renewed(collection, language, messages)
        except BadCatalogue as error:
            raise CommandError(str(error)) from None
        if not path.exists() or path.read_bytes() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
            self.stdout.write(f"wrote {path.relative_to(settings.BASE_DIR)}")
