"""The drill finds what it is there to find."""

from __future__ import annotations

import pytest

from tests.drill import checks
from tests.drill.checks import Compared

ANN, BEN = ("match", "Ann"), ("match", "Ben")
TOLD = {ANN: ["F1", "F2"], BEN: ["F3"]}
SENT = {ANN: {"F1", "F2"}, BEN: {"F3"}}


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ({ANN: ["F1", "F2"], BEN: ["F3"]}, Compared()),
        ({ANN: ["F1"], BEN: ["F3"]}, Compared(lost=1)),
        ({ANN: ["F1", "F2"]}, Compared(lost=1)),
        ({ANN: ["F1", "F2", "F2"], BEN: ["F3"]}, Compared(doubled=1)),
        ({ANN: ["F1", "F2", "B1"], BEN: ["F3"]}, Compared(invented=1)),
        ({ANN: ["F1", "F2"], BEN: ["F3"], ("other", "Ann"): ["F1"]}, Compared(invented=1)),
        ({ANN: ["F2", "F1"], BEN: ["F3"]}, Compared(mixed=1)),
        ({ANN: ["F1", "F3"], BEN: ["F2"]}, Compared(lost=2, invented=2)),
    ],
)
def test_a_log_that_is_not_as_players_were_told_is_found(written: checks.Moves, found: Compared) -> None:
    assert checks.compared(TOLD, SENT, written) == found
    assert found.is_clean == (written == TOLD)


def test_moves_are_taken_by_seat_in_the_order_of_the_log() -> None:
    rows = [("match", "Ann", "F1"), ("match", "Ben", "F3"), ("match", "Ann", "F2")]
    assert checks.by_seat(rows) == TOLD


def row(status: str, address: str = "ann@example.org") -> dict[str, str]:
    return {"status": status, "address": address}


def test_letters_at_fault_are_told_apart() -> None:
    rows = {"<sent>": row("sent"), "<gone>": row("sent"), "<twice>": row("obsolete"), "<failed>": row("failed")}
    found = checks.letters(["<sent>", "<twice>", "<twice>", "<whose>"], rows)
    assert found.lost == {"<gone>"}
    assert found.doubled == {"<twice>"}
    assert found.failed == {"<failed>"}
    assert found.strange == {"<whose>"}


def test_a_letter_that_waits_is_neither_lost_nor_given_up() -> None:
    found = checks.letters([], {"<1>": row("pending"), "<2>": row("sending"), "<3>": row("obsolete")})
    assert found == checks.Letters(frozenset(), frozenset(), frozenset(), frozenset())


def test_letters_to_a_refused_mailbox_alone_may_be_given_up() -> None:
    rows = {"<1>": row("failed", "gone@example.org"), "<2>": row("failed")}
    assert checks.letters([], rows, refused=["gone@example.org"]).failed == {"<2>"}


@pytest.mark.parametrize(
    ("times", "longest"),
    [([], 10.0), ([4.0], 6.0), ([1.0, 9.0], 8.0), ([9.0, 1.0, 5.0], 4.0), ([-3.0, 5.0, 99.0], 5.0)],
)
def test_silence_is_measured_from_the_beginning_to_the_end(times: list[float], longest: float) -> None:
    assert checks.longest_gap(times, 0, 10) == longest


def test_nothing_has_no_middle() -> None:
    assert checks.middle_and_most([]) is None
    assert checks.middle_and_most([3, 1, 8]) == (3, 8)
