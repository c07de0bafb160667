"""Field of Glory in words: events, steps, and what a seat is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.rules.field_of_glory import events as ev, steps as st
from games.rules.field_of_glory.cards import KIND, POINTS, TERRAIN_NAMES, Card
from games.rules.field_of_glory.combat import strength
from games.rules.field_of_glory.ending import both_out, is_near
from games.rules.field_of_glory.placing import Charge
from games.rules.field_of_glory.state import PICKS, SHUFFLES, Reason
from games.rules.field_of_glory.steps import AnyStep
from games.rules.field_of_glory.view import FieldOfGloryView, FightSeen, PlacingSeen
from games.rules.game import Event, Seat
from games.rules.sentence import N_, Param, Sentence, Who, counted, listed, sentence, tallied


def unit(card: Card) -> Sentence:
    """Return a card by its type: “heavy infantry”."""
    return sentence(KIND[card].name)


def card_name(card: Card) -> Sentence:
    """Return a card by type and command points: “heavy infantry (4)”."""
    return sentence(N_("{type} ({points})"), type=unit(card), points=POINTS[card])


def names(cards: Iterable[Card]) -> Param:
    """Return several cards by type and command points."""
    return listed(card_name(card) for card in cards)


# --- events ---

TERMS: Mapping[str, str] = {
    "value": N_("{amount} {card}"),
    "second": N_("{amount} second unit"),
    "pike": N_("{amount} for two Pikes"),
    "hill": N_("{amount} hill"),
    "woods": N_("{amount} woods"),
    "against": N_("{amount} against {card}"),
    "overlap": N_("{amount} Overlap"),
    "flank": N_("{amount} flank attack"),
    "bonus": N_("{amount} bonus card: {card}"),
}
"""The lines of a strength; the amounts carry their signs."""

WON: Mapping[Reason, str] = {
    "control": N_("{who} controls {score} columns at the Victory check and wins."),
    "terrain": N_("Both Shuffle cards are out: {who} wins with {score} columns to {other}."),
    "victory-points": N_(
        "Both Shuffle cards are out and columns are equal: {who} wins with {score} victory points to {other}."
    ),
}


def term(line: ev.Term) -> Sentence:
    """Return one line of a strength: “+1 second unit”."""
    amount = str(line.amount) if line.kind == "value" else f"{line.amount:+}".replace("-", "−")
    card = unit(line.card) if line.card else ""
    return sentence(TERMS[line.kind], amount=amount, card=card)


CHARGES: Mapping[str, str] = {
    "move": N_("{amount} movement cost"),
    "flank": N_("+{amount} flank"),
    "rough": N_("+{amount} rough ground"),
}
"""The lines of a price (FG-21)."""


def price(lines: Sequence[Charge]) -> Sentence:
    """Return what a placement costs, and why where it is more than the unit itself costs."""
    total = sum(line.amount for line in lines)
    if len(lines) < 2:
        return sentence(N_("costs {total}"), total=total)
    why = tuple(sentence(CHARGES[line.kind], amount=line.amount) for line in lines)
    return sentence(N_("costs {total}: {why}"), total=total, why=why)


def describe(event: Event) -> Sentence:
    """Return an event in words. Raises TypeError for an event of another game."""
    saying = SAYINGS.get(type(event))
    if saying is None:
        raise TypeError(f"{event!r} is no event of Field of Glory")
    return saying(event)


def _laid(event: ev.BattlefieldLaid) -> Sentence:
    terrain = tuple(sentence(TERRAIN_NAMES[name]) for name in event.terrain)
    return sentence(N_("The battlefield, from column 1 to 5: {terrain}."), terrain=terrain)


def _offered(event: ev.Offered) -> Sentence:
    return sentence(N_("Next, {who} can keep two of these: {cards}."), who=Who(event.seat), cards=names(event.cards))


def _kept(event: ev.Kept) -> Sentence:
    who, pick = Who(event.seat), event.pick
    if not event.cards:
        return sentence(N_("Pick {pick} of {picks}: {who} keeps two cards."), who=who, pick=pick, picks=PICKS)
    template = N_("Pick {pick} of {picks}: {who} keeps {cards}.")
    return sentence(template, who=who, pick=pick, picks=PICKS, cards=names(event.cards))


def _drew(event: ev.Drew) -> Sentence:
    who = Who(event.seat)
    if not event.count:
        return sentence(N_("{who} has no card left to draw."), who=who)
    if not event.cards:
        return counted("{who} draws a card.", "{who} draws {count} cards.", event.count, who=who)
    cards = names(event.cards)
    return counted(
        "{who} draws a card: {cards}.", "{who} draws {count} cards: {cards}.", event.count, who=who, cards=cards
    )


def _reshuffled(event: ev.Reshuffled) -> Sentence:
    who = Who(event.seat)
    if not event.count:
        return sentence(UNSHUFFLED[min(event.time, SHUFFLES + 1)], who=who)
    if event.time < SHUFFLES:
        return counted(
            "{who} shuffles one discard for the first time; the Shuffle card is turned over.",
            "{who} shuffles {count} discards for the first time; the Shuffle card is turned over.",
            event.count,
            who=who,
        )
    if event.time == SHUFFLES:
        return counted(
            "{who} shuffles one discard for the second time; the Shuffle card is out.",
            "{who} shuffles {count} discards for the second time; the Shuffle card is out.",
            event.count,
            who=who,
        )
    return counted("{who} shuffles one discard.", "{who} shuffles {count} discards.", event.count, who=who)


UNSHUFFLED: Mapping[int, str] = {
    1: N_("{who} has no cards left to draw and no discards to shuffle. The Shuffle card is turned over anyway."),
    2: N_("{who} has no cards left to draw and no discards to shuffle. The Shuffle card is out anyway."),
    3: N_("{who} has no cards left to draw and no discards to shuffle."),
}
"""How an empty discard pile is shuffled (FG-5), by how often the seat has shuffled; later times are like the third."""


def _placed(event: ev.Placed) -> Sentence:
    template = N_("{who} places {unit} in column {column} for {cost}.")
    return sentence(template, who=Who(event.seat), unit=unit(event.card), column=event.column, cost=event.cost)


def _settled(event: ev.Settled) -> Sentence:
    if not event.cost:
        return sentence(N_("This costs {who} nothing."), who=Who(event.seat))
    return sentence(
        N_("{who} pays {paid} to cover a cost of {cost}."), who=Who(event.seat), paid=event.paid, cost=event.cost
    )


def _attacked(event: ev.Attacked) -> Sentence:
    if event.beside is not None:
        template = N_("{who} makes a flank attack on column {column} with {unit} from column {beside}.")
        return sentence(template, who=Who(event.seat), column=event.column, unit=unit(event.lead), beside=event.beside)
    template = N_("{who} attacks column {column} with {unit}.")
    if event.flank:
        template = N_("{who} makes a flank attack on column {column} with {unit} from that column.")
    return sentence(template, who=Who(event.seat), column=event.column, unit=unit(event.lead))


def _overlapped(event: ev.Overlapped) -> Sentence:
    return sentence(N_("{who} plays Overlap (+{amount})."), who=Who(event.seat), amount=event.amount)


def _bonus_taken(event: ev.BonusTaken) -> Sentence:
    who = Who(event.seat)
    if event.card:
        template = (
            N_("{who} draws {card} as a bonus card.") if event.blind else N_("{who} takes {card} as a bonus card.")
        )
        return sentence(template, who=who, card=card_name(event.card))
    if event.blind:
        return sentence(N_("{who} takes the top card of the deck as a bonus card."), who=who)
    return sentence(N_("{who} takes a bonus card from their hand."), who=who)


def _attack_void(event: ev.AttackVoid) -> Sentence:
    if event.bonus is None:
        return sentence(
            N_("Column {column} is empty: {who}’s attack hits nobody."), column=event.column, who=Who(event.seat)
        )
    template = N_("Column {column} is empty: {who}’s attack hits nobody and costs {card}.")
    return sentence(template, column=event.column, who=Who(event.seat), card=card_name(event.bonus))


def _fought(event: ev.Fought) -> Sentence:
    template = N_(
        "Fight in column {column}: {attacker} {attack} ({attack_lines}), "
        "{defender} {defence} ({defence_lines}). {winner} wins."
    )
    if event.winner is None:
        template = N_(
            "Fight in column {column}: {attacker} {attack} ({attack_lines}), "
            "{defender} {defence} ({defence_lines}). It’s a tie."
        )
    return sentence(
        template,
        column=event.column,
        attacker=Who(event.seat),
        attack=strength(event.attack),
        attack_lines=tuple(map(term, event.attack)),
        defender=Who(1 - event.seat),
        defence=strength(event.defence),
        defence_lines=tuple(map(term, event.defence)),
        winner=Who(event.seat if event.winner is None else event.winner),
    )


def _eliminated(event: ev.Eliminated) -> Sentence:
    cards = tallied([unit(card) for card in event.cards])
    return sentence(
        N_("{who} loses {cards} in column {column}."), who=Who(event.seat), cards=cards, column=event.column
    )


def _won(event: ev.BattleWon) -> Sentence:
    score, other = event.scores[event.seat], event.scores[1 - event.seat]
    return sentence(WON[event.reason], who=Who(event.seat), score=score, other=other)


def _of(template: str) -> Callable[[Any], Sentence]:
    """Return the sentences of events that need only seat, column, points and card, by the event's type."""

    def say(event: Any) -> Sentence:
        params = {name: getattr(event, name) for name in ("column", "points", "turn") if hasattr(event, name)}
        card = {"unit": unit(event.card), "card": card_name(event.card)} if hasattr(event, "card") else {}
        return Sentence(template, {"who": Who(event.seat), **params, **card})

    return say


SAYINGS: Mapping[type[Event], Callable[[Any], Sentence]] = {
    ev.BattlefieldLaid: _laid,
    ev.Offered: _offered,
    ev.Kept: _kept,
    ev.FirstSettled: _of(N_("{who} will start once both players have drafted.")),
    ev.Mustered: lambda event: sentence(N_("Both armies are ready; {who} begins."), who=Who(event.first)),
    ev.Drew: _drew,
    ev.Reshuffled: _reshuffled,
    ev.TurnStarted: _of(N_("Turn {turn}: {who}.")),
    ev.ControlTaken: _of(N_("{who} takes control of column {column}.")),
    ev.ControlLost: _of(N_("{who} loses control of column {column}, which turns neutral.")),
    ev.UnitDiscarded: _of(N_("{who} discards {unit} from column {column}.")),
    ev.TurnSpent: _of(N_("{who} has no card in hand and nothing to attack: the turn ends by itself.")),
    ev.FlanksLeft: _of(N_("{who} makes no flank attack.")),
    ev.Placed: _placed,
    ev.Removed: _of(N_("{who} discards {unit} from column {column} to make room.")),
    ev.Paid: _of(N_("{who} pays with {card}.")),
    ev.Settled: _settled,
    ev.Attacked: _attacked,
    ev.Overlapped: _overlapped,
    ev.BonusTaken: _bonus_taken,
    ev.Withdrew: _of(N_("{who} withdraws {unit} from column {column}.")),
    ev.AttackVoid: _attack_void,
    ev.Stood: _of(N_("{who} makes a stand with {unit} in column {column}.")),
    ev.Fought: _fought,
    ev.Eliminated: _eliminated,
    ev.Rampaged: _of(N_("{who}’s Elephants run wild and take a card with them: {card}.")),
    ev.ReservesPlayed: _of(N_("{who} plays Reserves.")),
    ev.DiscardedToDraw: _of(N_("{who} discards {card} to draw {points}.")),
    ev.Trimmed: _of(N_("{who} discards {card}.")),
    ev.BattleWon: _won,
    ev.BattleDrawn: lambda event: sentence(
        N_("Both Shuffle cards are out, and the match is a draw: {points} victory points each."), points=event.points
    ),
}

# --- steps ---


def label(step: AnyStep) -> Sentence:
    """Return a step as its button says it."""
    match step:
        case st.Keep(first, second):
            return sentence(N_("Keep {first} and {second}"), first=card_name(first), second=card_name(second))
        case st.Flank(card, column) | st.Place(card, column):
            return sentence(WITH_CARD[type(step)], card=card_name(card), unit=unit(card), column=column)
        case st.Bonus(source):
            return (
                sentence(SOURCES[source])
                if source in SOURCES
                else sentence(N_("Bonus card: {card}"), card=card_name(source))
            )
        case st.Draw(card) if card:
            return sentence(N_("Discard {card} and draw {points}"), card=card_name(card), points=POINTS[card])
        case st.GoOn() | st.Settle() | st.Reserves() | st.Draw():
            return sentence(PLAIN[type(step)])
        case _:
            return sentence(WITH_CARD[type(step)], card=card_name(step.card), unit=unit(step.card))


SOURCES: Mapping[str, str] = {
    st.DECK: N_("Bonus card: top of the deck"),
    st.NONE: N_("No bonus card"),
}
PLAIN: Mapping[type[AnyStep], str] = {
    st.GoOn: N_("No more flank attacks"),
    st.Settle: N_("Finish placing"),
    st.Reserves: N_("Play Reserves: draw three cards"),
    st.Draw: N_("End the turn: draw three cards"),
}
WITH_CARD: Mapping[type[AnyStep], str] = {
    st.Flank: N_("Flank attack on column {column} with {card}"),
    st.Place: N_("Place {card} in column {column}"),
    st.Drop: N_("Discard {card}"),
    st.Remove: N_("Discard {card} to make room"),
    st.Pay: N_("Pay with {card}"),
    st.Attack: N_("Attack with {card}"),
    st.Overlap: N_("Play {card}"),
    st.Withdraw: N_("Withdraw {card}"),
    st.Stand: N_("Stand with {card}"),
    st.Trim: N_("Discard {card}"),
}

# --- prompts ---

PROMPTS: Mapping[str, str] = {
    "draft": N_("Draft: keep two of your four cards."),
    "advance": N_("Your units advance: discard one of two unopposed units."),
    "flank": N_("Choose a unit to lead a flank attack, or go on."),
    "act": N_("Your turn: place units, attack, or draw cards to end it."),
    "bonus": N_("Choose a bonus card for your attack."),
    "leave": N_("All defenders have withdrawn: discard one of your two units."),
}
LAST_TURN: Mapping[bool, str] = {
    True: N_("The last turn: place units, attack, or draw cards."),
    False: N_("Perhaps the last turn: place units, attack, or draw cards."),
}
"""What the actions' prompt says near the end by cards, by whether this turn ends the match."""


def prompt(view: FieldOfGloryView, seat: Seat) -> Sentence:
    """Return what the seat is asked."""
    if view.phase == "trim":
        template = N_("You have {held} cards: discard down to nine.")
        return sentence(template, held=view.hand_sizes[seat])
    if view.fight is not None and view.phase == "answer":
        return _asked_to_answer(view.fight)
    if view.placing is not None:
        return _asked_to_place(view.placing)
    if view.phase == "act" and is_near(view):
        return sentence(LAST_TURN[both_out(view)])
    return sentence(PROMPTS[view.phase])


def _asked_to_place(bill: PlacingSeen) -> Sentence:
    if bill.clearing is not None:
        return sentence(N_("You’ve made room in column {column}: place a unit there."), column=bill.clearing)
    if not bill.cost:
        return sentence(N_("These units are free: place more, or finish."))
    if not bill.paying:
        return sentence(N_("Place more units, or pay for these."))
    if bill.paid < bill.cost:
        return sentence(N_("Keep paying: {paid} of {cost} paid."), paid=bill.paid, cost=bill.cost)
    return sentence(N_("All paid: finish placing."))


ATTACKED: Mapping[tuple[bool, str], str] = {
    (False, "withdraw"): N_("Attack on column {column}: withdraw or stand?"),
    (False, "lead"): N_("Attack on column {column}: choose a unit to lead your defence."),
    (False, "bonus"): N_("Attack on column {column}: choose a bonus card or none."),
    (True, "withdraw"): N_("Flank attack on column {column}: withdraw or stand?"),
    (True, "lead"): N_("Flank attack on column {column}: choose a unit to lead your defence."),
    (True, "bonus"): N_("Flank attack on column {column}: choose a bonus card or none."),
}
"""What a defender is asked, by whether it is a flank attack and what it can choose."""


def _asked_to_answer(fight: FightSeen) -> Sentence:
    choice = "bonus" if fight.defence else "withdraw" if fight.withdrawable else "lead"
    return sentence(ATTACKED[fight.flank, choice], column=fight.column)
