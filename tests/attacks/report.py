"""The table of attacks, at the end of a run."""

import pytest

SECTION = "attacks"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what was tried and what came of it, from all processes that ran it."""
    reports = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    rows = sorted(str(value) for report in reports for name, value in report.user_properties if name == SECTION)
    if rows:
        terminalreporter.section("attack | expected | answer", sep="-")
        for row in rows:
            terminalreporter.line(row)
