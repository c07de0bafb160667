"""The key moments of a match of Field of Glory: how fights ended, who took which column, and the end."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from games.rules.field_of_glory import events as ev
from games.rules.field_of_glory.combat import strength
from games.rules.field_of_glory.words import describe
from games.rules.game import Event
from games.rules.sentence import N_, Sentence, Who, sentence
from games.rules.telling import Told, Weight

WEIGHTS: Mapping[type[Event], Weight] = {
    ev.BattleWon: Weight.OUTCOME,
    ev.BattleDrawn: Weight.OUTCOME,
    ev.Fought: Weight.FIGHT,
    ev.ControlTaken: Weight.FIGHT,
    ev.ControlLost: Weight.PLACEMENT,
}


def key_moments(entries: Iterable[Sequence[Event]]) -> list[list[Told]]:
    """Return those of each entry, in words."""
    return [[*_of_entry(events)] for events in entries]


def _of_entry(events: Sequence[Event]) -> Iterator[Told]:
    for event in events:
        if type(event) in WEIGHTS:
            said = _fight(event) if isinstance(event, ev.Fought) else describe(event)
            yield Told(WEIGHTS[type(event)], said)


def _fight(event: ev.Fought) -> Sentence:
    """Return who won, without the lines of both sums, which the log has."""
    attack = strength(event.attack)
    defence = strength(event.defence)
    if event.winner is None:
        template = N_("The fight in column {column} is a tie, {mine}–{theirs}.")
        return sentence(template, column=event.column, mine=attack, theirs=defence)
    more, less = (attack, defence) if event.winner == event.seat else (defence, attack)
    template = N_("{who} wins the fight in column {column}, {more}–{less}.")
    return sentence(template, who=Who(event.winner), column=event.column, more=more, less=less)
