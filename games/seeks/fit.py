"""Whether two seeks fit, and which match comes of them.

All but two things are asked for good. How strong the other may be and how reliable he must be widens with the days that
a seek has waited (`WIDENING`). What either of the two asks holds for both: a pair has to be near enough to each other
by what either asks, and nobody can ask for more reliability than he has (`games.seeks.services.ask`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, NamedTuple


class Width(NamedTuple):
    """From so many `days` on: by how many points of a rating two may differ, None by any number, and by how many per
    cent the other's reliability may stay below what was asked."""

    days: int
    points: float | None
    percent: int


WIDENING = (Width(0, 150, 0), Width(1, 300, 5), Width(3, 600, 10), Width(7, None, 20))
"""How what is asked widens with the days that a seek has waited."""

RULES = ("nights", "weekends", "vacations", "absence")
"""What can be asked of a clock besides its pace: fields of `Chosen`."""


@dataclass(frozen=True)
class Wish:
    """What somebody seeks: a match of a game, at a pace from `fastest_days` to `slowest_days` a move.

    `options` and `clock` hold what is insisted on of the game's options and of RULES; `rated` None and `language` ""
    stand for what does not matter. `near` asks for somebody about as strong, `min_reliability` for a share in per cent.
    `watchable`: everybody may look on while it runs, where the other thinks so too. `paired` asks for two matches with
    sides swapped; None takes them where the other asks for them.
    """

    game: str
    fastest_days: int
    slowest_days: int
    options: Mapping[str, Any] = field(default_factory=dict)
    clock: Mapping[str, Any] = field(default_factory=dict)
    rated: bool | None = None
    language: str = ""
    near: bool = True
    min_reliability: int = 0
    watchable: bool = False
    paired: bool | None = False


class Seeker(NamedTuple):
    """Who seeks: the key of the user, the number of the rating in the game, the reliability in per cent, None for who
    is held to none, whom he blocks or is blocked by, and with whom he plays the game already or did not long ago."""

    user: int
    number: float
    percent: int | None
    blocked: frozenset[int] = frozenset()
    playing: frozenset[int] = frozenset()


class Seeking(NamedTuple):
    """A seek: what is sought, by whom, and since when."""

    wish: Wish
    seeker: Seeker
    since: datetime

    def width(self, now: datetime) -> Width:
        """Return how far what it asks has widened at a moment."""
        return next(each for each in reversed(WIDENING) if now - self.since >= timedelta(each.days) or not each.days)

    def limit(self, now: datetime) -> float | None:
        """Return how many points the ratings may differ by at a moment; `None` for any number.

        This is by what the seek itself asks.
        """
        return self.width(now).points if self.wish.near else None


class Misfit(Enum):
    """Why two seeks do not fit."""

    SAME = "both are of one user"
    GAME = "the games differ"
    PACE = "no pace suits both"
    RATED = "one wants it rated, the other does not"
    PAIRED = "one wants a pair, the other does not"
    OPTIONS = "the options differ"
    CLOCK = "the rules of the clock differ"
    LANGUAGE = "the languages differ"
    BLOCKED = "one blocks the other"
    PLAYING = "they play this game already, or did not long ago"
    STRENGTH = "one is much stronger"
    RELIABILITY = "one is less reliable than the other asks"


def misfit(one: Seeking, other: Seeking, now: datetime) -> Misfit | None:
    """Return why two seeks do not fit at a moment, the first reason there is; None where they fit."""
    return misfit_of_wishes(one.wish, other.wish) or _of_seekers(one, other, now)


def misfit_of_wishes(one: Wish, other: Wish) -> Misfit | None:
    """Return why two wishes don't fit, no matter who seeks; `None` if they fit."""
    if one.game != other.game:
        return Misfit.GAME
    if max(one.fastest_days, other.fastest_days) > min(one.slowest_days, other.slowest_days):
        return Misfit.PACE
    if {True, False} <= {one.rated, other.rated}:
        return Misfit.RATED
    if {True, False} <= {one.paired, other.paired}:
        return Misfit.PAIRED
    if _differ(one.options, other.options):
        return Misfit.OPTIONS
    if _differ(one.clock, other.clock):
        return Misfit.CLOCK
    return Misfit.LANGUAGE if one.language and other.language and one.language != other.language else None


def _differ(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return any(name in other and other[name] != value for name, value in one.items())


def _of_seekers(one: Seeking, other: Seeking, now: datetime) -> Misfit | None:
    mine = one.seeker
    theirs = other.seeker
    if mine.user == theirs.user:
        return Misfit.SAME
    if theirs.user in mine.blocked or mine.user in theirs.blocked:
        return Misfit.BLOCKED
    if theirs.user in mine.playing or mine.user in theirs.playing:
        return Misfit.PLAYING
    if not (_is_near(one, theirs, now) and _is_near(other, mine, now)):
        return Misfit.STRENGTH
    is_reliable = _is_reliable(one, theirs, now) and _is_reliable(other, mine, now)
    return None if is_reliable else Misfit.RELIABILITY


def _is_near(seeking: Seeking, other: Seeker, now: datetime) -> bool:
    most = seeking.limit(now)
    return most is None or abs(seeking.seeker.number - other.number) <= most


def _is_reliable(seeking: Seeking, other: Seeker, now: datetime) -> bool:
    least = seeking.wish.min_reliability
    return not least or other.percent is None or other.percent >= least - seeking.width(now).percent


def common_wish(one: Wish, other: Wish) -> Wish:
    """Return what two wishes that fit have in common, as one: at the fastest pace that suits both, rated where neither
    minds, to be watched where both like it, and a pair where one of them asks for it.
    """
    pace = max(one.fastest_days, other.fastest_days)
    options = {**one.options, **other.options}
    clock = {**one.clock, **other.clock}
    rated = False not in (one.rated, other.rated)
    watchable = one.watchable and other.watchable
    paired = True in (one.paired, other.paired)
    return Wish(one.game, pace, pace, options, clock, rated, watchable=watchable, paired=paired)
