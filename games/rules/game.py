"""What a game is: the contract every folder of rules fulfils, and the values it speaks in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from games.rules.chance import Chance
from games.rules.errors import BadOption, BadState
from games.rules.guide import Hint, Why
from games.rules.sentence import N_, Sentence, sentence
from games.rules.telling import Told, Weight

Seat = int
Viewer = int
SPECTATOR: Viewer = -1
REFEREE: Viewer = -2
"""The viewer who sees everything: for records of finished matches, and nobody while a match runs."""

OptionValue = str | int | bool


class Step(msgspec.Struct, frozen=True):
    """The smallest decision. Games derive their own."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one viewer may know of a state. Games derive their own; keys are only ever added."""


class Event(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """What happened, as data. Games derive their own."""

    def seen_by(self, viewer: Viewer) -> Event | None:
        """Return the event as this viewer may know it: itself, one with less in it, or None."""
        return self


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a match ended: the game's or the house's reason, who won (nobody: level), and scores by seat."""

    reason: str
    winners: tuple[Seat, ...] = ()
    scores: tuple[int, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """One value of an option and its label."""

    value: OptionValue
    label: str


class Option(msgspec.Struct, frozen=True):
    """A question settled before a match starts. One that was added to a version `late` is written where it is not at
    its default alone, so that all other matches begin as those before it did."""

    name: str
    title: str
    help: str
    choices: tuple[Choice, ...]
    default: OptionValue
    late: bool = False
    paired: OptionValue | None = None
    """What the first match of a pair begins with in place of the default, where that would settle it too late for the
    second one."""
    brief: str = ""
    """How a line that sums a match up says any {value}; empty if the line names only values other than the default."""
    only_with: tuple[str, OptionValue] | None = None
    """The other option, and its value, without which this one means nothing."""

    def applies(self, options: Mapping[str, OptionValue]) -> bool:
        """Say whether it means anything in a match with these options, or in a form with these texts for them."""
        return self.only_with is None or str(options.get(self.only_with[0])) == str(self.only_with[1])

    def other_than(self, value: OptionValue) -> OptionValue:
        """Return the first of its values that is another one."""
        return next(choice.value for choice in self.choices if choice.value != value)


class Meta(msgspec.Struct, frozen=True):
    """What is known of a game before any match is played: one constant per version.

    `end_reasons` maps each reason to the sentence of a won match ({winner} and {score} are filled in) or a drawn one;
    `to_winner` and `to_loser` say the same to a seat that won or lost, with its own score first. `hidden` lists the
    leaves of a dumped state that no seat may see, as dotted paths with `*` for any index or key. `uneven` says that its
    sides are, so that two matches with sides swapped are what is offered first. `unpaired` says why there are no such
    pairs, of any match or, if `unpaired_by` names options with values, of matches with one of these. A player who seeks
    a pair and leaves such an option open gets its first other value (`for_pair`). `bound` is a number of moves that no
    match exceeds, which follows from its rules; moves that were taken back and entries of the house do not count. The
    house ends a match that has made so many and is not over. `turn` is a number of entries that no seat can make in a
    row before another seat moves or the match is over. `moves` is how many turns a seat gets in a usual match.
    """

    slug: str
    version: int
    title: str
    seat_names: tuple[str, ...]
    options: tuple[Option, ...]
    end_reasons: Mapping[str, str]
    hidden: tuple[str, ...]
    bound: int
    turn: int
    moves: int = 30
    to_winner: Mapping[str, str] = {}
    to_loser: Mapping[str, str] = {}
    uneven: bool = False
    unpaired: str = ""
    unpaired_by: Mapping[str, OptionValue] = {}

    @property
    def seats(self) -> int:
        """How many seats a match has."""
        return len(self.seat_names)

    def may_pair(self, options: Mapping[str, OptionValue]) -> bool:
        """Say whether there are pairs with such options, all of them given."""
        barred = any(options[name] == value for name, value in self.unpaired_by.items())
        return self.seats == 2 and not (self.unpaired and (barred or not self.unpaired_by))

    def for_pair(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is wanted of the options, narrowed to what a pair can be where it is left open."""
        barring = [option for option in self.options if option.name in self.unpaired_by]
        return {**{option.name: option.other_than(self.unpaired_by[option.name]) for option in barring}, **wanted}

    def settle(self, given: Mapping[str, Any]) -> dict[str, OptionValue]:
        """Return all options with their values: those given, and the defaults of the rest. Raises BadOption."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                template = N_("{game} has no option “{name}”. Its options are: {known}.")
                raise BadOption(sentence(template, game=sentence(self.title), name=str(name), known=", ".join(known)))
        return {name: _chosen(option, given.get(name, option.default)) for name, option in known.items()}

    def written(self, given: Mapping[str, Any], *, pair: bool = False) -> dict[str, OptionValue]:
        """Return the options as a match that begins has them; `pair`: it is one of a pair. Raises BadOption."""
        settled = self.settle(given)
        for option in self.options:
            if pair and option.paired is not None and settled[option.name] == option.default:
                settled[option.name] = option.paired
        unsaid = {option.name for option in self.options if option.late and settled[option.name] == option.default}
        return {name: value for name, value in settled.items() if name not in unsaid}


def _chosen(option: Option, value: Any) -> OptionValue:
    for choice in option.choices:
        if choice.value == value and type(choice.value) is type(value):
            return choice.value
    possible = ", ".join(str(choice.value) for choice in option.choices)
    template = N_("The option “{name}” can’t be “{value}”. Choose one of these: {possible}.")
    raise BadOption(sentence(template, name=option.name, value=str(value), possible=possible))


S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T", bound=Step)


class Game(ABC, Generic[S, T]):
    """The rules of one game in one version: stateless, one instance per (slug, version).

    S is the type of its states (plain msgspec structs without floats), T that of its steps.
    """

    meta: ClassVar[Meta]
    state_type: type[S]

    @abstractmethod
    def setup(self, options: Mapping[str, OptionValue], chance: Chance) -> S:
        """Return the state before anything has happened; `settle` then runs up to the first decision."""

    def as_drawn(self, options: Mapping[str, OptionValue], state: S) -> dict[str, OptionValue]:
        """Return the options for another match that starts with what chance has settled in this one.

        This match has just been set up. The second match of a pair must not draw it again. They are the same unless a
        game says otherwise.
        """
        return dict(options)

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that owe a move; none when the match is over."""

    def seen_to_act(self, state: S, viewer: Viewer) -> frozenset[Seat]:
        """Return the seats that the viewer may know to owe a move: fewer where it must not show who has answered."""
        return self.to_act(state)

    @abstractmethod
    def legal_steps(self, state: S, seat: Seat) -> list[T]:
        """Return every step the seat may take now: complete, unique, in a stable order; none for a seat that owes
        nothing.
        """

    def offers(self, state: S, seat: Seat, step: T) -> bool:
        """Say whether `legal_steps` contains a step; for games that can tell without listing them all."""
        return step in self.legal_steps(state, seat)

    @abstractmethod
    def play(self, state: S, seat: Seat, step: T, chance: Chance) -> list[Event]:
        """Take a legal step: changes the given state and returns what happened."""

    def settle(self, state: S, chance: Chance) -> list[Event]:
        """Carry out what needs no decision, until a seat owes a move or the match is over."""
        return []

    def at_rest(self, state: S, seat: Seat) -> bool:
        """Say whether the seat's move may end here. Always True in games where a move is one step."""
        return True

    def closes(self, state: S, seat: Seat, step: T) -> bool:
        """Say whether the step draws, or shows its seat anything new: it then ends the move and is never previewed."""
        return True

    def foreseen(self, event: Event) -> bool:
        """Say whether an event of a seat's move shows nothing that was drawn, and the seat nothing that it did not
        know: of such events alone is a move that may be taken back. None is unless a game says so.
        """
        return False

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended by the game's own rules, or None while it goes on."""

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> View:
        """Return what a seat, SPECTATOR or REFEREE may know of the state."""

    def shown(self, steps: Sequence[T], seat: Seat, viewer: Viewer) -> str:
        """Return the text of a seat's move as the viewer may read it while the match runs."""
        return "; ".join(self.text(step) for step in steps)

    @abstractmethod
    def describe(self, event: Event) -> Sentence:
        """Return an event in words."""

    def told(self, events: Iterable[Event], me: Seat | None) -> list[Told]:
        """Return what happened as a seat, or None for anybody, is told of it: in few sentences, with the weight of
        each.
        """
        return [Told(Weight.MOVEMENT, self.describe(event)) for event in events]

    @abstractmethod
    def label(self, step: T) -> Sentence:
        """Return a step in words, as its button says it."""

    @abstractmethod
    def prompt(self, view: View, seat: Seat) -> Sentence:
        """Return what the seat that owes a move is asked, from what it may know."""

    def explain(self, view: View, seat: Seat, step: T) -> Sentence | None:
        """Return why a step that was not offered is not possible; None where there is nothing to add."""
        return None

    def hints(self, view: View, seat: Seat) -> list[Hint]:
        """Return what somebody new to the game should know at this moment, the most important first."""
        return []

    def advice(self, view: View, seat: Seat) -> Sentence | None:
        """Return what an experienced friend would say to the seat that owes a move, in one short sentence, from what
        the seat may know; None where there is nothing to be said.
        """
        return None

    def whys(self, view: View, seat: Seat) -> list[Why]:
        """Return what the seat that owes a move might expect to do and cannot, with the reasons `explain` gives."""
        return []

    def on_timeout(self, state: S, seat: Seat, plan: Sequence[T]) -> list[T] | None:
        """Return the move to make for a seat whose time is up, or None if it loses."""
        return None

    @abstractmethod
    def parse_step(self, text: str) -> T:
        """Return the step that a canonical text stands for. Raises BadNotation."""

    @abstractmethod
    def text(self, step: T) -> str:
        """Return the canonical text of a step; `parse_step` reads it back."""

    @abstractmethod
    def check(self, state: S) -> None:
        """Verify the conservation laws. Raises BadState with the law that is broken."""

    @abstractmethod
    def imagine(self, view: View, seat: Seat, chance: Chance) -> S:
        """Return a state in which the seat would see exactly this view; what it cannot see is drawn.

        Computer players search such states, and the no-leak tests compare them.
        """

    def believe(self, view: View, seat: Seat, chance: Chance) -> S:
        """Return a state as `imagine` does, but the likelier the more often players make it so.

        A game that knows nothing of its players returns what it imagines.
        """
        return self.imagine(view, seat, chance)

    # --- states as bytes ---

    @cached_property
    def _position_decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(Position[self.state_type])  # type: ignore[name-defined]

    def load(self, data: bytes | str) -> Position[S]:
        """Return the position that `dump` wrote, or that somebody typed.

        Raises BadState, naming the key that is wrong.
        """
        try:
            position: Position[S] = self._position_decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            template = N_("This is not a state of {game}: {reason}.")
            raise BadState(sentence(template, game=sentence(self.meta.title), reason=str(error))) from error
        return position


class Position(msgspec.Struct, Generic[S], omit_defaults=True, forbid_unknown_fields=True):
    """A state and what the house has done to it: where a match stands."""

    state: S
    house: Outcome | None = None
    """How the house ended the match: resignation, timeout, …"""
    epoch: int = 0
    """Raised by a rollback past a draw, so that repeated draws come out differently."""


_encoder = msgspec.json.Encoder(order="sorted")


def dump(position: Position[Any]) -> bytes:
    """Return the position as canonical JSON: sorted keys, defaults left out. What digests, snapshots and files hold."""
    return _encoder.encode(position)


def visible(events: Iterable[Event], viewer: Viewer) -> list[Event]:
    """Return the events as the viewer may know them: the only way events leave the rules."""
    if viewer == REFEREE:
        return list(events)
    return [seen for event in events if (seen := event.seen_by(viewer)) is not None]
