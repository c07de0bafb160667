"""How many faults each group of texts still has. The numbers only fall: `python -m tests.prose --lower` writes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

FILE = Path(__file__).with_name("left.txt")


def read() -> Counter[str]:
    """Return the number for each group. A group that isn't listed has none left."""
    lines = FILE.read_text().splitlines()
    return Counter({group: int(number) for number, group in (line.split(maxsplit=1) for line in lines)})


def write(counted: Mapping[str, int]) -> None:
    """Lower each number to what is left. None rises, and no group comes back."""
    rows = {group: min(number, counted.get(group, 0)) for group, number in sorted(read().items())}
    FILE.write_text("".join(f"{number} {group}\n" for group, number in rows.items() if number))
