"""The steps of Field of Glory and their texts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from games.rules.errors import BadNotation
from games.rules.field_of_glory.cards import CARDS, KIND, OVERLAPS, UNITS, Card
from games.rules.field_of_glory.state import COLUMNS
from games.rules.game import Step
from games.rules.sentence import N_, Sentence, sentence

DECK, NONE = "deck", "none"


class Keep(Step, frozen=True):
    """`keep HI4a CO5b`: keep two of four cards, named in the order of the card table (FG-3)."""

    first: Card
    second: Card


class Drop(Step, frozen=True):
    """`drop HI4a`: discard one of two units, on the Advance (FG-11) or after a withdrawal (FG-34)."""

    card: Card


class Flank(Step, frozen=True):
    """`flank HI4a@3`: flank attack on a column, led by a unit of it or of a flanking column (FG-15)."""

    card: Card
    column: int


class GoOn(Step, frozen=True):
    """`go on`: no more flank attacks."""


class Place(Step, frozen=True):
    """`place HI4a@2`: put a unit into a column (FG-20)."""

    card: Card
    column: int


class Remove(Step, frozen=True):
    """`remove HI4a`: discard an own unit to make room for the next one placed (FG-23)."""

    card: Card


class Pay(Step, frozen=True):
    """`pay CO5a`: discard a card for its command points (FG-20)."""

    card: Card


class Settle(Step, frozen=True):
    """`settle`: end a placement that is paid for."""


class Attack(Step, frozen=True):
    """`attack HI4a`: attack the column of this unit, which leads (FG-30)."""

    card: Card


class Overlap(Step, frozen=True):
    """`overlap OV2a`: play an Overlap card (FG-31)."""

    card: Card


class Bonus(Step, frozen=True):
    """`bonus CO5a`, `bonus deck`, `bonus none`: the bonus card, from the hand, blind, or none (FG-32, FG-35)."""

    source: str


class Withdraw(Step, frozen=True):
    """`withdraw MI3a`: withdraw a defending unit (FG-33)."""

    card: Card


class Stand(Step, frozen=True):
    """`stand HI4a`: stand with this lead (FG-35)."""

    card: Card


class Reserves(Step, frozen=True):
    """`reserves`: draw three, then discard Reserves (FG-25)."""


class Draw(Step, frozen=True):
    """`draw`: end the turn with three cards; `draw CO5a`: discard a card and draw its command points (FG-50)."""

    card: Card = ""


class Trim(Step, frozen=True):
    """`trim HI4a`: discard down to nine (FG-50)."""

    card: Card


AnyStep = (
    Keep | Drop | Flank | GoOn | Place | Remove | Pay | Settle | Attack | Overlap | Bonus | Withdraw | Stand | Reserves
) | (Draw | Trim)


def _notation() -> Iterator[tuple[str, AnyStep]]:
    yield from (("go on", GoOn()), ("settle", Settle()), ("reserves", Reserves()), ("draw", Draw()))
    yield from ((f"bonus {source}", Bonus(source)) for source in (DECK, NONE, *CARDS))
    yield from ((f"keep {one} {other}", Keep(one, other)) for one, other in combinations(CARDS, 2))
    yield from ((f"overlap {card}", Overlap(card)) for card in OVERLAPS)
    for card in CARDS:
        yield from ((f"pay {card}", Pay(card)), (f"draw {card}", Draw(card)), (f"trim {card}", Trim(card)))
        if card in UNITS:
            yield from _of_unit(card)


def _of_unit(card: Card) -> Iterator[tuple[str, AnyStep]]:
    yield from ((f"drop {card}", Drop(card)), (f"remove {card}", Remove(card)), (f"attack {card}", Attack(card)))
    yield from ((f"withdraw {card}", Withdraw(card)), (f"stand {card}", Stand(card)))
    for column in COLUMNS:
        yield f"place {card}@{column}", Place(card, column)
        yield f"flank {card}@{column}", Flank(card, column)


STEPS: dict[str, AnyStep] = dict(_notation())
"""Every text that is a step."""
TEXTS: dict[AnyStep, str] = {step: text for text, step in STEPS.items()}


def parse(text: str) -> AnyStep:
    """Return the step a text stands for. Raises BadNotation."""
    step = STEPS.get(text)
    if step is None:
        raise BadNotation(_unreadable(text))
    return step


def _unreadable(text: str) -> Sentence:
    words, short = text.replace("@", " ").split(" "), text[:40]
    match words:
        case ["keep", one, other] if f"keep {other} {one}" in STEPS:
            template = N_("“{text}” names its cards in the wrong order. Write “keep {first} {second}” instead.")
            return sentence(template, text=short, first=other, second=one)
        case ["keep", *cards] if len(set(cards)) != 2:
            template = N_("“{text}” is not a pick: name exactly two of the four cards, as in “keep HI4a CO5b”.")
            return sentence(template, text=short)
        case ["place", card, _] if card in KIND and card not in UNITS:
            template = N_("“{text}” isn’t possible: you can’t place Commanders or action cards.")
            return sentence(template, text=short)
    return sentence(UNREADABLE, text=short)


UNREADABLE = N_(
    "“{text}” is not a step in Field of Glory. Steps look like this: keep HI4a CO5b, drop HI4a, flank "
    "HI4a@3, go on, place HI4a@2, remove HI4a, pay CO5a, settle, attack HI4a, overlap OV2a, bonus CO5a, "
    "bonus deck, bonus none, withdraw MI3a, stand HI4a, reserves, draw, draw CO5a, trim HI4a. Columns go "
    "from 1 to 5."
)
