"""`python -m tests.bench`: every figure beside its goal, in one run. Being slow fails nothing."""

import subprocess
import sys

from tests.bench.rules import Figure, figures


def table(lines: list[Figure]) -> str:
    """The figures in columns."""
    widths = [max(len(line[column]) for line in lines) for column in range(3)]
    return "\n".join(f"{name:{widths[0]}}  {goal:{widths[1]}}  {found:>{widths[2]}}" for name, goal, found in lines)


def main() -> None:
    """Measure the rules here and the service in processes of their own, one for each database."""
    sys.stdout.write(table([Figure("what", "goal", "found"), *figures()]) + "\n\n")
    sys.stdout.flush()
    for database in ([], ["postgres"]):
        subprocess.run([sys.executable, "-m", "tests.bench.service", *database], check=False)


main()
