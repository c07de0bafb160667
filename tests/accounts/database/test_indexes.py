"""No index repeats what another one begins with: it would be written with every row, and found by nobody."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from django.db import connection

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]

# All but those of Django's own tables between users and groups.
ALL = """
SELECT t.relname, i.relname, am.amname, x.indisunique, pg_get_expr(x.indpred, x.indrelid),
    ARRAY(SELECT pg_get_indexdef(x.indexrelid, n, true) || ' ' || x.indclass[n - 1] || ' ' || x.indoption[n - 1]
          FROM generate_series(1, x.indnkeyatts) AS n)
FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
    JOIN pg_am am ON am.oid = i.relam
WHERE t.relname ~ '^(accounts|games)_' AND t.relname !~ '^accounts_user_' ORDER BY t.relname, i.relname
"""


class Index(NamedTuple):
    """An index: its `keys` with their order and operators, and the `condition` of one that holds a part of the rows."""

    table: str
    name: str
    kind: str
    unique: bool
    condition: str | None
    keys: list[str]

    def repeats(self, other: Index) -> bool:
        """Say whether the other one finds all that this one finds.

        One that is unique is there for more than finding.
        """
        alike = (self.table, self.kind, self.condition) == (other.table, other.kind, other.condition)
        shorter = len(self.keys) < len(other.keys) or (len(self.keys) == len(other.keys) and self.name > other.name)
        return alike and shorter and not self.unique and other.keys[: len(self.keys)] == self.keys


def indexes() -> list[Index]:
    with connection.cursor() as cursor:
        cursor.execute(ALL)
        return [Index(*row) for row in cursor.fetchall()]


def repeated() -> list[str]:
    """Return a sentence for each index that repeats another one."""
    found = indexes()
    return [
        f"{each.name} on {each.table} repeats the beginning of {other.name}: drop it (db_index=False and DropOwnIndex "
        "of accounts/database/indexes.py where a foreign key has it)."
        for each in found
        for other in found
        if each.repeats(other)
    ]


def test_no_index_repeats_the_beginning_of_another() -> None:
    assert len(indexes()) > 100
    assert repeated() == []


@pytest.mark.parametrize(
    ("index", "repeats"),
    [
        ("(match_id)", True),
        ("(match_id, ply)", True),
        ("(match_id DESC)", False),
        ("(ply)", False),
        ("(match_id) WHERE ply = 0", False),
        ("USING hash (match_id)", False),
    ],
)
def test_one_that_is_like_the_beginning_of_another_is_found(index: str, repeats: bool) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE INDEX superfluous ON games_entry {index}")
    found = [sentence.partition(":")[0] for sentence in repeated()]
    assert found == (["superfluous on games_entry repeats the beginning of one_entry_a_ply"] if repeats else [])
