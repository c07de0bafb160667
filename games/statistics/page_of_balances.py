"""What came of a person's matches, as a page: by game, side and army, and against whom."""

from dataclasses import dataclass
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.core.reading.voice import display_name
from games.rules import registry
from games.statistics import balances
from games.statistics.balances import Against
from games.statistics.pages import BalanceRow, balance_row, note_on_armies, of_armies


class GameBalances(NamedTuple):
    """What came of a person's matches of a game, by side and by army; `note` says what the kinds of armies are."""

    slug: str
    title: str
    sides: list[BalanceRow]
    armies: list[BalanceRow]
    note: str


@dataclass(frozen=True)
class PersonStatistics:
    """What came of a person's matches that the reader may look at: by game, in each game, and against those of most."""

    person: User
    games: list[BalanceRow]
    in_games: list[GameBalances]
    opponents: list[BalanceRow]


def of_person(person: User, reader: User | AnonymousUser) -> PersonStatistics:
    """Return the statistics of a person as somebody, or a visitor, reads them."""
    found = balances.in_games(balances.of_person(person, reader.pk))
    return PersonStatistics(
        person=person,
        games=[balance_row(_(registry.title(each.game)), each.whole, f"#{each.game}") for each in found],
        in_games=[_in_game(each) for each in found],
        opponents=[_against(each) for each in balances.balances_by_opponent(person, reader.pk)],
    )


def _in_game(found: balances.InGame) -> GameBalances:
    slug = found.game
    sides = [balance_row(_side(slug, side), balance) for side, balance in found.sides.items()]
    note = note_on_armies(slug) if found.armies else ""
    return GameBalances(slug, _(registry.title(slug)), sides, of_armies(slug, found.armies), note)


def _side(slug: str, side: int) -> str:
    """Return what a side of a game is called, also of one that is no longer played here."""
    if slug in registry.slugs():
        return _(registry.current(slug).meta.seat_names[side])
    return _("seat {number}").format(number=side + 1)


def _against(found: Against) -> BalanceRow:
    other = found.other
    return balance_row(
        display_name(other), found.balance, "" if other.left else reverse("profile", args=[other.username])
    )
