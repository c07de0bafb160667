"""House entries: what the site, rather than a player's move, does to a match. The same for all games.

Their text begins with `!`: `!start {…}`, `!resign 0`, `!timeout 1`, `!draw`, `!void`, `!bound`, `!adjudicate 0`,
`!rollback 37`, `!substitute 1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from games.rules.chance import Chance
from games.rules.errors import BadNotation
from games.rules.game import Event, Game, OptionValue, Outcome, Seat
from games.rules.sentence import N_, Sentence, Who, sentence
from games.rules.telling import Told, Weight, addressed

NUMBER = re.compile("0|[1-9][0-9]{0,8}")

HOUSE_REASONS: Mapping[str, str] = {
    "resignation": N_("{winner} wins: the other side resigned."),
    "timeout": N_("{winner} wins: the other side ran out of time."),
    "adjudication": N_("{winner} wins by a moderator’s decision."),
    "agreed": N_("The match is a draw: both sides agreed to it."),
    "void": N_("The match is void: it doesn’t count for anyone."),
    "bound": N_("The match is a draw: it reached the maximum number of moves."),
}


TO_WINNER: Mapping[str, str] = {
    "resignation": N_("You won: the other side resigned."),
    "timeout": N_("You won: the other side ran out of time."),
    "adjudication": N_("You won by a moderator’s decision."),
}
"""How a match ended, said to a seat that won it."""

TO_LOSER: Mapping[str, str] = {
    "resignation": N_("You lost: you resigned."),
    "timeout": N_("You lost: you ran out of time."),
    "adjudication": N_("You lost by a moderator’s decision."),
}
"""The same said to one that lost it."""


class Started(Event, frozen=True):
    """The match began; `order` gives the joiner (0 first) on each seat."""

    order: tuple[int, ...]


class Resigned(Event, frozen=True):
    """A seat gave up."""

    seat: Seat


class TimedOut(Event, frozen=True):
    """A seat let its time run out."""

    seat: Seat


class DrawAgreed(Event, frozen=True):
    """The agreement of all seats to a draw."""


class Voided(Event, frozen=True):
    """The match was cancelled."""


class Bounded(Event, frozen=True):
    """The match had as many moves as its game can have, and had not ended: the site ended it level."""


class Adjudicated(Event, frozen=True):
    """A moderator awarded the match to a seat."""

    seat: Seat


class RolledBack(Event, frozen=True):
    """The match went back to where it stood after entry `ply`; `seat` is whose move that took back, if it was one."""

    ply: int
    seat: Seat | None = None


class Substituted(Event, frozen=True):
    """Somebody else took over a seat: the position stays as it is."""

    seat: Seat


ENDINGS = (Resigned, TimedOut, DrawAgreed, Voided, Bounded, Adjudicated)
BOUND = "!bound"


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the first entry of a log says: the rules, the options, and who sits where."""

    game: str
    version: int
    options: dict[str, OptionValue]
    order: tuple[int, ...]
    drawn: bool
    """Whether the order was drawn (label `seats`) rather than chosen."""


_canonical = msgspec.json.Encoder(order="sorted")
_start_decoder = msgspec.json.Decoder(Start)


def start_text(opening: Start) -> str:
    """Return the text of entry 0."""
    return "!start " + _canonical.encode(opening).decode()


def parse_start(text: str) -> Start:
    """Read entry 0. Raises BadNotation."""
    if not text.startswith("!start "):
        raise BadNotation(sentence(N_("The first entry of a log must be “!start”, not “{text}”."), text=text[:40]))
    try:
        return _start_decoder.decode(text[len("!start ") :])
    except msgspec.DecodeError as error:
        raise BadNotation(sentence(N_("The “!start” entry can’t be read: {reason}."), reason=str(error))) from error


def draw_order(seats: int, chance: Chance) -> list[int]:
    """Return a drawn seat order: which joiner (0 first) sits on each seat."""
    order = list(range(seats))
    chance.shuffle(order, "seats")
    return order


def ruling(game: Game[Any, Any], text: str) -> tuple[Outcome, Event]:
    """Return the outcome and the event of a house entry that ends a match. Raises BadNotation."""
    match text.split(" "):
        case ["!resign", number]:
            seat = _seat(game, number, text)
            return Outcome("resignation", _others(game, seat)), Resigned(seat)
        case ["!timeout", number]:
            seat = _seat(game, number, text)
            return Outcome("timeout", _others(game, seat)), TimedOut(seat)
        case ["!adjudicate", number]:
            seat = _seat(game, number, text)
            return Outcome("adjudication", (seat,)), Adjudicated(seat)
        case ["!draw"]:
            return Outcome("agreed"), DrawAgreed()
        case ["!void"]:
            return Outcome("void"), Voided()
        case ["!bound"]:
            return Outcome("bound"), Bounded()
    raise _unreadable(text)


def rollback_ply(text: str) -> int | None:
    """Return the ply a `!rollback` entry goes back to; None for any other entry. Raises BadNotation."""
    if not text.startswith("!rollback "):
        return None
    number = text[len("!rollback ") :]
    if not NUMBER.fullmatch(number):
        raise _unreadable(text)
    return int(number)


def undone(log: Iterable[tuple[int, int | None]]) -> set[int]:
    """Return the numbers of those entries that a later one took back.

    `log` has the number of each entry, or of each of its last ones, and that of the entry to which it goes back, None
    for all others.
    """
    gone: frozenset[int] = frozenset()
    after: dict[int, frozenset[int]] = {}
    for ply, target in log:
        if target is not None:
            gone = after.get(target, frozenset()) | {each for each in after if each > target}
        after[ply] = gone
    return set(gone)


def substituted(game: Game[Any, Any], text: str) -> Seat | None:
    """Return the seat that a `!substitute` entry hands over; None for any other entry. Raises BadNotation."""
    match text.split(" "):
        case ["!substitute", number]:
            return _seat(game, number, text)
    return None


SAID: Mapping[type[Event], str] = {
    Started: N_("The match begins."),
    DrawAgreed: N_("Both sides agreed to a draw."),
    Voided: N_("The match was declared void."),
    Bounded: N_("The match reached the maximum number of moves, so the site ended it as a draw."),
}


def describe(event: Event) -> Sentence | None:
    """Return a house event in words; None for a game's own."""
    if said := SAID.get(type(event)):
        return sentence(said)
    match event:
        case Resigned(seat):
            return sentence(N_("{who} resigned."), who=Who(seat))
        case TimedOut(seat):
            return sentence(N_("{who} ran out of time."), who=Who(seat))
        case Adjudicated(seat):
            return sentence(N_("A moderator awarded the match to {who}."), who=Who(seat))
        case RolledBack(_, int(seat)):
            return sentence(N_("{who}’s last move was taken back."), who=Who(seat))
        case RolledBack(ply):
            return sentence(N_("The match goes back to just after entry {ply}."), ply=ply)
        case Substituted(seat):
            return sentence(N_("{who} took over this seat."), who=Who(seat))
    return None


TO_ME = {
    N_("{who} resigned."): N_("You resigned."),
    N_("{who} ran out of time."): N_("You ran out of time."),
    N_("A moderator awarded the match to {who}."): N_("A moderator awarded you the match."),
    N_("{who}’s last move was taken back."): N_("Your last move was taken back."),
    N_("{who} took over this seat."): N_("You took over this seat."),
}


def is_event(event: Event) -> bool:
    """Say whether an event is the house's, and no game's own."""
    return describe(event) is not None


def told(events: Iterable[Event], me: Seat | None) -> list[Told]:
    """Return house events as a seat is told of them."""
    said = [(event, describe(event)) for event in events]
    return [
        Told(Weight.PAYMENT if isinstance(event, Started) else Weight.OUTCOME, addressed(words, me, TO_ME))
        for event, words in said
        if words is not None
    ]


def worth_telling(events: Iterable[Event]) -> list[Event]:
    """Return events of a match; that it began is no news beside how the house ended it."""
    found = list(events)
    is_ended = any(isinstance(event, ENDINGS) for event in found)
    return [event for event in found if not (is_ended and isinstance(event, Started))]


def _others(game: Game[Any, Any], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in range(game.meta.seats) if other != seat)


def _seat(game: Game[Any, Any], number: str, text: str) -> Seat:
    if NUMBER.fullmatch(number) and int(number) < game.meta.seats:
        return int(number)
    raise _unreadable(text)


def _unreadable(text: str) -> BadNotation:
    template = N_(
        "“{text}” is not an entry the site can make. It can make: !start, !resign SEAT, !timeout SEAT, "
        "!adjudicate SEAT, !draw, !void, !bound, !rollback PLY, !substitute SEAT."
    )
    return BadNotation(sentence(template, text=text[:40]))
