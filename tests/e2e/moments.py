"""Kinds of moments of a match, each as one of its players meets it; `<game>/moments.py` say which a game has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from accounts.models import User
from games.core.models import Match, Seat
from games.core.services import play
from games.offers import services as offers
from games.rules.record import loads
from tests.games import tables


class Moment(NamedTuple):
    """A match that has just come to this moment, as this player meets it."""

    name: str
    match: Match
    user: User


class Stop(NamedTuple):
    """After so many entries of a script, seen from a seat that has composed a plan, or none; `offered`: also while an
    offer of the other player waits for an answer."""

    name: str
    entries: int
    seat: int
    plan: str = ""
    offered: bool = False


def moments(slug: str, ann: User, ben: User) -> Iterator[Moment]:
    """Return every kind of moment of a game on fixed chance. The match of one may be played on for the next."""
    found: Iterator[Moment] = import_module(f"tests.e2e.{slug.replace('-', '_')}.moments").moments(ann, ben)
    return found


def scripted(record: Path, stops: Sequence[Stop], *users: User) -> Iterator[Moment]:
    """Stop at these moments of the match that a record holds; under its secret and id the same moves are legal."""
    script = loads(record.read_bytes())
    match = tables.begin(*users, game=script.game, public_id=script.match, secret=bytes.fromhex(script.secret))
    for stop in stops:
        for entry in script.entries[match.entries.count() : stop.entries + 1]:
            assert entry.seat is not None
            tables.answer(match, users[entry.seat], entry.text)
        _plan(match, users[stop.seat], stop.plan)
        moment = Moment(stop.name, tables.now(match), users[stop.seat])
        yield moment
        if stop.offered:
            yield from offered(moment, users[1 - stop.seat])
        _plan(match, users[stop.seat], "")


def offered(moment: Moment, other: User) -> Iterator[Moment]:
    """Yield the same moment while an offer of the other player waits for an answer."""
    offers.make(moment.match.public_id, other.pk, Seat.Offer.PAUSE, 3)
    yield Moment(f"{moment.name}, with an offer", tables.now(moment.match), moment.user)
    offers.withdraw(moment.match.public_id, other.pk)


def _plan(match: Match, user: User, text: str) -> None:
    if match.turns.filter(user=user).exists():
        play.save_plan(match.public_id, user.pk, text, tables.seat(match, user).serial)
