"""How single variables are read; what is refused, and that programs end with it, is test_settings' and test_start's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from fogsite import env

POSTGRES = {"ENGINE": "django.db.backends.postgresql", "NAME": "fogsite"}
SQLITE = {"ENGINE": "django.db.backends.sqlite3"}


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "postgres://ann:hunter2@db.example.org:5433/fogsite",
            POSTGRES | {"USER": "ann", "PASSWORD": "hunter2", "HOST": "db.example.org", "PORT": 5433},
        ),
        ("postgresql://ann@localhost/fogsite", POSTGRES | {"USER": "ann", "HOST": "localhost"}),
        ("postgres://a%40n:%23%2F%3F%25@[::1]/fogsite", POSTGRES | {"USER": "a@n", "PASSWORD": "#/?%", "HOST": "::1"}),
        (
            "postgres://fogsite@/fogsite?host=/var/run/postgresql",
            POSTGRES | {"USER": "fogsite", "OPTIONS": {"host": "/var/run/postgresql"}},
        ),
        ("postgres://%2Fvar%2Frun%2Fpostgresql/fogsite", POSTGRES | {"HOST": "/var/run/postgresql"}),
        (
            "postgres://ann@localhost/fogsite?sslmode=require&connect_timeout=9",
            POSTGRES | {"USER": "ann", "HOST": "localhost", "OPTIONS": {"sslmode": "require", "connect_timeout": 9}},
        ),
        ("sqlite:////var/lib/fogsite/db.sqlite3", SQLITE | {"NAME": "/var/lib/fogsite/db.sqlite3"}),
        ("sqlite:///var/db.sqlite3", SQLITE | {"NAME": "var/db.sqlite3"}),
        ("sqlite:///:memory:", SQLITE | {"NAME": ":memory:"}),
    ],
)
def test_a_database_url_says_all_that_django_wants_to_know(url: str, expected: dict[str, Any]) -> None:
    found = env.database_settings("DATABASE_URL", url)
    of_a_connection = ("ENGINE", "NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")
    assert {name: found[name] for name in of_a_connection if found.get(name)} == expected


# --- A file of variables --------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """A file of variables, named by ENV_FILE; after the test everything is set as before."""
    path = tmp_path / "fogsite.env"
    with patch.dict(os.environ, {"ENV_FILE": str(path)}, clear=True):
        yield path


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("NAME=", ""),
        ("NAME=two words", "two words"),
        ("NAME=a=b#c;d", "a=b#c;d"),
        ("NAME=Sealed Move <games@example.org>", "Sealed Move <games@example.org>"),
        ("NAME=\nNAME=value", "value"),
        ("  NAME=value  ", "value"),
        ("NAME='two words'", "two words"),
        ("NAME='a\\b'", "a\\b"),
        ('NAME="two words"', "two words"),
        ('NAME="say \\"yes\\""', 'say "yes"'),
        ('NAME="it\'s"', "it's"),
        ("NAME='half", "'half"),
        ("NAME='", "'"),
    ],
)
def test_a_line_of_the_file_sets_a_variable(file: Path, line: str, value: str) -> None:
    file.write_text(f"# first\n\n  ; second\n{line}\n")
    env.read_file("ENV_FILE")
    assert os.environ["NAME"] == value


def test_a_byte_order_mark_is_no_part_of_the_first_name(file: Path) -> None:
    file.write_text("NAME=value\n", encoding="utf-8-sig")
    env.read_file("ENV_FILE")
    assert os.environ["NAME"] == "value"


def test_what_is_set_already_stays(file: Path) -> None:
    os.environ["NAME"] = "mine"
    file.write_text("NAME=theirs\nOTHER=theirs\n")
    env.read_file("ENV_FILE")
    assert (os.environ["NAME"], os.environ["OTHER"]) == ("mine", "theirs")


def test_a_line_for_a_shell_is_refused_since_systemd_would_skip_it(file: Path) -> None:
    file.write_text("FIRST=1\nexport NAME=value\n")
    with pytest.raises(SystemExit, match=r"^ENV_FILE names a file whose line 2 begins with “export”"):
        env.read_file("ENV_FILE")


@pytest.mark.parametrize(
    "line", ["NAME", "=value", "1NAME=value", "MY NAME=value", "NAME =value", "N\u00c4ME=x", "NAME=\0"]
)
def test_a_line_that_sets_nothing_is_refused_by_its_number(file: Path, line: str) -> None:
    file.write_text(f"FIRST=1\n{line}\n")
    with pytest.raises(SystemExit, match=r"^ENV_FILE names a file whose line 2 is no NAME=value\."):
        env.read_file("ENV_FILE")
