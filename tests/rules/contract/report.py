"""How often the rules fired, at the end of a run."""

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the contract suite counted, from all processes that ran it."""
    for report in terminalreporter.getreports("passed"):
        for name, counts in report.user_properties:
            if str(name).startswith("rules fired"):
                terminalreporter.section(str(name), sep="-")
                terminalreporter.line(str(counts))
