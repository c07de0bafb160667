"""Message catalogues: where they lie, what the code asks of them, and how they are written."""

import io
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from games import features
from games.rules import packages

# `counted` is the rules' word for a sentence in singular and plural, `by_days` that of offers; both templates must be
# written out in the call.
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "counted": (1, 2),
    "by_days": (1, 2),
}
TEMPLATES = (".html", ".txt")
JINJA = ".jinja"
WIDTH = 110  # columns

HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"

"""


class BadCatalogue(Exception):
    """A catalogue that cannot be read; the text names it and says why."""


@dataclass(frozen=True)
class Collection:
    """One catalogue per language under `folder`, for the messages of `roots` but for what lies in `apart`."""

    folder: Path
    roots: tuple[Path, ...]
    apart: tuple[Path, ...] = ()

    def path(self, language: str) -> Path:
        return self.folder / language / "LC_MESSAGES" / "django.po"

    def sources(self) -> Iterator[Path]:
        """Yield the modules and templates with messages, in a stable order."""
        for root in self.roots:
            found = (path for path in root.rglob("*") if path.suffix in (".py", JINJA, *TEMPLATES))
            yield from sorted(path for path in found if not any(path.is_relative_to(other) for other in self.apart))


RULES = settings.BASE_DIR / "games" / "rules"
SITE = tuple(settings.BASE_DIR / name for name in ("accounts", "fogsite", "games", "templates"))
# Packages that are installed bring their catalogues compiled.
GAMES = [(each.folder, RULES / each.module) for each in packages.own()]
OF_GAMES = tuple(folder for folders in GAMES for folder in folders)
OF_FEATURES = tuple(features.app_folders())
COLLECTIONS = (
    *(Collection(app / "locale", (app, rules)) for app, rules in GAMES),
    *(Collection(folder / "locale", (folder,)) for folder in OF_FEATURES),
    Collection(RULES / "locale", (RULES,), apart=OF_GAMES),
    Collection(settings.BASE_DIR / "fogsite" / "locale", SITE, apart=(RULES, *OF_GAMES, *OF_FEATURES)),
)


def languages() -> list[str]:
    """Return the languages that need catalogues: those offered, without the one the code is written in."""
    return [code for code, name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def collected(collection: Collection) -> Catalog:
    """Return the messages of the sources, untranslated."""
    catalogue = Catalog()
    for path in collection.sources():
        place = [(path.relative_to(settings.BASE_DIR).as_posix(), 0)]
        for _line, message, comments, context in _messages(path):
            catalogue.add(message, locations=place, auto_comments=comments, context=context)
    return catalogue


def read_catalogue(path: Path) -> Catalog:
    """Return the catalogue in the file, or an empty one where there is no file. Raises BadCatalogue."""
    language = path.parent.parent.name
    if not path.exists():
        return Catalog(locale=language)
    try:
        with path.open("rb") as file:
            return read_po(file, locale=language, abort_invalid=True)
    except PoFileError as error:
        raise BadCatalogue(f"{path} cannot be read: {error}") from None


def renewed(collection: Collection, language: str, messages: Catalog) -> bytes:
    """Return the catalogue as it should stand in its file: the messages of the code (`collected`), with the
    translations there are.

    Translations of messages that are gone are dropped; no message is given that of a similar one, and where a message
    became plural the old translation is marked fuzzy. Equal code and translations give equal bytes. Raises
    BadCatalogue.
    """
    catalogue = read_catalogue(collection.path(language))
    catalogue.update(messages, no_fuzzy_matching=True, update_creation_date=False)
    plural = Catalog(locale=Locale.parse(language)).plural_forms
    body = io.BytesIO()
    write_po(body, catalogue, WIDTH, omit_header=True, sort_output=True, ignore_obsolete=True, include_lineno=False)
    return HEADER.format(language=language, plural=plural).encode() + body.getvalue()


def compile_changed() -> list[Path]:
    """Compile the catalogues that are newer than what was compiled of them, and name them. Raises BadCatalogue."""
    paths = [collection.path(language) for collection in COLLECTIONS for language in languages()]
    changed = [path for path in paths if _is_newer(path, path.with_suffix(".mo"))]
    for path in changed:
        compile_one(path)
    return changed


def _is_newer(source: Path, target: Path) -> bool:
    """Say whether a source was not compiled since it changed; a feature without texts has none."""
    if not source.exists():
        return False
    return not target.exists() or target.stat().st_mtime < source.stat().st_mtime


def compile_one(path: Path) -> None:
    """Write the compiled catalogue beside its source. Raises BadCatalogue.

    Several processes may do so at once: it is replaced whole.
    """
    part = path.with_suffix(f".{os.getpid()}.part")
    catalogue = read_catalogue(path)
    with part.open("wb") as file:
        write_mo(file, catalogue)
    part.replace(path.with_suffix(".mo"))


def _messages(path: Path) -> Iterator[tuple[int, Any, list[str], str | None]]:
    """Yield the messages of a source as Babel finds them. Raises TemplateSyntaxError for a broken template in Jinja."""
    if path.suffix == JINJA:
        with path.open("rb") as file:
            yield from extract("jinja2", file, KEYWORDS, ["Translators:"], {"silent": "false"})
    else:
        yield from extract("python", _as_python(path), KEYWORDS, ["Translators:"])


def _as_python(path: Path) -> io.BytesIO:
    """Return the source as the Python extractor reads it.

    In parentheses the indentation of a template means nothing.
    """
    text = path.read_text(encoding="utf-8")
    if path.suffix in TEMPLATES:
        text = f"({templatize(text, origin=str(path))})"
    return io.BytesIO(text.encode())
