"""Fantasy Dice Battles as one seat is told of it: first how a round ended, then heroes who fell,
then who was hurt, fell or fled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from games.rules.fantasy_dice_battles import events as ev
from games.rules.fantasy_dice_battles.sets.names import of_faction, of_unit
from games.rules.fantasy_dice_battles.state import SEATS
from games.rules.fantasy_dice_battles.words import counted_wounds, describe, place_name
from games.rules.game import Event, Seat
from games.rules.sentence import N_, Param, Sentence, Who, counted, joined, sentence, tallied
from games.rules.telling import Told, Weight, addressed

WEIGHTS: Mapping[type[Event], Weight] = {
    ev.BattleEnded: Weight.OUTCOME,
    ev.HeroFell: Weight.FIGHT,
    ev.Defeated: Weight.PLACEMENT,
    ev.ArmyShown: Weight.PLACEMENT,
    ev.Struck: Weight.PLACEMENT,
    ev.PoisonWorked: Weight.PLACEMENT,
    ev.Reinforced: Weight.MOVEMENT,
    ev.Rallied: Weight.MOVEMENT,
    ev.Healed: Weight.MOVEMENT,
    ev.Regrouped: Weight.MOVEMENT,
    ev.Fled: Weight.MOVEMENT,
    ev.Drew: Weight.DRAW,
    ev.Reshuffled: Weight.DRAW,
}
"""What weighs more or less than the orders and dice, by which it came about."""

TO_ME: Mapping[str, str] = {
    N_("{who} chooses the army {preset}."): N_("You choose the army {preset}."),
    N_("{who} builds a {faction} army."): N_("You build a {faction} army."),
    N_("{who} leads the {faction}."): N_("You lead the {faction}."),
    N_("{who} puts {units} on the field."): N_("You put {units} on the field."),
    N_("{who} puts {unit} in {place}."): N_("You put {unit} in {place}."),
    N_("{who} puts {unit} in reinforcements."): N_("You put {unit} in reinforcements."),
    N_("{who} plays {card} at battalion {post}."): N_("You play {card} at battalion {post}."),
    N_("{who} plays {card} as a regrouping order."): N_("You play {card} as a regrouping order."),
    N_("{who} sends {unit} to {place}."): N_("You send {unit} to {place}."),
    N_("{who} is ready."): N_("You’re ready."),
    N_("{who}’s reinforcements arrive at {place}: {unit}."): N_("Your reinforcements arrive at {place}: {unit}."),
    N_("{who}’s {unit} ({place}): the poison becomes a wound."): N_(
        "Your {unit} ({place}): the poison becomes a wound."
    ),
    N_("{who}’s {unit} ({place}): defeated, now fleeing."): N_("Your {unit} ({place}): defeated, now fleeing."),
    N_("{who}’s {unit} ({place}): defeated, but Steadfast lets them flee."): N_(
        "Your {unit} ({place}): defeated, but Steadfast lets them flee."
    ),
    N_("{who}’s {unit} ({place}): destroyed by four or more wounds."): N_(
        "Your {unit} ({place}): destroyed by four or more wounds."
    ),
    N_("{who}’s {unit} ({place}): destroyed by No Quarter."): N_("Your {unit} ({place}): destroyed by No Quarter."),
    N_("{who}’s {unit} ({place}): destroyed, because only one battalion is still active."): N_(
        "Your {unit} ({place}): destroyed, because only one battalion is still active."
    ),
    N_("{who}’s {unit} falls in {place}."): N_("Your {unit} falls in {place}."),
    N_("{who}’s {unit} falls in {place}, and the battalion flees: {routed}."): N_(
        "Your {unit} falls in {place}, and the battalion flees: {routed}."
    ),
    N_("Fleeing: {who}’s {unit}."): N_("Fleeing: your {unit}."),
    N_("Fleeing: {who}’s {unit}. That pushes {lost} out of the game."): N_(
        "Fleeing: your {unit}. That pushes {lost} out of the game."
    ),
    N_("{who}’s {unit} ({place}): {parts}."): N_("Your {unit} ({place}): {parts}."),
    N_("{who} reveals {card} at battalion {post}: active."): N_("You reveal {card} at battalion {post}: active."),
    N_("{who} reveals {card} at battalion {post}: inactive, because no such unit is there."): N_(
        "You reveal {card} at battalion {post}: inactive, because no such unit is there."
    ),
    N_("{who} reveals {card} at battalion {post}: nobody is opposite, so only a hero’s card works."): N_(
        "You reveal {card} at battalion {post}: nobody is opposite, so only a hero’s card works."
    ),
    N_("{who} reveals {card} at battalion {post}: the hero has fallen, so the card does nothing."): N_(
        "You reveal {card} at battalion {post}: the hero has fallen, so the card does nothing."
    ),
    N_("{who} reveals {card} at battalion {post}: inactive, because their hero there has fallen."): N_(
        "You reveal {card} at battalion {post}: inactive, because your hero there has fallen."
    ),
    N_("{who} reveals {card} as a regrouping order."): N_("You reveal {card} as a regrouping order."),
    N_("{who} rolls for {card} at battalion {battalion}: {faces}."): N_(
        "You roll for {card} at battalion {battalion}: {faces}."
    ),
    N_("{who}’s {card} at battalion {battalion}: no attack, no dice."): N_(
        "Your {card} at battalion {battalion}: no attack, no dice."
    ),
    N_("{who}’s {card} at battalion {battalion}: {dice} ({terms})."): N_(
        "Your {card} at battalion {battalion}: {dice} ({terms})."
    ),
    N_("{who}’s {card} at battalion {battalion}: dispelled, no powers this round."): N_(
        "Your {card} at battalion {battalion}: dispelled, no powers this round."
    ),
    N_("{who}’s {power} at battalion {battalion} heals {cures}."): N_(
        "Your {power} at battalion {battalion} heals {cures}."
    ),
    N_("{who}’s {power} at battalion {battalion}: nothing to heal."): N_(
        "Your {power} at battalion {battalion}: nothing to heal."
    ),
    N_("{who}’s {power} brings back a fleeing unit: {unit}."): N_("Your {power} brings back a fleeing unit: {unit}."),
    N_("{who}’s {power} brings back no units."): N_("Your {power} brings back no units."),
    N_("{who}’s {card} card brings back no units."): N_("Your {card} card brings back no units."),
    N_(
        "{who}’s {card} card brings back no units, because none of that kind is in a battalion or in reinforcements."
    ): N_("Your {card} card brings back no units, because none of that kind is in a battalion or in reinforcements."),
    N_("{who}’s {card} card brings back fleeing units: {units}."): N_(
        "Your {card} card brings back fleeing units: {units}."
    ),
    N_("{who}’s {card} card brings back units from battalion {post}: {units}."): N_(
        "Your {card} card brings back units from battalion {post}: {units}."
    ),
    N_("{who} leads the {faction}: {one}; {two}; {three}."): N_("You lead the {faction}: {one}; {two}; {three}."),
    N_("{who} leads the {faction}: {one}; {two}; {three}. Reinforcements: {reserve}."): N_(
        "You lead the {faction}: {one}; {two}; {three}. Reinforcements: {reserve}."
    ),
}
"""What is said of the reader, by what is said of others."""


ENDS = (ev.RoundStarted, ev.BattleEnded)
"""How the events of a round end: with the next one, or with the battle."""


def told(events: Iterable[Event], me: Seat | None) -> list[Told]:
    """Return what happened, in the order in which it did; the result of each round stands before what led to it."""
    found: list[Told] = []
    for together in _rounds(events):
        if result := _result(together, me):
            found.append(Told(Weight.FIGHT, result))
        for is_put, group in groupby(filter(_is_news, together), key=lambda event: isinstance(event, ev.UnitPut)):
            alike = list(group)
            found += [_put(alike, me)] if is_put else [_one(event, me) for event in alike]
    return found


def _is_news(event: Event) -> bool:
    """Say whether an event tells more than those before it. A defeat has told that the unit flees."""
    return not isinstance(event, ev.Fled) or bool(event.lost)


def _one(event: Event, me: Seat | None) -> Told:
    if isinstance(event, ev.ArmyShown):
        short = sentence(N_("{who} leads the {faction}."), who=Who(event.seat), faction=of_faction(event.faction))
        return Told(_weight(event), addressed(short, me, TO_ME), _said(event, me))
    return Told(_weight(event), _said(event, me))


def _put(events: Sequence[Any], me: Seat | None) -> Told:
    """Return units that one seat puts on the field one after the other: how many, and where on request."""
    if len(events) == 1:
        return _one(events[0], me)
    units = counted("{count} unit", "{count} units", len(events))
    short = sentence(N_("{who} puts {units} on the field."), who=Who(events[0].seat), units=units)
    return Told(_weight(events[0]), addressed(short, me, TO_ME), joined(_said(event, me) for event in events))


def said_to(event: Event, me: Seat | None) -> Sentence:
    """Return one thing that happened as a seat is told it."""
    return _said(event, me)


def last_round(events: Iterable[Event], me: Seat) -> Sentence | None:
    """Return how the newest round of these events ended; None if none was fought."""
    results = [result for together in _rounds(events) if (result := _result(together, me))]
    return results[-1] if results else None


def drawn(events: Iterable[Event], me: Seat) -> Sentence | None:
    """Return which cards a seat drew last in these events, as it is told of them; None if it drew none."""
    own = [event for event in events if isinstance(event, ev.Drew) and event.seat == me and event.cards]
    return _said(own[-1], me) if own else None


def _rounds(events: Iterable[Event]) -> list[list[Event]]:
    """Return the events up to the end of each round, and those after the last."""
    found: list[list[Event]] = [[]]
    for event in events:
        found[-1].append(event)
        if isinstance(event, ENDS):
            found.append([])
    return [together for together in found if together]


def _weight(event: Event) -> Weight:
    return WEIGHTS.get(type(event), Weight.PAYMENT)


def _said(event: Event, me: Seat | None) -> Sentence:
    if isinstance(event, ev.BattleEnded) and me is not None:
        return _ended(event, me)
    if isinstance(event, ev.Drew) and event.cards and me == event.seat:
        return sentence(N_("You draw {cards}."), cards=tallied([of_unit(card) for card in event.cards]))
    if isinstance(event, ev.Reshuffled) and me == event.seat:
        return counted(
            "You shuffle a discard into the draw pile.",
            "You shuffle {count} discards into the draw pile.",
            event.count,
        )
    return addressed(_struck(event) if isinstance(event, ev.Struck) else describe(event), me, TO_ME)


def _struck(event: ev.Struck) -> Sentence:
    """Return what dice did to a unit: “Viper Warriors of Ben (battalion 1, F3): 2 wounds …”."""
    parts = []
    if event.wounds:
        parts.append(counted_wounds(event.wounds))
    if event.poison:
        parts.append(sentence(N_("poisoned")))
    if event.stopped:
        parts.append(counted("{count} die stopped by armour", "{count} dice stopped by armour", event.stopped))
    params: dict[str, Param] = {"unit": of_unit(event.unit), "place": place_name(event.place), "parts": tuple(parts)}
    return sentence(N_("{who}’s {unit} ({place}): {parts}."), who=Who(event.seat), **params)


def _end(events: Sequence[Event]) -> ev.RoundStarted | ev.BattleEnded | None:
    """Return what ended a round that was fought; None if these events are none."""
    end = events[-1]
    return end if isinstance(end, ENDS) and any(isinstance(event, ev.Revealed) for event in events) else None


def _result(events: Sequence[Event], me: Seat | None) -> Sentence | None:
    """Return how a round ended: who dealt how many wounds, and who fell; None if it was not fought to its end."""
    end = _end(events)
    if end is None:
        return None
    params: dict[str, Param] = {"when": _when(end), "losses": _losses(_fallen(events), me)}
    return _dealt(_wounded(events), me, params)


def _when(end: ev.RoundStarted | ev.BattleEnded) -> Sentence:
    if isinstance(end, ev.BattleEnded):
        return sentence(N_("The last round"))
    return sentence(N_("Round {round}"), round=end.round - 1)


def _dealt(wounded: Mapping[Seat, int], me: Seat | None, params: dict[str, Param]) -> Sentence:
    """Return how many wounds each side dealt; `params` say in which round, and who fell."""
    if me is None:
        return counted(
            "{when}: {who} deals {count} wound, {other} {others}. {losses}",
            "{when}: {who} deals {count} wounds, {other} {others}. {losses}",
            wounded[1],
            **{"who": Who(0), "other": Who(1), "others": wounded[0], **params},
        )
    return counted(
        "{when}: {count} wound dealt, {taken} taken. {losses}",
        "{when}: {count} wounds dealt, {taken} taken. {losses}",
        wounded[1 - me],
        **{"taken": wounded[me], **params},
    )


def _losses(fallen: Mapping[Seat, Sequence[Sentence]], me: Seat | None) -> Sentence:
    """Return which units both lost, as short as above a board."""
    one = me or 0
    other = 1 - one
    own, others = tallied(fallen[one]), tallied(fallen[other])
    params: dict[str, Param] = {"who": Who(one), "units": own, "other": Who(other), "others": others}
    if own and others:
        both = N_("Losses: {units} ({who}); {others} ({other}).")
        return Sentence(both if me is None else N_("You lose {units}; {other} loses {others}."), params)
    if own:
        return Sentence(N_("{who} loses {units}.") if me is None else N_("You lose {units}."), params)
    return Sentence(N_("{other} loses {others}.") if others else N_("Nobody loses a unit."), params)


def _wounded(events: Iterable[Event]) -> Counter[Seat]:
    """Return how many wounds each seat took."""
    found: Counter[Seat] = Counter()
    for event in events:
        if isinstance(event, ev.Struck):
            found[event.seat] += event.wounds
        elif isinstance(event, ev.PoisonWorked):
            found[event.seat] += 1
    return found


def _fallen(events: Iterable[Event]) -> Mapping[Seat, list[Sentence]]:
    """Return the units that each seat lost from its battalions, heroes first and those who fled with them last."""
    found: dict[Seat, list[Sentence]] = {seat: [] for seat in SEATS}
    heroes, others, routed = [], [], []
    for event in events:
        if isinstance(event, ev.Defeated):
            others.append((event.seat, event.unit))
        elif isinstance(event, ev.HeroFell):
            heroes.append((event.seat, event.unit))
            routed += [(event.seat, unit) for unit in event.routed]
    for seat, unit in (*heroes, *others, *routed):
        found[seat].append(of_unit(unit))
    return found


def _ended(event: ev.BattleEnded, me: Seat) -> Sentence:
    mine, theirs = event.heroes[me], event.heroes[1 - me]
    if event.reason == "level":
        return describe(event)
    won, lost = (
        N_("You have more heroes standing: {heroes} to {others}."),
        N_("You have fewer heroes standing: {heroes} to {others}."),
    )
    return sentence(won if mine > theirs else lost, heroes=mine, others=theirs)
