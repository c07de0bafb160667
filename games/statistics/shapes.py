"""Statistics as programs are shown them, as types, and how counts become these."""

from collections import Counter
from collections.abc import Iterable, Mapping

from games.core.api.shapes import Seen
from games.statistics import queries as statistics
from games.statistics.balances import Against, InGame
from games.statistics.queries import STEP, Balance, EndingCount


class BalanceSeen(Seen, frozen=True):
    """How many matches there were, and what came of them."""

    matches: int
    won: int
    level: int
    lost: int


class SideSeen(BalanceSeen, frozen=True):
    """The matches of a seat of a game."""

    seat: int


class ArmySeen(BalanceSeen, frozen=True):
    """The matches of a kind of army, as its game calls it: a faction, or the unit of most cards."""

    army: str


class GameCount(Seen, frozen=True):
    """How many matches of a game are over."""

    game: str
    matches: int


class EndCount(Seen, frozen=True):
    """How many matches ended for a reason, as `result` of a match has it."""

    reason: str
    matches: int


class LengthCount(Seen, frozen=True):
    """How many matches had so many entries after the first."""

    least: int
    most: int
    matches: int


class SiteStatistics(Seen, frozen=True):
    """What came of the matches between people that are over. Private, void and struck ones are not counted."""

    games: list[GameCount]
    ends: list[EndCount]
    lengths: list[LengthCount]


class GameStatistics(Seen, frozen=True):
    """The same of a game: `sides` by seat, and `armies` where the game has any; two alike in a match both count."""

    game: str
    matches: int
    sides: list[SideSeen]
    armies: list[ArmySeen]
    ends: list[EndCount]
    lengths: list[LengthCount]


class PlayedGame(BalanceSeen, frozen=True):
    """What came of a player's matches of a game, by side and by army."""

    game: str
    sides: list[SideSeen]
    armies: list[ArmySeen]


class OpponentSeen(BalanceSeen, frozen=True):
    """What came of a player's matches against another one."""

    name: str


class PlayerStatistics(Seen, frozen=True):
    """What came of a player's matches with people that I may look at; the ten `opponents` of most of them."""

    player: str
    games: list[PlayedGame]
    opponents: list[OpponentSeen]


def balance_fields(balance: Balance) -> dict[str, int]:
    """Return the fields of a balance."""
    return {"matches": balance.played, **balance._asdict()}


def sides(found: Iterable[EndingCount], seats: int) -> list[SideSeen]:
    """Return what came of the matches of each seat of a game, from how they ended."""
    winners = Counter(statistics.number_of_matches(found, lambda each: each.winner))
    decided = winners.total() - winners[None]
    return by_side({seat: Balance(winners[seat], winners[None], decided - winners[seat]) for seat in range(seats)})


def by_side(found: Mapping[int, Balance]) -> list[SideSeen]:
    """Return what came of the matches of each seat."""
    return [SideSeen(seat=seat, **balance_fields(balance)) for seat, balance in found.items()]


def army_balances(found: Mapping[str, Balance]) -> list[ArmySeen]:
    """Return what came of the matches of each army, by its name."""
    return [ArmySeen(army=army, **balance_fields(balance)) for army, balance in sorted(found.items())]


def endings_by_reason(found: Iterable[EndingCount]) -> list[EndCount]:
    """Return how many matches ended for each reason, by its name."""
    numbers = statistics.number_of_matches(found, lambda each: each.reason)
    return [EndCount(reason=reason, matches=number) for reason, number in sorted(numbers.items())]


def lengths(found: Iterable[EndingCount]) -> list[LengthCount]:
    """Return how long matches were, in classes that are not empty."""
    numbers = statistics.number_of_matches(found, lambda each: each.least)
    return [LengthCount(least=least, most=least + STEP - 1, matches=numbers[least]) for least in sorted(numbers)]


def game_balance(found: InGame) -> PlayedGame:
    """Return what came of the matches of a player in a game."""
    return PlayedGame(
        game=found.game, sides=by_side(found.sides), armies=army_balances(found.armies), **balance_fields(found.whole)
    )


def opponent(found: Against) -> OpponentSeen:
    """Return what came of the matches against somebody."""
    return OpponentSeen(name=found.other.username, **balance_fields(found.balance))
