"""The board of En Garde: what each space and each card of it can do now.

Tapped, a space or a card offers `steps`; a chosen step lights up all it is `part_of`. Both are texts of steps
separated by blanks, which a page script compares with the choices of the form and never reads otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import template

from games.rules.en_garde import steps
from games.rules.en_garde.state import LEFT, SPACES, EnGardeView
from games.rules.en_garde.steps import Advance, AnyStep, Back, Direct, Indirect, Parry, Retreat

register = template.Library()

Choices = Sequence[dict[str, Any]]

MIDDLE = (SPACES + 1) // 2


@dataclass(frozen=True)
class Space:
    """One space of the piste; `fencer` is the seat of whoever stands there."""

    number: int
    fencer: int | None
    steps: str

    @property
    def is_middle(self) -> bool:
        """Whether it is the space both fencers are equally far from at the start."""
        return self.number == MIDDLE


@dataclass(frozen=True)
class Card:
    """One card of a hand; `uses` names what it can do now: forward, back, attack, parry."""

    value: int
    steps: str
    part_of: str
    uses: list[str]


@register.simple_tag
def piste(view: EnGardeView, choices: Choices) -> list[Space]:
    """The 23 spaces, left to right, each with the steps that concern it."""
    standing = {space: seat for seat, space in enumerate(view.fencers)}
    reached = {choice["text"]: set(_spaces(view, steps.parse(choice["text"]))) for choice in choices}
    return [
        Space(number, standing.get(number), " ".join(text for text, spaces in reached.items() if number in spaces))
        for number in range(1, SPACES + 1)
    ]


@register.simple_tag
def cards(view: EnGardeView, seat: int, choices: Choices) -> list[Card]:
    """A seat's hand in order of value; empty where the viewer may not see it."""
    costs = {choice["text"]: _cost(view, steps.parse(choice["text"])) for choice in choices}
    hand = sorted(view.hands[seat] or ())
    nth = [hand[:place].count(value) for place, value in enumerate(hand)]
    return [_card(value, copy, costs, ORDER[seat]) for value, copy in zip(hand, nth, strict=True)]


def _card(value: int, copy: int, costs: dict[str, Counter[int]], order: Sequence[str]) -> Card:
    """The card that is the `copy`-th of its value in the hand, counted from 0."""
    offered = [text for text, cost in costs.items() if cost[value]]
    spent = [text for text in offered if costs[text][value] > copy]
    uses = {use for text in offered for use in _uses(steps.parse(text), value)}
    return Card(value, " ".join(offered), " ".join(spent), [use for use in order if use in uses])


ORDER = (("back", "forward", "attack", "parry"), ("forward", "back", "attack", "parry"))
"""By seat: arrows to the left come before arrows to the right."""


def _uses(step: AnyStep, value: int) -> Iterator[str]:
    """What a card of `value` does in a step."""
    match step:
        case Advance():
            yield "forward"
        case Back() | Retreat():
            yield "back"
        case Direct():
            yield "attack"
        case Indirect() if step.value == value:
            yield "attack"
        case Parry():
            yield "parry"


def _spaces(view: EnGardeView, step: AnyStep) -> Iterator[int]:
    """The spaces a step concerns: where the fencer goes, whom it attacks, where it stands and parries."""
    seat = view.viewer
    own, opponent = view.fencers[seat], view.fencers[1 - seat]
    forward = 1 if seat == LEFT else -1
    match step:
        case Advance(value):
            yield own + forward * value
        case Back(value) | Retreat(value):
            yield own - forward * value
        case Direct():
            yield opponent
        case Indirect(advance):
            yield own + forward * advance
            yield opponent
        case Parry():
            yield own


def _cost(view: EnGardeView, step: AnyStep) -> Counter[int]:
    """The cards a step spends, by value."""
    match step:
        case Advance(value) | Back(value) | Retreat(value):
            return Counter([value])
        case Direct(value, count):
            return Counter({value: count})
        case Indirect(advance, value, count):
            return Counter({value: count}) + Counter([advance])
        case Parry() if view.attack:
            return Counter({view.attack.value: view.attack.count})
    return Counter()
