"""How even the presets of a data set are and what its units are worth, fought out in processes and told in lines."""

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from functools import partial
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.rules.fantasy_dice_battles.balance import usage, worth
from games.rules.fantasy_dice_battles.balance.battles import PLANNERS, PLAYER, Battles, Pairing, Tally, pairings
from games.rules.fantasy_dice_battles.balance.figures import Figures, Measured
from games.rules.fantasy_dice_battles.balance.usage import Usage
from games.rules.fantasy_dice_battles.balance.worth import Fought
from games.rules.fantasy_dice_battles.data import DataSet
from games.rules.fantasy_dice_battles.sets.domination import dominating

BEYOND: Mapping[str, float] = {"house": 0.65, "greedy": 0.70}
"""By player: a pairing in which one army wins more than this is lopsided."""
SELDOM = 0.3
"""A card that is active less often in a battle is idle."""
BATTLES_A_TASK = 50
"""Battles of random armies that a process fights at a time."""

Found = Mapping[Pairing, tuple[Tally, Usage]]
Progress = Callable[[int, int], object]
"""Told how many tasks are done, and of how many."""


class ReportPlan(NamedTuple):
    """What is to be fought: battles of each pairing and of random armies, their seed, and in how many processes."""

    games: int
    random: int
    seed: str
    jobs: int


class ArmyReport(NamedTuple):
    """What came of it: the pairings by player, and the battles of random armies."""

    data: DataSet
    pairings: Mapping[str, Found]
    fought: Sequence[Fought]


def report(data: DataSet, plan: ReportPlan, progress: Progress) -> ArmyReport:
    """Fight it all out; what comes of it does not depend on the number of processes."""
    pairs = pairings(list(data.presets))
    players = {name: Battles(plan.games, plan.seed, name) for name in PLANNERS}
    tasks: list[Callable[[], Any]] = [
        partial(usage.watched, data, pair, battles) for battles in players.values() for pair in pairs
    ]
    chunks = range(0, plan.random, BATTLES_A_TASK)
    tasks += [
        partial(random_battles, data, plan.seed, first, min(plan.random, first + BATTLES_A_TASK)) for first in chunks
    ]
    results = iter(results_in_order(tasks, plan.jobs, progress))
    found = {name: {pair: next(results) for pair in pairs} for name in players}
    return ArmyReport(data, found, [each for result in results for each in result])


def random_battles(data: DataSet, seed: str, first: int, last: int) -> list[Fought]:
    """Return some battles of random armies, by number."""
    return [worth.battle(data, Battles(1, seed), number) for number in range(first, last)]


def results_in_order(tasks: Sequence[Callable[[], Any]], jobs: int, progress: Progress) -> list[Any]:
    """Return the results of the tasks, in their order."""
    if jobs == 1:
        return [_told(task(), number, len(tasks), progress) for number, task in enumerate(tasks, 1)]
    workers = ProcessPoolExecutor(jobs, initializer=_leave_silently)
    try:
        futures: list[Future[Any]] = [workers.submit(task) for task in tasks]
        for number, _future in enumerate(as_completed(futures), 1):
            progress(number, len(tasks))
        return [future.result() for future in futures]
    finally:
        workers.shutdown(cancel_futures=True)  # a stop waits for the battles that run, and no longer


def _leave_silently() -> None:
    """Have Ctrl-C, which a terminal sends to every process, end this one at once and without a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _told(result: Any, number: int, whole: int, progress: Progress) -> Any:
    progress(number, whole)
    return result


# --- in lines ---


def report_lines(found: ArmyReport) -> Iterator[str]:
    """Yield the whole report."""
    presets = list(found.data.presets)
    for player, fought in found.pairings.items():
        tallies = {pairing: result for pairing, (result, _usage) in fought.items()}
        yield _("player: {player}").format(player=player)
        yield from win_table(presets, tallies)
        yield from remarks(tallies, BEYOND[player])
        yield ""
    yield from units(found)
    yield ""
    yield from carried_in_vain(found.data, found.pairings[PLAYER])


def win_table(presets: list[str], found: Mapping[Pairing, Tally]) -> list[str]:
    """Return how many of a hundred the army of a row wins on seat 0 against that of a column, a level battle as
    half.
    """
    width = max(map(len, presets))
    rows = [" " * width + "".join(f"{preset:>{width + 2}}" for preset in presets)]
    for row in presets:
        cells = (f"{100 * found[row, column].share:.1f}" if row != column else "–" for column in presets)
        rows.append(f"{row:{width}}" + "".join(f"{cell:>{width + 2}}" for cell in cells))
    return rows


def remarks(found: Mapping[Pairing, Tally], beyond: float) -> list[str]:
    """Return numbers, rounds, level battles, and every pairing that is lopsided, both seats taken together."""
    games = sum(tally.games for tally in found.values())
    rounds, level = (sum(getattr(tally, name) for tally in found.values()) for name in ("rounds", "level"))
    counts = _("battles: {games}, average rounds: {rounds:.1f}, draws: {level}")
    far = [
        f"{one} – {other} {100 * share:.1f}"
        for (one, other), tally in found.items()
        if (share := (tally.share + 1 - found[other, one].share) / 2) > beyond
    ]
    said = _("outside {low:.0f} to {high:.0f}, both seats together: {pairings}")
    named = said.format(low=100 - 100 * beyond, high=100 * beyond, pairings=", ".join(far) or _("none"))
    return [counts.format(games=games, rounds=rounds / games, level=level), named]


def units(found: ArmyReport) -> Iterator[str]:
    """Yield each unit: what one more adds to the chance to win, and how often a card of it is active in a battle."""
    data = found.data
    active = usage.activity(data, found.pairings[PLAYER])
    fares = _figures(found, active)
    yield _(
        "what one more of a unit adds to the chance of winning, in a hundred; how often one of its "
        "cards is active in a battle"
    )
    for faction in data.factions:
        for kind in data.of(faction):
            known = fares[kind.id]
            often = f"{known.active:.2f}" if known.active is not None else _("not in any preset")
            gain = f"{known.gain:+6.1f} ± {known.error:.1f}"
            yield f"{faction:8}{kind.id:14}{kind.level:8}{gain}  {often}"
    worse = {kind.id: better.id for kind in data.kinds.values() if (better := dominating(kind, data.kinds.values()))}
    yield _("dominated: {units}").format(units=", ".join(f"{one} < {other}" for one, other in worse.items()) or "–")
    seldom = [kind for kind in data.kinds if active.get(kind, 0) < SELDOM]
    yield _("hardly ever active: {units}").format(units=", ".join(seldom) or "–")


def _figures(found: ArmyReport, active: Mapping[str, float]) -> dict[str, Figures]:
    """Return how each unit fares, as exactly as it is told."""
    worths = worth.worths(found.data, found.fought)
    often = {unit: round(number, 2) for unit, number in active.items()}
    return {
        unit: Figures(round(100 * known.gain, 1), round(100 * known.error, 1), often.get(unit))
        for unit, known in worths.items()
    }


def as_data(found: ArmyReport, plan: ReportPlan) -> Measured:
    """Return how units fare as it is kept for pages."""
    units = _figures(found, usage.activity(found.data, found.pairings[PLAYER]))
    return Measured(found.data.digest, plan.games, plan.random, plan.seed, units)


def carried_in_vain(data: DataSet, found: Found) -> Iterator[str]:
    """Yield for each preset the powers that hardly ever work, and what feet name that the army lacks."""
    for preset in data.presets:
        vain = usage.idle(data, found, preset)
        powers = ", ".join(f"{unit} {power}" for unit, power in vain.powers)
        feet = ", ".join(f"{unit} {' '.join(units)}" for unit, units in vain.feet.items())
        said = _("{preset}: powers that don’t work: {powers}; named at a card’s foot but missing: {feet}")
        yield said.format(preset=preset, powers=powers or "–", feet=feet or "–")
