"""The contract every registered game and version keeps, at every ply of matches played by chance."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.engine import AnyGame, AnyPosition
from games.rules.errors import BadState, GameOver, IllegalStep, NotYourTurn
from games.rules.game import REFEREE, SPECTATOR, Position, Seat, Step, dump, visible
from games.rules.registry import GAMES, game, slugs
from games.rules.sentence import Sentence
from tests.rules.contract import leaves
from tests.rules.contract.games import Deed, Hooks, hooks
from tests.rules.contract.playouts import (
    Match,
    Ply,
    all_steps,
    moves,
    played,
    played_to_count,
    refused,
    viewers,
)
from tests.rules.contract.stalling import stall, stalled
from tests.rules.contract.twins import swapped, told, twins
from tests.sealed import VERSIONS

ROOT = Path(__file__).parents[2]
STRANGE = 8  # steps not offered that are tried at each ply

EVERY = pytest.mark.parametrize(
    ("slug", "version"),
    [pytest.param(*each, marks=pytest.mark.xdist_group(each[0])) for each in sorted({*GAMES, *VERSIONS})],
)
"""One process does all of a game: its matches are played once."""
EVERY_GAME = pytest.mark.parametrize(
    "slug",
    [
        pytest.param(slug, marks=pytest.mark.xdist_group(slug))
        for slug in sorted({*slugs(), *(name for name, _ in VERSIONS)})
    ],
)


FEW = 10  # comparisons that a test must at least have made
FEW_STATES = 40  # about so many are changed leaf by leaf to break laws, which costs the most


def plies(slug: str, version: int) -> list[Ply]:
    return [ply for match in played(slug, version) for ply in match.plies]


def positions(slug: str, version: int) -> list[tuple[str, AnyPosition]]:
    """Every position of the matches, the last ones too, each with its place."""
    return [
        (f"match {number} after ply {ply}", position)
        for number, match in enumerate(played(slug, version))
        for ply, position in enumerate(match.positions)
    ]


def sampled(slug: str, version: int) -> list[tuple[str, AnyPosition]]:
    """The positions in which every leaf is changed in turn."""
    return positions(slug, version)[:: hooks(slug).stride]


def composed(slug: str, version: int) -> list[tuple[str, AnyPosition]]:
    """The positions within the moves made, as a preview shows them to their seat."""
    rules = game(slug, version)
    previews = [
        (ply.place, engine.preview(rules, ply.before, ply.seat, steps))
        for ply in plies(slug, version)
        for steps in beginnings(ply.steps)[1:-1]
    ]
    return [(place, preview.position) for place, preview in previews]


def strange(slug: str, version: int, offered: list[Any], chance: KeyedChance) -> list[Step]:
    """A few steps that other plies offered and this one does not, drawn."""
    steps = [step for step in all_steps(slug, version) if step not in offered]
    chance.shuffle(steps, "strange")
    return steps[:STRANGE]


def plans(rules: AnyGame, ply: Ply, seat: Seat, wrong: list[Step]) -> list[list[Step]]:
    """Plans of a seat: none, each first step, steps not offered, and all beginnings of the move that it made."""
    made = ply.steps if ply.seat == seat else []
    firsts = [*engine.legal_steps(rules, ply.before, seat), *wrong]
    return [*([step] for step in firsts), *beginnings(made)]


def beginnings(move: list[Step]) -> list[list[Step]]:
    """Nothing, the first step, the first two, … the whole move."""
    return [move[:length] for length in range(len(move) + 1)]


def spoken(sentence: Sentence) -> str:
    """The sentence in English: its braces are filled, and with something."""
    text = str(sentence)
    assert text
    assert re.search(r"[{}]|\bNone\b", text) is None, text
    return text


# --- states ---


@EVERY
def test_asking_and_moving_leaves_the_position_given_as_it_was(slug: str, version: int) -> None:
    rules = game(slug, version)
    for ply in plies(slug, version):
        before = dump(ply.before)
        for seat in range(rules.meta.seats):
            told(rules, ply.before, seat, plans(rules, ply, seat, []))
        for move in moves(rules, ply.before, ply.seat):
            engine.apply(rules, ply.before, ply.seat, move, ply.chance())
        assert dump(ply.before) == before, ply.place


@EVERY
def test_a_dumped_position_loads_as_it_was(slug: str, version: int) -> None:
    rules = game(slug, version)
    for place, position in positions(slug, version):
        assert rules.load(dump(position)) == position, place
        assert dump(rules.load(dump(position))) == dump(position), place


@EVERY
def test_every_state_obeys_the_laws_of_the_game(slug: str, version: int) -> None:
    rules = game(slug, version)
    for _, position in positions(slug, version):
        rules.check(position.state)


@EVERY
def test_a_state_that_breaks_a_law_is_refused_by_its_name_and_every_law_refuses_some(slug: str, version: int) -> None:
    rules, found = game(slug, version), hooks(slug)
    pool = leaves.pool(position.state for _, position in positions(slug, version))
    laws, named = set[str](), set[str]()
    looked_at = sampled(slug, version)
    for _, position in looked_at[:: max(1, len(looked_at) // FEW_STATES)]:
        laws |= set(found.laws(position.state))
        mutants = [mutant for _, others in _mutants(rules, position.state, pool) for mutant in others]
        named |= {spoken(law) for mutant in mutants if (law := _broken(rules, mutant)) is not None}
    assert named & laws
    tested = " ".join(file.read_text() for file in _test_files(found.tests))
    assert [law for law in sorted(laws - named) if law not in tested] == [], "no test breaks these laws"


def _broken(rules: AnyGame, state: Any) -> Sentence | None:
    """The law against a state, if any; whatever else `check` may raise names none."""
    try:
        rules.check(state)
    except BadState as error:
        return error.sentence
    except Exception as error:
        raise AssertionError(f"{error!r} names no law") from error
    return None


@EVERY
def test_a_leaf_of_the_state_changes_some_view_or_is_declared_hidden(slug: str, version: int) -> None:
    rules = game(slug, version)
    within = composed(slug, version)
    pool = leaves.pool(position.state for _, position in [*positions(slug, version), *within])
    seen, idle, unseen = set[str](), set[str](), set[str]()
    for _, position in [*sampled(slug, version), *within[:: hooks(slug).stride]]:
        for path, mutants in _mutants(rules, position.state, pool):
            if _changes_a_view(rules, position.state, mutants):
                seen.add(leaves.pattern(path))
            elif not leaves.matches(path, rules.meta.hidden):
                idle |= {leaves.pattern(path)} if any(leaves.lawful(rules, mutant) for mutant in mutants) else set()
                unseen.add(leaves.pattern(path))
    assert idle == set(), "lawful states differ in these leaves, and nobody can tell them apart"
    assert unseen - seen == set(), "nobody ever sees these leaves"


def _mutants(rules: AnyGame, state: Any, pool: leaves.Pool) -> Iterator[tuple[leaves.Path, list[Any]]]:
    """Every leaf of the state, with the states that differ in it alone."""
    tree = leaves.plain(state)
    for path, value in leaves.leaves(tree):
        others = leaves.others(value, pool[leaves.pattern(path)])
        states = (leaves.state_of(rules, leaves.changed(tree, {path: other})) for other in others)
        yield path, [mutant for mutant in states if mutant is not None]


def _changes_a_view(rules: AnyGame, state: Any, mutants: list[Any]) -> bool:
    before = [leaves.seen(rules, state, viewer) for viewer in viewers(rules)]
    return any(
        leaves.seen_or_fault(rules, mutant, viewer) != seen
        for mutant in mutants
        for viewer, seen in zip(viewers(rules), before, strict=True)
    )


# --- steps ---


@EVERY
def test_who_owes_nothing_is_offered_nothing_and_may_not_move(slug: str, version: int) -> None:
    rules = game(slug, version)
    for place, position in positions(slug, version):
        over = engine.outcome(rules, position) is not None
        for seat in set(range(rules.meta.seats)) - rules.to_act(position.state):
            assert rules.legal_steps(position.state, seat) == [], place
            error = refused(rules, position, seat, all_steps(slug, version)[:1])
            assert type(error) is (GameOver if over else NotYourTurn), place
            spoken(error.sentence)


@EVERY
def test_steps_offered_are_unique_and_each_is_accepted(slug: str, version: int) -> None:
    rules = game(slug, version)
    for ply in plies(slug, version):
        for seat in rules.to_act(ply.before.state):
            offered = rules.legal_steps(ply.before.state, seat)
            assert offered, ply.place
            assert len(set(offered)) == len(offered), ply.place
            whole = moves(rules, ply.before, seat)
            assert {move[0] for move in whole} == set(offered), ply.place
            for move in whole:
                engine.apply(rules, ply.before, seat, move, ply.chance())


@EVERY
def test_every_step_reads_back_from_its_text(slug: str, version: int) -> None:
    rules = game(slug, version)
    for step in all_steps(slug, version):
        assert rules.parse_step(rules.text(step)) == step
        assert engine.SEPARATOR.strip() not in rules.text(step)
        spoken(rules.label(step))


@EVERY
def test_a_step_not_offered_is_refused_and_changes_nothing(slug: str, version: int) -> None:
    rules, chance = game(slug, version), KeyedChance(b"strange")
    for ply in plies(slug, version):
        before = dump(ply.before)
        for seat in rules.to_act(ply.before.state):
            for step in strange(slug, version, rules.legal_steps(ply.before.state, seat), chance):
                error = refused(rules, ply.before, seat, [step])
                assert isinstance(error, IllegalStep), (ply.place, rules.text(step))
                assert error.index == 0
                assert rules.text(step) in spoken(error.sentence)
        assert dump(ply.before) == before, ply.place


@EVERY
def test_a_move_ends_where_it_may_and_nothing_follows_it(slug: str, version: int) -> None:
    rules = game(slug, version)
    for ply in plies(slug, version):
        for steps in beginnings(ply.steps):
            whole = engine.preview(rules, ply.before, ply.seat, steps).complete
            assert (refused(rules, ply.before, ply.seat, steps) is None) == whole, (ply.place, len(steps))
        error = refused(rules, ply.before, ply.seat, [*ply.steps, ply.steps[-1]])
        assert isinstance(error, IllegalStep), ply.place
        assert error.index == len(ply.steps), ply.place


# --- what may not be seen ---


@EVERY
def test_imagined_states_are_lawful_and_look_the_same_to_the_seat(slug: str, version: int) -> None:
    rules, chance = game(slug, version), KeyedChance(b"imagine")
    for place, position in positions(slug, version):
        for seat in range(rules.meta.seats):
            state = rules.imagine(rules.view(position.state, seat), seat, chance)
            rules.check(state)
            assert leaves.seen(rules, state, seat) == leaves.seen(rules, position.state, seat), place
            assert rules.load(dump(Position(state))).state == state, place


@EVERY
def test_a_seat_is_told_the_same_in_states_that_differ_only_in_what_it_may_not_know(slug: str, version: int) -> None:
    rules, found, chance = game(slug, version), hooks(slug), KeyedChance(b"wrong")
    compared = 0
    for ply in plies(slug, version):
        for seat in range(rules.meta.seats):
            wrong = strange(slug, version, engine.legal_steps(rules, ply.before, seat), chance)[:3]
            tried = plans(rules, ply, seat, wrong)
            here = told(rules, ply.before, seat, tried)
            for twin in twins(rules, found, ply.before, seat, ply.place.encode()):
                assert told(rules, twin, seat, tried) == here, (ply.place, seat)
                compared += dump(twin) != dump(ply.before)
    assert compared > FEW


@EVERY
def test_a_move_tells_the_same_in_states_that_look_the_same_before_and_after(slug: str, version: int) -> None:
    rules, found = game(slug, version), hooks(slug)
    compared = 0
    for ply in plies(slug, version):
        for seat in range(rules.meta.seats):
            for twin in twins(rules, found, ply.before, seat, ply.place.encode()):
                compared += _tells_the_same(rules, ply, twin, seat)
    assert compared > FEW


def _tells_the_same(rules: AnyGame, ply: Ply, twin: AnyPosition, seat: Seat) -> bool:
    """Whether the twins could be compared: the move is possible in both, and not one that shows its own seat more."""
    if seat == ply.seat and engine.preview(rules, ply.before, seat, ply.steps).closing is not None:
        return False
    if refused(rules, twin, ply.seat, ply.steps):
        assert seat != ply.seat, ply.place
        return False
    after, events = engine.apply(rules, twin, ply.seat, ply.steps, ply.chance())
    if leaves.seen(rules, after.state, seat) != leaves.seen(rules, ply.after.state, seat):
        return False
    assert visible(events, seat) == visible(ply.events, seat), (ply.place, seat)
    return True


@EVERY
def test_a_leaf_declared_hidden_changes_no_view(slug: str, version: int) -> None:
    rules = game(slug, version)
    pool = leaves.pool(position.state for _, position in positions(slug, version))
    compared = 0
    for place, position in sampled(slug, version):
        before = [leaves.seen(rules, position.state, viewer) for viewer in viewers(rules)]
        for path, mutants in _mutants(rules, position.state, pool):
            if leaves.matches(path, rules.meta.hidden):
                for mutant in mutants:
                    assert [leaves.seen(rules, mutant, viewer) for viewer in viewers(rules)] == before, (place, path)
                    compared += 1
    assert compared > FEW or not rules.meta.hidden


@EVERY
def test_a_leaf_kept_from_a_viewer_does_not_change_what_it_sees(slug: str, version: int) -> None:
    rules, chance = game(slug, version), KeyedChance(b"partners")
    pool = leaves.pool(position.state for _, position in positions(slug, version))
    compared = 0
    for place, position in sampled(slug, version):
        for viewer in viewers(rules):
            here = leaves.seen(rules, position.state, viewer)
            for twin in _without(rules, hooks(slug), position.state, viewer, pool, chance):
                assert leaves.seen(rules, twin, viewer) == here, (place, viewer)
                compared += 1
    assert compared > FEW


def _without(
    rules: AnyGame, found: Hooks, state: Any, viewer: int, pool: leaves.Pool, chance: KeyedChance
) -> list[Any]:
    """Lawful states that differ from this one in one or two leaves kept from the viewer."""
    kept = found.kept_from(state, viewer)
    alone = (mutants for path, mutants in _mutants(rules, state, pool) if leaves.matches(path, kept))
    lawful = [mutant for mutants in alone for mutant in mutants if leaves.lawful(rules, mutant)]
    return [*lawful, *swapped(rules, kept, state, chance)]


@EVERY
def test_moves_that_end_alike_are_told_alike_exactly_where_they_are_shown_alike(slug: str, version: int) -> None:
    rules = game(slug, version)
    for ply in plies(slug, version):
        for seat in rules.to_act(ply.before.state):
            whole = moves(rules, ply.before, seat)
            ends = [engine.apply(rules, ply.before, seat, move, ply.chance()) for move in whole]
            for viewer in set(viewers(rules)) - {seat}:
                told_as, shown_as = dict[bytes, str](), dict[tuple[bytes, str], bytes]()
                for move, (after, events) in zip(whole, ends, strict=True):
                    view, shown = leaves.seen(rules, after.state, viewer), rules.shown(move, seat, viewer)
                    facts = view + msgspec.json.encode(visible(events, viewer))
                    assert told_as.setdefault(facts, shown) == shown, (ply.place, viewer)
                    assert shown_as.setdefault((view, shown), facts) == facts, (ply.place, viewer)


@EVERY
def test_a_move_is_shown_whole_to_its_own_seat_and_the_referee(slug: str, version: int) -> None:
    rules = game(slug, version)
    for ply in plies(slug, version):
        assert engine.parse_move(rules, ply.entry.text) == ply.steps
        assert rules.shown(ply.steps, ply.seat, ply.seat) == ply.entry.text
        assert rules.shown(ply.steps, ply.seat, REFEREE) == ply.entry.text


@EVERY_GAME
def test_views_only_ever_gain_keys(slug: str) -> None:
    versions = sorted(version for name, version in GAMES if name == slug)
    known = [
        set(leaves.view_keys(type(game(slug, version).view(played(slug, version)[0].positions[0].state, SPECTATOR))))
        for version in versions
    ]
    for older, newer in pairwise(known):
        assert older <= newer
    assert known[-1] == set(hooks(slug).view_keys)


# --- whole matches ---


@EVERY
def test_the_same_seed_gives_the_same_match(slug: str, version: int) -> None:
    for number, match in enumerate(played(slug, version)[:3]):
        again = Match(match.game, number).play()
        assert again.entries == match.entries
        assert [dump(position) for position in again.positions] == [dump(position) for position in match.positions]


@EVERY
def test_referee_and_replay_agree_on_events_state_and_digest(slug: str, version: int) -> None:
    for match in played(slug, version):
        replay = engine.Replay(match.game, match.key)
        replay.push(match.entries[0])
        assert dump(replay.position) == dump(match.positions[0])
        for ply in match.plies:
            assert replay.push(ply.entry) == ply.events, ply.place
            assert dump(replay.position) == dump(ply.after), ply.place
            assert replay.digest == ply.entry.digest, ply.place


@EVERY
def test_every_match_ends_within_the_bound_for_a_declared_reason(slug: str, version: int) -> None:
    for match in played_to_count(slug, version):
        meta = match.game.meta
        assert len(match.entries) <= meta.bound
        *going, last = match.positions
        assert all(engine.outcome(match.game, position) is None for position in going)
        ended = engine.outcome(match.game, last)
        assert ended is not None
        assert ended.reason in meta.end_reasons
        assert set(ended.winners) <= set(range(meta.seats))
        assert len(ended.scores) in (0, meta.seats)
        assert engine.to_act(match.game, last) == frozenset()
        spoken(engine.result(match.game, ended))


@EVERY
def test_no_seat_makes_more_moves_in_a_row_than_its_game_allows(slug: str, version: int) -> None:
    rules, found = game(slug, version), hooks(slug)
    corners = [(name, rules.load((ROOT / found.tests / name).read_bytes())) for name in found.corners]
    for place, position in [*corners, *sampled(slug, version), *stalled(rules)]:
        rules.check(position.state)
        for seat in engine.to_act(rules, position):
            made = stall(rules, position, seat)
            assert len(made) <= rules.meta.turn, (place, seat, made[-3:])


@EVERY
def test_a_label_of_chance_belongs_to_one_entry(slug: str, version: int) -> None:
    for match in played(slug, version):
        used = Counter(match.opening_labels)
        for ply in match.plies:
            used.update(ply.labels)
        assert [label for label, entries in used.items() if entries > 1] == []


@EVERY
def test_everything_that_happens_can_be_said(slug: str, version: int) -> None:
    rules = game(slug, version)
    for ply in plies(slug, version):
        for viewer in [*viewers(rules), REFEREE]:
            for event in visible(ply.events, viewer):
                spoken(engine.describe(rules, event))
        for seat in rules.to_act(ply.before.state):
            view = rules.view(ply.before.state, seat)
            spoken(rules.prompt(view, seat))
            for hint in rules.hints(view, seat):
                spoken(hint.text)
            for why in rules.whys(view, seat):
                spoken(why.wish)
                spoken(why.reason)


@EVERY
def test_a_seat_is_told_all_of_its_own_events(slug: str, version: int) -> None:
    own = 0
    for ply in plies(slug, version):
        for event in ply.events:
            if hasattr(event, "seat"):
                assert event.seen_by(event.seat) == event, ply.place
                own += 1
    assert own > FEW


@EVERY_GAME
def test_every_rule_fires_in_the_matches_or_has_a_test_of_its_own(
    slug: str, record_property: Callable[[str, object], None]
) -> None:
    found = hooks(slug)
    counts = dict.fromkeys(found.fired, 0)
    for version in sorted(version for name, version in GAMES if name == slug):
        for ply in (ply for match in played_to_count(slug, version) for ply in match.plies):
            deed = Deed(ply.before.state, ply.entry.text, ply.events, ply.after.state)
            for rule, fired in found.fired.items():
                counts[rule] += fired(deed)
    record_property(f"rules fired in {slug}", "  ".join(f"{rule} {count}" for rule, count in counts.items()))
    names = " ".join(_test_names(found.tests))
    assert [rule for rule, count in counts.items() if not count and not re.search(rf"_{rule.lower()}_", names)] == []


def _test_files(where: str) -> list[Path]:
    path = ROOT / where
    return sorted(path.rglob("test_*.py")) if path.is_dir() else [path]


def _test_names(where: str) -> list[str]:
    return [
        name for file in _test_files(where) for name in re.findall(r"^ *def (test_\w+)", file.read_text(), re.MULTILINE)
    ]
