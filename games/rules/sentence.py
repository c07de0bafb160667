"""Sentences: what the rules say to people, kept as templates so that the site can translate them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, Union

import msgspec


def N_(message: str) -> str:
    """Mark a template for the message catalogue; the text itself is unchanged."""
    return message


class Who(msgspec.Struct, frozen=True, tag=True):
    """A seat inside a sentence; the voice turns it into a name."""

    seat: int


class Sentence(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """One sentence: an English template and what to put into its braces.

    `plural` and `count` choose between two templates ("{count} card", "{count} cards"); `{count}` is then filled too.
    """

    template: str
    params: dict[str, Param] = {}
    plural: str = ""
    count: int = 0

    def __str__(self) -> str:
        return self.said(ENGLISH)

    def said(self, voice: Voice) -> str:
        """Return the sentence in the voice's language and with its names."""
        if self.plural:
            template = voice.ngettext(self.template, self.plural, self.count)
        else:
            template = voice.gettext(self.template)
            if not self.params and "{" not in template:
                return template  # such as names of units: a page has hundreds of them
        filled: dict[str, str | int] = {"count": self.count}
        for name, param in self.params.items():
            filled[name] = param if isinstance(param, str) else _said(param, voice)
        return template.format_map(filled)


Param = Union[int, str, Who, Sentence, tuple[Sentence, ...]]  # noqa: UP007 - msgspec resolves the forward reference


class Voice(Protocol):
    """Who speaks: a language and the names of the seats."""

    def gettext(self, message: str) -> str: ...
    def ngettext(self, one: str, many: str, count: int) -> str: ...
    def name(self, seat: int) -> str: ...


class English:
    """The templates unchanged; seats by number."""

    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, one: str, many: str, count: int) -> str:
        return one if count == 1 else many

    def name(self, seat: int) -> str:
        return f"seat {seat}"


ENGLISH = English()


def sentence(template: str, **params: Param) -> Sentence:
    """Make `Sentence(template, params)` in short."""
    return Sentence(template, params)


def counted(one: str, many: str, count: int, **params: Param) -> Sentence:
    """Return a sentence whose template depends on a number; the catalogue collects both templates from the call."""
    return Sentence(one, params, many, count)


def score(first: int, *others: int) -> Sentence:
    """Return how a match stands, such as “3–1”: languages put different marks between the numbers."""
    stands = sentence("{first}", first=first)
    for other in others:
        stands = sentence(N_("{points}–{others}"), points=stands, others=other)
    return stands


def with_minus(number: int) -> str:
    """Return a number with a minus sign, and no hyphen, where it is below zero."""
    return str(number).replace("-", "−")


def listed(items: Iterable[Sentence | Who | int | str]) -> Param:
    """Return a list as a sentence names it, such as “Ogres, Trolls and Orcs”; empty where there is nothing in it."""
    parts = tuple(item if isinstance(item, Sentence) else sentence("{item}", item=item) for item in items)
    if len(parts) < 2:
        return parts
    return sentence(N_("{some} and {last}"), some=parts[:-1], last=parts[-1])


def tallied(names: Sequence[Sentence]) -> Param:
    """Return a list of names, equal ones counted: “Trolls ×2 and Orcs”."""
    template = N_("{name} ×{number}")
    alike = [(name, names.count(name)) for at, name in enumerate(names) if name not in names[:at]]
    return listed(sentence(template, name=name, number=number) if number > 1 else name for name, number in alike)


def joined(parts: Iterable[Sentence]) -> Sentence:
    """Join whole sentences one after the other.

    In a tuple they would be separated by commas, like the items of a list.
    """
    params: dict[str, Param] = {f"part{number}": part for number, part in enumerate(parts)}
    return Sentence(" ".join(f"{{{name}}}" for name in params), params)


def _said(param: Who | Sentence | tuple[Sentence, ...] | int, voice: Voice) -> str | int:
    if isinstance(param, Sentence):
        return param.said(voice)
    if isinstance(param, int):
        return param if param >= 0 else with_minus(param)
    if isinstance(param, Who):
        return voice.name(param.seat)
    return ", ".join([part.said(voice) for part in param])
