"""What a brief run takes, and what it leaves to whole runs and to draws."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from fogsite.settings import BASE_DIR
from tests.parts import database, depth

CASES = list("abcdefghij")


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(depth.BRIEF, "yes")
    monkeypatch.delenv(depth.TURN, raising=False)


@pytest.fixture
def drawn(brief: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(depth.TURN, "8863dfe")


@pytest.fixture
def whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(depth.BRIEF, raising=False)
    monkeypatch.setattr("sys.argv", ["pytest"])


@pytest.mark.usefixtures("whole")
def test_a_whole_run_takes_all() -> None:
    assert (depth.chosen(CASES, 3, "letters"), depth.whole_or(4, 120)) == (CASES, 120)


@pytest.mark.usefixtures("whole")
def test_only_a_brief_run_tells_its_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    depth.prepare()
    assert depth.BRIEF not in os.environ
    monkeypatch.setattr("sys.argv", ["pytest", "--brief"])
    monkeypatch.setattr(os, "environ", {})
    depth.prepare()
    assert os.environ == {depth.BRIEF: "yes"}


@pytest.mark.usefixtures("brief")
def test_a_brief_run_takes_a_part_and_never_none() -> None:
    assert [depth.whole_or(4, whole) for whole in (120, 4, 2)] == [30, 1, 1]


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize(
    ("number", "taken"), [(1, "f"), (2, "ch"), (3, "bfi"), (9, "abcdfghij"), (10, CASES), (11, CASES)]
)
def test_the_fixed_part_of_a_list_is_spread_over_it(number: int, taken: str) -> None:
    assert depth.chosen(CASES, number, "letters") == depth.chosen(CASES, number, "other letters") == list(taken)


@pytest.mark.usefixtures("drawn")
def test_the_same_turn_draws_the_same_cases_and_in_time_each_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    assert depth.chosen(CASES, 3, "letters") == depth.chosen(CASES, 3, "letters") == ["b", "c", "f"]
    taken = set()
    for number in range(20):
        monkeypatch.setenv(depth.TURN, str(number))
        chosen = depth.chosen(CASES, 3, "letters")
        assert len(chosen) == 3
        assert chosen == sorted(chosen)
        taken |= set(chosen)
    assert taken == set(CASES)


class Item:
    """As much of a test as is looked at."""

    def __init__(self, nodeid: str, *marks: pytest.MarkDecorator) -> None:
        self.nodeid = nodeid
        self.marks = {mark.name: mark.mark for mark in marks}
        self.module = SimpleNamespace(nodeid=nodeid.partition("::")[0])

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self.marks.get(name)

    def iter_markers(self) -> Iterator[pytest.Mark]:
        return iter(self.marks.values())

    def iter_markers_with_node(self, name: str) -> Iterator[tuple[Any, pytest.Mark]]:
        return ((self.module, mark) for mark in self.iter_markers() if mark.name == name)


def kept(*items: Item) -> list[str]:
    out: set[Any] = depth.left_out(cast("list[pytest.Item]", items))
    return [item.nodeid for item in items if item not in out]


DEEP = Item("tests/rules/test_one.py::test_more", pytest.mark.deep)
ALL_THERE_IS = Item("tests/rules/test_one.py::test_all", pytest.mark.deep("whole"))


@pytest.mark.usefixtures("brief")
def test_the_fixed_part_has_no_deep_test() -> None:
    assert kept(DEEP, ALL_THERE_IS) == []


@pytest.mark.usefixtures("drawn")
def test_one_draw_of_four_has_a_deep_test(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = []
    for number in range(40):
        monkeypatch.setenv(depth.TURN, str(number))
        turns.append(len(kept(DEEP)))
        assert kept(ALL_THERE_IS) == []
    assert set(turns) == {0, 1}
    assert 5 <= sum(turns) <= 15


GAMES, SIZES, LANGUAGES = ("en-garde", "dice", "fog"), ("phone", "desk"), ("en", "de", "it")
BY_TURNS = pytest.mark.by_turns(4)


def grid(test: str, marks: pytest.MarkDecorator = BY_TURNS) -> list[Item]:
    """Return a test that is tried in each game, at each size, in each language."""
    return [
        Item(f"{test}[{game.replace('-', '_')}-{size}-{language}]", marks)
        for game in GAMES
        for size in SIZES
        for language in LANGUAGES
    ]


@pytest.mark.usefixtures("brief")
def test_the_fixed_part_has_each_value_of_each_parameter() -> None:
    cases = [name.partition("[")[2].rstrip("]").split("-") for name in kept(*grid("tests/e2e/test_one.py::test_all"))]
    assert [len(set(values)) for values in zip(*cases, strict=True)] == [3, 2, 3]
    assert len(cases) == 4


@pytest.mark.usefixtures("brief")
def test_the_fixed_part_has_each_test_of_a_module_before_a_second_case_of_one() -> None:
    plain = [Item(f"tests/e2e/test_one.py::test_{name}", BY_TURNS) for name in "abc"]
    taken = kept(*grid("tests/e2e/test_one.py::test_all"), *plain)
    assert [name.partition("[")[0] for name in taken] == [
        f"tests/e2e/test_one.py::test_{name}" for name in ("all", *"abc")
    ]


@pytest.mark.usefixtures("brief")
def test_the_fixed_part_stays_the_same_no_matter_what_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = kept(*grid("tests/e2e/test_one.py::test_all"))
    monkeypatch.chdir("/")
    assert kept(*grid("tests/e2e/test_one.py::test_all")) == taken


@pytest.mark.usefixtures("brief")
def test_so_many_of_a_modules_tests_are_run_and_no_deep_one() -> None:
    turns = pytest.mark.by_turns(2)
    first = [Item(f"tests/rules/test_one.py::test_{case}", turns) for case in CASES]
    second = [Item(f"tests/rules/test_two.py::test_{case}", turns) for case in CASES]
    assert Counter(name.partition("::")[0] for name in kept(*first, *second, DEEP)) == {
        "tests/rules/test_one.py": 2,
        "tests/rules/test_two.py": 2,
    }


@pytest.mark.usefixtures("brief")
def test_so_many_cases_are_run_where_a_test_touches_the_database_and_says_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(database, "is_postgres", lambda: True)
    few = [Item(f"tests/tasks/test_one.py::test_few[{case}]", pytest.mark.database) for case in CASES]
    rule = [Item(f"tests/rules/test_log.py::test_all[{case}]") for case in CASES]
    said = [
        Item(f"tests/tasks/test_two.py::test_said[{case}]", pytest.mark.database, pytest.mark.by_turns(7))
        for case in CASES
    ]

    assert Counter(name.partition("[")[0] for name in kept(*few, *rule, *said)) == {
        "tests/tasks/test_one.py::test_few": 4,
        "tests/rules/test_log.py::test_all": 10,
        "tests/tasks/test_two.py::test_said": 7,
    }


SERVICE = Item("tests/games/core/services/test_submit.py::test_one", pytest.mark.database)
LETTERS = Item("tests/accounts/outbox/test_delivery.py::test_one", pytest.mark.database)
SETTINGS = Item("tests/accounts/views/test_settings_page.py::test_one", pytest.mark.database)
RACE = Item("tests/games/concurrency/test_matches.py::test_one", pytest.mark.database, pytest.mark.postgres)
PAGE = Item("tests/games/core/pages/test_match.py::test_one", pytest.mark.database, pytest.mark.page)
PROGRAM = Item("tests/games/core/api/test_matches.py::test_one", pytest.mark.database)
OF_A_FEATURE = Item("tests/games/chat/test_api.py::test_one", pytest.mark.database)
TWIN = Item("tests/games/twins/test_twin.py::test_one", pytest.mark.database)
BOARD = Item("tests/games/boards/en_garde/test_page.py::test_one", pytest.mark.database, pytest.mark.page)
ALIKE = Item("tests/games/boards/en_garde/test_twins.py::test_one", pytest.mark.database)
RULE = Item("tests/rules/test_log.py::test_one")


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize(
    ("postgres", "at_home"),
    [
        (True, [SERVICE, LETTERS, RACE, RULE]),
        (False, [SETTINGS, RACE, PAGE, PROGRAM, OF_A_FEATURE, TWIN, BOARD, ALIKE, RULE]),
    ],
)
def test_services_meet_postgresql_and_pages_sqlite(
    monkeypatch: pytest.MonkeyPatch, postgres: bool, at_home: list[Item]
) -> None:
    monkeypatch.setattr(database, "is_postgres", lambda: postgres)

    items = (SERVICE, LETTERS, SETTINGS, RACE, PAGE, PROGRAM, OF_A_FEATURE, TWIN, BOARD, ALIKE, RULE)
    assert kept(*items) == [item.nodeid for item in at_home]


@pytest.mark.usefixtures("whole")
def test_postgresql_takes_every_case_of_services_and_others_by_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "is_postgres", lambda: True)
    service, program, wide = (
        [Item(f"tests/games/{name}[{case}]", pytest.mark.database, *marks) for case in CASES]
        for name, marks in (
            ("core/services/test_submit.py::test_all", ()),
            ("core/api/test_matches.py::test_all", ()),
            ("core/api/test_schema.py::test_all", (pytest.mark.by_turns(7),)),
        )
    )

    out: set[Any] = depth.repeated(cast("list[pytest.Item]", [*service, *program, *wide]))
    assert Counter(item.nodeid.partition("[")[0] for item in out) == {
        "tests/games/core/api/test_matches.py::test_all": 6,
        "tests/games/core/api/test_schema.py::test_all": 3,
    }


def test_what_hypothesis_makes_up_is_the_same_every_time_but_in_a_draw() -> None:
    sources = {path.name: path.read_text() for path in (BASE_DIR / "tests").rglob("*.py")}
    using = {
        name: text for name, text in sources.items() if re.search(r"^from hypothesis import .*\bgiven\b", text, re.M)
    }
    assert len(using) > 1
    assert [name for name, text in using.items() if counted(text, "settings(") != counted(text, STEADY)] == []


STEADY = "derandomize=not depth.turn(),"


def counted(text: str, word: str) -> int:
    """Return how often the word stands there, at least once."""
    return max(1, len(re.findall(rf"\b{re.escape(word)}", text)))
