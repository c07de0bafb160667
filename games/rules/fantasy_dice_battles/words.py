"""Fantasy Dice Battles in words: events, steps, and what a seat is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.rules.fantasy_dice_battles import events as ev, steps as st
from games.rules.fantasy_dice_battles.data import RESERVE
from games.rules.fantasy_dice_battles.imagine import rebuilt
from games.rules.fantasy_dice_battles.orders_phase import legal
from games.rules.fantasy_dice_battles.sets.names import CLASS_NAMES, dice, of_faction, of_preset, of_unit, power_name
from games.rules.fantasy_dice_battles.state import POINTS, POSTS, REGROUP
from games.rules.fantasy_dice_battles.view import DiceBattlesView
from games.rules.game import Event, Seat
from games.rules.sentence import N_, Param, Sentence, Who, counted, listed, sentence, tallied


def units(ids: Iterable[str]) -> Param:
    """Return several units by name, equal ones counted: “Footmen ×2 and Orcs”."""
    return tallied([of_unit(unit) for unit in ids])


def classes(codes: Iterable[str]) -> Sentence:
    """Return classes of cards by name: “infantry or cavalry”."""
    *some, last = (sentence(CLASS_NAMES[code]) for code in codes)
    return sentence(N_("{some} or {last}"), some=tuple(some), last=last) if some else last


HERO = N_("hero")
"""What the space of a hero is called; all others are called as the board, the rules and the lessons write them."""


def space_name(space: str) -> Param:
    """Return a space of a battalion as it is called: “F1”, or “hero”."""
    return sentence(HERO) if space == "H" else space


def place_name(place: str) -> Sentence:
    """Return a space of an army in words: “battalion 3, F1”, and “battalion 3” for its hero’s."""
    battalion, space = place.split(":")
    if space == "H":
        return sentence(N_("battalion {battalion}"), battalion=battalion)
    return sentence(N_("battalion {battalion}, {space}"), battalion=battalion, space=space)


# --- events ---


def describe(event: Event) -> Sentence:
    """Return an event in words. Raises TypeError for an event of another game."""
    saying = SAYINGS.get(type(event))
    if saying is None:
        raise TypeError(f"{event!r} is no event of Fantasy Dice Battles")
    return saying(event)


WHY: Mapping[str, str] = {
    "": N_("{who} reveals {card} at battalion {post}: active."),
    "absent": N_("{who} reveals {card} at battalion {post}: inactive, because no such unit is there."),
    "idle": N_("{who} reveals {card} at battalion {post}: nobody is opposite, so only a hero’s card works."),
    "fallen": N_("{who} reveals {card} at battalion {post}: the hero has fallen, so the card does nothing."),
    "gone": N_("{who} reveals {card} at battalion {post}: inactive, because their hero there has fallen."),
    REGROUP: N_("{who} reveals {card} as a regrouping order."),
}
"""How a turned card is described, by the reason why it does nothing."""


def _revealed(event: ev.Revealed) -> Sentence:
    template = WHY[REGROUP if event.post == REGROUP else event.why]
    return sentence(template, who=Who(event.seat), card=of_unit(event.card), post=event.post)


TERMS: Mapping[str, str] = {
    "attack": N_("{amount} attack"),
    "pair": N_("{amount} for a second unit"),
}


def term(line: ev.Term) -> Sentence:
    """Return one reason for dice: “+1 Volley”."""
    amount = str(line.amount) if line.kind == "attack" else f"{line.amount:+}".replace("-", "−")
    if line.kind in TERMS:
        return sentence(TERMS[line.kind], amount=amount)
    return sentence(N_("{amount} {power}"), amount=amount, power=power_name(line.kind))


def _dice_counted(event: ev.DiceCounted) -> Sentence:
    who, card = Who(event.seat), of_unit(event.card)
    if not event.terms:
        template = N_("{who}’s {card} at battalion {battalion}: no attack, no dice.")
        return sentence(template, who=who, card=card, battalion=event.battalion)
    return sentence(
        N_("{who}’s {card} at battalion {battalion}: {dice} ({terms})."),
        who=who,
        card=card,
        battalion=event.battalion,
        dice=dice(event.color, event.dice),
        terms=tuple(map(term, event.terms)),
    )


def _cure(cure: ev.Cure) -> Sentence:
    template = N_("{unit} in {place} ({parts})")
    parts = _parts(wounded=cure.wounds, poisoned=bool(cure.poison))
    return sentence(template, unit=of_unit(cure.unit), place=place_name(cure.place), parts=parts)


def counted_wounds(number: int) -> Sentence:
    """Return a number of wounds."""
    return counted("{count} wound", "{count} wounds", number)


def _parts(*, wounded: int, poisoned: bool) -> tuple[Sentence, ...]:
    """Return what lies on a unit, or lay on it: “2 wounds, poison”."""
    parts = [counted_wounds(wounded)] if wounded else []
    if poisoned:
        parts.append(sentence(N_("poison")))
    return tuple(parts)


def _healed(event: ev.Healed) -> Sentence:
    who, power = Who(event.seat), power_name(event.power)
    if not event.cures:
        template = N_("{who}’s {power} at battalion {battalion}: nothing to heal.")
        return sentence(template, power=power, who=who, battalion=event.battalion)
    template = N_("{who}’s {power} at battalion {battalion} heals {cures}.")
    return sentence(template, power=power, who=who, battalion=event.battalion, cures=listed(map(_cure, event.cures)))


def _rallied(event: ev.Rallied) -> Sentence:
    if not event.unit:
        return sentence(N_("{who}’s {power} brings back no units."), power=power_name("RALLY"), who=Who(event.seat))
    template = N_("{who}’s {power} brings back a fleeing unit: {unit}.")
    return sentence(template, power=power_name("RALLY"), who=Who(event.seat), unit=of_unit(event.unit))


def _regrouped(event: ev.Regrouped) -> Sentence:
    params = {"who": Who(event.seat), "card": of_unit(event.card), "units": units(event.units), "post": event.post}
    if event.why:
        template = N_(
            "{who}’s {card} card brings back no units, because none of that kind is in a "
            "battalion or in reinforcements."
        )
    elif not event.units:
        template = N_("{who}’s {card} card brings back no units.")
    elif event.post == REGROUP:
        template = N_("{who}’s {card} card brings back fleeing units: {units}.")
    else:
        template = N_("{who}’s {card} card brings back units from battalion {post}: {units}.")
    return Sentence(template, params)


def _rolled(event: ev.Rolled) -> Sentence:
    faces = tuple(
        sentence("{face} → {space}", face=face, space=space_name(space))
        for face, space in zip(event.faces, event.spaces, strict=True)
    )
    template = N_("{who} rolls for {card} at battalion {battalion}: {faces}.")
    return sentence(template, card=of_unit(event.card), who=Who(event.seat), battalion=event.battalion, faces=faces)


def _stopped(number: int) -> tuple[Sentence, ...]:
    return (counted("{count} die stopped", "{count} dice stopped", number),) if number else ()


def _struck(event: ev.Struck) -> Sentence:
    wounds = (counted_wounds(event.wounds),) if event.wounds else ()
    poisoned = (sentence(N_("poisoned")),) if event.poison else ()
    return sentence(
        N_("{dice} on {who}’s {unit} ({place}): {parts}."),
        dice=dice(event.color, event.dice),
        unit=of_unit(event.unit),
        who=Who(event.seat),
        place=place_name(event.place),
        parts=(*_stopped(event.stopped), *wounds, *poisoned),
    )


FATES: Mapping[tuple[bool, str], str] = {
    (True, ""): N_("{who}’s {unit} ({place}): defeated, now fleeing."),
    (True, "steadfast"): N_("{who}’s {unit} ({place}): defeated, but Steadfast lets them flee."),
    (False, ""): N_("{who}’s {unit} ({place}): destroyed by four or more wounds."),
    (False, "no-quarter"): N_("{who}’s {unit} ({place}): destroyed by No Quarter."),
    (False, "last"): N_("{who}’s {unit} ({place}): destroyed, because only one battalion is still active."),
}


def _hero_fell(event: ev.HeroFell) -> Sentence:
    place = place_name(event.place)
    params = {"who": Who(event.seat), "unit": of_unit(event.unit), "place": place, "routed": units(event.routed)}
    template = N_("{who}’s {unit} falls in {place}.")
    if event.routed:
        template = N_("{who}’s {unit} falls in {place}, and the battalion flees: {routed}.")
    return Sentence(template, params)


def _fled(event: ev.Fled) -> Sentence:
    if not event.lost:
        return sentence(N_("Fleeing: {who}’s {unit}."), unit=of_unit(event.unit), who=Who(event.seat))
    template = N_("Fleeing: {who}’s {unit}. That pushes {lost} out of the game.")
    return sentence(template, unit=of_unit(event.unit), who=Who(event.seat), lost=of_unit(event.lost))


def _drew(event: ev.Drew) -> Sentence:
    who = Who(event.seat)
    if not event.cards:
        return counted("{who} draws a card.", "{who} draws {count} cards.", event.count, who=who)
    cards = units(event.cards)
    return counted(
        "{who} draws a card: {cards}.", "{who} draws {count} cards: {cards}.", event.count, who=who, cards=cards
    )


def _ended(event: ev.BattleEnded) -> Sentence:
    one, other = event.heroes
    template = N_("Heroes standing: {heroes} to {others}. {who} wins.")
    if event.reason == "level":
        template = N_("Heroes standing: {heroes} on each side. The battle is a draw.")
    if event.late:
        template = N_("The last round is over. Heroes standing: {heroes} to {others}. {who} wins.")
        if event.reason == "level":
            template = N_("The last round is over. Heroes standing: {heroes} on each side. The battle is a draw.")
    return sentence(template, who=Who(0 if one > other else 1), heroes=max(one, other), others=min(one, other))


def _of(template: str) -> Callable[[Any], Sentence]:
    """Return the sentences of events that need only the event's own fields."""

    def say(event: Any) -> Sentence:
        unit = {name: of_unit(getattr(event, name)) for name in ("unit", "card") if hasattr(event, name)}
        plain = {name: getattr(event, name) for name in PLAIN if hasattr(event, name)}
        who = {"who": Who(event.seat)} if hasattr(event, "seat") else {}
        place = {"place": place_name(event.place)} if hasattr(event, "place") else {}
        return Sentence(template, {**plain, **unit, **who, **place})

    return say


PLAIN = ("battalion", "round", "post")

SAYINGS: Mapping[type[Event], Callable[[Any], Sentence]] = {
    ev.PresetTaken: lambda event: sentence(
        N_("{who} chooses the army {preset}."), who=Who(event.seat), preset=of_preset(event.preset)
    ),
    ev.FactionChosen: lambda event: sentence(
        N_("{who} builds a {faction} army."), who=Who(event.seat), faction=of_faction(event.faction)
    ),
    ev.UnitPut: lambda event: _placed(
        event, N_("{who} puts {unit} in {place}."), N_("{who} puts {unit} in reinforcements.")
    ),
    ev.CardLaid: lambda event: _laid(event),
    ev.UnitSent: _of(N_("{who} sends {unit} to {place}.")),
    ev.Sealed: _of(N_("{who} is ready.")),
    ev.ArmyShown: lambda event: _shown(event),
    ev.RoundStarted: _of(N_("Round {round} begins.")),
    ev.Reinforced: _of(N_("{who}’s reinforcements arrive at {place}: {unit}.")),
    ev.Revealed: _revealed,
    ev.Dispelled: _of(N_("{who}’s {card} at battalion {battalion}: dispelled, no powers this round.")),
    ev.DispelsCancelled: _of(N_("The two Dispel cards at battalion {battalion} cancel each other out.")),
    ev.DiceCounted: _dice_counted,
    ev.Healed: _healed,
    ev.Rallied: _rallied,
    ev.Regrouped: _regrouped,
    ev.PoisonWorked: _of(N_("{who}’s {unit} ({place}): the poison becomes a wound.")),
    ev.Rolled: _rolled,
    ev.Struck: _struck,
    ev.Defeated: lambda event: _of(FATES[event.flees, event.why])(event),
    ev.HeroFell: _hero_fell,
    ev.Fled: _fled,
    ev.Reshuffled: lambda event: counted(
        "{who} shuffles a discard into the draw pile.",
        "{who} shuffles {count} discards into the draw pile.",
        event.count,
        who=Who(event.seat),
    ),
    ev.Drew: _drew,
    ev.BattleEnded: _ended,
}


def _placed(event: ev.UnitPut, somewhere: str, reserve: str) -> Sentence:
    who, unit = Who(event.seat), of_unit(event.unit)
    if event.place == RESERVE:
        return sentence(reserve, who=who, unit=unit)
    return sentence(somewhere, who=who, unit=unit, place=place_name(event.place))


def _laid(event: ev.CardLaid) -> Sentence:
    template = N_("{who} plays {card} at battalion {post}.")
    if event.post == REGROUP:
        template = N_("{who} plays {card} as a regrouping order.")
    return sentence(template, who=Who(event.seat), card=of_unit(event.card), post=event.post)


def _shown(event: ev.ArmyShown) -> Sentence:
    rows = [event.tokens[start : start + 6] for start in (0, 6, 12)]
    one, two, three = (tuple(map(of_unit, row)) for row in rows)
    template = N_("{who} leads the {faction}: {one}; {two}; {three}. Reinforcements: {reserve}.")
    if not event.reserve:
        template = N_("{who} leads the {faction}: {one}; {two}; {three}.")
    params = {"one": one, "two": two, "three": three, "reserve": units(event.reserve)}
    return sentence(template, who=Who(event.seat), faction=of_faction(event.faction), **params)


# --- steps ---


def label(step: st.AnyStep) -> Sentence:
    """Return a step as its button says it."""
    match step:
        case st.Take(preset):
            return sentence(N_("Choose the {preset} army"), preset=of_preset(preset))
        case st.Found(faction):
            return sentence(N_("Build a {faction} army"), faction=of_faction(faction))
        case st.Put(unit, place) if place == RESERVE:
            return sentence(N_("Put {unit} in reinforcements"), unit=of_unit(unit))
        case st.Put(unit, place):
            return sentence(N_("Put {unit} at {place}"), unit=of_unit(unit), place=place)
        case st.Lay(card, post) if post == REGROUP:
            return sentence(N_("Play {card} as a regrouping order"), card=of_unit(card))
        case st.Lay(card, post):
            return sentence(N_("Play {card} at battalion {post}"), card=of_unit(card), post=post)
        case st.Reinforce(unit, place):
            return sentence(N_("Send {unit} to {place}"), unit=of_unit(unit), place=place)
    return sentence(N_("Ready"))


# --- prompts ---


def prompt(view: DiceBattlesView, seat: Seat) -> Sentence:
    """Return what the seat is asked."""
    if view.phase == "army":
        return _asked_for_army(view)
    laid = view.orders.cards if view.orders else {}
    lacking = [str(battalion) for battalion in view.fighting if POSTS[battalion - 1] not in laid]
    if lacking:
        return _asked_for_orders(view, seat, lacking)
    return sentence(N_("Round {round}: your orders are complete. Seal or change them."), round=view.round)


def _asked_for_orders(view: DiceBattlesView, seat: Seat, lacking: list[str]) -> Sentence:
    asked: dict[str, Param] = {"round": view.round, "battalions": listed(lacking)}
    if any(isinstance(step, st.Reinforce) for step in legal(rebuilt(view, seat), seat)):
        return counted(
            "Round {round}: play a card at battalion {battalions}. You can also reinforce.",
            "Round {round}: play cards at battalions {battalions}. You can also reinforce.",
            len(lacking),
            **asked,
        )
    return counted(
        "Round {round}: play a card at battalion {battalions}.",
        "Round {round}: play cards at battalions {battalions}.",
        len(lacking),
        **asked,
    )


def _asked_for_army(view: DiceBattlesView) -> Sentence:
    army = view.army
    if army is None or not army.faction:
        return sentence(N_("Choose an army: take a ready-made one, or build your own."))
    empty = army.tokens.count("")
    if not empty:
        return sentence(N_("Your army is complete at {points} points. Seal or change it."), points=army.points)
    return counted(
        "Fill one more space: {points} of {limit} points spent.",
        "Fill {count} more spaces: {points} of {limit} points spent.",
        empty,
        points=army.points,
        limit=POINTS,
    )
