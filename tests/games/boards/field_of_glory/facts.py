"""What tests of the site must know of Field of Glory."""

from tests.parts.games import Facts, Goals

FACTS = Facts(
    watched=30,
    costly=30,
    weighed=30,
    measured=24,
    hands=True,
    typed=("", "place HI4a@1; pay CO5e; settle", "flank EL2a@3; bonus deck"),
    long={},
    goals=Goals(trusted=None, checked=0.35, size=4),
    faultless=2_000,
)
