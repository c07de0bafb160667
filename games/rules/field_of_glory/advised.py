"""What a player is advised to do: what the bot judges best among the steps that keep a hand to fight with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations

from games.rules.field_of_glory import bot, phases, steps as st
from games.rules.field_of_glory.cards import CODE, POINTS, UNITS, Card, points
from games.rules.field_of_glory.imagine import rebuilt
from games.rules.field_of_glory.player import rescue
from games.rules.field_of_glory.player.reckoning import Situation, cost, survey
from games.rules.field_of_glory.steps import AnyStep
from games.rules.field_of_glory.view import FieldOfGloryView
from games.rules.game import Seat

LEFT = 3
"""So many cards at least stay in the hand when a unit is paid for."""
SPARE = 1
"""So many command points at most are paid in excess."""
CHEAP = 2
"""So much at most a bonus card is worth against defenders that may all withdraw."""
NAMED = 3
"""So many cards at most are named to pay with."""


def advised(view: FieldOfGloryView, seat: Seat) -> AnyStep:
    """Return the best step of a seat that is asked, rather one that is thrifty, and of equals one on a hill."""
    now = survey(view)
    worth = bot.judged(now, phases.legal(rebuilt(view, seat), seat))
    best = sorted(worth, key=lambda step: (-worth[step], not _is_on_hill(now, step)))
    found = next((step for step in best if worth[step] > bot.NEVER and is_thrifty(now, step)), best[0])
    assert isinstance(found, AnyStep)
    return found


def _is_on_hill(now: Situation, step: object) -> bool:
    """Say whether a step places a unit on a hill, which is easier to defend once it is controlled (FG-38)."""
    return isinstance(step, st.Place) and now.fronts[step.column].terrain == "hill"


def is_thrifty(now: Situation, step: object) -> bool:
    """Say whether a step leaves cards and a Commander for fights, and wastes no good card."""
    match step:
        case st.Place():
            return _is_worth_paying(now, step)
        case st.Remove():
            return False
        case st.Draw(card) if card and CODE[card] == "CO":
            return _commanders(now.hand) > 1
        case st.Bonus(source) if now.view.phase == "bonus" and is_elusive(now.view):
            return POINTS.get(source, 0) <= CHEAP
    return True


def is_elusive(view: FieldOfGloryView) -> bool:
    """Say whether all defenders of the attack under way may withdraw, so that its bonus card is lost."""
    fight = view.fight
    return fight is not None and len(fight.withdrawable) == len(view.columns[fight.column - 1].units[1 - fight.by])


def _is_worth_paying(now: Situation, step: st.Place) -> bool:
    bill = now.view.placing
    if bill and bill.clearing:
        return True
    rest = [card for card in now.hand if card != step.card]
    owed = cost(step.card, now.fronts[step.column]) + (bill.cost - bill.paid if bill else 0)
    cards = payment(rest, owed)
    if not owed or rescue.lacking(now):
        return bool(cards) or not owed
    left = [card for card in rest if card not in cards]
    is_exact = bool(cards) and points(list(cards)) - owed <= SPARE
    return is_exact and len(left) >= LEFT and min(_commanders(rest), 1) <= _commanders(left)


def _commanders(cards: Iterable[Card]) -> int:
    return sum(CODE[card] == "CO" for card in cards)


def payment(hand: Iterable[Card], missing: int) -> Sequence[Card]:
    """Return the cards that pay so many command points with the least lost, rather not the last Commander nor units,
    and as few as can be; none where it takes more than there is room to name."""
    held = tuple(hand)
    tried = chain.from_iterable(combinations(held, number) for number in range(1, NAMED + 1))
    found = [cards for cards in tried if points(list(cards)) >= missing]

    def loss(cards: Sequence[Card]) -> tuple[int, bool, int, int]:
        is_last = 0 < _commanders(held) == _commanders(cards)
        return points(list(cards)), is_last, sum(card in UNITS for card in cards), len(cards)

    return min(found, key=loss, default=())
