"""What a brief run takes, and what it leaves for another turn."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.parts import database, depth

CASES = list("abcdefghij")


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(depth.BRIEF, "yes")
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
    monkeypatch.setattr(os, "environ", {depth.TURN: "8863dfe"})
    depth.prepare()
    assert os.environ == {depth.TURN: "8863dfe", depth.BRIEF: "yes"}


def test_without_a_turn_it_is_that_of_the_commit_and_of_none_where_git_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git = tmp_path / "git"
    for said, turn in (("echo 8863dfe", "8863dfe"), ("exit 128", "none")):
        git.write_text(f"#!/bin/sh\n{said}\n")
        git.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setenv(depth.TURN, "")
        monkeypatch.delenv(depth.TURN)
        assert (depth.turn(), os.environ[depth.TURN]) == (turn, turn)


@pytest.mark.usefixtures("brief")
def test_a_brief_run_takes_a_part_and_never_none() -> None:
    assert [depth.whole_or(4, whole) for whole in (120, 4, 2)] == [30, 1, 1]


@pytest.mark.usefixtures("brief")
def test_the_same_turn_takes_the_same_cases_and_in_time_each_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
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


@pytest.mark.usefixtures("brief")
def test_a_deep_test_has_its_turn_in_one_run_of_four(monkeypatch: pytest.MonkeyPatch) -> None:
    deep = Item("tests/rules/test_one.py::test_more", pytest.mark.deep)
    whole = Item("tests/rules/test_one.py::test_all", pytest.mark.deep("whole"))
    turns = []
    for number in range(40):
        monkeypatch.setenv(depth.TURN, str(number))
        turns.append(len(kept(deep)))
        assert kept(whole) == []
    assert set(turns) == {0, 1}
    assert 5 <= sum(turns) <= 15


@pytest.mark.usefixtures("brief")
def test_so_many_of_a_modules_tests_are_run_and_no_deep_one_whose_turn_it_is_not() -> None:
    turns = pytest.mark.by_turns(2)
    first = [Item(f"tests/rules/test_one.py::test_{case}", turns) for case in CASES]
    second = [Item(f"tests/rules/test_two.py::test_{case}", turns) for case in CASES]
    deep = Item("tests/rules/test_one.py::test_more", pytest.mark.deep)

    assert Counter(name.partition("::")[0] for name in kept(*first, *second, deep)) == {
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


SERVICE = Item("tests/games/services/test_submit.py::test_one", pytest.mark.database)
LETTERS = Item("tests/accounts/outbox/test_delivery.py::test_one", pytest.mark.database)
SETTINGS = Item("tests/accounts/views/test_settings_page.py::test_one", pytest.mark.database)
RACE = Item("tests/games/concurrency/test_matches.py::test_one", pytest.mark.database, pytest.mark.postgres)
PAGE = Item("tests/games/pages/test_match.py::test_one", pytest.mark.database, pytest.mark.page)
PROGRAM = Item("tests/games/api/test_matches.py::test_one", pytest.mark.database)
TWIN = Item("tests/games/twins/test_twin.py::test_one", pytest.mark.database)
BOARD = Item("tests/games/boards/en_garde/test_page.py::test_one", pytest.mark.database, pytest.mark.page)
ALIKE = Item("tests/games/boards/en_garde/test_twins.py::test_one", pytest.mark.database)
RULE = Item("tests/rules/test_log.py::test_one")


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize(
    ("postgres", "at_home"),
    [(True, [SERVICE, LETTERS, RACE, RULE]), (False, [SETTINGS, RACE, PAGE, PROGRAM, TWIN, BOARD, ALIKE, RULE])],
)
def test_services_meet_postgresql_and_pages_sqlite(
    monkeypatch: pytest.MonkeyPatch, postgres: bool, at_home: list[Item]
) -> None:
    monkeypatch.setattr(database, "is_postgres", lambda: postgres)

    items = (SERVICE, LETTERS, SETTINGS, RACE, PAGE, PROGRAM, TWIN, BOARD, ALIKE, RULE)
    assert kept(*items) == [item.nodeid for item in at_home]


@pytest.mark.usefixtures("whole")
def test_postgresql_takes_every_case_of_services_and_others_by_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "is_postgres", lambda: True)
    service, program, wide = (
        [Item(f"tests/games/{name}[{case}]", pytest.mark.database, *marks) for case in CASES]
        for name, marks in (
            ("services/test_submit.py::test_all", ()),
            ("api/test_matches.py::test_all", ()),
            ("api/test_schema.py::test_all", (pytest.mark.by_turns(7),)),
        )
    )

    out: set[Any] = depth.repeated(cast("list[pytest.Item]", [*service, *program, *wide]))
    assert Counter(item.nodeid.partition("[")[0] for item in out) == {
        "tests/games/api/test_matches.py::test_all": 6,
        "tests/games/api/test_schema.py::test_all": 3,
    }
