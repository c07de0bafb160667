"""A game that keeps to the floor plan: each question of the contract goes to the module that answers it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, get_origin, get_type_hints

import msgspec

from games.rules.chance import Chance
from games.rules.game import Event, Game, S, Seat, T, View
from games.rules.guide import Hint, Why
from games.rules.sentence import Sentence

V = TypeVar("V", bound=View)
S_co = TypeVar("S_co", bound=msgspec.Struct, covariant=True)
S_contra = TypeVar("S_contra", bound=msgspec.Struct, contravariant=True)
T_contra = TypeVar("T_contra", contravariant=True)
V_contra = TypeVar("V_contra", bound=View, contravariant=True)


class Steps(Protocol[T]):
    """`steps.py`: the notation."""

    @property
    def TEXTS(self) -> Mapping[T, str]: ...
    def parse(self, text: str) -> T: ...


class Words(Protocol[T_contra, V_contra]):
    """`words.py`: events, steps and prompts in words."""

    def describe(self, event: Event) -> Sentence: ...
    def label(self, step: T_contra) -> Sentence: ...
    def prompt(self, view: V_contra, seat: Seat) -> Sentence: ...


class Explain(Protocol[T_contra, V_contra]):
    """`explain.py`: why a step is not possible."""

    def explain(self, view: V_contra, seat: Seat, step: T_contra) -> Sentence | None: ...


class Guide(Protocol[V_contra]):
    """`guide.py`: hints for newcomers."""

    def hints(self, view: V_contra, seat: Seat) -> list[Hint]: ...


class Whys(Protocol[V_contra]):
    """`whys.py`: what the board suggests and the rules forbid."""

    def whys(self, view: V_contra, seat: Seat) -> list[Why]: ...


class Imagine(Protocol[S_co, V_contra]):
    """`imagine.py`: states in which a seat would see its view."""

    def imagine(self, view: V_contra, seat: Seat, chance: Chance) -> S_co: ...


class Laws(Protocol[S_contra]):
    """`laws.py`: what is true of every state between moves."""

    def check(self, state: S_contra) -> None: ...


@dataclass(frozen=True)
class Modules(Generic[S, T, V]):
    """The modules by which one game fulfils the contract."""

    steps: Steps[T]
    words: Words[T, V]
    explain: Explain[T, V]
    guide: Guide[V]
    whys: Whys[V]
    imagine: Imagine[S, V]
    laws: Laws[S]


def lacking(modules: Modules[Any, Any, Any]) -> list[str]:
    """Return what the modules are asked for and do not have, such as `guide.hints`."""
    asked = {name: get_origin(kind) for name, kind in get_type_hints(Modules).items()}
    return [
        f"{module}.{name}"
        for module, protocol in asked.items()
        for name in vars(protocol)
        if not name.startswith("_") and not hasattr(getattr(modules, module), name)
    ]


class ModularGame(Game[S, T], Generic[S, T, V]):
    """A game whose folder keeps to the floor plan; its own class only has the course of a match.

    S, T and V are the types of its states, steps and views. `view` is left to each game, because the API describes the
    game's views by the return annotation of that method.
    """

    view_type: type[V]
    modules: Modules[S, T, V]

    def describe(self, event: Event) -> Sentence:
        return self.modules.words.describe(event)

    def label(self, step: T) -> Sentence:
        return self.modules.words.label(step)

    def prompt(self, view: View, seat: Seat) -> Sentence:
        return self.modules.words.prompt(self._own(view), seat)

    def explain(self, view: View, seat: Seat, step: T) -> Sentence | None:
        return self.modules.explain.explain(self._own(view), seat, step)

    def hints(self, view: View, seat: Seat) -> list[Hint]:
        return self.modules.guide.hints(self._own(view), seat)

    def whys(self, view: View, seat: Seat) -> list[Why]:
        return self.modules.whys.whys(self._own(view), seat)

    def parse_step(self, text: str) -> T:
        return self.modules.steps.parse(text)

    def text(self, step: T) -> str:
        return self.modules.steps.TEXTS[step]

    def check(self, state: S) -> None:
        self.modules.laws.check(state)

    def imagine(self, view: View, seat: Seat, chance: Chance) -> S:
        return self.modules.imagine.imagine(self._own(view), seat, chance)

    def _own(self, view: View) -> V:
        assert isinstance(view, self.view_type)
        return view
