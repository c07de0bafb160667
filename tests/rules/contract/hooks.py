"""What the contract suite must be told of each game, by the module `contract` of its tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from games.rules.game import Event, OptionValue, Viewer
from tests.parts import games

E = TypeVar("E", bound=Event)


class Deed(NamedTuple):
    """An entry of a match and what it did, to ask which rules were at work in it."""

    before: Any
    text: str
    events: list[Event]
    after: Any

    def get(self, kind: type[E]) -> E | None:
        """Return the first event of a kind."""
        return next((event for event in self.events if isinstance(event, kind)), None)

    def has(self, *kinds: type[Event]) -> bool:
        """Say whether any of the kinds of event happened."""
        return any(isinstance(event, kinds) for event in self.events)


Fired = Callable[[Deed], bool]


class Hooks(NamedTuple):
    """A game's part of the suite.

    `fired` maps the number of a rule to the question whether it was at work; `tests` names the folder or module of
    the tests named after rules, from the project's root. `kept_from` gives the leaves of a state, as patterns, that a
    viewer may not know. `laws` gives the sentences that can refuse a state such as this. `view_keys` are all keys of
    the newest version's view: the list only ever grows. `short` holds options that would only make the matches longer
    to what is enough. So many `matches` are looked at closely, at every `stride`-th ply where each leaf of a state is
    changed in turn; and things are counted in `many`. `corners` are positions that can be reached but hardly ever are,
    as files beside the tests, from which a player tries to stall.
    `lasting` orders states by how long a match may go on from them, for two who want it to, with the options `longest`;
    they keep `beam` lines in view.
    """

    fired: Mapping[str, Fired]
    tests: str
    kept_from: Callable[[Any, Viewer], tuple[str, ...]]
    laws: Callable[[Any], Iterable[str]]
    view_keys: tuple[str, ...]
    short: Mapping[str, tuple[OptionValue, ...]] = {}
    matches: int = 10
    stride: int = 1
    many: int = 60
    corners: tuple[str, ...] = ()
    lasting: Callable[[Any], Any] = lambda _: 0
    longest: Mapping[str, OptionValue] = {}
    beam: int = 1


def hooks(slug: str) -> Hooks:
    """Return the part of one game."""
    found: Hooks = games.needed(slug, "contract").HOOKS
    return found
