"""The parts that pages of a match have in common: a player's, that of a play link, and a watcher's.

Each part is a type of its own, made by one function. Which page has which part is said by the types of the pages:
`MatchPage` and `LinkPage` (`matches.py`), and `WatchPage` (`games/watching/pages.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from accounts.models import User
from games.boards.about import Shown
from games.boards.registry import about, check_script
from games.core.models import Match, Seat, Substitution
from games.core.models.counting import Counting
from games.core.pages import rulebook
from games.core.reading import clocks as clock_words, level_words, log, substitutes
from games.core.reading.log import LogLine
from games.core.reading.seen import Seen
from games.core.reading.voice import display_name
from games.core.services import secret
from games.rules.game import Event


@dataclass(frozen=True)
class Subject:
    """The match that a page is about, the same for every reader. `clock` says in a sentence how time runs, and
    `clock_details` at length; `commitment` is its seal."""

    match: Match
    title: str
    rules_url: str
    options_words: list[tuple[str, str]]
    clock: str
    clock_details: list[str]
    commitment: str

    @classmethod
    def of(cls, match: Match, seats: Iterable[Seat]) -> Subject:
        """Return what is said of a match as a whole."""
        words = option_words(match)
        details = clock_words.details(match, seats) if match.ended is None else []
        rules = rulebook.rules_url(match.game)
        return cls(
            match=match,
            title=match.title,
            rules_url=rules,
            options_words=words,
            clock=clock_words.brief(match),
            clock_details=details,
            commitment=match.commitment,
        )


def option_words(match: Match) -> list[tuple[str, str]]:
    """Return the options a match is played with: what each is called and what was chosen."""
    return [
        (_(option.title), _(choice.label))
        for option in match.rules.meta.options
        for choice in option.choices
        if option.applies(match.options) and choice.value == match.options.get(option.name)
    ]


@dataclass(frozen=True)
class Templates:
    """Which templates draw the match; of several names the first that there is.

    `turns`: readers may turn the board round. `things`: what lies on it has cards that explain it.
    """

    board: str
    hand: list[str]
    choices: list[str]
    annex: list[str]
    turns: bool
    things: bool

    @classmethod
    def of(cls, game: str) -> Templates:
        """Return those of a game, and what all games share where it has none of its own."""
        hand = [f"{game}/hand.jinja", "games/_hand.jinja"]
        choices = [f"{game}/choices.jinja", "games/_choice_list.jinja"]
        annex = [f"{game}/annex.jinja", "games/_about.jinja"]
        found = about(game)
        return cls(f"{game}/board.jinja", hand, choices, annex, turns=found.turns, things=found.things is not None)


@dataclass(frozen=True)
class Standpoint:
    """From when and where the match is looked at.

    `ply` is the number by which the viewer knows the entry after which it is drawn, `last` that of the newest one.
    `is_past` says that an address asked for that entry. `eyes` is what links go on with for a spectator. The addresses
    lead an entry back and forth, and to the current state of the match; they are `""` if there is nothing.
    """

    ply: int
    last: int
    is_past: bool
    prev_url: str = ""
    next_url: str = ""
    latest_url: str = ""
    eyes: str = ""


@dataclass(frozen=True)
class News:
    """What the page marks: all after the reader's newest move, or an earlier entry alone.

    - `since_last` says what happened after that move (`has_moved`: there was one), the weightiest first.
    - `headline` is the part of it that fits above the board.
    - `news` are the events after that move. `recent` also has those of the move itself: the reader may have drawn
      something that isn't used yet. `retold` are the same with their sentences.
    - `trail` are the events that the board marks: the news. If there are none, it's all that the reader has done since
      another player moved.
    """

    since_last: Sequence[str]
    news: Sequence[Event]
    recent: Sequence[Event]
    retold: Sequence[tuple[Event, str]]
    trail: Sequence[Event]
    has_moved: bool = False
    headline: str = ""

    @classmethod
    def of_entry(cls, lines: Iterable[LogLine], ply: int) -> News:
        """Return one entry alone, by the number that the viewer counts it as."""
        retold = log.happened(line for line in lines if line.ply == ply)
        events = log.events(retold)
        return cls([], events, events, retold, events)

    @classmethod
    def since_move(cls, lines: Sequence[LogLine], seat: Seat, seen: Seen) -> News:
        """Return what is new to the seat."""
        new = [line for line in lines if line.new]
        moved = seat.answered_ply
        own = [] if moved is None else [line for line in lines if line.ply == seat.counted(moved)]
        retold = log.happened(own + new)
        happened = [event for line in log.not_taken_back(new) for event in line.events]
        told, headline = log.told_with_headline(seen.match.rules, happened, seat.index, seen.voice)
        news = log.events(log.happened(new))
        trail = news or _last_turn(lines, seat)
        return cls(told, news, log.events(retold), retold, trail, has_moved=moved is not None, headline=headline)


def _last_turn(lines: Sequence[LogLine], seat: Seat) -> list[Event]:
    """Return what the seat has done since somebody else moved."""
    own = [*takewhile(lambda line: line.seat == seat.number, reversed(lines))]
    return [event for line in reversed(own) for event in line.events]


class Added(NamedTuple):
    """What a player who joined added to chance; `source` tells who drew it: browser, server or house."""

    name: str
    entropy: str
    source: str


def _added(seats: Sequence[Seat], joined: Sequence[User]) -> list[Added]:
    """Return what was added to the chance of the match, in the order of joining.

    `joined` are the users who joined at these seats.
    """
    found = {}
    for seat, user in zip(seats, joined, strict=True):
        found[seat.joined] = Added(user.username, seat.entropy, "house" if user.is_bot else seat.entropy_source)
    return [found[place] for place in sorted(found)]


@dataclass(frozen=True)
class Revealed:
    """What chance came from, once the match is over, and what a browser compares a record with.

    `secret` is the site's, `joiners` what each player added, in the order in which they joined. `names_json` are
    the names by seat as JSON, null for a player who has left, since older records have another; `my_seat` is the
    reader's own seat, empty for none; `checked_by` the address of the script that knows what the game draws. All are
    empty while the match goes on.
    """

    secret: str = ""
    joiners: Sequence[Added] = ()
    names_json: str = ""
    my_seat: str = ""
    checked_by: str = ""

    @classmethod
    def of(cls, match: Match, seats: Sequence[Seat], mine: Seat | None) -> Revealed:
        """Return what is laid open of a match; nothing before it has ended."""
        if match.ended is None:
            return cls()
        first = {each.seat: each.former for each in reversed(substitutes.of_match(match, seats))}
        joined = [first.get(seat.index, seat.user) for seat in seats]
        names = [None if user.left else user.username for user in joined]
        return cls(
            secret=secret.revealed(match),
            joiners=_added(seats, joined),
            names_json=json.dumps(names),
            my_seat="" if mine is None or mine.taken_ply is not None else str(mine.index),
            checked_by=check_script(match.game),
        )


def handed_over(seen: Seen, counting: Counting) -> list[str]:
    """Return who has taken over a seat, in sentences, oldest first; `counting` numbers the entries for the reader."""
    template = _("{name} took over {former}’s seat at entry {ply}. The match isn’t rated.")
    return [template.format(**_change(each, counting)) for each in seen.handed_over]


def _change(each: Substitution, counting: Counting) -> dict[str, Any]:
    ply = counting.counted(each.ply)
    return {"name": display_name(each.user), "former": each.former.username, "ply": ply}


@dataclass(frozen=True)
class Ending:
    """How the match ended, in a sentence, with the reason that a moderator gave and the level of the computer that
    played in it, which players alone are told there."""

    result: str
    reason: str = ""
    level: str = ""

    @classmethod
    def of_player(cls, seen: Seen) -> Ending:
        """Return it as a player is told it."""
        return cls(seen.own_result, seen.match.reason, level_words.of_match(seen.seats))


def board_of(match: Match, shown: Shown) -> object | None:
    """Return the board as its game composes it; None where the game's template draws the view itself."""
    compose = about(match.game).board
    return None if compose is None else compose(shown)
