"""What tests of the site must know of En Garde."""

from tests.parts.games import Facts, Goals

FACTS = Facts(
    watched=30,
    costly=30,
    weighed=12,
    measured=20,
    hands=True,
    typed=("", "P", "A1x5"),
    quick={"rounds": 1},
    long={"rounds": 9},
    goals=Goals(trusted=1.0, checked=0.6, size=2),
)
