"""The test-only game, and those without a board, beside the games that are offered."""

from games.rules.registry import GAMES
from tests.rules import UNOFFERED
from tests.sealed import VERSIONS

GAMES.update({**UNOFFERED, **VERSIONS})
