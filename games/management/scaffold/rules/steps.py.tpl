"""Steps: their notation, and which of them the rules offer (LS-2)."""

from __future__ import annotations

from games.rules.errors import BadNotation
from games.rules.game import Step
from games.rules.last_stone.state import MOST
from games.rules.sentence import N_, sentence


class Take(Step, frozen=True):
    """`T2`: take that many stones (LS-2)."""

    count: int


STEPS: dict[str, Take] = {f"T{count}": Take(count) for count in range(1, MOST + 1)}
"""Every text that is a step."""
TEXTS: dict[Take, str] = {step: text for text, step in STEPS.items()}


def parse(text: str) -> Take:
    """The step a text stands for. Raises BadNotation."""
    step = STEPS.get(text)
    if step is None:
        template = N_("“{text}” isn’t a step of Last Stone. Possible: T1, T2 and T3 (take that many stones).")
        raise BadNotation(sentence(template, text=text[:40]))
    return step


def legal(heap: int) -> list[Take]:
    """Return the numbers that may be taken from a heap of this size (LS-2)."""
    return [step for step in TEXTS if step.count <= heap]
