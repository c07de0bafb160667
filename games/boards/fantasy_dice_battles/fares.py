"""How a unit fares in battle and what it costs, in words, for somebody who builds an army."""

from collections.abc import Iterator

from django.utils.formats import number_format
from django.utils.translation import gettext as _, ngettext

from games.rules.fantasy_dice_battles.balance.figures import Figures, measured
from games.rules.fantasy_dice_battles.data import DataSet, Kind
from games.rules.sentence import N_

SURE = 2
"""A gain of so many standard errors is more than chance."""
GAINS = {
    (False, 1): N_("One more copy raises the chance of winning by {gain} percentage points (± {error})."),
    (False, -1): N_("One more copy lowers the chance of winning by {gain} percentage points (± {error})."),
    (False, 0): N_(
        "It isn’t clear whether one more copy helps: the chance of winning changes by {gain} percentage points (±"
        " {error})."
    ),
    (True, 1): N_(
        "Compared with its faction’s average hero, it raises the chance of winning by {gain} percentage points (±"
        " {error})."
    ),
    (True, -1): N_(
        "Compared with its faction’s average hero, it lowers the chance of winning by {gain} percentage points (±"
        " {error})."
    ),
    (True, 0): N_(
        "It’s about as good as its faction’s average hero: the chance of winning differs by {gain} percentage "
        "points (± {error})."
    ),
}
"""What one more of a unit does, or a hero instead of the others of its faction: up, down, or nothing that is sure."""


def as_recruit(kind: Kind, data: DataSet, *, with_figures: bool = True) -> list[str]:
    """Return what a unit costs in an army, how many of it there are, and how it fares."""
    if not with_figures:
        return _price(kind)
    found = measured(data)
    figures = found.units.get(kind.id) if found else None
    return [*_price(kind), *(_fares(kind, figures) if figures else [_("We haven’t measured how it fares.")])]


def how_measured(data: DataSet) -> str:
    """Return how it was measured how units fare; empty where nothing was."""
    found = measured(data)
    template = _(
        "We measured how units fare in {matches} battles between random armies, with the computer on both sides. "
        "The number after ± is the standard error."
    )
    return template.format(matches=_number(found.matches, 0)) if found else ""


def _price(kind: Kind) -> list[str]:
    if kind.hero:
        return [_("Heroes cost no points. An army has three different ones.")]
    cost = ngettext("It costs {count} point.", "It costs {count} points.", kind.cost)
    copies = ngettext("Only {count} per army.", "Up to {count} per army.", kind.copies)
    return [cost.format(count=kind.cost), copies.format(count=kind.copies)]


def _fares(kind: Kind, figures: Figures) -> Iterator[str]:
    sure = abs(figures.gain) >= SURE * figures.error
    way = (figures.gain > 0) - (figures.gain < 0) if sure else 0
    gain = _number(abs(figures.gain), 1) if sure else _signed(figures.gain)
    yield _(GAINS[kind.hero, way]).format(gain=gain, error=_number(figures.error, 1))
    if figures.active is None:
        yield _("No ready-made army has it, so we haven’t measured how often its cards are active.")
    else:
        template = _("On average, each of its cards is active {active} times per battle.")
        yield template.format(active=_number(figures.active, 2))


def _number(value: float, places: int) -> str:
    return str(number_format(value, places))


def _signed(value: float) -> str:
    return ("−" if value < 0 else "+") + _number(abs(value), 1)
