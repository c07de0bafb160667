"""House rules that no linter knows."""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from fogsite.settings import BASE_DIR
from games.rules import registry
from tests.bench import rows as timed

CROWD = 7
LONGEST_FUNCTION = 40  # lines
LONGEST_FILE = 500  # lines
PACKAGES = ("fogsite", "accounts", "games", "tests")


def sources() -> Iterator[Path]:
    for package in PACKAGES:
        yield from (path for path in (BASE_DIR / package).rglob("*.py") if "migrations" not in path.parts)


def templates() -> list[Path]:
    return sorted(path for kind in ("html", "jinja") for path in (BASE_DIR / "templates").rglob(f"*.{kind}"))


def without_tags(template: str) -> str:
    return re.sub(r"{%.*?%}", "", template)


def named(path: Path) -> str:
    return str(path.relative_to(BASE_DIR))


def test_no_file_is_longer_than_500_lines() -> None:
    assert [named(path) for path in sources() if len(path.read_text().splitlines()) > LONGEST_FILE] == []


def sheets() -> list[Path]:
    return sorted(path for package in ("fogsite", "games") for path in (BASE_DIR / package).rglob("*.css"))


def test_what_lies_under_a_finger_does_not_stay_as_under_a_mouse() -> None:
    """On touch a rule for `:hover` sticks to what was tapped last, unless it asks for a pointer that hovers."""
    at_once = re.compile(r"^\S.*:hover", re.MULTILINE)
    assert len(sheets()) > 10
    assert {named(path): found for path in sheets() if (found := at_once.findall(path.read_text()))} == {}


def commented_selectors(sheet: str) -> list[str]:
    """Return the selectors of a sheet that a comment cuts, each comment as `¶`."""
    return re.findall(r"[^{};¶\s][^{};¶]*¶[^{};]*(?={)", re.sub(r"/\*.*?\*/", "¶", sheet, flags=re.DOTALL))


def test_no_comment_stands_within_a_selector() -> None:
    """A rule that was put before a comment takes the rest of a list of selectors with it, and no browser complains."""
    assert commented_selectors("a { b: c }\n/* {d} */ .e,\n/* f; */\n.g { h: i /* j */ }") == [".e,\n¶\n.g "]
    assert {named(path): found for path in sheets() if (found := commented_selectors(path.read_text()))} == {}


def test_no_function_is_longer_than_40_lines() -> None:
    long = [
        f"{named(path)}:{node.lineno} {node.name}"
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno >= LONGEST_FUNCTION
    ]

    assert long == []


def takers(trees: Iterable[ast.AST]) -> dict[str, int]:
    """Return how many arguments at most each function or class takes by position, by its name."""
    most = dict[str, int]()
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.args.vararg is None:
            most[node.name] = max(most.get(node.name, 0), len(node.args.posonlyargs) + len(node.args.args))
        elif isinstance(node, ast.ClassDef):
            fields = sum(isinstance(each, ast.AnnAssign) for each in node.body)
            most[node.name] = max(most.get(node.name, 0), fields)
    return most


def test_no_call_has_seven_arguments_that_only_their_order_tells_apart() -> None:
    trees = {path: ast.parse(path.read_text()) for path in sources()}
    most = takers(trees.values()) | {"cls": sys.maxsize}
    crowded = [
        f"{named(path)}:{node.lineno} {name}"
        for path, tree in trees.items()
        if not named(path).startswith("games/rules/")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and len(node.args) >= CROWD
        for name in [ast.unparse(node.func).rpartition(".")[2]]
        if len(node.args) <= most.get(name, 0)
    ]

    assert crowded == [], "Name the arguments."


def of_the_site() -> Iterator[Path]:
    """Return the modules besides tests and rules: the rules lay positions out in pairs."""
    for path in sources():
        if not named(path).startswith(("tests/", "games/rules/")):
            yield path


def saves_lines(node: ast.AST) -> bool:
    """Say whether an assignment stands for several, and none of them needs what another replaces."""
    if not isinstance(node, ast.Assign):
        return False
    target, value = node.targets[0], node.value
    if len(node.targets) > 1 or not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
        return len(node.targets) > 1
    if any(isinstance(each, ast.Starred) for each in (*target.elts, *value.elts)):
        return False
    places = enumerate(target.elts, 1)
    return not any(ast.unparse(each) in parts(after) for place, each in places for after in value.elts[place:])


def parts(expression: ast.expr) -> set[str]:
    """Return the expressions that one is made of, itself included."""
    return {ast.unparse(part) for part in ast.walk(expression) if isinstance(part, ast.expr)}


def shared_lines(tree: ast.AST) -> Iterator[int]:
    """Yield the lines on which a statement begins behind another one."""
    for node in ast.walk(tree):
        for body in (getattr(node, name, None) for name in ("body", "orelse", "finalbody")):
            if isinstance(body, list):
                yield from (after.lineno for one, after in pairwise(body) if one.end_lineno == after.lineno)


@pytest.mark.parametrize(
    ("line", "saved"),
    [
        ("a, b = 1, f(2)", True),
        ("a = b = 0", True),
        ("row.since, row.until = now, until(row)", True),
        ("a, b = b, a", False),
        ("old, row.past = row.past, row.past + 1", True),
        ("row.ply, past = 0, row.ply", False),
        ("a, b = f()", False),
        ("a, *b = c", False),
        ("a = 1", False),
    ],
)
def test_an_exchange_is_no_saving_of_lines(line: str, saved: bool) -> None:
    assert saves_lines(ast.parse(line).body[0]) is saved


def test_no_line_assigns_twice() -> None:
    trees = {path: ast.parse(path.read_text()) for path in of_the_site()}
    folded = [
        f"{named(path)}:{node.lineno} {ast.unparse(node)}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and saves_lines(node)
    ]

    assert folded == [], "Give each assignment a line."
    assert [f"{named(path)}:{line}" for path, tree in trees.items() for line in shared_lines(tree)] == []


def test_every_module_says_what_it_is_for() -> None:
    silent = [path for path in sources() if path.name != "__init__.py" and not path.name.startswith("test_")]

    assert [named(path) for path in silent if not ast.get_docstring(ast.parse(path.read_text()))] == []


@pytest.mark.parametrize(
    "forbidden",
    [r"<script(?![^>]*\bsrc=)[^>]*>", r"<style\b", r"\sstyle\s*=", r"\son[a-z]+\s*=", r"\shx-on", r"javascript:"],
)
def test_no_page_carries_script_or_style_that_the_content_policy_would_stop(forbidden: str) -> None:
    mails = BASE_DIR / "templates" / "emails"
    pages = [path for path in templates() if not path.is_relative_to(mails)]

    assert [named(path) for path in pages if re.search(forbidden, without_tags(path.read_text()))] == []


def test_nothing_is_left_to_do_in_the_code() -> None:
    mark = re.compile(r"\b(TODO|FIXME|XXX)\b")

    assert [named(path) for path in sources() if path != Path(__file__) and mark.search(path.read_text())] == []


# --- Names of games ---------------------------------------------------------------------------------------------------


def of_games() -> Iterator[tuple[str, list[str], re.Pattern[str]]]:
    """Yield each game of this site: its slug, its folders, and what finds its name however it is spelled."""
    for package in registry.PACKAGES.values():
        if package.app.startswith("games."):
            names = [package.slug.split("-"), registry.title(package.slug).split()]
            pattern = "|".join("[-_ ]?".join(map(re.escape, words)) for words in names)
            folders = [f"{module.replace('.', '/')}/" for module in (package.rules, package.app)]
            yield package.slug, folders, re.compile(pattern, re.IGNORECASE)


def shared_texts() -> Iterator[Path]:
    """Yield modules, templates and scripts: a style sheet may well have rules for one game."""
    for folder in ("fogsite", "accounts", "games", "templates"):
        for kind in ("py", "html", "jinja", "txt", "js"):
            yield from (path for path in (BASE_DIR / folder).rglob(f"*.{kind}") if "migrations" not in path.parts)


def test_a_game_is_named_in_its_own_folders_alone() -> None:
    texts = {named(path): path.read_text() for path in shared_texts()}
    telling = {
        f"{path} names {slug}"
        for slug, folders, name in of_games()
        for path, text in texts.items()
        if not path.startswith(tuple(folders)) and name.search(text)
    }

    assert telling == set(), "Let the game say it: a field of games/boards/about.py, or a module in its folder."


# --- Rows whose SQL is built once -------------------------------------------------------------------------------------


def of_rows() -> tuple[set[str], set[str]]:
    """Return the modules that use `accounts/database/rows.py`, and the queries in them."""
    users, queries = set(), set()
    for path in of_the_site():
        module = named(path).removesuffix(".py").replace("/", ".")
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("accounts.database"):
                if node.module == "accounts.database.rows" or any(each.name == "rows" for each in node.names):
                    users.add(module)
            elif isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("rows.Query("):
                queries |= {f"{module}.{ast.unparse(target)}" for target in node.targets}
    return users, queries


def test_what_goes_past_django_is_measured() -> None:
    users, queries = of_rows()
    measured = {query.rpartition(".")[0] for query in timed.QUERIES}
    assert queries == set(timed.QUERIES), "Give the query its line in tests/bench/rows.py, or let Django ask it."
    assert users == measured | set(timed.TRANSACTIONS), "Say in tests/bench/rows.py what measures it."
    assert set(timed.TRANSACTIONS.values()) <= {path.stem for path in Path(timed.__file__).parent.glob("*.py")}


# --- Waiting in tests -----------------------------------------------------------------------------------------------

SIMULATORS = {"bench", "drill", "month", "mutate", "week"}
"""What lives by a clock of its own, and is no test."""
MINUTE = 60.0
LETS_PASS = r"(time|asyncio)\.sleep|(\w+\.)*page\.wait_for_timeout"
PAUSES = {
    "tests/attacks/siege.py": "that nothing comes of minutes is what is tried",
    "tests/parts/mail.py": "a mail server that is slow",
    "tests/tasks/test_delivery.py": "longer than pages wait for Redis, while nothing may come of it",
    "tests/tasks/test_refusing_redis.py": "long enough for many tries, of which only one may be logged",
    "tests/e2e/test_layout.py": "a page without scripts tells nobody when it is at rest",
}
"""Tests that let time pass with nothing to wait for, and why."""
BROKEN_ON_PURPOSE = "with suppress(BrokenBarrierError):"


def of_tests() -> Iterator[Path]:
    yield from (path for path in (BASE_DIR / "tests").rglob("*.py") if not SIMULATORS & set(path.parts))


def pauses(tree: ast.AST, looped: bool = False) -> Iterator[int]:
    """Yield the lines that let time pass outside of a loop, which looks again and again for what it waits for."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call) and not looped and re.fullmatch(LETS_PASS, ast.unparse(node.func)):
            yield node.lineno
        yield from pauses(node, looped or isinstance(node, ast.While | ast.For))


def test_no_test_lets_time_pass_instead_of_waiting_for_something() -> None:
    found = {named(path) for path in of_tests() if any(pauses(ast.parse(path.read_text())))}
    assert found == PAUSES.keys()


BOUND = re.compile(r"(?:monotonic\(\) \+|\.wait\((?:timeout=)?) ?(\d+(?:\.\d+)?)\b")


def hasty(path: Path) -> Iterator[str]:
    """Yield where a wait gives up within a minute: a busy machine takes longer.

    Less than a second is the beat of a loop.
    """
    lines = path.read_text().splitlines()
    for before, line in zip(["", *lines], lines, strict=False):
        if (found := BOUND.search(line)) and 1 <= float(found[1]) < MINUTE and before.strip() != BROKEN_ON_PURPOSE:
            yield f"{named(path)}: {line.strip()}"


def test_no_wait_gives_up_before_a_busy_machine_has_come_to_it() -> None:
    assert [found for path in of_tests() for found in hasty(path)] == []


ACTS = re.compile(r"\.(click|tap|check|uncheck|press|fill|select_option|drag_to)\(")
LOOKS = re.compile(r"assert .*\.(evaluate|count|inner_text|is_visible|is_checked|input_value|get_attribute)\(")
AT_ONCE = "# at once"


def hurried(path: Path) -> Iterator[str]:
    """Yield where a test looks at a page in the line after it has pressed something: a script may still be at work."""
    for before, line in pairwise(path.read_text().splitlines()):
        if ACTS.search(before) and "assert" not in before and LOOKS.search(line) and AT_ONCE not in line:
            yield f"{named(path)}: {line.strip()}"


def test_no_look_at_a_page_follows_a_press_at_once() -> None:
    """`expect` and `wait_for_function` look until it is so. Where it must be so at once, the line says `# at once`."""
    assert [found for path in (BASE_DIR / "tests" / "e2e").rglob("*.py") for found in hurried(path)] == []
