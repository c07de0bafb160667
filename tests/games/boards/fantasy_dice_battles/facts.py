"""What tests of the site must know of Fantasy Dice Battles."""

from tests.parts.games import Facts, Goals

FACTS = Facts(
    watched=11,
    costly=24,
    weighed=8,
    measured=24,
    hands=True,
    typed=("", "army realm_a", "lay knights@1; ready", "put footmen@1:S1; ready", "reinforce orcs@1:F1"),
    long={},
    goals=Goals(trusted=None, checked=0.18, size=4),
    faultless=2_000,
)
