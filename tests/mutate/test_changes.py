"""What is changed to see whether tests bite."""

from __future__ import annotations

import ast

import pytest

from tests.mutate.changes import changes, drops_condition, made


@pytest.mark.parametrize(
    ("source", "others"),
    [
        ("a < b", ["(a <= b)"]),
        ("a not in b", ["(a in b)"]),
        ("a and b", ["(a or b)"]),
        ("a + 1", ["(a - 1)", "a + 2"]),
        ("x = True", ["x = False"]),
        ("sorted(a)", ["pass", "(list(a))"]),
        ("x = sorted(a, key=b)", []),
        ("x = rows.filter(a=b, c=d)", ["x = (rows.filter(a=b))", "x = (rows.filter(c=d))"]),
        ("if a:\n    f()", ["if (not (a)):\n    f()", "if a:\n    pass"]),
        (
            "def f(a: int | None) -> 'int | None':\n    return a",
            ["def f(a: int | None) -> 'int | None':\n    return None"],
        ),
        ("@transaction.atomic\ndef f(): ...", ["@(lambda same: same)\ndef f(): ..."]),
        ("@property\ndef f(): ...", []),
        ("x = 'é'; y = a < b", ["x = 'é'; y = (a <= b)"]),
        ("logger.warning(a)", []),
        ("class A(B, frozen=True, tag=True): ...", ["class A(B, frozen=True, tag=False): ..."]),
        ("x = f(\n    a,\n) < b", ["x = ((f(a) <= b)\n\n)"]),
    ],
)
def test_each_change_is_made_alone_and_can_be_run(source: str, others: list[str]) -> None:
    found = [made(source, change) for change in changes(source)]
    assert sorted(found) == sorted(others)
    for other in found:
        ast.parse(other)


def test_what_follows_a_change_stays_on_its_line() -> None:
    source = "f(\n    a,\n)\nx = [\n    1,\n    2,\n] + y\nreturn_here = 5"
    assert {made(source, change).count("\n") for change in changes(source)} == {source.count("\n")}


def test_dropped_conditions_of_queries_are_told_from_other_changes() -> None:
    source = "x = rows.filter(a=b).exclude(c=d)\nif a and b:\n    f()"
    assert [change.new for change in changes(source) if drops_condition(change)] == [
        "(rows.filter())",
        "(rows.filter(a=b).exclude())",
    ]
