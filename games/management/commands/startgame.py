"""A new game: a small one that can be played at once, to be changed into the real one."""

import keyword
import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules import registry
from games.rules.packages import SLUG

SCAFFOLD = Path(__file__).parents[1] / "scaffold"
SUFFIX = ".tpl"
TITLE = re.compile(r"[^\W\d_][\w ’-]{0,39}")
TAKEN = {
    "account",
    "accounts",
    "admin",
    "api",
    "css",
    "emails",
    "fonts",
    "games",
    "img",
    "js",
    "locale",
    "mfa",
    "rest-framework",
}
"""Names that templates, static files or modules of the site have."""
TARGETS = {
    "rules": "games/rules/{module}",
    "board": "games/boards/{module}",
    "tests/rules": "tests/rules/{module}",
    "tests/e2e": "tests/e2e/{module}",
    "docs.md": "docs/rules/{slug}.md",
}
"""Where the parts of the scaffold go."""


class Command(BaseCommand):
    help = "Write a complete small game under a new name: rules, board, texts, tests (docs/adding-a-game.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="its name in addresses, such as last-stone")
        parser.add_argument("--title", help="its name for people (the slug with capitals)")

    def handle(self, slug: str, title: str | None, **_options: Any) -> None:
        names = _names(slug, title or slug.replace("-", " ").title())
        files = {_target(path, slug): _told(path, names) for path in sorted(SCAFFOLD.rglob(f"*{SUFFIX}"))}
        if there := [path for path in files if path.exists()]:
            raise CommandError(f"{there[0].relative_to(settings.BASE_DIR)} is there already; nothing was written.")
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            self.stdout.write(f"wrote {path.relative_to(settings.BASE_DIR)}")


def _names(slug: str, title: str) -> dict[str, str]:
    """Return what the scaffold's names become. Raises CommandError for a slug or a title that cannot be one."""
    if not SLUG.fullmatch(slug) or keyword.iskeyword(slug) or len(slug) > 40:
        raise CommandError(
            f"“{slug}” cannot be a slug. Write lower-case letters and digits, words joined by hyphens, 40 at most."
        )
    if slug in TAKEN or slug in registry.slugs():
        raise CommandError(f"The name {slug} is taken. Choose another one.")
    if not TITLE.fullmatch(title):
        raise CommandError(
            f"“{title}” cannot be a title. Begin with a letter; use letters, digits, spaces, hyphens, ’; 40 at most."
        )
    words = slug.split("-")
    return {
        "last-stone": slug,
        "last_stone": "_".join(words),
        "LastStone": "".join(word.capitalize() for word in words),
        "Last Stone": title,
        "Last.Stone": ".".join(word.capitalize() for word in words),
        "LS": (initials := "".join(word[0].upper() for word in words)),
        "_ls": f"_{initials.lower()}",
    }


def _target(path: Path, slug: str) -> Path:
    """Return where a file of the scaffold goes."""
    inside = path.relative_to(SCAFFOLD).as_posix().removesuffix(SUFFIX)
    part = next(part for part in TARGETS if inside == part or inside.startswith(f"{part}/"))
    target = TARGETS[part].format(slug=slug, module=slug.replace("-", "_"))
    return Path(settings.BASE_DIR, target + inside.removeprefix(part).replace("last-stone", slug))


def _told(path: Path, names: dict[str, str]) -> str:
    """Return the text of a file under the new names."""
    return re.sub("|".join(map(re.escape, names)), lambda found: names[found[0]], path.read_text(encoding="utf-8"))
