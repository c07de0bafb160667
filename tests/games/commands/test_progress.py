"""How far a long command has come is told without filling a log."""

from io import StringIO

from django.core.management.base import OutputWrapper

from games.management.progress import Progress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def told(out: StringIO, count: int) -> str:
    """Return what is written there while one thing after the other is done."""
    progress = Progress(OutputWrapper(out))
    for done in range(1, count + 1):
        progress(done, count)
    return out.getvalue()


def test_a_terminal_sees_a_bar_grow_in_one_line() -> None:
    half, whole = "#" * 20, "#" * 40
    assert told(Terminal(), 2) == f"\r[{half:<40}] 1/2\r[{whole}] 2/2\n"


def test_a_file_gets_a_line_for_every_tenth() -> None:
    assert told(StringIO(), 25).splitlines() == [f"{done}/25" for done in (3, 5, 8, 10, 13, 15, 18, 20, 23, 25)]
    assert told(StringIO(), 2).splitlines() == ["1/2", "2/2"]
