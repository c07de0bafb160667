"""Statistics: how the matches of a game ended, which side has won, and how long they were."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.boards.armies import Armies
from games.boards.registry import about
from games.core.pages import rulebook
from games.core.reading import access
from games.rules import registry
from games.rules.house import HOUSE_REASONS
from games.statistics import queries as statistics
from games.statistics.queries import STEP, Balance, EndingCount


class Bar(NamedTuple):
    """A row of a chart: what it counts, how many matches these are, and which part of all, in percent. The bar is as
    long as that part."""

    label: str
    number: int
    share: int


def bars(counts: Iterable[tuple[str, int]]) -> list[Bar]:
    """Return the rows of a chart of these counts; of none, none."""
    found = list(counts)
    whole = sum(number for _label, number in found)
    return [Bar(label, number, round(100 * number / whole)) for label, number in found if whole]


class BalanceRow(NamedTuple):
    """A row of what was won, level and lost: of what, how many matches these are, and which part of them was won or
    level, in percent. Where there is more to see, its `address`."""

    label: str
    balance: Balance
    won: int
    level: int
    address: str = ""


def balance_row(label: str, balance: Balance, address: str = "") -> BalanceRow:
    """Return the row of a balance."""
    won, level = (round(100 * number / (balance.played or 1)) for number in balance[:2])
    return BalanceRow(label, balance, won, level, address)


def of_armies(slug: str, found: Mapping[str, Balance]) -> list[BalanceRow]:
    """Return the rows of the armies of a game, those that won the largest part first."""
    known = _armies(slug)
    titles = known.titles if known else {}
    rows = [balance_row(capfirst(_(titles.get(army, army))), balance) for army, balance in found.items()]
    return sorted(rows, key=lambda each: (-each.won, each.label))


def armies_of(slug: str) -> dict[str, Balance]:
    """Return what came of each kind of army of a game; nothing where it knows none."""
    return statistics.armies(slug) if _armies(slug) else {}


def note_on_armies(slug: str) -> str:
    """Return what the kinds of armies of a game are, where it has to be said."""
    known = _armies(slug)
    return _(known.note) if known and known.note else ""


def _armies(slug: str) -> Armies | None:
    return about(slug).armies if slug in registry.slugs() else None


class OfOneGame(NamedTuple):
    """How many matches between people are over: of a game, and which part of all that is."""

    slug: str
    bar: Bar


@dataclass(frozen=True)
class OfSite:
    """The matches of each game, and how those of all games ended and how long they were."""

    games: list[OfOneGame]
    ends: list[Bar]
    lengths: list[Bar]


def of_site() -> OfSite:
    """Return the statistics of the site."""
    found = statistics.ended()
    slugs = registry.slugs()
    counts = statistics.number_of_matches(found, lambda each: each.game)
    shown = bars((_(registry.title(slug)), counts.get(slug, 0)) for slug in slugs)
    games = [OfOneGame(slug, bar) for slug, bar in zip(slugs, shown, strict=False)]
    return OfSite(games, _ends(found), _lengths(found))


@dataclass(frozen=True)
class GameStatistics:
    """What came of the `number` matches of a game: which side has won and which armies, how they ended, how long
    they were. `note` says what the kinds of armies are."""

    slug: str
    title: str
    rules_url: str
    number: int
    sides: list[Bar]
    armies: list[BalanceRow]
    note: str
    ends: list[Bar]
    lengths: list[Bar]


def of_game(slug: str) -> GameStatistics:
    """Return the statistics of a game. Raises Http404 for one that there is not."""
    meta = access.game_of(slug).meta
    found = statistics.ended(slug)
    winners = statistics.number_of_matches(found, lambda each: each.winner)
    sides = [(_(name), winners.get(seat, 0)) for seat, name in enumerate(meta.seat_names)]
    return GameStatistics(
        slug=slug,
        title=_(meta.title),
        rules_url=rulebook.rules_url(slug),
        number=sum(winners.values()),
        sides=bars([*sides, (_("Nobody (draw)"), winners.get(None, 0))]),
        armies=of_armies(slug, armies_of(slug)),
        note=note_on_armies(slug),
        ends=_ends(found),
        lengths=_lengths(found),
    )


def _ends(found: Iterable[EndingCount]) -> list[Bar]:
    """Return how matches ended in words, the most frequent end first."""
    reasons = statistics.number_of_matches(found, lambda each: end_in_words(each.reason))
    return bars(sorted(reasons.items(), key=lambda each: (-each[1], each[0])))


def _lengths(found: Iterable[EndingCount]) -> list[Bar]:
    """Return the classes from the shortest to the longest match, with those between that are empty."""
    numbers = statistics.number_of_matches(found, lambda each: each.least)
    classes = range(min(numbers), max(numbers) + 1, STEP) if numbers else ()
    words = _("{least} to {most}")
    return bars((words.format(least=least, most=least + STEP - 1), numbers.get(least, 0)) for least in classes)


def end_in_words(reason: str) -> str:
    """Return how a match ended, for readers who were not in it."""
    words = {
        "resignation": _("Resigned"),
        "timeout": _("Out of time"),
        "adjudication": _("Decided by a moderator"),
        "agreed": _("Draw agreed"),
        "bound": _("Ended by the site"),
    }
    assert words.keys() == HOUSE_REASONS.keys() - {"void"}
    return words.get(reason) or _("Played to the end")
