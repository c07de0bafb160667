"""The key moments of a match of Fantasy Dice Battles: what each round cost, which heroes fell, and the end."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from games.rules.fantasy_dice_battles import events as ev
from games.rules.fantasy_dice_battles.words import describe
from games.rules.game import Event
from games.rules.sentence import N_, Sentence, Who, counted, sentence
from games.rules.telling import Told, Weight


def key_moments(entries: Iterable[Sequence[Event]]) -> list[list[Told]]:
    """Return those of each entry, in words."""
    found = []
    number = 0
    for events in entries:
        found.append([*_of_round(number, events)])
        number = next((event.round for event in events if isinstance(event, ev.RoundStarted)), number)
    return found


def _of_round(number: int, events: Sequence[Event]) -> Iterator[Told]:
    """Yield what became of the round that was fought out in an entry; nothing where nobody was lost."""
    lost = Counter(event.seat for event in events if isinstance(event, ev.Defeated | ev.HeroFell))
    if lost:
        yield Told(Weight.PLACEMENT, _losses(number, lost))
    for event in events:
        if isinstance(event, ev.HeroFell):
            yield Told(Weight.FIGHT, describe(replace(event, routed=())))
        elif isinstance(event, ev.BattleEnded):
            yield Told(Weight.OUTCOME, describe(event))


def _losses(number: int, lost: Counter[int]) -> Sentence:
    units = counted("{count} unit", "{count} units", lost[0]) if lost[0] else sentence(N_("no units"))
    template = N_("Round {round}: {who} loses {units}, {other} {others}.")
    return sentence(template, round=number, who=Who(0), units=units, other=Who(1), others=lost[1])
