"""En Garde as one seat is told of it: a sentence a turn, and how rounds ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from games.rules.en_garde import events as ev
from games.rules.en_garde.state import Reason
from games.rules.en_garde.words import NUMBERED, SEVERAL, cards_of, describe, score_of
from games.rules.game import Event, Seat
from games.rules.sentence import N_, Param, Sentence, Who, listed, sentence
from games.rules.telling import Deed, Told, Weight, addressed, in_one

LOST: Mapping[Reason, str] = {
    "hit": N_("You lost {what} to a hit by {who}."),
    "stuck": N_("You lost {what} because you couldn’t move or attack."),
    "comparison-hand": N_("You lost {what}: {who} had {winning}, you had {losing}."),
    "comparison-position": N_("You lost {what}: {who} was further forward ({more} to {fewer})."),
}
WON: Mapping[Reason, str] = {
    "hit": N_("You won {what} with a hit."),
    "stuck": N_("You won {what} because {loser} couldn’t move or attack."),
    "comparison-hand": N_("You won {what}: you had {winning}, {loser} had {losing}."),
    "comparison-position": N_("You won {what}: you were further forward ({more} to {fewer})."),
}
TIED: Mapping[bool, str] = {
    False: N_("You lost {what}: {losing} each, {who} further forward ({more} to {fewer})."),
    True: N_("You won {what}: {winning} each, you further forward ({more} to {fewer})."),
}
"""How a round ended in which both showed as many cards of the distance, by whether the seat won it."""
DRAWN_OUT: Mapping[bool | None, str] = {
    True: N_("You won the match {score}: it ended with the fifth drawn round."),
    False: N_("You lost the match {score}: it ended with the fifth drawn round."),
    None: N_("The match ends in a draw, {score}, with the fifth drawn round."),
}
"""How a match ended that no score had won yet, by whether the seat won it; None: level."""
WITH_SCORE = N_("{told} Score: {score}.")
"""How a round is told that was not the last: once the match is over, its score stands elsewhere on the same page."""
ROUND, MATCH = N_("round {round}"), N_("round {round} and the match")
SHOWN = (N_("none"), N_("one {value}"), *NUMBERED[1:])
"""How many cards of the distance a seat showed."""

TO_ME = {
    N_("{who} is dealt {cards}."): N_("You’re dealt {cards}."),
    N_("Round {round} begins; {who} starts."): N_("Round {round} begins; you start."),
}

DEEDS = (ev.Advanced, ev.WentBack, ev.Attacked, ev.Parried, ev.Evaded, ev.Drew)
ATTACKS = (ev.Attacked, ev.Parried, ev.Evaded)


def told(events: Iterable[Event], me: Seat | None) -> list[Told]:
    """Return what happened, in the order in which it did."""
    found: list[Told] = []
    for seat, together in groupby(events, key=_doer):
        group = list(together)
        found += _course(group, me) if seat is None else [_turn(seat, group, me)]
    return found


def _doer(event: Event) -> Seat | None:
    return event.seat if isinstance(event, DEEDS) else None


def _turn(seat: Seat, events: Sequence[Event], me: Seat | None) -> Told:
    """Return what one seat did without a break; what others drew unseen goes without saying."""
    worth_telling = [event for event in events if not isinstance(event, ev.Drew) or event.cards]
    if not worth_telling:
        return Told(Weight.DRAW, describe(events[0]))
    weight = Weight.DRAW
    if any(isinstance(event, ATTACKS) for event in events):
        weight = Weight.FIGHT
    elif any(not isinstance(event, ev.Drew) for event in events):
        weight = Weight.MOVEMENT
    return Told(weight, in_one(seat, me, [_deed(event) for event in worth_telling]))


def _deed(event: Event) -> Deed:
    match event:
        case ev.Advanced(_, value, space):
            third, second = N_("advances {value} to space {space}"), N_("advance {value} to space {space}")
            return Deed(third, second, {"value": value, "space": space})
        case ev.WentBack(_, value, space):
            third, second = N_("steps back {value} to space {space}"), N_("step back {value} to space {space}")
            return Deed(third, second, {"value": value, "space": space})
        case ev.Evaded(_, value, space):
            third, second = N_("retreats {value} to space {space}"), N_("retreat {value} to space {space}")
            return Deed(third, second, {"value": value, "space": space})
        case ev.Attacked(_, value, count):
            third, second = N_("attacks with {cards}"), N_("attack with {cards}")
            return Deed(third, second, {"cards": cards_of(value, count)})
        case ev.Parried(_, value, count):
            third, second = N_("parries with {cards}"), N_("parry with {cards}")
            return Deed(third, second, {"cards": cards_of(value, count)})
        case ev.Drew(_, 1, (card,)):
            return Deed(N_("draws a {card}"), N_("draw a {card}"), {"card": card})
        case ev.Drew(_, _, cards):
            return Deed(N_("draws the cards {cards}"), N_("draw the cards {cards}"), {"cards": listed(cards)})
    raise TypeError(f"{event!r} is nothing that a seat does")


def _course(events: Iterable[Event], me: Seat | None) -> Iterator[Told]:
    """Yield how rounds begin and end; hands that decide one are told with it, and the match with its last round."""
    shown: ev.HandsShown | None = None
    group = list(events)
    at_end = me is not None and any(isinstance(event, ev.MatchWon) for event in group)
    for event in group:
        match event:
            case ev.HandsShown() if me is not None:
                shown = event
            case ev.RoundWon() if me is not None:
                yield Told(Weight.OUTCOME, _match_won(event, shown, me) if at_end else _scored(event, shown, me))
            case ev.MatchWon() if me is not None:
                pass  # told with its last round
            case ev.DrawnOut(scores, winner) if me is not None:
                template = DRAWN_OUT[None if winner is None else winner == me]
                yield Told(Weight.OUTCOME, sentence(template, score=score_of(scores, me)))
            case ev.RoundWon() | ev.RoundDrawn() | ev.MatchWon() | ev.DrawnOut() | ev.HandsShown():
                yield Told(Weight.OUTCOME, describe(event))
            case ev.RoundStarted():
                yield Told(Weight.PAYMENT, addressed(describe(event), me, TO_ME))
            case _:
                yield Told(Weight.DRAW, addressed(describe(event), me, TO_ME))


def _match_won(event: ev.RoundWon, shown: ev.HandsShown | None, me: Seat) -> Sentence:
    return _round_won(event, MATCH, shown, me)


def _scored(event: ev.RoundWon, shown: ev.HandsShown | None, me: Seat) -> Sentence:
    told = _round_won(event, ROUND, shown, me)
    return sentence(WITH_SCORE, told=told, score=score_of(event.scores, me))


def _round_won(event: ev.RoundWon, what: str, shown: ev.HandsShown | None, me: Seat) -> Sentence:
    won = event.seat == me
    params: dict[str, Param] = {
        "who": Who(event.seat),
        "loser": Who(1 - event.seat),
        "what": sentence(what, round=event.round),
    }
    if shown is not None:
        params |= {"winning": _cards(shown, event.seat), "losing": _cards(shown, 1 - event.seat)}
        params |= {"more": shown.forward[event.seat], "fewer": shown.forward[1 - event.seat]}
    return Sentence(_way(event, shown, won=won), params)


def _way(event: ev.RoundWon, shown: ev.HandsShown | None, *, won: bool) -> str:
    """Return the template of how a round was won or lost."""
    counts = [hand.count(shown.distance) for hand in shown.hands] if shown else [0, 1]
    if event.reason == "comparison-position" and counts[0] == counts[1] > 0:
        return TIED[won]
    return (WON if won else LOST)[event.reason]


def _cards(shown: ev.HandsShown, seat: Seat) -> Sentence:
    """Return how many cards of the distance a seat showed: “two 4s”."""
    count, value = shown.hands[seat].count(shown.distance), shown.distance
    return sentence(SHOWN[count], value=value, values=sentence(SEVERAL[value - 1])) if count else sentence(SHOWN[0])
