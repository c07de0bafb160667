"""A page of a match has the parts of its type: no template names another, and a new part is shown to nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

import pytest
from django.template.loader import get_template
from jinja2 import DictLoader, Environment, meta, nodes

from fogsite.settings import BASE_DIR
from games.core.pages.matches import LinkPage, MatchPage
from games.rules.registry import slugs
from games.watching.pages import WatchPage
from tests import page_names
from tests.page_names import Reader, lacks

PARTS_OF_GAMES = ("board", "hand", "choices", "annex")
"""The templates of a game that draw a match, with the shared ones for games that have none."""
DRAWN = {
    MatchPage: ("games/_whole_match.jinja", "games/_about.jinja"),
    LinkPage: ("games/_whole_match.jinja", "games/_about.jinja"),
    WatchPage: ("games/_watch.jinja", "games/_about.jinja"),
}


def missing(page: type, templates: Iterable[str]) -> set[str]:
    """Return what templates name of a page that its type lacks."""
    named = {path for template in templates for path in Reader(page).named(template)}
    return {".".join(("page", *path)) for path in named if lacks(page, path)}


@pytest.mark.parametrize("kind", DRAWN, ids=lambda kind: kind.__name__)
def test_templates_name_only_parts_that_their_page_has(kind: type) -> None:
    assert missing(kind, DRAWN[kind]) == set()


def test_the_templates_are_read_to_the_end() -> None:
    named = Reader(MatchPage).named("games/_whole_match.jinja")
    drawn = {("closing", "facts"), ("panels", "result"), ("due", "goes_on"), ("at", "prev_url")}
    assert {("clocks", "away"), *drawn} <= named
    by_link = Reader(LinkPage).named("games/_whole_match.jinja")
    assert {("clocks", "away"), ("ways", "parts"), ("by_link",)} <= by_link
    assert not {path[0] for path in by_link} & {"closing", "due", "is_muted", "stamp_url"}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("{{ page.nwes }}", {"page.nwes"}),
        ("{{ page.news.since }}", {"page.news.since"}),
        ("{% if page.at.is_past %}{{ page.closing }}{% endif %}", {"page.closing"}),
        ("{% if page.by_link %}{{ page.closing }}{% endif %}", {"page.closing"}),
        ("{% if not page.by_link %}{{ page.closing.facts }}{% endif %}", set()),
        ("{% if page.watching %}{% elif page.by_link %}{% else %}{{ page.closing }}{% endif %}", set()),
        ("{{ page.by_link or page.closing }}{{ not page.by_link and page.closing }}", set()),
        ("{{ page.by_link and page.closing }}", {"page.closing"}),
        ("{{ 0 if page.by_link else page.due.turns }}", set()),
        ("{% for each in page.log.lines if page.dew %}{{ each.anything }}{% endfor %}", {"page.dew"}),
        ("{{ page.subject.match.public_id }}{{ page.subject.match.nothing }}", {"page.subject.match.nothing"}),
        ("{{ page.refusal.code }}{{ page.refusal.cod }}{{ page.view.heap }}", {"page.refusal.cod"}),
    ],
)
def test_a_part_that_a_play_link_lacks_is_found(
    source: str, expected: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Environment(loader=DictLoader({"a": source}), extensions=["jinja2.ext.i18n"])
    monkeypatch.setattr(page_names, "environment", lambda: made)
    assert missing(LinkPage, ["a"]) == expected


FRAMES = {MatchPage: ("match.jinja",), LinkPage: ("match.jinja", "by_link.jinja"), WatchPage: ("watch.jinja",)}
"""The frames of each page. That of a play link leaves the block `due` of the player's empty."""


@pytest.mark.parametrize("kind", FRAMES, ids=lambda kind: kind.__name__)
def test_the_frame_names_only_parts_that_its_page_has(kind: type) -> None:
    sources = "".join((BASE_DIR / "templates" / "games" / name).read_text() for name in FRAMES[kind])
    if kind is LinkPage:
        sources = re.sub(r"{% block due %}.*?{% endblock %}", "", sources)
    named = {tuple(path[1:].split(".")) for path in re.findall(r"(?<![\w-])page((?:\.\w+)+)", sources)}
    assert named
    assert {path for path in named if lacks(kind, path)} == set()


KNOWN = {"page", "request", "user", "csrf_input", "theme"}
"""What templates of the core find besides what the template that includes them binds."""
BOUND = {
    "games/_chat.jinja": {"match", "chat"},
    "games/_notes.jinja": {"match", "notes", "notes_error"},
    "games/_rematch.jinja": {"match", "ticket"},
    "games/_ticket.jinja": {"ticket"},
    "games/_resign.jinja": {"match", "is_void"},
    "games/_share.jinja": {"match_id", "seal", "is_bot"},
    "games/_seal.jinja": {"seal"},
    "games/_send.jinja": {"address", "button", "goes_on", "move", "named", "serial", "style"},
    "games/_choose.jinja": {"address", "adds", "goes_on", "serial"},
    "games/_choice_list.jinja": {"choices", "submit"},
    "_deadline.jinja": {"at", "time"},
}
"""What the others find, which other pages or games include too."""


def test_templates_of_the_match_name_nothing_but_the_page() -> None:
    loose = {}
    for name in sorted({name for templates in DRAWN.values() for each in templates for name in included(each)}):
        more = loose_in(name) - KNOWN - BOUND.get(name, set())
        if more:
            loose[name] = more
    assert loose == {}


def loose_in(name: str) -> set[str]:
    """Return the names that a template neither sets itself nor has from the engine."""
    tree = page_names.environment().parse(source_of(name))
    targets = [node.target for node in tree.find_all(nodes.Assign)]
    targets += [node.target for node in tree.find_all(nodes.AssignBlock)]
    own = {each.name for target in targets for each in names_in(target)}
    return meta.find_undeclared_variables(tree) - own - set(page_names.environment().globals) - {"_trans"}


def names_in(target: nodes.Node) -> list[nodes.Name]:
    """Return the names that a target of `set` consists of."""
    return [target] if isinstance(target, nodes.Name) else [*target.find_all(nodes.Name)]


def included(name: str) -> set[str]:
    """Return a template and those that it includes by name."""
    inside = meta.find_referenced_templates(page_names.environment().parse(source_of(name)))
    return {name}.union(*(included(each) for each in inside if each))


def source_of(name: str) -> str:
    """Return what stands in a template."""
    found: Any = page_names.environment().loader
    return str(found.get_source(page_names.environment(), name)[0])


# --- Who sees which part --------------------------------------------------------------------------------------------


def parts_of(page: type) -> set[str]:
    """Return the parts of a type of page."""
    return {field.name for field in fields(page)}


PLAYERS_ALONE = {"due", "stamp_url", "is_muted", "closing", "film", "twin_url", "is_void_once_resigned"}
BY_LINK_TOO = {"asked", "ways", "clocks", "sound", "help", "refusal", "confirm"}
"""What somebody with a play link sees besides, and watchers do not."""


def test_a_play_link_and_watchers_see_what_is_listed_for_them_and_a_new_part_only_if_it_is_added_there() -> None:
    assert parts_of(MatchPage) - parts_of(LinkPage) == PLAYERS_ALONE
    assert parts_of(LinkPage) - parts_of(WatchPage) == BY_LINK_TOO
    assert parts_of(LinkPage) <= parts_of(MatchPage)
    assert parts_of(WatchPage) - parts_of(MatchPage) == {
        "view",
        "eyes",
        "moments",
        "number_watching",
        "preview_url",
    }


def test_no_page_takes_its_parts_from_another() -> None:
    assert [page.__bases__ for page in DRAWN] == [(object,)] * 3


def test_every_game_has_a_board_and_its_templates_name_no_part_that_watchers_lack() -> None:
    for slug in slugs():
        get_template(f"{slug}/board.jinja")
        own = [f"{slug}/{part}.jinja" for part in PARTS_OF_GAMES]
        there = [name for name in own if name in page_names.environment().list_templates()]
        for page in DRAWN:
            assert missing(page, there) == set()
