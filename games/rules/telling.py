"""What happened as one seat is told of it: in few sentences, in the second person, with the weight of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum

import msgspec

from games.rules.sentence import N_, Param, Sentence, Who, listed, sentence


class Weight(IntEnum):
    """How much it matters to a seat, the weightiest first."""

    OUTCOME = 0
    FIGHT = 1
    PLACEMENT = 2
    MOVEMENT = 3
    PAYMENT = 4
    DRAW = 5


class Told(msgspec.Struct, frozen=True):
    """One sentence and its weight; `more` says the same at length, on demand, `short` where there is little room."""

    weight: Weight
    sentence: Sentence
    more: Sentence | None = None
    short: Sentence | None = None


class Deed(msgspec.Struct, frozen=True):
    """A part of a sentence without its subject: of somebody (“draws a card”), and of the reader (“draw a card”)."""

    third: str
    second: str
    params: dict[str, Param] = {}


def weightiest_first(told: Iterable[Told]) -> list[Sentence]:
    """Return the sentences by weight, and those of one weight in the order in which it happened."""
    return [each.sentence for each in sorted(told, key=lambda each: each.weight)]


def addressed(said: Sentence, me: int | None, twins: Mapping[str, str]) -> Sentence:
    """Return the sentence in the second person where the seat `me` is its subject and its template has such a twin."""
    if me is None or said.params.get("who") != Who(me) or said.template not in twins:
        return said
    return Sentence(twins[said.template], said.params)


def in_one(seat: int, me: int | None, deeds: Sequence[Deed]) -> Sentence:
    """Return all that a seat did, in one sentence."""
    parts = [Sentence(deed.second if seat == me else deed.third, deed.params) for deed in deeds]
    template = N_("You {deed}.") if seat == me else N_("{who} {deed}.")
    return sentence(template, who=Who(seat), deed=listed(parts))
