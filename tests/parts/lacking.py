"""What a run could not have, and what it did not try therefore."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NoReturn

import pytest

UNTRIED = "UNTRIED"
"""The variable that names the file where several runs write what they did not try."""
THERE_IS_NO = "There is no "


def lacking(sentence: str) -> NoReturn:
    """Skip the tests that need what is not there, or fail them where CI says that all parts are there.

    The sentence begins with THERE_IS_NO.
    """
    assert sentence.startswith(THERE_IS_NO)
    (pytest.fail if os.environ.get("CI") else pytest.skip)(sentence)


def tell(skipped: Iterable[pytest.TestReport], write_line: Callable[[str], None]) -> None:
    """Write how many of these tests lacked what, in which suite; into the file of UNTRIED too."""
    lines = untried(skipped)
    for line in lines:
        write_line(line)
    if lines and UNTRIED in os.environ:
        with Path(os.environ[UNTRIED]).open("a") as file:
            file.writelines(f"{line}\n" for line in lines)


def untried(skipped: Iterable[pytest.TestReport]) -> list[str]:
    """Return a line for each suite and each thing it lacked."""
    found = Counter((reason(report), report.nodeid.partition("::")[0].rpartition("/")[0]) for report in skipped)
    return [f"{there} Not tried: {number} of {suite}/." for (there, suite), number in sorted(found.items()) if there]


def reason(report: pytest.TestReport) -> str:
    """Return what a test lacked; nothing where it was skipped for another reason."""
    said = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
    sentence = said.removeprefix("Skipped: ")
    return sentence if sentence.startswith(THERE_IS_NO) else ""
