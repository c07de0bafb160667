"""Choose which of many seeks are paired. Wishes and strength find them, so that not each is compared with each."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from datetime import datetime
from heapq import merge
from typing import NamedTuple, TypeVar

from games.seeks.fit import WIDENING, Seeking, Wish, misfit, misfit_of_wishes

Made = TypeVar("Made")
LIMITS = tuple(dict.fromkeys(width.points for width in WIDENING))
"""Points by which two may differ, one for each seek; `None` for any number."""
WIDEST = max(points for points in LIMITS if points is not None)


def match_up(
    seeks: Mapping[int, Seeking], now: datetime, begin: Callable[[int, int], Made | None], only: int | None = None
) -> list[Made]:
    """Have each seek, or `only` this one, begin a match with the first that fits and is not taken yet; what came of it.

    The seeks, by key, stand in the order in which they come first. `begin` is given two keys, and answers None where
    the two cannot play after all: then the next that fits has its turn.
    """
    left = _Left(seeks, now)
    made = list[Made]()
    for one in [key for key in seeks if only in (None, key)]:
        if not left.take(one):
            continue
        for other in left.fitting(one):
            match = begin(one, other)
            if match is not None:
                made.append(match)
                left.take(other)
                break
    return made


class _Shelf(NamedTuple):
    """A place for seeks with the same wish, the same limit of points and similar ratings.

    The ratings lie in a stretch as long as that limit. Seeks without a limit stand on a further shelf without a
    stretch.
    """

    wish: Hashable
    limit: float | None
    stretch: int | None


class _Left:
    """Seeks that nobody has taken yet, on shelves: each holds its ranks in order."""

    def __init__(self, seeks: Mapping[int, Seeking], now: datetime) -> None:
        self.seeks = seeks
        self.now = now
        self.keys = list(seeks)
        self.ranks = {key: rank for rank, key in enumerate(seeks)}
        self.wishes = {_same(seek.wish): seek.wish for seek in seeks.values()}
        self.suiting = dict[Hashable, list[Hashable]]()
        self.shelves = dict[_Shelf, dict[int, None]]()
        for key, rank in self.ranks.items():
            for shelf in self._shelves_of(seeks[key]):
                self.shelves.setdefault(shelf, {})[rank] = None

    def take(self, key: int) -> bool:
        """Take a seek away; False where it is gone already."""
        rank = self.ranks.pop(key, None)
        if rank is None:
            return False
        for shelf in self._shelves_of(self.seeks[key]):
            del self.shelves[shelf][rank]
        return True

    def fitting(self, key: int) -> Iterator[int]:
        """Yield those left that fit a seek, in the order in which they came."""
        one = self.seeks[key]
        for rank in merge(*self._near(one)):
            other = self.keys[rank]
            if misfit(one, self.seeks[other], self.now) is None:
                yield other

    def _near(self, one: Seeking) -> Iterator[dict[int, None]]:
        """Return the shelves on which all stand that may fit a seek, and few others."""
        limit = one.limit(self.now)
        shelves = (
            _Shelf(wish, theirs, stretch)
            for wish in self._suiting(one.wish)
            for theirs in LIMITS
            for stretch in _stretches(one.seeker.number, limit, theirs)
        )
        return (self.shelves[shelf] for shelf in shelves if shelf in self.shelves)

    def _suiting(self, wish: Wish) -> list[Hashable]:
        """Return what others wish that a wish fits, looked at once for all who wish it."""
        mine = _same(wish)
        if mine not in self.suiting:
            self.suiting[mine] = [each for each, other in self.wishes.items() if not misfit_of_wishes(wish, other)]
        return self.suiting[mine]

    def _shelves_of(self, seek: Seeking) -> Iterator[_Shelf]:
        wish = _same(seek.wish)
        limit = seek.limit(self.now)
        yield _Shelf(wish, limit, int(seek.seeker.number // (limit or WIDEST)))
        if limit is None:
            yield _Shelf(wish, limit, None)


def _same(wish: Wish) -> Hashable:
    """Return what is the same of two wishes that fit the same others, as far as those who wish them do not matter."""
    insisted = [frozenset(each.items()) for each in (wish.options, wish.clock)]
    return (wish.game, wish.fastest_days, wish.slowest_days, wish.rated, wish.paired, wish.language, *insisted)


def _stretches(number: float, mine: float | None, theirs: float | None) -> list[int] | list[None]:
    """Return on which of the shelves of one limit somebody's opponents stand, given the own limit."""
    if mine is None and theirs is None:
        return [None]
    most = min(each for each in (mine, theirs) if each is not None) + 1  # a point more, to make up for rounding
    length = theirs or WIDEST
    return list(range(int((number - most) // length), int((number + most) // length) + 1))
