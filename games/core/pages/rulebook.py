"""The pages that explain the games: which games have one, where it is, and what it holds."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import Http404
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.about import About, Shown
from games.boards.registry import about
from games.core.reading import bot_profiles
from games.rules import registry


def rules_template(slug: str) -> str | None:
    """Return the template of the game's rules, or None for a game that has none."""
    if slug not in registry.slugs():
        return None
    return _template(f"{slug}/rules.jinja")


def _template(name: str) -> str | None:
    """Return the name of a template, or None if there is no such template."""
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return None
    return name


def rules_url(slug: str) -> str:
    """Return where the rules of the game are explained; empty for a game without such a page."""
    return reverse("rules_of", args=[slug]) if rules_template(slug) else ""


def explained() -> list[dict[str, str]]:
    """Return every game with a page of rules: slug, title, address, and what it is about."""
    titles = {slug: _(registry.current(slug).meta.title) for slug in registry.slugs()}
    return [
        {"slug": slug, "title": title, "url": rules_url(slug), "lead": _(about(slug).lead)}
        for slug, title in titles.items()
        if rules_url(slug)
    ]


def on_board(slug: str, name: str) -> Shown:
    """Return what a worked example shows. Raises Http404 for one that there is not."""
    found = about(slug)
    example = found.examples().get(name) if found.examples else None
    if example is None:
        raise Http404
    return Shown(view=example.view, me=0, seats=_players(found), recent=example.events, watching=True)


def _players(found: About) -> list[dict[str, Any]]:
    """Return who plays the examples, as boards know players."""
    return [{"number": seat, "name": _(name), "is_me": False} for seat, name in enumerate(found.players)]


def _examples(found: About) -> dict[str, object]:
    """Return the worked examples by name, as the game's templates draw them."""
    players = _players(found)
    examples = found.examples() if found.examples else {}
    return {name: found.drawing(each, players) if found.drawing else each for name, each in examples.items()}


def _sections(found: About, glance: str | None) -> dict[str, str]:
    """Return the headings of a page by their anchors: those of the game, between the glance and the tips if it has
    them.
    """
    first = {"glance": _("The game at a glance")} if glance else {}
    last = {"tips": _("Five tips for your third match")} if found.tips else {}
    return first | {anchor: _(heading) for anchor, heading in found.sections.items()} | last


class Beside(NamedTuple):
    """What a page has beside its rules: the template of the whole game at a glance, tips, and whether things explain
    themselves.
    """

    glance: str | None
    tips: Sequence[str]
    things: bool


def context(slug: str) -> dict[str, Any]:
    """Return what the page of one game holds: `examples` by name, and the game's tables."""
    found = about(slug)
    glance = _template(f"{slug}/glance.jinja")
    return {
        "slug": slug,
        "title": _(registry.current(slug).meta.title),
        "lead": _(found.lead),
        "sections": _sections(found, glance),
        "beside": Beside(glance, [_(tip) for tip in found.tips], found.things is not None),
        **(bot_profiles.strength(slug) if bot_profiles.has(slug) else {}),
        "examples": _examples(found),
        **(found.reference() if found.reference else {}),
    }


def all_games() -> list[dict[str, Any]]:
    """Return every game: slug, title, the address of its rules, its template, and what its box says."""
    return [
        {
            "slug": slug,
            "title": _(registry.current(slug).meta.title),
            "rules_url": rules_url(slug),
            "picture": picture_template(slug),
            "box": box(slug),
        }
        for slug in registry.slugs()
    ]


def box(slug: str) -> dict[str, Any]:
    """Return what the box of a game says: players, length, level and designer, each where it's known."""
    found = about(slug).box
    players = {"players": len(registry.current(slug).meta.seat_names)}
    return players | {"length": _(found.length), "level": found.level, "designer": found.designer} if found else players


def hero_template() -> list[str]:
    """Return the template with a board of the game that a visitor tries first, or with the one for games without."""
    return [f"{first_try()}/hero.jinja", "games/_hero.jinja"]


def picture_template(slug: str) -> list[str]:
    """Return the template with the picture of a game and what it is about, or with the one for games without."""
    return [f"{slug}/front.jinja", "games/_front.jinja"]


def first_try() -> str:
    """Return the slug of the game that a visitor tries first: one to begin with, or else one with a bot; empty for
    none.
    """
    playable = [slug for slug in registry.slugs() if bot_profiles.has(slug)]
    return min(playable, key=lambda slug: not about(slug).first_try, default="")
