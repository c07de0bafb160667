"""`python -m tests.prose`: hold every text to docs/style.md, as far as a machine can, and print the better way.

With `--lower` it writes down how many faults each folder still has (`left.txt`). That number may only fall.
"""

from __future__ import annotations

import sys
from collections import Counter

from tests.prose import left
from tests.prose.checks import faults


def main() -> None:
    """Print the faults of each folder that has more than it may. Exit with 1 if there is one."""
    found = list(faults())
    counted = Counter(fault.group for fault in found)
    if "--lower" in sys.argv:
        left.write(counted)
        return
    allowed = left.read()
    over = {group for group, number in counted.items() if number > allowed[group]}
    for fault in found:
        if fault.group in over:
            sys.stdout.write(f"{fault}\n")
    for group in sorted(over):
        sys.stdout.write(f"{group}: {counted[group]} faults, and {allowed[group]} were left.\n")
    sys.exit(bool(over))


if __name__ == "__main__":
    main()
