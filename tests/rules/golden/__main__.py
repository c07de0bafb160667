"""Write the golden records that are missing."""

import sys

from games.rules.registry import GAMES
from tests.rules.golden import write_missing
from tests.sealed import VERSIONS

GAMES.update(VERSIONS)
for path in write_missing():
    sys.stdout.write(f"{path.name}\n")
