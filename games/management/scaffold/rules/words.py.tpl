"""Events, steps and prompts in words."""

from __future__ import annotations

from games.rules.game import Event, Seat
from games.rules.last_stone.events import Began, Taken, Won
from games.rules.last_stone.steps import Take
from games.rules.last_stone.view import LastStoneView
from games.rules.sentence import N_, Sentence, Who, counted, sentence


def describe(event: Event) -> Sentence:
    """An event in words. Raises TypeError for an event of another game."""
    match event:
        case Began(seat):
            return sentence(N_("{who} takes first."), who=Who(seat))
        case Taken(seat, count, left):
            return counted(
                "{who} takes one stone; {left} left.",
                "{who} takes {count} stones; {left} left.",
                count,
                who=Who(seat),
                left=left,
            )
        case Won(seat):
            return sentence(N_("{who} has taken the last stone."), who=Who(seat))
    raise TypeError(f"no event of this game: {event!r}")


def label(step: Take) -> Sentence:
    """A step as its button says it."""
    return counted("Take one stone", "Take {count} stones", step.count)


def prompt(view: LastStoneView, seat: Seat) -> Sentence:
    """What the seat that owes a move is asked."""
    return counted("Take the last stone.", "It is your turn: take up to three of {count} stones.", view.heap)
