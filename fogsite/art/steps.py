"""Path data in few letters: steps from point to point, and curves that go on as they came."""

import re
from collections.abc import Iterator, Sequence

from fogsite.art.pen import Point, decimal, spaced

DATA = re.compile(r'(?<= d=")[^"]+')
COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
NUMBERS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "a": 7, "z": 0}
"""How many numbers each command has."""
NEAR = 0.21
"""A control point so near to where a smooth curve has it was only rounded elsewhere."""


def stepped(text: str) -> str:
    """Return a drawing whose paths are written as steps."""
    return DATA.sub(lambda found: _path(found[0]), text)


def _path(data: str) -> str:
    """Return the steps, the letter of a command left out where it is that of the one before."""
    way = _Way()
    letter = ""
    drawn = ""
    for command, numbers in _commands(data):
        step = way.on(command, numbers)
        drawn += _parted(step[1:]) if step[0] == letter and letter not in "mz" else step
        letter = step[0]
    return drawn


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the commands of a path, those that share a letter each with its own."""
    for command, rest in COMMAND.findall(data):
        numbers = [float(number) for number in NUMBER.findall(rest)]
        size = NUMBERS[command.lower()]
        for first in range(0, max(len(numbers), 1), max(size, 1)):
            yield command, numbers[first : first + size]


class _Way:
    """Where a path has come to; `smooth` is the first control point, as a step, of a curve that goes on as it came."""

    def __init__(self) -> None:
        self.start: Point = (0, 0)
        self.here: Point = (0, 0)
        self.smooth: Point | None = None

    def on(self, command: str, numbers: Sequence[float]) -> str:
        """Return a command as steps."""
        kind = command.lower()
        came = self.smooth
        self.smooth = None
        if kind == "z":
            self.here = self.start
            return kind
        steps = [round(each, 1) for each in (numbers if command == kind else self._away(kind, numbers))]
        self._go(kind, steps)
        if kind == "a":
            return f"a{' '.join(map(decimal, steps[:5]))}{_parted(spaced(steps[5:]))}"
        if kind == "c" and came and all(abs(one - two) < NEAR for one, two in zip(came, steps[:2], strict=True)):
            return f"s{spaced(steps[2:])}"
        return f"{kind}{spaced(steps)}"

    def _away(self, kind: str, numbers: Sequence[float]) -> list[float]:
        """Return places as steps from here; what an arc has before its place stays."""
        kept = 5 if kind == "a" else 0
        axes = self.here[::-1] if kind == "v" else self.here
        return [*numbers[:kept], *(each - axes[number % 2] for number, each in enumerate(numbers[kept:]))]

    def _go(self, kind: str, steps: Sequence[float]) -> None:
        across = 0 if kind == "v" else steps[-1] if kind == "h" else steps[-2]
        down = 0 if kind == "h" else steps[-1]
        self.here = (self.here[0] + across, self.here[1] + down)
        if kind == "m":
            self.start = self.here
        if kind in "cs":
            self.smooth = (steps[-2] - steps[-4], steps[-1] - steps[-3])


def _parted(text: str) -> str:
    """Return numbers with a blank before them where they would run into others."""
    return text if text.startswith("-") else f" {text}"
