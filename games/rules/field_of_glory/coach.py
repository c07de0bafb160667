"""What an experienced friend would say to a player who is asked something, from what the player sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from games.rules.field_of_glory.cards import CODE, COST, KIND, POINTS, RESERVES, UNITS, Card, fits
from games.rules.field_of_glory.ending import is_near, last_deck
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
CLOSE, STRONG = 3, 4
"""Less than so far behind, and with such a card to add, an attack can be tried."""
CORE, LIGHT, CHEAP = 8, 4, 2
"""So many units for fights, and so many cheap ones, are wanted in an army; what costs so little is cheap."""


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


def _drafting(view: FieldOfGloryView, seat: Seat) -> Sentence | None:
    """Return what the army still lacks that is among the four cards: Commanders, units for fights, cheap ones."""
    offered = view.draft.offers[seat] if view.draft else None
    if not offered:
        return None
    kept = (view.draft.kept[seat] if view.draft else None) or ()
    strong, cheap = ([card for card in offered if fitting(card)] for fitting in (_is_strong, _is_cheap))
    if any(CODE[card] == "CO" for card in offered):
        return sentence(N_("Keep the Commander: it pays 5, or adds 5 to a fight."))
    if strong and (has := sum(map(_is_strong, kept))) < CORE:
        found = unit(max(strong, key=lambda card: KIND[card].value))
        template = N_("{unit} can lead fights. So far you have {has} of {wanted} such units.")
        return sentence(template, unit=found, wanted=CORE, has=has)
    if cheap and (has := sum(map(_is_cheap, kept))) < LIGHT:
        found = unit(max(cheap, key=lambda card: KIND[card].value))
        template = N_("{unit} can take empty columns cheaply. So far you have {has} of {wanted} such units.")
        return sentence(template, unit=found, wanted=LIGHT, has=has)
    return sentence(N_("Keep the cards with the most command points: they pay for your units."))


def _is_strong(card: Card) -> bool:
    return card in UNITS and KIND[card].value >= STRONG


def _is_cheap(card: Card) -> bool:
    return card in UNITS and 0 < KIND[card].value < STRONG and COST[card] <= CHEAP


def _acting(view: FieldOfGloryView, seat: Seat) -> Sentence:
    return next(_weighty(view, seat))


def _weighty(view: FieldOfGloryView, seat: Seat) -> Iterator[Sentence]:
    """Yield what can be said of a turn, the weightiest first: the next Victory checks, attacks, columns to take."""
    best = best_attack(view.odds)
    offers = list(_offers(view, seat))
    if view.terrain[1 - seat] >= WINNING:
        yield _danger(view, 1 - seat, offers)
    if is_near(view):
        yield _last_cards(view, seat)
    if best and margin_of(best) >= CLEAR:
        yield _ahead(best)
    if view.terrain[seat] >= WINNING:
        template = N_("You control {count} columns. Keep three until your next turn begins, and you win.")
        yield sentence(template, count=view.terrain[seat])
    yield from _columns(view, seat, offers)
    if best and margin_of(best) > 0:
        yield _ahead(best)
    if best and margin_of(best) > -CLOSE and _strongest(view, seat) >= STRONG:
        yield _close(best)
    if lost := _lost(view, seat, view.columns):
        template = N_("{who} takes column {column} next turn, and you can’t pay for a unit there: draw cards.")
        yield sentence(template, who=Who(1 - seat), column=lost.number)
    if any(view.columns[offer.column - 1].units[seat] for offer in offers):
        yield sentence(N_("Nothing is urgent: draw cards, or add a second unit to a column for +1 in its fights."))
    yield sentence(N_("Nothing is urgent: end your turn by drawing cards."))


def _danger(view: FieldOfGloryView, foe: Seat, offers: Sequence[Offer]) -> Sentence:
    """Return in which columns the opponent's win can still be prevented: where one has a unit or can pay for one."""
    hand = view.hands[1 - foe] or ()
    held = [each for each in view.columns if each.control == foe and each.units[foe]]
    manned = {each.number for each in held if each.units[1 - foe]}
    bare = [offer for offer in offers if offer.column in {each.number for each in held} - manned]
    lacking = lacking_fights(view, foe)
    if not _can_join(bare, hand, lacking - len(manned)):
        template = N_("{who} controls {columns} columns and wins next turn. No fight can prevent that any more.")
        if RESERVES in hand:
            template = N_("{who} controls {columns} columns and wins next turn. Only Reserves can still help: play it.")
        return sentence(template, who=Who(foe), columns=view.terrain[foe])
    columns = sorted(manned | {offer.column for offer in bare})
    return counted(
        "{who} wins next turn, unless you win or tie a fight in column {columns} now.",
        "{who} wins next turn, unless you now win or tie fights in {count} of these columns: {columns}.",
        lacking,
        who=Who(foe),
        columns=listed(columns) if lacking > 1 else _either(columns),
    )


def _can_join(offers: Sequence[Offer], hand: Iterable[Card], count: int) -> bool:
    """Say whether units can join so many columns, all paid for with the rest of the hand."""
    return any(
        len({offer.column for offer in chosen}) == len({offer.card for offer in chosen}) == len(chosen)
        and sum(offer.price + POINTS[offer.card] for offer in chosen) <= _worth(hand)
        for chosen in combinations(offers, max(count, 0))
    )


def _either(columns: Iterable[int]) -> Sentence:
    """Return columns where a fight in one is enough: “1 or 4”."""
    first, *others = (sentence("{column}", column=column) for column in columns)
    for other in others:
        first = sentence(N_("{some} or {other}"), some=first, other=other)
    return first


def _last_cards(view: FieldOfGloryView, seat: Seat) -> Sentence:
    """Return when the match ends by cards, and what decides then."""
    last = last_deck(view)
    if last is None:
        return sentence(N_("The match ends with this turn: more columns win, or else more victory points."))
    template = N_("If {who}’s deck runs out again, the match ends with that turn: columns first, then victory points.")
    if last == seat:
        template = N_("If your deck runs out again, the match ends with this turn: columns first, then victory points.")
    return sentence(template, who=Who(last))


def _strongest(view: FieldOfGloryView, seat: Seat) -> int:
    return max((POINTS[card] for card in view.hands[seat] or ()), default=0)


def _close(best: Odds) -> Sentence:
    template = N_(
        "You can attack column {column} with your {lead}: {attack} to {defence} before bonus cards. Add a good one."
    )
    attack, defence = best.totals
    return sentence(template, column=best.column, lead=unit(best.lead), attack=attack, defence=defence)


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
    if lost := _lost(view, seat, bare):
        template = N_("{who} takes column {column} next turn, unless you put a unit there.")
        yield sentence(template, who=Who(1 - seat), column=lost.number)
    free = {each.number for each in bare if not each.units[1 - seat] and each.control != seat}
    if best := min((offer for offer in offers if offer.column in free), default=None):
        template = N_(
            "Put {unit} in column {column}, for {price}: if nobody opposes it, the column is yours next turn."
        )
        yield sentence(template, unit=unit(best.card), column=best.column, price=best.price)


def _lost(view: FieldOfGloryView, seat: Seat, columns: Iterable[ColumnSeen]) -> ColumnSeen | None:
    """Return the first of some columns that the opponent takes, since nobody stands against it."""
    foe = 1 - seat
    return next((each for each in columns if each.units[foe] and not each.units[seat] and each.control != foe), None)


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
        template = N_("It’s {own} to {theirs} before bonus cards. Play a good one only if it can decide the fight.")
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
    exact = N_("{count} still to pay. These are exactly enough: {cards}.")
    close = N_("{count} still to pay. These are enough, with {over} too many: {cards}.")
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
    "advance": sentence(N_("Keep the unit that defends this column better: the other one is discarded.")),
    "leave": sentence(N_("Keep the unit that defends this column better: the other one is discarded.")),
    "trim": sentence(N_("Discard what you’ll miss least. It comes back when your deck is reshuffled.")),
}
"""What there is to be said in any position, by what the seat is asked."""
ASKED: Mapping[str, Callable[[FieldOfGloryView, Seat], Sentence | None]] = {
    "draft": _drafting,
    "act": _acting,
    "flank": _flanking,
    "place": _placing,
    "bonus": _boosting,
    "answer": _answering,
}
"""The same where it depends on the view."""
