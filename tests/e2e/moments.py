"""Kinds of moments of a match, each as one of its players meets it; `<game>/moments.py` say which a game has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from accounts.models import User
from games.models import Match
from games.rules.record import loads
from games.services import play
from tests.games import tables


class Moment(NamedTuple):
    """A match that has just come to this moment, as this player meets it."""

    name: str
    match: Match
    user: User


class Stop(NamedTuple):
    """After so many entries of a script, seen from a seat that has composed a plan, or none."""

    name: str
    entries: int
    seat: int
    plan: str = ""


def moments(slug: str, ann: User, ben: User) -> Iterator[Moment]:
    """Every kind of moment of a game on fixed chance. The match of one may be played on for the next."""
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
        yield Moment(stop.name, tables.now(match), users[stop.seat])
        _plan(match, users[stop.seat], "")


def _plan(match: Match, user: User, text: str) -> None:
    if match.turns.filter(user=user).exists():
        play.save_plan(match.public_id, user.pk, text, tables.seat(match, user).serial)
