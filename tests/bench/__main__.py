"""`python -m tests.bench`: every figure beside its goal, in one run. Being slow fails nothing.

`python -m tests.bench NAME …` measures one part alone, by the name of its module; what follows is given to it.
"""

import subprocess
import sys
from importlib import import_module

PARTS = [
    "rules",
    "levels",
    "service",
    "rows",
    "where",
    "looks",
    "watched",
    "metrics",
    "admin",
    "lists",
    "letters",
    "turns",
    "seeks",
    "sweeps",
    "streams",
    "verify",
    "ratings",
    "statistics",
    "dump",
    "scale",
]
"""The modules, in the order in which they are measured; each has a `main()`, which prints its figures."""


def main() -> None:
    """Measure the part that is named, or all, each in a process of its own: most set up Django for a database."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if not name:
        for part in PARTS:
            subprocess.run([sys.executable, "-m", "tests.bench", part], check=False)
    elif name in PARTS:
        import_module(f"tests.bench.{name}").main()
    else:
        sys.exit(f"There is no part called {name}. There are: {', '.join(PARTS)}.")


main()
