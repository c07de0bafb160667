"""Field of Glory as one seat is told of it: a sentence for all that is placed and paid, and for each fight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.rules.field_of_glory import events as ev
from games.rules.field_of_glory.cards import POINTS
from games.rules.field_of_glory.combat import strength
from games.rules.field_of_glory.state import Reason
from games.rules.field_of_glory.words import describe, names, unit
from games.rules.game import Event, Seat
from games.rules.sentence import N_, Param, Sentence, Who, sentence
from games.rules.telling import Told, Weight, addressed

BILL = (ev.Placed, ev.Removed, ev.Paid, ev.Settled)

WEIGHTS: Mapping[type[Event], Weight] = {
    ev.BattleWon: Weight.OUTCOME,
    ev.BattleDrawn: Weight.OUTCOME,
    ev.Fought: Weight.MOVEMENT,
    ev.Eliminated: Weight.FIGHT,
    ev.Rampaged: Weight.FIGHT,
    ev.Attacked: Weight.FIGHT,
    ev.AttackVoid: Weight.FIGHT,
    ev.Withdrew: Weight.FIGHT,
    ev.ControlTaken: Weight.FIGHT,
    ev.ControlLost: Weight.FIGHT,
    ev.FirstSettled: Weight.PLACEMENT,
    ev.Mustered: Weight.PLACEMENT,
    ev.UnitDiscarded: Weight.MOVEMENT,
    ev.Stood: Weight.MOVEMENT,
    ev.Overlapped: Weight.MOVEMENT,
    ev.BonusTaken: Weight.PAYMENT,
    ev.ReservesPlayed: Weight.PAYMENT,
}
"""What weighs more than a draw; of a fight, the lines of its sums."""

TO_ME: Mapping[str, str] = {
    N_("{who} controls {score} terrain cards at the Victory check and wins."): N_(
        "You won: you control {score} terrain cards at the Victory check."
    ),
    N_("Both Shuffle cards are out: {who} wins with {score} terrain cards to {other}."): N_(
        "Both Shuffle cards are out: you won {score} : {other} in terrain cards."
    ),
    N_("Both Shuffle cards are out and terrain is equal: {who} wins with {score} victory points to {other}."): N_(
        "Both Shuffle cards are out and terrain is equal: you won {score} : {other} in victory points."
    ),
    N_("{who} may keep two of {cards}."): N_("You may keep two of {cards}."),
    N_("{who} makes pick {pick} of {picks}: {cards}."): N_("You make pick {pick} of {picks}: {cards}."),
    N_("{who} will begin once both have drafted."): N_("You will begin once both have drafted."),
    N_("{who} has no card left to draw."): N_("You have no card left to draw."),
    N_("{who} takes control of column {column}."): N_("You take control of column {column}."),
    N_("{who} loses control of column {column}, which turns neutral."): N_(
        "You lose control of column {column}, which turns neutral."
    ),
    N_("{who} discards {unit} from column {column}."): N_("You discard {unit} from column {column}."),
    N_("{who} makes no flank attack now."): N_("You make no flank attack now."),
    N_("{who} discards {unit} from column {column} to make room."): N_(
        "You discard {unit} from column {column} to make room."
    ),
    N_("{who} attacks column {column} in the flank with {unit} from column {beside}."): N_(
        "You attack column {column} in the flank with {unit} from column {beside}."
    ),
    N_("{who} attacks column {column} with {unit}."): N_("You attack column {column} with {unit}."),
    N_("{who} makes a flank attack on column {column}, led by {unit} standing there."): N_(
        "You make a flank attack on column {column}, led by {unit} standing there."
    ),
    N_("{who} plays Overlap: +{amount}."): N_("You play Overlap: +{amount}."),
    N_("{who} draws {card} as a bonus card."): N_("You draw {card} as a bonus card."),
    N_("{who} takes {card} as a bonus card."): N_("You take {card} as a bonus card."),
    N_("Column {column} is empty: the attack of {who} meets nobody."): N_(
        "Column {column} is empty: your attack meets nobody."
    ),
    N_("Column {column} is empty: the attack of {who} meets nobody and costs {card}."): N_(
        "Column {column} is empty: your attack meets nobody and costs {card}."
    ),
    N_("{who} withdraws {unit} from column {column}."): N_("You withdraw {unit} from column {column}."),
    N_("{who} stands with {unit} in column {column}."): N_("You stand with {unit} in column {column}."),
    N_("{who} loses {cards} in column {column}."): N_("You lose {cards} in column {column}."),
    N_("The elephants of {who} run wild and take a card with them: {card}."): N_(
        "Your elephants run wild and take a card with them: {card}."
    ),
    N_("{who} plays Reserves."): N_("You play Reserves."),
    N_("{who} discards {card} to draw {points}."): N_("You discard {card} to draw {points}."),
    N_("{who} discards {card}."): N_("You discard {card}."),
    N_("{who} places {units}."): N_("You place {units}."),
    N_("{who} places {units}, paying {paid} for {cost} ({cards})."): N_(
        "You place {units}, paying {paid} for {cost} ({cards})."
    ),
}
"""What is said of the reader, by what is said of others."""

LOST: Mapping[Reason, str] = {
    "control": N_("You lost: {who} controls {score} terrain cards at the Victory check."),
    "terrain": N_("Both Shuffle cards are out: you lost {other} : {score} in terrain cards."),
    "victory-points": N_(
        "Both Shuffle cards are out and terrain is equal: you lost {other} : {score} in victory points."
    ),
}
"""How a match ended for who lost it."""

FIGHTS: Mapping[bool | None, str] = {
    True: N_("You win the fight in column {column}, {mine} : {theirs}."),
    False: N_("You lose the fight in column {column}, {mine} : {theirs}."),
    None: N_("The fight in column {column} is drawn, {mine} : {theirs}."),
}
"""How a fight of the reader ended, by whether it was won; None: nobody won it."""


def told(events: Iterable[Event], me: Seat | None) -> list[Told]:
    """What happened, in the order in which it did."""
    found: list[Told] = []
    bill: list[Event] = []
    for event in events:
        if isinstance(event, BILL):
            bill.append(event)
        if bill and (isinstance(event, ev.Settled) or not isinstance(event, BILL)):
            found += _placement(bill, me)
            bill = []
        if isinstance(event, ev.Fought) and me is not None:
            found.append(Told(Weight.FIGHT, _fight(event, me)))
        if not isinstance(event, BILL):
            found.append(_one(event, me))
    return found + _placement(bill, me)


def _one(event: Event, me: Seat | None) -> Told:
    said = describe(event)
    if isinstance(event, ev.Drew) and event.cards and me == event.seat:
        said = sentence(N_("You draw {cards}."), cards=names(event.cards))
    if isinstance(event, ev.BattleWon) and me == 1 - event.seat:
        said = Sentence(LOST[event.reason], said.params)
    return Told(WEIGHTS.get(type(event), Weight.DRAW), addressed(said, me, TO_ME))


def _fight(event: ev.Fought, me: Seat) -> Sentence:
    attack, defence = strength(event.attack), strength(event.defence)
    mine, theirs = (attack, defence) if event.seat == me else (defence, attack)
    won = None if event.winner is None else event.winner == me
    return sentence(FIGHTS[won], column=event.column, mine=mine, theirs=theirs)


def _placement(bill: Sequence[Event], me: Seat | None) -> list[Told]:
    """What a seat placed and what it paid, in one sentence; what it discarded to make room, each in its own."""
    removed = [_one(event, me) for event in bill if isinstance(event, ev.Removed)]
    placed = [event for event in bill if isinstance(event, ev.Placed)]
    if not placed:
        return removed
    units = tuple(
        sentence(N_("{unit} in column {column}"), unit=unit(each.card), column=each.column) for each in placed
    )
    params: dict[str, Param] = {"who": Who(placed[0].seat), "units": units}
    template = N_("{who} places {units}.")
    paid = [event for event in bill if isinstance(event, ev.Paid)]
    if paid:
        template = N_("{who} places {units}, paying {paid} for {cost} ({cards}).")
        params |= {
            "paid": sum(each.points for each in paid),
            "cost": sum(each.cost for each in placed),
            "cards": tuple(
                sentence(N_("{unit} {points}"), unit=unit(each.card), points=POINTS[each.card]) for each in paid
            ),
        }
    return [*removed, Told(Weight.PLACEMENT, addressed(Sentence(template, params), me, TO_ME))]
