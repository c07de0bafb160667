"""A fight as its column shows it: both sums as far as they are known, and the bonus cards beside them."""

from collections.abc import Sequence
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

    `bonus` is its bonus card where the reader knows it, `covered` says that it lies face down.
    """

    seat: int
    name: str
    attacks: bool
    sums: list[Sum]
    bonus: Card | None = None
    covered: bool = False


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


def clash(shown: Shown) -> Clash | None:
    """Return the fight that is going on, or else the newest since the reader's last move.

    A fight that is over goes at the reader's first step.
    """
    if shown.view.fight:
        return _under_way(shown.view.fight, shown)
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
    )
    defending = 1 - fight.by
    sums = [duel.defence for duel in duels]
    defender = Party(defending, _name(shown, defending), attacks=False, sums=sums)
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
    return Party(seat, _name(shown, seat), attacks, [Sum(lines, strength(terms))], bonus)


def _name(shown: Shown, seat: int) -> str:
    return _("You") if seat == shown.me and not shown.watching else named(shown.seats, seat)


def _seen_from(me: int, attacker: Party, defender: Party, column: int, *, flank: bool) -> Clash:
    enemy, own = (defender, attacker) if attacker.seat == me else (attacker, defender)
    return Clash(column, flank, enemy, own)
