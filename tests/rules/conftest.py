"""The test-only game beside the real ones."""

from games.rules.registry import GAMES
from tests.sealed import VERSIONS

GAMES.update(VERSIONS)
