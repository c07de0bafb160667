"""What an experienced friend would say to a player who is asked something, from what the player sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from games.rules.field_of_glory.cards import POINTS, UNITS, Card, fits
from games.rules.field_of_glory.guide import best_attack, lacking_fights, margin_of
from games.rules.field_of_glory.placing import charges
from games.rules.field_of_glory.state import WINNING
from games.rules.field_of_glory.view import ColumnSeen, FieldOfGloryView, Odds
from games.rules.field_of_glory.words import names, unit
from games.rules.game import Seat
from games.rules.sentence import N_, Sentence, Who, counted, listed, sentence

CLEAR = 2
"""So far ahead before bonus cards, an attack is worth more than another unit."""
NAMED = 3
"""So many cards at most are named to pay with."""
BEATEN = 3
"""So far behind, a defence is given up where it can be."""


class Offer(NamedTuple):
    """What it costs to put a card of the hand into a column."""

    price: int
    column: int
    card: Card


def advice(view: FieldOfGloryView, seat: Seat) -> Sentence | None:
    """Return the weightiest thing to be said; None for a seat that waits."""
    if seat not in view.asked:
        return None
    return ASKED[view.phase](view, seat) if view.phase in ASKED else ALONE.get(view.phase)


def _acting(view: FieldOfGloryView, seat: Seat) -> Sentence:
    return next(_weighty(view, seat))


def _weighty(view: FieldOfGloryView, seat: Seat) -> Iterator[Sentence]:
    """Yield what can be said of a turn, the weightiest first: the next Victory checks, attacks, columns to take."""
    best = best_attack(view.odds)
    if view.terrain[1 - seat] >= WINNING:
        yield _danger(view, 1 - seat)
    if best and margin_of(best) >= CLEAR:
        yield _ahead(best)
    if view.terrain[seat] >= WINNING:
        template = N_("You control {count} columns. Keep three until your next turn begins, and you win.")
        yield sentence(template, count=view.terrain[seat])
    offers = list(_offers(view, seat))
    if offers:
        yield from _columns(view, seat, offers)
    if best and margin_of(best) > 0:
        yield _ahead(best)
    if any(view.columns[offer.column - 1].units[seat] for offer in offers):
        yield sentence(N_("Nothing is urgent: draw cards, or add a second unit to a column for +1 in its fights."))
    yield sentence(N_("Nothing is urgent: end your turn by drawing cards."))


def _danger(view: FieldOfGloryView, foe: Seat) -> Sentence:
    """Return in which columns the opponent's win can still be prevented."""
    columns = [each.number for each in view.columns if each.control == foe and each.units[foe]]
    lacking = lacking_fights(view, foe)
    if len(columns) < lacking:
        template = N_("{who} controls {columns} columns and wins next turn. No fight can prevent that any more.")
        return sentence(template, who=Who(foe), columns=view.terrain[foe])
    return counted(
        "{who} wins next turn, unless you win or tie a fight in column {columns} now.",
        "{who} wins next turn, unless you now win or tie fights in {count} of these columns: {columns}.",
        lacking,
        who=Who(foe),
        columns=listed(columns) if lacking > 1 else _either(columns),
    )


def _either(columns: Iterable[int]) -> Sentence:
    """Return columns where a fight in one is enough: “1 or 4”."""
    first, *others = (sentence("{column}", column=column) for column in columns)
    for other in others:
        first = sentence(N_("{some} or {other}"), some=first, other=other)
    return first


def _ahead(best: Odds) -> Sentence:
    template = N_("Attack column {column} with your {lead}: {attack} to {defence} before bonus cards.")
    attack, defence = best.totals
    return sentence(template, column=best.column, lead=unit(best.lead), attack=attack, defence=defence)


def _offers(view: FieldOfGloryView, seat: Seat) -> Iterator[Offer]:
    """Yield which units of the hand can join which columns, and be paid for with the rest of it."""
    hand = view.hands[seat] or ()
    points = _worth(hand)
    for column in view.columns:
        for card in hand:
            if card in UNITS and fits([each.card for each in column.units[seat]], card):
                price = sum(each.amount for each in charges(card, column.number, column.terrain))
                if price <= points - POINTS[card]:
                    yield Offer(price, column.number, card)


def _columns(view: FieldOfGloryView, seat: Seat, offers: Sequence[Offer]) -> Iterator[Sentence]:
    """Yield which column needs a unit: one that the opponent would take next, then the cheapest to take oneself."""
    within = {offer.column for offer in offers}
    bare = [column for column in view.columns if not column.units[seat] and column.number in within]
    if lost := next((each for each in bare if _falls(each, 1 - seat)), None):
        template = N_("{who} takes column {column} next turn, unless you put a unit there.")
        yield sentence(template, who=Who(1 - seat), column=lost.number)
    free = {each.number for each in bare if not each.units[1 - seat] and each.control != seat}
    if best := min((offer for offer in offers if offer.column in free), default=None):
        template = N_(
            "Put {unit} in column {column}, for {price}: if nobody opposes it, the column is yours next turn."
        )
        yield sentence(template, unit=unit(best.card), column=best.column, price=best.price)


def _falls(column: ColumnSeen, foe: Seat) -> bool:
    """Say whether the opponent takes a column in which nobody stands against it."""
    return bool(column.units[foe]) and column.control != foe


def _flanking(view: FieldOfGloryView, seat: Seat) -> Sentence | None:
    best = best_attack(each for each in view.odds if each.flank)
    if best is None:
        return None
    template = N_(
        "A flank attack on column {column}: {attack} to {defence} before bonus cards. You can also go on without it."
    )
    attack, defence = best.totals
    return sentence(template, column=best.column, attack=attack, defence=defence)


def _boosting(view: FieldOfGloryView, seat: Seat) -> Sentence | None:
    fight = view.fight
    best = min(fight.sums if fight else (), key=margin_of, default=None)
    if fight is None or best is None:
        return None
    attack, defence = best.totals
    if fight.by == seat:
        template = N_("It’s {own} to {theirs} before bonus cards. Play a good one only where it can decide the fight.")
        return sentence(template, own=attack, theirs=defence)
    template = N_("It’s {own} to {theirs} before bonus cards: play one that can decide the fight, or none.")
    return sentence(template, own=defence, theirs=attack)


def _answering(view: FieldOfGloryView, seat: Seat) -> Sentence | None:
    fight = view.fight
    best = min(fight.sums if fight else (), key=margin_of, default=None)
    if fight is None or best is None or fight.defence:
        return _boosting(view, seat)
    attack, defence = best.totals
    if fight.withdrawable and attack - defence >= BEATEN:
        template = N_(
            "You’re behind, {defence} to {attack} before bonus cards: withdraw. Withdrawn units give no victory points."
        )
        return sentence(template, attack=attack, defence=defence)
    template = N_("Your best lead is {lead}: {defence} to {attack} before bonus cards.")
    return sentence(template, lead=unit(best.against), attack=attack, defence=defence)


def _placing(view: FieldOfGloryView, seat: Seat) -> Sentence | None:
    """Return which cards pay what is still to be paid with the least lost; None once it is paid."""
    bill = view.placing
    if bill is None or bill.clearing is not None:
        return PLACE
    missing = bill.cost - bill.paid
    if missing <= 0:
        return None
    cards = payment(view.hands[seat] or (), missing)
    if not cards:
        return PLACE
    over = _worth(cards) - missing
    exact = N_("{count} still to pay. Exactly that: {cards}.")
    close = N_("{count} still to pay. Enough, with {over} too many: {cards}.")
    return sentence(close if over else exact, count=missing, cards=names(cards), over=over)


def payment(hand: Iterable[Card], missing: int) -> Sequence[Card]:
    """Return the cards that pay so many command points with the least lost, rather not units, and as few as can be;
    none where it takes more than there is room to name."""
    tried = chain.from_iterable(combinations(hand, number) for number in range(1, NAMED + 1))
    found = [cards for cards in tried if _worth(cards) >= missing]
    return min(found, key=lambda cards: (_worth(cards), sum(card in UNITS for card in cards), len(cards)), default=())


def _worth(cards: Iterable[Card]) -> int:
    return sum(POINTS[card] for card in cards)


PLACE = sentence(N_("Place what you can pay for, and pay exactly: you get no change."))
ALONE: Mapping[str, Sentence] = {
    "draft": sentence(N_("Keep strong units, and cards with many command points: they pay for the units.")),
    "advance": sentence(N_("Keep the unit that defends this column better: the other one is discarded.")),
    "leave": sentence(N_("Keep the unit that defends this column better: the other one is discarded.")),
    "trim": sentence(N_("Discard what you’ll miss least. It comes back when your deck is reshuffled.")),
}
"""What there is to be said in any position, by what the seat is asked."""
ASKED: Mapping[str, Callable[[FieldOfGloryView, Seat], Sentence | None]] = {
    "act": _acting,
    "flank": _flanking,
    "place": _placing,
    "bonus": _boosting,
    "answer": _answering,
}
"""The same where it depends on the view."""
