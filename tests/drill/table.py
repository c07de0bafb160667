"""The table of a drill, in Markdown; times are in seconds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.drill.judge import Row


def seconds(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def pair(values: tuple[float | None, float | None] | None) -> str:
    return " / ".join(map(seconds, values or (None, None)))


COLUMNS: dict[str, Callable[[Row], str]] = {
    "fault": lambda row: row.name,
    "moves": lambda row: f"{row.moves}",
    "lost / invented / doubled": lambda row: (
        f"{row.compared.lost + row.compared.mixed} / {row.compared.invented} / {row.compared.doubled}"
    ),
    "letters": lambda row: f"{row.letters}",
    "lost / doubled / given up": lambda row: f"{row.lost_letters} / {row.doubled_letters} / {row.failed_letters}",
    "wrong notices / ends": lambda row: f"{row.notices} / {row.wrong_ends}",
    "requests unanswered": lambda row: f"{row.wrong_requests}",
    "moves sent again (were played)": lambda row: f"{row.sent_again} ({row.played_already})",
    "slowest request": lambda row: seconds(row.slowest),
    "next move / letter": lambda row: pair((row.next_move, row.next_letter)),
    "mail silent": lambda row: seconds(row.mail_silence),
    "letters late, median / most": lambda row: pair(row.late),
    "house, median / most": lambda row: pair(row.house),
    "heartbeat of worker / beat, oldest": lambda row: pair(row.heartbeats),
    "started again": lambda row: ", ".join(row.restarted) or "–",
    "promises": lambda row: "broken" if row.broken else "kept",
}


def line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def cells(row: Row) -> list[str]:
    return [cell(row) for cell in COLUMNS.values()]


def heading() -> list[str]:
    return [line(list(COLUMNS)), line(["---"] * len(COLUMNS))]


def table(rows: Sequence[Row]) -> str:
    """Return the whole table, and below it what is broken."""
    broken = [f"- {row.name}: {sentence}" for row in rows for sentence in row.broken]
    return "\n".join([*heading(), *(line(cells(row)) for row in rows), *([""] if broken else []), *broken])
