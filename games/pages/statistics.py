"""Statistics: how the matches of a game ended, which side has won, and how long they were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.pages import rulebook
from games.reading import access, statistics
from games.rules import registry
from games.rules.house import HOUSE_REASONS

STEP = 10
"""Moves that a class of lengths spans."""


class Bar(NamedTuple):
    """A row of a chart: what it counts, how many matches these are, and which part of all, and of the longest bar, in
    percent."""

    label: str
    number: int
    share: int
    width: int


def bars(counts: Iterable[tuple[str, int]]) -> list[Bar]:
    """The rows of a chart of these counts; of none, none."""
    found = list(counts)
    whole, longest = sum(number for _label, number in found), max((number for _label, number in found), default=0)
    return [
        Bar(label, number, round(100 * number / whole), round(100 * number / longest))
        for label, number in found
        if whole
    ]


class OfSite(NamedTuple):
    """How many matches between people are over: of a game, and which part of all that is."""

    slug: str
    bar: Bar


def of_site() -> list[OfSite]:
    """Every game of the site, with its matches."""
    counts, slugs = statistics.by_game(), registry.slugs()
    shown = bars((_(registry.title(slug)), counts.get(slug, 0)) for slug in slugs)
    return [OfSite(slug, bar) for slug, bar in zip(slugs, shown, strict=False)]


@dataclass(frozen=True)
class OfGame:
    """What came of the `number` matches of a game: which side has won, how they ended, how long they were."""

    slug: str
    title: str
    rules_url: str
    number: int
    sides: list[Bar]
    ends: list[Bar]
    lengths: list[Bar]


def of_game(slug: str) -> OfGame:
    """The statistics of a game. Raises Http404 for one that there is not."""
    meta, ended = access.game_of(slug).meta, statistics.ends(slug)
    winners = Counter[int | None]()
    reasons = Counter[str]()
    for each in ended:
        winners[each.winner] += each.number
        reasons[end_in_words(each.reason)] += each.number
    sides = [(_(name), winners[seat]) for seat, name in enumerate(meta.seat_names)]
    return OfGame(
        slug=slug,
        title=_(meta.title),
        rules_url=rulebook.address(slug),
        number=winners.total(),
        sides=bars([*sides, (_("Nobody (draw)"), winners[None])]),
        ends=bars(sorted(reasons.items(), key=lambda each: (-each[1], each[0]))),
        lengths=bars(_classes(statistics.lengths(slug, STEP))),
    )


def _classes(found: dict[int, int]) -> list[tuple[str, int]]:
    """The classes from the shortest to the longest match, with those between that are empty."""
    if not found:
        return []
    return [
        (_("{least} to {most}").format(least=least, most=least + STEP - 1), found.get(least, 0))
        for least in range(min(found), max(found) + 1, STEP)
    ]


def end_in_words(reason: str) -> str:
    """How a match ended, for whoever was not in it."""
    words = {
        "resignation": _("Resigned"),
        "timeout": _("Out of time"),
        "adjudication": _("Decided by a moderator"),
        "agreed": _("Draw agreed"),
    }
    assert words.keys() == HOUSE_REASONS.keys() - {"void"}
    return words.get(reason) or _("Played to the end")
