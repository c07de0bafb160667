"""One word per concept: names that the site gave up, each with what it says instead, come back nowhere in its code. One
meaning per name: what two modules call alike is one thing.

The words themselves stand in `docs/words.md`, with the names that several modules share. Where the rulebook of a game
has one of them, its rules may use it: `MAY` says so.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from fogsite.settings import BASE_DIR

RETIRED = {
    "Rung": "a kind of reminder is a Reminder",
    "rung": "a kind of reminder is a Reminder",
    "rungs": "the kinds of reminders are in clock/reminders.py",
    "Table": "a locked match is a LockedMatch; a table is one of the database",
    "Look": "what one seat knows of a position is its Sight, in services/stamps.py",
    "Line": "a line is one of the log (LogLine) or of the chat (ChatLine, ShownLine)",
    "House": "who plays for the site is a bot; the house is what the site itself does to a match",
    "talk": "what players write to each other is the chat; notes, offers and rematches have names of their own",
    "story": "the log in words is reading/log.py",
    "front": "the first page is home",
    "faces": "how a unit is shown is its UnitCard; faces are those of dice, in fields of the rules",
    "Face": "how a unit is shown is its UnitCard",
    "Piece": "a unit on the board is a token",
    "Lane": "a column, as the rules have it",
    "Outlook": "what a card would do is a prospect",
    "HOUSE_SET": "DEFAULT_SET: it is the house's no more than any other",
    "sit_down": "add_seat",
    "take_down": "close: an invitation is closed",
    "take_in": "import_record",
    "adopt": "import_…",
    "hire": "create",
    "hired": "existing, created",
    "called": "display_name",
    "heard": "informed: who can know of a turn; last_heard: when a part of the service gave a sign of life",
    "beside": "context, or what it holds: with_notes",
    "again": "rematch",
    "laid_open": "revealed",
    "place": "a seat's number, once the match has begun, is its index; places are on boards",
    "answer": "bots move, players submit, views respond; answers are what a seat gives to what it is asked",
    "piece": "a page of a list",
    "keep": "save, store, import_record, convert: what is done to what",
}
"""Names of modules, classes, functions, methods and module constants, with or without leading underscores."""
BARE = {
    *("MOST", "LONGEST", "SHORTEST", "LIMIT", "EVERY", "AT_ONCE", "TOGETHER"),
    *("PAGE", "PIECE", "BATCH", "CHUNK", "PART"),
}
"""Constants that say nothing without their module: MAX_TOKENS, PAGE_SIZE, ROWS_A_SWEEP are understood anywhere."""
MAY = {
    "games/core/api/shapes.py": {"Line"},  # the name of a type in the public description
    "games/tasks.py": {"answer"},  # the name of a task that may be on its way while the service is upgraded
    "games/rules/field_of_glory/draft.py": {"keep"},  # its step `keep`, a pick of the draft
    "games/rules/field_of_glory/placing.py": {"place"},  # its step `place`
    "games/rules/field_of_glory/explain.py": {"_keep", "_place"},  # why these two are not possible
    "games/rules/field_of_glory/player/reckoning.py": {"_front"},  # the front row of a column
}


def sources() -> Iterator[Path]:
    for package in ("accounts", "fogsite", "games"):
        for path in sorted((BASE_DIR / package).rglob("*.py")):
            if "migrations" not in path.relative_to(BASE_DIR).parts:
                yield path


def names(path: Path) -> Iterator[str]:
    """Yield the name of a module, and those it defines."""
    yield path.stem
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))


def test_no_retired_name_comes_back() -> None:
    retired = set(RETIRED) | BARE
    found = {}
    for path in sources():
        named = path.relative_to(BASE_DIR).as_posix()
        again = {name for name in names(path) if name.lstrip("_") in retired} - MAY.get(named, set())
        if again:
            found[named] = sorted(again)
    assert found == {}


def test_what_may_keep_a_retired_name_still_has_it() -> None:
    assert {named: MAY[named] & set(names(BASE_DIR / named)) for named in MAY} == MAY


def test_every_word_is_explained_once() -> None:
    listed = (BASE_DIR / "docs" / "words.md").read_text()
    explained = Counter(re.findall(r"\*([\w -]+)\*", listed))
    assert [word for word, times in explained.items() if times > 1] == []
    assert {"bot", "house", "locked match", "chat", "entry", "visibility"} <= set(explained)


# --- Meanings -------------------------------------------------------------------------------------------------------

GAMES = re.compile(r"^games/boards/[^/]+/")
"""Modules of games have the same names for the same things, so they count as one."""
SHARED = "Names that several modules share"


def is_named_outside(path: str) -> bool:
    """Say whether others name what a module defines: rulebooks, addresses, templates or the broker."""
    name, folders = path.rpartition("/")[2], path.split("/")[:-1]
    return (
        path.startswith("games/rules/")
        or name.startswith(("views", "tasks"))
        or bool({"views", "templatetags"}.intersection(folders))
    )


def is_of_api(path: str) -> bool:
    """Say whether programs see the names of the types that a module defines."""
    return path.startswith("games/core/api/") or path.endswith(("/shapes.py", "/api.py"))


def public_names(source: str, *, classes: bool) -> Iterator[str]:
    """Yield the functions that a module defines for others, and with `classes` its classes too."""
    wanted = (ast.FunctionDef, ast.AsyncFunctionDef, *((ast.ClassDef,) if classes else ()))
    for node in ast.parse(source).body:
        if isinstance(node, wanted) and not node.name.startswith("_"):
            yield node.name


def definitions() -> dict[str, set[str]]:
    """Return the modules that define each public name."""
    found = defaultdict(set)
    for path in sources():
        named = path.relative_to(BASE_DIR).as_posix()
        if not is_named_outside(named):
            for name in public_names(path.read_text(), classes=not is_of_api(named)):
                found[name].add(GAMES.sub("games/boards/*/", named) if named.count("/") > 2 else named)
    return found


def test_a_public_name_has_one_meaning() -> None:
    shared = (BASE_DIR / "docs" / "words.md").read_text().partition(f"## {SHARED}\n")[2]
    explained = set(re.findall(r"^\| `(\w+)` \|", shared, re.MULTILINE))
    alike = {name: sorted(modules) for name, modules in definitions().items() if len(modules) > 1}
    faults = [
        f"{name} is public in {' and '.join(modules)}. If it means two things, name each by what it means. "
        f"If it means one, say which in docs/words.md, “{SHARED}”."
        for name, modules in alike.items()
        if name not in explained
    ]
    faults += [f"{name} is shared no more: take its row out of docs/words.md." for name in explained - set(alike)]
    assert sorted(faults) == []


def test_what_others_name_is_left_out() -> None:
    outside = ["games/core/views/chat.py", "games/chat/views_of_notes.py", "games/tasks.py", "games/rules/engine.py"]
    assert [is_named_outside(each) for each in (*outside, "games/chat/services.py")] == [True] * 4 + [False]
    assert [
        is_of_api(each) for each in ("games/core/api/showing.py", "games/chat/shapes.py", "games/chat/pages.py")
    ] == [
        True,
        True,
        False,
    ]
    source = "class Seen: ...\ndef told(): ...\nasync def run(): ...\ndef _own(): ..."
    assert list(public_names(source, classes=True)) == ["Seen", "told", "run"]
    assert list(public_names(source, classes=False)) == ["told", "run"]
