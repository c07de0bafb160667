"""What tests of the site must know of the sealed auction."""

from tests.parts.games import Facts

FACTS = Facts(typed=("", "take", "bid 9; on odd; seal"))
