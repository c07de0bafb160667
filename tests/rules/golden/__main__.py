"""Write the golden records that are missing."""

import sys

from tests.rules.golden import write_missing

for path in write_missing():
    sys.stdout.write(f"{path.name}\n")
