"""A fight as its column shows it: both sums as far as they are known, and the bonus cards beside them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.boards.about import Shown
from games.boards.field_of_glory import battlefield
from games.boards.field_of_glory.battlefield import Card, Duel, Sum
from games.rules.field_of_glory.combat import strength
from games.rules.field_of_glory.events import Fought, Term
from games.rules.field_of_glory.view import HIDDEN, FightSeen
from games.templatetags.board import named


@dataclass(frozen=True)
class Party:
    """One seat in a fight: `sums` has one for each unit that may still lead the defence.

    `bonus` is its bonus card where the reader knows it, `covered` says that it lies face down. `figures` are those of
    the units that lead it, or may.
    """

    seat: int
    name: str
    attacks: bool
    sums: list[Sum]
    bonus: Card | None = None
    covered: bool = False
    figures: tuple[str, ...] = ()


MET = "rotate(7 30 58) translate(5)", "rotate(-4 30 58)"
"""How the figures of attack and defence stand where they meet, both looking to the right."""
STANDS = "rotate(5 30 58) translate(9)"
"""How a figure stands that has won."""
FALLEN = "translate(20 -9) rotate(-74 26 58)"
"""How one lies that has lost; after a tie both lie."""


@dataclass(frozen=True)
class Clash:
    """A fight in a column; once it is `over` with its `winner`, empty after a tie, and the `winning` seat.

    `won` says that the reader is the winner, `lost` that it is the reader's opponent.
    """

    column: int
    flank: bool
    enemy: Party
    own: Party
    over: bool = False
    winner: str = ""
    winning: int | None = None
    won: bool = False
    lost: bool = False

    @property
    def parties(self) -> tuple[Party, Party]:
        """Both sides, the enemy first."""
        return self.enemy, self.own

    @property
    def scenes(self) -> list[list[tuple[Party, str]]]:
        """What is drawn of it: each side and how its figures stand where they meet, and then at the end."""
        met = [(party, MET[0] if party.attacks else MET[1]) for party in self.parties]
        ended = [(party, STANDS if party.seat == self.winning else FALLEN) for party in self.parties]
        return [met, ended] if self.over else [met]


def clash(shown: Shown) -> Clash | None:
    """Return the fight that is going on, or else the newest since the reader's last move.

    A fight that is over goes at the reader's first step, and one that the end of the match cut short has no sums.
    """
    if shown.view.fight:
        return None if shown.at_end else _under_way(shown.view.fight, shown)
    if shown.plan:
        return None
    newest = next((event for event in reversed(shown.recent) if isinstance(event, Fought)), None)
    return _over(newest, shown) if newest else None


def _under_way(fight: FightSeen, shown: Shown) -> Clash:
    duels = _distinct(battlefield.compared(fight.sums))
    known = fight.bonus if fight.bonus and fight.bonus != HIDDEN else None
    attacker = Party(
        fight.by,
        _name(shown, fight.by),
        attacks=True,
        sums=[duel.attack for duel in duels],
        bonus=battlefield.pictured(known) if known else None,
        covered=bool(fight.bonus),
        figures=_figures([fight.lead]),
    )
    defending = 1 - fight.by
    sums = [duel.defence for duel in duels]
    figures = _figures([each.against for each in fight.sums])
    defender = Party(defending, _name(shown, defending), attacks=False, sums=sums, figures=figures)
    return _seen_from(shown.me, attacker, defender, fight.column, flank=fight.flank)


def _distinct(duels: Sequence[Duel]) -> list[Duel]:
    """Return the duels without those that look like an earlier one."""
    found: list[Duel] = []
    for duel in duels:
        if duel not in found:
            found.append(duel)
    return found


def _over(event: Fought, shown: Shown) -> Clash:
    attacker = _fought(shown, event.seat, event.attack, attacks=True)
    defender = _fought(shown, 1 - event.seat, event.defence, attacks=False)
    flank = any(term.kind == "flank" for term in event.attack)
    found = _seen_from(shown.me, attacker, defender, event.column, flank=flank)
    if event.winner is None:
        return replace(found, over=True)
    won = event.winner == shown.me
    plays = not shown.watching
    name = named(shown.seats, event.winner)
    return replace(found, over=True, winner=name, winning=event.winner, won=won and plays, lost=plays and not won)


def _fought(shown: Shown, seat: int, terms: Sequence[Term], *, attacks: bool) -> Party:
    """Return a seat with its whole strength; the line of the bonus card is told by the card itself."""
    bonus = next((battlefield.pictured(term.card) for term in terms if term.kind == "bonus"), None)
    lines = battlefield.sum_of([term for term in terms if term.kind != "bonus"]).lines
    figures = _figures([term.card for term in terms if term.kind == "value"])
    return Party(seat, _name(shown, seat), attacks, [Sum(lines, strength(terms))], bonus, figures=figures)


def _figures(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the figures of units, each once."""
    return tuple(dict.fromkeys(battlefield.pictured(card).icon for card in cards))


def _name(shown: Shown, seat: int) -> str:
    return _("You") if seat == shown.me and not shown.watching else named(shown.seats, seat)


def _seen_from(me: int, attacker: Party, defender: Party, column: int, *, flank: bool) -> Clash:
    enemy, own = (defender, attacker) if attacker.seat == me else (attacker, defender)
    return Clash(column, flank, enemy, own)
