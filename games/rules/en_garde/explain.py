"""Why a step is not possible."""

from __future__ import annotations

from games.rules.en_garde.state import VALUES
from games.rules.en_garde.steps import Advance, AnyStep, Back, Direct, Indirect, Parry, Retreat, Stance, stance_seen
from games.rules.en_garde.view import EnGardeView, ShownAttack
from games.rules.game import Seat
from games.rules.sentence import N_, Sentence, counted, sentence


def explain(view: EnGardeView, seat: Seat, step: AnyStep) -> Sentence | None:
    """Return why the seat to move may not take a step; None where it may."""
    at = stance_seen(view, seat)
    if view.attack is None:
        return _why_no_action(at, step)
    match step:
        case Parry():
            return _why_no_parry(at, view.attack)
        case Retreat(value):
            return _why_no_retreat(at, view.attack, value)
    if view.attack.indirect:
        return sentence(N_("you have to parry or retreat first."))
    return sentence(N_("you have to parry first."))


def _why_no_action(at: Stance, step: AnyStep) -> Sentence | None:
    match step:
        case Advance(value):
            return _why_no_advance(at, value) or _why_no_cards(at, value)
        case Back(value):
            return _why_no_way_back(at, value) or _why_no_cards(at, value)
        case Direct(value, count):
            return _why_no_direct(at, value) or _why_no_cards(at, value, count)
        case Indirect(advance, value, count):
            return _why_no_indirect(at, advance, value) or _why_no_indirect_cards(at, advance, value, count)
    return sentence(N_("there’s no attack to answer."))


def _why_no_cards(at: Stance, value: int, count: int = 1) -> Sentence | None:
    held = at.hand.count(value)
    if held >= count:
        return None
    if not held:
        return sentence(N_("you don’t have a {value}."), value=value)
    return counted("you only have one {value}.", "you only have {count} cards of value {value}.", held, value=value)


def _why_no_advance(at: Stance, value: int) -> Sentence | None:
    if value < at.distance:
        return None
    template = N_("the fencers are {distance} apart; advancing {value} would reach or pass your opponent.")
    return sentence(template, distance=at.distance, value=value)


def _why_no_way_back(at: Stance, value: int) -> Sentence | None:
    if value <= at.room:
        return None
    if not at.room:
        return sentence(N_("there’s no space behind you."))
    return counted(
        "there’s only one space behind you, so a {value} would take you off the piste.",
        "there are only {count} spaces behind you, so a {value} would take you off the piste.",
        at.room,
        value=value,
    )


def _why_no_direct(at: Stance, value: int) -> Sentence | None:
    if value == at.distance:
        return None
    return sentence(_out_of_range(at), distance=at.distance)


def _out_of_range(at: Stance) -> str:
    farthest = max(VALUES)
    if at.advanced and farthest < at.distance <= 2 * farthest:
        return N_("the fencers are {distance} apart; without a lunge, an attack reaches 5 spaces at most.")
    if at.distance > farthest:
        return N_("the fencers are {distance} apart; an attack from here reaches 5 spaces at most.")
    if at.advanced:
        return N_("the fencers are {distance} apart, so without a lunge you can only attack with {distance}s.")
    return N_("the fencers are {distance} apart, so you can only attack with {distance}s.")


def _why_no_indirect(at: Stance, advance: int, value: int) -> Sentence | None:
    if not at.advanced:
        return sentence(N_("a lunge is only possible in the advanced game."))
    if advance + value == at.distance:
        return None
    template = N_("the fencers are {distance} apart, so advance and attack must add up to {distance}.")
    return sentence(template, distance=at.distance)


def _why_no_indirect_cards(at: Stance, advance: int, value: int, count: int) -> Sentence | None:
    if advance != value:
        return _why_no_cards(at, advance) or _why_no_cards(at, value, count)
    if at.hand.count(value) > count:
        return None
    template = N_("you need {needed} cards of value {value} for the advance and the attack.")
    return sentence(template, needed=count + 1, value=value)


def _why_no_parry(at: Stance, attack: ShownAttack) -> Sentence | None:
    if attack.count >= 3:
        return sentence(N_("three or more cards can’t be parried."))
    if at.hand.count(attack.value) >= attack.count:
        return None
    return counted(
        "you need a {value} to parry this.",
        "you need {count} cards of value {value} to parry this.",
        attack.count,
        value=attack.value,
    )


def _why_no_retreat(at: Stance, attack: ShownAttack, value: int) -> Sentence | None:
    if not at.advanced:
        return sentence(N_("retreats are only possible in the advanced game."))
    if not attack.indirect:
        return sentence(N_("you can only retreat if the attack came after an advance."))
    return _why_no_way_back(at, value) or _why_no_cards(at, value)
