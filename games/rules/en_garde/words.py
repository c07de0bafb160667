"""En Garde in words: events, steps, and what a seat is asked."""

from __future__ import annotations

from games.rules.en_garde import events as ev
from games.rules.en_garde.state import Reason
from games.rules.en_garde.steps import (
    Advance,
    AnyStep,
    Back,
    Direct,
    Indirect,
    Parry,
    Retreat,
    legal,
    stance_seen,
)
from games.rules.en_garde.view import EnGardeView, ShownAttack
from games.rules.game import Event, Seat
from games.rules.sentence import N_, Sentence, Who, counted, score, sentence

WON: dict[Reason, str] = {
    "hit": N_("{who} scores a hit and wins round {round}."),
    "stuck": N_("{loser} can neither move nor attack: {who} wins round {round}."),
    "comparison-hand": N_("{who} has more cards that match the distance and wins round {round}."),
    "comparison-position": N_("{who} is further forward and wins round {round}."),
}

WAYS: dict[tuple[bool, bool, bool], str] = {
    (True, True, True): N_("advance, step back or attack"),
    (True, True, False): N_("advance or step back"),
    (True, False, True): N_("advance or attack"),
    (False, True, True): N_("step back or attack"),
    (True, False, False): N_("advance"),
    (False, True, False): N_("step back"),
    (False, False, True): N_("attack"),
}
"""What an action can be, by whether the seat can advance, step back, attack."""


NUMBERED = (N_("a {value}"), N_("two {values}"), N_("three {values}"), N_("four {values}"), N_("five {values}"))
"""Cards of one value, by how many they are."""
SEVERAL = (N_("1s"), N_("2s"), N_("3s"), N_("4s"), N_("5s"))
"""Several cards of one value, by the value."""


def cards_of(value: int, count: int) -> Sentence:
    """Return cards of one value as a player says it: “a 4”, “two 5s”."""
    return sentence(NUMBERED[count - 1], value=value, values=sentence(SEVERAL[value - 1]))


def describe(event: Event) -> Sentence:
    """Return an event in words. Raises TypeError for an event of another game."""
    match event:
        case ev.RoundStarted(round, starter):
            return sentence(N_("Round {round} begins; {who} starts."), round=round, who=Who(starter))
        case ev.Dealt(seat, cards):
            return sentence(N_("{who} is dealt {cards}."), who=Who(seat), cards=_listed(cards))
        case ev.Drew():
            return _drew(event)
        case ev.HandsShown((left, right), distance):
            return _hands_shown(left, right, distance)
        case ev.RoundWon(seat, round, reason):
            return sentence(WON[reason], who=Who(seat), loser=Who(1 - seat), round=round)
        case ev.RoundDrawn(round):
            return sentence(N_("Round {round} is drawn: both fencers are equally far forward."), round=round)
        case ev.MatchWon(seat, scores):
            return sentence(N_("{who} wins the match {score}."), who=Who(seat), score=score_of(scores, seat))
        case ev.DrawnOut():
            return _drawn_out(event)
    return _deed(event)


def _drawn_out(event: ev.DrawnOut) -> Sentence:
    if event.seat is None:
        level = N_("The match ends in a draw, {score}, with the fifth drawn round.")
        return sentence(level, score=score(*event.scores))
    won = N_("{who} wins the match {score}: it ended with the fifth drawn round.")
    return sentence(won, who=Who(event.seat), score=score_of(event.scores, event.seat))


def score_of(scores: tuple[int, int], seat: Seat) -> Sentence:
    """Return how the match stands, a seat's rounds first."""
    return score(scores[seat], scores[1 - seat])


def _deed(event: Event) -> Sentence:
    match event:
        case ev.Advanced(seat, value, space):
            return sentence(N_("{who} advances {value} to space {space}."), who=Who(seat), value=value, space=space)
        case ev.WentBack(seat, value, space):
            return sentence(N_("{who} steps back {value} to space {space}."), who=Who(seat), value=value, space=space)
        case ev.Attacked(seat, value, count):
            return sentence(N_("{who} attacks with {cards}."), who=Who(seat), cards=cards_of(value, count))
        case ev.Parried(seat, value, count):
            return sentence(N_("{who} parries with {cards}."), who=Who(seat), cards=cards_of(value, count))
        case ev.Evaded(seat, value, space):
            return sentence(N_("{who} retreats {value} to space {space}."), who=Who(seat), value=value, space=space)
    raise TypeError(f"{event!r} is no event of En Garde")


def _drew(event: ev.Drew) -> Sentence:
    who = Who(event.seat)
    if not event.cards:
        return counted("{who} draws a card.", "{who} draws {count} cards.", event.count, who=who)
    cards = _listed(event.cards)
    return counted(
        "{who} draws a card: {cards}.", "{who} draws {count} cards: {cards}.", event.count, who=who, cards=cards
    )


def _hands_shown(left: tuple[int, ...], right: tuple[int, ...], distance: int) -> Sentence:
    template = N_("The last card is drawn at a distance of {distance}: {left} shows {cards}; {right} shows {others}.")
    return sentence(template, distance=distance, left=Who(0), cards=_listed(left), right=Who(1), others=_listed(right))


def _listed(cards: tuple[int, ...]) -> str:
    return ", ".join(map(str, cards)) or "–"


def label(step: AnyStep) -> Sentence:
    """Return a step as its button says it."""
    match step:
        case Advance(value):
            return sentence(N_("Advance {value}"), value=value)
        case Back(value):
            return sentence(N_("Step back {value}"), value=value)
        case Direct(value, count):
            return sentence(N_("Attack with {cards}"), cards=cards_of(value, count))
        case Indirect(advance, value, count):
            template = N_("Lunge: advance {advance}, then attack with {cards}")
            return sentence(template, advance=advance, cards=cards_of(value, count))
        case Parry():
            return sentence(N_("Parry"))
        case Retreat(value):
            return sentence(N_("Retreat {value}"), value=value)


def prompt(view: EnGardeView, seat: Seat) -> Sentence:
    """Return what the seat to move is asked, naming only what it can do."""
    steps = legal(stance_seen(view, seat))
    if view.attack is not None:
        return _asked_to_defend(view.attack, steps)
    ways = (
        any(isinstance(step, Advance) for step in steps),
        any(isinstance(step, Back) for step in steps),
        any(isinstance(step, Direct | Indirect) for step in steps),
    )
    template = N_("You parried. Now {ways}.") if view.parried else N_("Your turn: {ways}.")
    return sentence(template, ways=sentence(WAYS[ways]))


def _asked_to_defend(attack: ShownAttack, steps: list[AnyStep]) -> Sentence:
    template = N_("{who} attacks with {cards}: parry with {cards}, or retreat.")
    if Parry() not in steps:
        template = N_("{who} attacks with {cards}: retreat.")
    elif len(steps) == 1:
        template = N_("{who} attacks with {cards}: parry with {cards}.")
    return sentence(template, who=Who(attack.by), cards=cards_of(attack.value, attack.count))
