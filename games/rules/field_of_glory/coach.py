"""What an experienced friend would say to a player who is asked something, from what the player sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from games.rules.field_of_glory import attacks, steps as st
from games.rules.field_of_glory.advised import SPARE, advised, is_elusive, payment
from games.rules.field_of_glory.cards import (
    CODE,
    COST,
    HEAVY,
    KIND,
    POINTS,
    RESERVES,
    UNITS,
    WOODS_HEAVY,
    WOODS_LIGHT,
    Card,
    fits,
    points,
)
from games.rules.field_of_glory.ending import both_out, is_near, last_deck
from games.rules.field_of_glory.guide import best_attack, lacking_fights, margin_of
from games.rules.field_of_glory.imagine import rebuilt
from games.rules.field_of_glory.placing import charges
from games.rules.field_of_glory.state import DRAW, WINNING
from games.rules.field_of_glory.view import ColumnSeen, FieldOfGloryView, Odds
from games.rules.field_of_glory.visibility import view as view_of
from games.rules.field_of_glory.words import card_name, names, unit
from games.rules.game import Seat
from games.rules.sentence import N_, Param, Sentence, Who, counted, listed, sentence

LEADS, LIGHT = 10, 4
"""So many units that lead fights, and so many light ones, are wanted in an army."""
LEADING = 3
"""A unit of such a combat value leads fights."""


class Offer(NamedTuple):
    """What it costs to put a card of the hand into a column."""

    price: int
    column: int
    card: Card


def advice(view: FieldOfGloryView, seat: Seat) -> Sentence | None:
    """Return what the seat is advised to do now, and why; None for a seat that waits."""
    if seat not in view.asked:
        return None
    return ASKED[view.phase](view, seat)


# --- the draft, and what to do without ---


def _drafting(view: FieldOfGloryView, seat: Seat) -> Sentence:
    """Return which two cards to keep, and what the army then has: Commanders, units for fights, light ones."""
    step = advised(view, seat)
    assert isinstance(step, st.Keep)
    chosen = (step.first, step.second)
    kept = (*((view.draft.kept[seat] if view.draft else None) or ()), *chosen)
    if "CO" in map(CODE.get, chosen):
        return sentence(N_("Keep {cards}: a Commander pays 5, or adds 5 to a fight."), cards=names(chosen))
    if any(map(_leads, chosen)) and (has := sum(map(_leads, kept))) <= LEADS:
        template = N_("Keep {cards}. That makes {has} of {wanted} leads for fights (combat value 3 to 5).")
        return sentence(template, cards=names(chosen), has=has, wanted=LEADS)
    if any(map(_is_light, chosen)) and (has := sum(map(_is_light, kept))) <= LIGHT:
        template = N_("Keep {cards}. That makes {has} of {wanted} light units for empty columns.")
        return sentence(template, cards=names(chosen), has=has, wanted=LIGHT)
    return sentence(N_("Keep {cards}: their command points pay for your units."), cards=names(chosen))


def _leads(card: Card) -> bool:
    return card in UNITS and KIND[card].value >= LEADING


def _is_light(card: Card) -> bool:
    return card in UNITS and 0 < KIND[card].value < LEADING


def _dropping(view: FieldOfGloryView, seat: Seat) -> Sentence:
    """Return which of two units goes: the one that is weaker in this column, if one is."""
    step = advised(view, seat)
    assert isinstance(step, st.Drop)
    column = next(each for each in view.columns if step.card in _cards(each, seat))
    (stays,) = (card for card in _cards(column, seat) if card != step.card)
    own, other = (_force(card, column.terrain) for card in (stays, step.card))
    if own <= other:
        template = N_("Discard {card} and keep {unit}. Discards come back when your deck is reshuffled.")
        return sentence(template, card=card_name(step.card), unit=card_name(stays))
    template = N_("Discard {card}: {unit} is the better lead in this column, with {own} to {other}.")
    return sentence(template, card=card_name(step.card), unit=unit(stays), own=own, other=other)


def _cards(column: ColumnSeen, seat: Seat) -> list[Card]:
    return [each.card for each in column.units[seat]]


def _force(card: Card, terrain: str) -> int:
    """Return the combat value of a unit that leads on some terrain (FG-38)."""
    woods = WOODS_HEAVY if CODE[card] in HEAVY else WOODS_LIGHT * (CODE[card] == "LI")
    return KIND[card].value + (woods if terrain == "woods" else 0)


def _trimming(view: FieldOfGloryView, seat: Seat) -> Sentence:
    step = advised(view, seat)
    assert isinstance(step, st.Trim)
    template = N_("Discard {card}, which you’ll miss least. It comes back when your deck is reshuffled.")
    return sentence(template, card=card_name(step.card))


# --- a turn ---


def _acting(view: FieldOfGloryView, seat: Seat) -> Sentence:
    if view.terrain[1 - seat] >= WINNING and (danger := _danger(view, 1 - seat)):
        return danger
    step = advised(view, seat)
    if both_out(view) and not isinstance(step, st.Attack):
        return _last_cards(view, seat)
    match step:
        case st.Attack(card):
            return _attack(view, seat, card)
        case st.Place(card, column):
            return _put(view, seat, card, view.columns[column - 1])
        case st.Reserves():
            return sentence(N_("Play Reserves: they bring new cards, and your turn goes on."))
        case st.Draw(card):
            return _end_of_turn(view, seat, card)
    return PLACE


def _danger(view: FieldOfGloryView, foe: Seat) -> Sentence | None:
    """Return what to do against a win of the opponent that is near: what wins or ties fights in enough columns."""
    hand = view.hands[1 - foe] or ()
    offers = list(_offers(view, 1 - foe))
    held = [each for each in view.columns if each.control == foe and each.units[foe]]
    manned = {each.number for each in held if each.units[1 - foe]}
    bare = [offer for offer in offers if offer.column in {each.number for each in held} - manned]
    lacking = lacking_fights(view, foe)
    if not _can_join(bare, hand, lacking - len(manned)):
        template = N_("{who} controls {columns} columns and wins next turn. No fight can prevent that any more.")
        if RESERVES in hand:
            template = N_("{who} controls {columns} columns and wins next turn. Only Reserves can still help: play it.")
        return sentence(template, who=Who(foe), columns=view.terrain[foe])
    match advised(view, 1 - foe):
        case st.Reserves():
            return _rescue(lacking, foe, N_("Play Reserves first."))
        case st.Attack(card) if (odds := _worst(view, card)).column in manned:
            return _rescue(lacking, foe, N_("Attack column {column} with your {lead}."), odds.column, unit(card))
        case st.Place(card, column) if column in {offer.column for offer in bare}:
            lead = _told_apart(view, 1 - foe, card)
            return _rescue(lacking, foe, N_("Put {lead} in column {column}, and attack."), column, lead)
    columns = sorted(manned | {offer.column for offer in bare})
    return counted(
        "{who} wins next turn, unless you win or tie a fight in column {columns} now.",
        "{who} wins next turn, unless you now win or tie fights in {count} of these columns: {columns}.",
        lacking,
        who=Who(foe),
        columns=listed(columns) if lacking > 1 else _either(columns),
    )


def _rescue(lacking: int, foe: Seat, template: str, column: int = 0, lead: Param = "") -> Sentence:
    """Return what can still prevent the opponent's win."""
    return counted(
        "{who} wins next turn, unless you win or tie a fight. {deed}",
        "{who} wins next turn, unless you win or tie {count} fights. {deed}",
        lacking,
        who=Who(foe),
        deed=sentence(template, column=column, lead=lead),
    )


def _can_join(offers: Sequence[Offer], hand: Iterable[Card], count: int) -> bool:
    """Say whether units can join so many columns, all paid for with the rest of the hand."""
    return any(
        len({offer.column for offer in chosen}) == len({offer.card for offer in chosen}) == len(chosen)
        and sum(offer.price + POINTS[offer.card] for offer in chosen) <= points(list(hand))
        for chosen in combinations(offers, max(count, 0))
    )


def _either(columns: Iterable[int]) -> Sentence:
    """Return columns where a fight in one is enough: “1 or 4”."""
    first, *others = (sentence("{column}", column=column) for column in columns)
    for other in others:
        first = sentence(N_("{some} or {other}"), some=first, other=other)
    return first


def _offers(view: FieldOfGloryView, seat: Seat) -> Iterable[Offer]:
    """Yield which units of the hand can join which columns, and be paid for with the rest of it."""
    hand = view.hands[seat] or ()
    for column in view.columns:
        for card in hand:
            if card in UNITS and fits(_cards(column, seat), card):
                price = _price(card, column)
                if price <= points(list(hand)) - POINTS[card]:
                    yield Offer(price, column.number, card)


def _price(card: Card, column: ColumnSeen) -> int:
    return sum(each.amount for each in charges(card, column.number, column.terrain))


def _attack(view: FieldOfGloryView, seat: Seat, lead: Card) -> Sentence:
    """Return an attack with the bonus card that suits it, and a warning if the enemy may withdraw."""
    odds = _worst(view, lead)
    declared = rebuilt(view, seat)
    attacks.attack(declared, seat, lead)
    bonus = _bonus_name(view_of(declared, seat), seat)
    template = N_("Attack column {column} with your {lead}: {attack} to {defence} before bonus cards.")
    if bonus:
        template = N_("Attack column {column} with your {lead}: {attack} to {defence}. Then add {bonus}.")
    if bonus and all(COST[card] < COST[lead] for card in _cards(view.columns[odds.column - 1], 1 - seat)):
        template = N_("Attack column {column} with your {lead}. The enemy may withdraw, so add only {bonus}.")
    attack, defence = odds.totals
    return sentence(template, column=odds.column, lead=unit(lead), attack=attack, defence=defence, bonus=bonus)


def _worst(view: FieldOfGloryView, lead: Card) -> Odds:
    """Return the odds of an attack against the defence that suits it least."""
    return min((each for each in view.odds if each.lead == lead), key=margin_of)


def _bonus_name(view: FieldOfGloryView, seat: Seat) -> Param:
    """Return the bonus card that suits a fight, by its name; empty without one."""
    match advised(view, seat) if view.phase in ("bonus", "answer") else None:
        case st.Overlap(card):
            return card_name(card)
        case st.Bonus(st.DECK):
            return sentence(N_("the top card of your deck"))
        case st.Bonus(source) if source != st.NONE:
            return card_name(source)
    return ""


def _put(view: FieldOfGloryView, seat: Seat, card: Card, column: ColumnSeen) -> Sentence:
    """Return where to put a unit, at what price, and what for."""
    foe = 1 - seat
    own, enemy, control = bool(column.units[seat]), bool(column.units[foe]), column.control
    if own:
        template = N_("Put {unit} in column {column}, too, for {price}: a second unit adds 1 to your fights there.")
    elif enemy and control != foe and view.terrain[foe] == WINNING - 1:
        template = N_("{who} has two columns and would take column {column}, too: put {unit} there, for {price}.")
    elif enemy and control != foe:
        template = N_("Put {unit} in column {column}, for {price}: otherwise {who} takes the column next turn.")
    elif enemy:
        template = N_("Put {unit} in column {column}, for {price}: then you can fight for the column.")
    elif control == seat:
        template = N_("Put {unit} in column {column}, for {price}, to guard the column, which is yours.")
    else:
        template = N_(
            "Put {unit} in column {column}, for {price}: if nobody opposes it, the column is yours next turn."
        )
    return sentence(
        template, who=Who(foe), unit=_told_apart(view, seat, card), column=column.number, price=_price(card, column)
    )


def _told_apart(view: FieldOfGloryView, seat: Seat, card: Card) -> Sentence:
    """Return a unit of the hand, with its command points if others of its type have more or fewer."""
    alike = {POINTS[other] for other in view.hands[seat] or () if CODE[other] == CODE[card]}
    return card_name(card) if len(alike) > 1 else unit(card)


def _end_of_turn(view: FieldOfGloryView, seat: Seat, card: Card) -> Sentence:
    """Return how to end the turn, and what it means: the match's end, columns held, columns that the enemy takes."""
    foe, lost = 1 - seat, _lost(view, seat)
    how = sentence(N_("draw three cards"))
    if card:
        how = sentence(N_("discard {card} to draw {count}"), card=card_name(card), count=POINTS[card])
    if is_near(view):
        return _last_cards(view, seat)
    if view.terrain[seat] >= WINNING:
        template = N_("Keep three columns until your next turn begins, and you win. End this one: {how}.")
    elif lost and view.terrain[foe] == WINNING - 1:
        template = N_("{who} takes a third column next turn. Get ready to fight for one: {how}.")
    elif lost:
        template = N_("{who} takes column {column} next turn, and you have no unit worth its price: {how}.")
    elif card and POINTS[card] > DRAW:
        template = N_("Nothing more is worth its price: {how}, which is more than three.")
    else:
        template = N_("Nothing more is worth its price: keep your cards, and {how}.")
    return sentence(template, who=Who(foe), how=how, column=lost.number if lost else 0)


def _last_cards(view: FieldOfGloryView, seat: Seat) -> Sentence:
    """Return when the match ends by cards, and what decides then."""
    last = last_deck(view)
    if last is None:
        return sentence(N_("The match ends with this turn: more columns win, or else more victory points."))
    template = N_("If {who}’s deck runs out again, the match ends with that turn: columns first, then victory points.")
    if last == seat:
        template = N_("If your deck runs out again, the match ends with this turn: columns first, then victory points.")
    return sentence(template, who=Who(last))


def _lost(view: FieldOfGloryView, seat: Seat) -> ColumnSeen | None:
    """Return the first column that the opponent takes, since nobody stands against it."""
    foe = 1 - seat
    found = (each for each in view.columns if each.units[foe] and not each.units[seat] and each.control != foe)
    return next(found, None)


def _flanking(view: FieldOfGloryView, seat: Seat) -> Sentence | None:
    best = best_attack(each for each in view.odds if each.flank)
    if best is None:
        return None
    template = N_("Go on without a flank attack: the best would be {attack} to {defence} before bonus cards.")
    step = advised(view, seat)
    if isinstance(step, st.Flank):
        best = min((each for each in view.odds if (each.lead, each.column) == (step.card, step.column)), key=margin_of)
        template = N_("Make the flank attack on column {column} with {lead}: {attack} to {defence} before bonus cards.")
    attack, defence = best.totals
    return sentence(template, column=best.column, lead=unit(best.lead), attack=attack, defence=defence)


# --- fights ---


def _boosting(view: FieldOfGloryView, seat: Seat) -> Sentence | None:
    """Return which bonus card to play, or none."""
    fight = view.fight
    best = min(fight.sums if fight else (), key=margin_of, default=None)
    if fight is None or best is None:
        return None
    bonus = _bonus_name(view, seat)
    template = N_("It’s {own} to {theirs} before bonus cards: add {bonus}.")
    if not bonus:
        template = N_("It’s {own} to {theirs} before bonus cards: play none, and keep your cards.")
    elif fight.by == seat and is_elusive(view):
        template = N_("It’s {own} to {theirs}, but the enemy may withdraw: add only {bonus}.")
    attack, defence = best.totals
    own, theirs = (attack, defence) if fight.by == seat else (defence, attack)
    return sentence(template, own=own, theirs=theirs, bonus=bonus)


def _answering(view: FieldOfGloryView, seat: Seat) -> Sentence | None:
    """Return whether to withdraw or to stand, with which lead, and why."""
    fight = view.fight
    if fight is None or fight.defence or not fight.sums:
        return _boosting(view, seat)
    step = advised(view, seat)
    if isinstance(step, st.Withdraw):
        attack, defence = min(fight.sums, key=margin_of).totals
        template = N_("It’s {own} to {theirs} before bonus cards: withdraw {unit}, which then gives no victory points.")
        return sentence(template, own=defence, theirs=attack, unit=unit(step.card))
    assert isinstance(step, st.Stand)
    attack, defence = next(each.totals for each in fight.sums if each.against == step.card)
    stood = rebuilt(view, seat)
    assert stood.fight is not None
    attacks.stand(stood, stood.fight, step.card)
    bonus = _bonus_name(view_of(stood, seat), seat)
    template = N_("Stand with {unit}: it’s {own} to {theirs} before bonus cards. Keep your cards.")
    if bonus:
        template = N_("Stand with {unit}: it’s {own} to {theirs} before bonus cards. Then add {bonus}.")
    elif attack > defence and is_elusive(view):
        template = N_("Stand with {unit}, at {own} to {theirs}: to withdraw would leave {who} the column.")
    return sentence(template, unit=unit(step.card), own=defence, theirs=attack, bonus=bonus, who=Who(fight.by))


# --- paying ---


def _placing(view: FieldOfGloryView, seat: Seat) -> Sentence | None:
    """Return which unit to add, or which cards pay what is still to be paid with the least lost; None once it is
    paid."""
    bill = view.placing
    step = advised(view, seat)
    if bill is None or isinstance(step, st.Place):
        return _put(view, seat, step.card, view.columns[step.column - 1]) if isinstance(step, st.Place) else PLACE
    missing = bill.cost - bill.paid
    if missing <= 0:
        return None
    cards = payment(view.hands[seat] or (), missing)
    if not cards:
        return PLACE
    over = points(list(cards)) - missing
    template = N_("{count} still to pay. These are exactly enough: {cards}.")
    if over:
        template = N_("{count} still to pay. Enough, with {over} too many: {cards}.")
    if over > SPARE and not bill.paying and view.terrain[1 - seat] < WINNING:
        template = N_("{count} to pay, and your cards pay at least {over} too many: rather take the unit back.")
    return sentence(template, count=missing, cards=names(cards), over=over)


PLACE = sentence(N_("Place what you can pay for, and pay exactly: you get no change."))
ASKED: Mapping[str, Callable[[FieldOfGloryView, Seat], Sentence | None]] = {
    "draft": _drafting,
    "advance": _dropping,
    "flank": _flanking,
    "act": _acting,
    "place": _placing,
    "bonus": _boosting,
    "answer": _answering,
    "leave": _dropping,
    "trim": _trimming,
}
"""What there is to be said, by what the seat is asked."""
