"""Field of Glory as one seat is told of it: a sentence for all that a seat does without a break, and for each fight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from games.rules.field_of_glory import events as ev
from games.rules.field_of_glory.cards import KIND, POINTS
from games.rules.field_of_glory.combat import strength
from games.rules.field_of_glory.state import SHUFFLES, Reason
from games.rules.field_of_glory.words import card_name, describe, names, term, unit
from games.rules.game import Event, Seat
from games.rules.sentence import N_, Param, Sentence, Who, counted, listed, sentence, tallied
from games.rules.telling import Deed, Told, Weight, addressed, in_one

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
    ev.TurnSpent: Weight.FIGHT,
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
    N_("{who} controls {score} columns at the Victory check and wins."): N_(
        "You won: you control {score} columns at the Victory check."
    ),
    N_("Both Shuffle cards are out: {who} wins with {score} columns to {other}."): N_(
        "Both Shuffle cards are out: you won {score}–{other} on columns."
    ),
    N_("Both Shuffle cards are out and columns are equal: {who} wins with {score} victory points to {other}."): N_(
        "Both Shuffle cards are out and columns are equal: you won {score}–{other} on victory points."
    ),
    N_("Next, {who} can keep two of these: {cards}."): N_("You can keep two of these: {cards}."),
    N_("Pick {pick} of {picks}: {who} keeps {cards}."): N_("Pick {pick} of {picks}: you keep {cards}."),
    N_("{who} will start once both players have drafted."): N_("You’ll start once you’ve both drafted."),
    N_("{who} loses control of column {column}, which turns neutral."): N_(
        "You lose control of column {column}, which turns neutral."
    ),
    N_("{who} discards {unit} from column {column} to make room."): N_(
        "You discard {unit} from column {column} to make room."
    ),
    N_("Column {column} is empty: {who}’s attack hits nobody."): N_(
        "Column {column} is empty: your attack hits nobody."
    ),
    N_("Column {column} is empty: {who}’s attack hits nobody and costs {card}."): N_(
        "Column {column} is empty: your attack hits nobody and costs you {card}."
    ),
    N_("{who} loses {cards} in column {column}."): N_("You lose {cards} in column {column}."),
    N_("{who}’s Elephants run wild and take a card with them: {card}."): N_(
        "Your Elephants run wild and take a card with them: {card}."
    ),
    N_("{who} places {units}."): N_("You place {units}."),
    N_("{who} places {units} at a cost of {cost} and pays {paid} ({cards})."): N_(
        "You place {units} at a cost of {cost} and pay {paid} ({cards})."
    ),
    N_("Both armies are ready; {who} begins."): N_("Both armies are ready; you begin."),
    N_("Turn {turn}: {who}."): N_("Turn {turn}: you."),
    N_("{who} has no card in hand and nothing to attack: the turn ends by itself."): N_(
        "You have no card in hand and nothing to attack: your turn ends by itself."
    ),
    N_("{who} has no cards left to draw and no discards to shuffle. The Shuffle card is turned over anyway."): N_(
        "You have no cards left to draw and no discards to shuffle. The Shuffle card is turned over anyway."
    ),
    N_("{who} has no cards left to draw and no discards to shuffle. The Shuffle card is out anyway."): N_(
        "You have no cards left to draw and no discards to shuffle. The Shuffle card is out anyway."
    ),
    N_("{who} has no cards left to draw and no discards to shuffle."): N_(
        "You have no cards left to draw and no discards to shuffle."
    ),
}
"""What is said of the reader, by what is said of others."""

DEEDS: Mapping[type[Event], tuple[str, str]] = {
    ev.ControlTaken: (N_("takes control of column {column}"), N_("take control of column {column}")),
    ev.UnitDiscarded: (N_("discards {unit} from column {column}"), N_("discard {unit} from column {column}")),
    ev.FlanksLeft: (N_("makes no flank attack"), N_("make no flank attack")),
    ev.Overlapped: (N_("plays Overlap (+{amount})"), N_("play Overlap (+{amount})")),
    ev.Withdrew: (N_("withdraws {unit} from column {column}"), N_("withdraw {unit} from column {column}")),
    ev.Stood: (N_("makes a stand with {unit} in column {column}"), N_("make a stand with {unit} in column {column}")),
    ev.ReservesPlayed: (N_("plays Reserves"), N_("play Reserves")),
    ev.DiscardedToDraw: (N_("discards {card}"), N_("discard {card}")),
    ev.Trimmed: (N_("discards {card}"), N_("discard {card}")),
}
"""What a seat does, of somebody and of the reader, where the event's own fields say all of it."""
ATTACKS: Mapping[str, tuple[str, str]] = {
    "plain": (N_("attacks column {column} with {unit}"), N_("attack column {column} with {unit}")),
    "front": (
        N_("makes a flank attack on column {column} with {unit}"),
        N_("make a flank attack on column {column} with {unit}"),
    ),
    "beside": (
        N_("makes a flank attack on column {column} with {unit} from column {beside}"),
        N_("make a flank attack on column {column} with {unit} from column {beside}"),
    ),
}
"""How an attack is told, by where its lead stands."""
BONUSES: Mapping[tuple[bool, bool], tuple[str, str]] = {
    (True, True): (N_("draws {card} as a bonus card"), N_("draw {card} as a bonus card")),
    (True, False): (N_("takes {card} as a bonus card"), N_("take {card} as a bonus card")),
    (False, True): (
        N_("takes the top card of the deck as a bonus card"),
        N_("take the top card of the deck as a bonus card"),
    ),
    (False, False): (N_("takes a bonus card from their hand"), N_("take a bonus card from your hand")),
}
"""How a bonus card is told, by whether it is known and whether it comes from the deck."""

LOST: Mapping[Reason, str] = {
    "control": N_("You lost: {who} controls {score} columns at the Victory check."),
    "terrain": N_("Both Shuffle cards are out: you lost {other}–{score} on columns."),
    "victory-points": N_(
        "Both Shuffle cards are out and columns are equal: you lost {other}–{score} on victory points."
    ),
}
"""How a match ended for its loser."""

FIGHTS: Mapping[bool | None, str] = {
    True: N_("You win the fight in column {column}, {mine}–{theirs}."),
    False: N_("You lose the fight in column {column}, {mine}–{theirs}."),
    None: N_("The fight in column {column} is a tie, {mine}–{theirs}."),
}
"""How a fight of the reader ended, by whether it was won; None: nobody won it."""


def told(events: Iterable[Event], me: Seat | None) -> list[Told]:
    """Return what happened, in the order in which it did."""
    found: list[Told] = []
    for seat, together in groupby(events, key=_doer):
        group = list(together)
        found += _course(group, me) if seat is None else [_turn(seat, group, me)]
    return found


def _doer(event: Event) -> Seat | None:
    """Return the seat of an event that is told together with those around it."""
    together = isinstance(event, ev.Drew | ev.Attacked | ev.BonusTaken) or type(event) in DEEDS
    return getattr(event, "seat") if together else None  # noqa: B009 - not every event has a seat


def _turn(seat: Seat, events: Sequence[Event], me: Seat | None) -> Told:
    """Return what one seat did without a break, as one sentence."""
    weight = min(WEIGHTS.get(type(event), Weight.DRAW) for event in events)
    alike = [list(group) for _, group in groupby(events, key=type)]
    return Told(weight, in_one(seat, me, [deed for group in alike for deed in _deeds(group)]))


def _deeds(alike: Sequence[Event]) -> list[Deed]:
    """Return what events of one type say, as one deed for all columns that are taken."""
    columns = [event.column for event in alike if isinstance(event, ev.ControlTaken)]
    if len(columns) < 2:
        return [_deed(event) for event in alike]
    several = N_("takes control of columns {columns}"), N_("take control of columns {columns}")
    return [Deed(*several, {"columns": listed(sorted(columns))})]


def _deed(event: Event) -> Deed:
    match event:
        case ev.Drew():
            return _drawing(event)
        case ev.Attacked(_, column, lead, flank, beside):
            where = "beside" if beside is not None else "front" if flank else "plain"
            return Deed(*ATTACKS[where], {"column": column, "unit": unit(lead), "beside": beside or 0})
        case ev.BonusTaken(_, blind, card):
            return Deed(*BONUSES[bool(card), blind], {"card": card_name(card)} if card else {})
    return Deed(*DEEDS[type(event)], describe(event).params)


def _drawing(event: ev.Drew) -> Deed:
    if not event.count:
        return Deed(N_("has no card left to draw"), N_("have no card left to draw"))
    cards = names(event.cards) or counted("a card", "{count} cards", event.count)
    return Deed(N_("draws {cards}"), N_("draw {cards}"), {"cards": cards})


def _course(events: Iterable[Event], me: Seat | None) -> Iterator[Told]:
    """Yield placements, fights and all that no seat does."""
    bill: list[Event] = []
    for event in events:
        if isinstance(event, BILL):
            bill.append(event)
        if bill and (isinstance(event, ev.Settled) or not isinstance(event, BILL)):
            yield from _placement(bill, me)
            bill = []
        if isinstance(event, ev.Fought) and me is not None:
            yield Told(Weight.FIGHT, _fight(event, me))
            yield Told(WEIGHTS[ev.Fought], _sums(event, me))
        elif not isinstance(event, BILL):
            yield _one(event, me)
    yield from _placement(bill, me)


def _one(event: Event, me: Seat | None) -> Told:
    said = describe(event)
    if isinstance(event, ev.Reshuffled) and event.seat == me and event.count:
        said = _shuffled(event)
    if isinstance(event, ev.BattleWon) and me == 1 - event.seat:
        said = Sentence(LOST[event.reason], said.params)
    return Told(WEIGHTS.get(type(event), Weight.DRAW), addressed(said, me, TO_ME))


def _shuffled(event: ev.Reshuffled) -> Sentence:
    """Return what the reader shuffled."""
    if event.time < SHUFFLES:
        return counted(
            "You shuffle one discard for the first time; the Shuffle card is turned over.",
            "You shuffle {count} discards for the first time; the Shuffle card is turned over.",
            event.count,
        )
    if event.time == SHUFFLES:
        return counted(
            "You shuffle one discard for the second time; the Shuffle card is out.",
            "You shuffle {count} discards for the second time; the Shuffle card is out.",
            event.count,
        )
    return counted("You shuffle one discard.", "You shuffle {count} discards.", event.count)


def _fight(event: ev.Fought, me: Seat) -> Sentence:
    mine, theirs = map(strength, _sides(event, me))
    won = None if event.winner is None else event.winner == me
    return sentence(FIGHTS[won], column=event.column, mine=mine, theirs=theirs)


def _sums(event: ev.Fought, me: Seat) -> Sentence:
    """Return what the strengths of a fight of the reader were made of."""
    mine, theirs = _sides(event, me)
    return sentence(
        N_("Fight in column {column}: you {mine} ({my_lines}), {who} {theirs} ({their_lines})."),
        column=event.column,
        mine=strength(mine),
        my_lines=tuple(map(term, mine)),
        who=Who(1 - me),
        theirs=strength(theirs),
        their_lines=tuple(map(term, theirs)),
    )


def _sides(event: ev.Fought, me: Seat) -> tuple[Sequence[ev.Term], Sequence[ev.Term]]:
    """Return what counted for the reader in a fight, and for the other."""
    return (event.attack, event.defence) if event.seat == me else (event.defence, event.attack)


def _placement(bill: Sequence[Event], me: Seat | None) -> list[Told]:
    """Return what a seat placed and what it paid, in one sentence; what it discarded to make room, each in its own."""
    removed = [_one(event, me) for event in bill if isinstance(event, ev.Removed)]
    placed = [event for event in bill if isinstance(event, ev.Placed)]
    if not placed:
        return removed
    params: dict[str, Param] = {"who": Who(placed[0].seat), "units": _units(placed)}
    template = N_("{who} places {units}.")
    paid = [event for event in bill if isinstance(event, ev.Paid)]
    if paid:
        template = N_("{who} places {units} at a cost of {cost} and pays {paid} ({cards}).")
        params |= {
            "paid": sum(each.points for each in paid),
            "cost": sum(each.cost for each in placed),
            "cards": tuple(
                sentence(N_("{unit} {points}"), unit=unit(each.card), points=POINTS[each.card]) for each in paid
            ),
        }
    said = addressed(Sentence(template, params), me, TO_ME)
    return [*removed, Told(Weight.PLACEMENT, said, short=_placement_in_short(placed, paid, me))]


def _placement_in_short(placed: Sequence[ev.Placed], paid: Sequence[ev.Paid], me: Seat | None) -> Sentence | None:
    """Return how many units another seat placed, and what it paid."""
    if placed[0].seat == me:
        return None
    return counted(
        "{who} places one unit and pays {paid}.",
        "{who} places {count} units and pays {paid}.",
        len(placed),
        who=Who(placed[0].seat),
        paid=sum(each.points for each in paid),
    )


def _units(placed: Sequence[ev.Placed]) -> Param:
    """Return the units with their columns: those of one type together; those of one column where there is but one, or
    where two of a type share one.
    """
    by_column: dict[int, list[ev.Placed]] = {}
    by_type: dict[str, list[ev.Placed]] = {}
    for each in placed:
        by_column.setdefault(each.column, []).append(each)
        by_type.setdefault(KIND[each.card].code, []).append(each)
    shared = any(len({each.column for each in alike}) < len(alike) for alike in by_type.values())
    if shared or len(by_column) == 1:
        return listed(_in_column(together) for together in by_column.values())
    return listed(_in_columns(alike) for alike in by_type.values())


def _in_column(together: Sequence[ev.Placed]) -> Sentence:
    units = tallied([unit(each.card) for each in together])
    return sentence(N_("{unit} in column {column}"), unit=units, column=together[0].column)


def _in_columns(alike: Sequence[ev.Placed]) -> Sentence:
    if len(alike) == 1:
        return _in_column(alike)
    columns = listed(sorted(each.column for each in alike))
    return sentence(N_("{unit} in columns {columns}"), unit=unit(alike[0].card), columns=columns)
