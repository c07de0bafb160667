"""A gate that fails says what to do, and one call may name tests of any folders in any order."""

from __future__ import annotations

import re
import subprocess
import sys

from fogsite.settings import BASE_DIR
from tests.conftest import folder_by_folder
from tests.parts import remedies

TRANSLATE = (
    "tests/test_languages.py: DJANGO_SETTINGS_MODULE=tests.settings .venv/bin/python manage.py collect_messages, "
    "then fill in the empty ones: see docs/translating.md."
)
PRIVACY = "tests/test_privacy.py: name it, with its reason and how long it is kept."


def test_every_gate_that_failed_says_once_what_to_do() -> None:
    failed = [
        "tests/test_privacy.py::a",
        "tests/test_languages.py::b[de]",
        "tests/test_languages.py::b[it]",
        "tests/a.py::c",
    ]
    assert remedies.told(failed) == [TRANSLATE, PRIVACY]


def test_every_file_that_the_table_names_is_there() -> None:
    files = [name for name in remedies.remedies() if name.endswith(".py")]
    assert len(files) > 20
    assert [name for name in files if not (BASE_DIR / name).exists()] == []


def test_every_gate_of_make_check_has_its_line_in_the_table() -> None:
    makefile = (BASE_DIR / "Makefile").read_text()
    gates = re.findall(r"tests/\w+/[\w/]+\.py", re.findall(r"^GATES := ((?:.*\\\n)*.*)", makefile, re.MULTILINE)[0])
    assert len(gates) > 5
    assert [gate for gate in gates if gate not in remedies.remedies()] == []


def test_one_call_names_files_of_several_folders_in_any_order() -> None:
    """The second of these lies in a folder that the call has left, whose conftest holds what it needs."""
    given = ["tests/games/core/clock/test_reminders.py", "tests/test_words.py", "tests/games/rows/test_queries.py"]
    command = [sys.executable, "-m", "pytest", "--setup-plan", "-q", *given, "-k", "reminders or every_query"]
    done = subprocess.run(command, cwd=BASE_DIR, capture_output=True, text=True, check=False)
    assert (done.returncode, re.findall("fixture '.*' not found", done.stdout)) == (0, [])


def test_files_of_a_folder_stand_together() -> None:
    given = [
        "tests/games/core/pages/test_a.py::test_one",
        "tests/test_b.py",
        "tests/games/rows/test_c.py",
        "tests/games",
    ]
    assert sorted(given, key=folder_by_folder) == [given[3], given[0], given[2], given[1]]
