"""What every registered game and version shows and keeps from whom, at every ply of matches played by chance."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import msgspec
import pytest

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.engine import AnyGame, AnyPosition
from games.rules.game import REFEREE, SPECTATOR, Position, Seat, dump, visible
from games.rules.registry import GAMES, game
from tests.parts import depth
from tests.rules.contract import leaves
from tests.rules.contract.cases import (
    EVERY,
    EVERY_GAME,
    FEW,
    composed,
    hides,
    mutants_of,
    plans,
    plies,
    positions,
    sampled,
    strange,
)
from tests.rules.contract.hooks import Hooks, hooks
from tests.rules.contract.playouts import Ply, moves, played, refused, viewers
from tests.rules.contract.twins import swapped, told, twins

# --- what everybody must see of the state ---


@pytest.mark.deep("whole")  # it needs matches in which every leaf is of consequence
@EVERY
def test_a_leaf_of_the_state_changes_some_view_or_is_declared_hidden(slug: str, version: int) -> None:
    rules = game(slug, version)
    within = composed(slug, version)
    pool = leaves.pool(position.state for _, position in [*positions(slug, version), *within])
    seen, idle, unseen = set[str](), set[str](), set[str]()
    for _, position in [*sampled(slug, version), *within[:: hooks(slug).stride]]:
        for path, mutants in mutants_of(rules, position.state, pool):
            if _changes_a_view(rules, position.state, mutants):
                seen.add(leaves.pattern(path))
            elif not leaves.matches(path, rules.meta.hidden):
                idle |= {leaves.pattern(path)} if any(leaves.lawful(rules, mutant) for mutant in mutants) else set()
                unseen.add(leaves.pattern(path))
    assert idle == set(), "lawful states differ in these leaves, and nobody can tell them apart"
    assert unseen - seen == set(), "nobody ever sees these leaves"


def _changes_a_view(rules: AnyGame, state: Any, mutants: list[Any]) -> bool:
    before = [leaves.seen(rules, state, viewer) for viewer in viewers(rules)]
    return any(
        leaves.seen_or_fault(rules, mutant, viewer) != seen
        for mutant in mutants
        for viewer, seen in zip(viewers(rules), before, strict=True)
    )


# --- what may not be seen ---


@EVERY
def test_imagined_and_believed_states_are_lawful_and_look_the_same_to_the_seat(slug: str, version: int) -> None:
    rules, chance = game(slug, version), KeyedChance(b"imagine")
    for place, position in positions(slug, version):
        for seat, deal in product(range(rules.meta.seats), (rules.imagine, rules.believe)):
            state = deal(rules.view(position.state, seat), seat, chance)
            rules.check(state)
            assert leaves.seen(rules, state, seat) == leaves.seen(rules, position.state, seat), place
            assert rules.load(dump(Position(state))).state == state, place


@EVERY
def test_a_seat_is_told_the_same_in_states_that_differ_only_in_what_it_may_not_know(slug: str, version: int) -> None:
    rules, found, chance = game(slug, version), hooks(slug), KeyedChance(b"wrong")
    compared = 0
    made = plies(slug, version)
    for ply in depth.chosen(made, depth.whole_or(2, len(made)), f"told in {slug}"):
        for seat in range(rules.meta.seats):
            wrong = strange(slug, version, engine.legal_steps(rules, ply.before, seat), chance)[:3]
            tried = plans(rules, ply, seat, wrong)
            here = told(rules, ply.before, seat, tried)
            for twin in twins(rules, found, ply.before, seat, ply.place.encode()):
                assert told(rules, twin, seat, tried) == here, (ply.place, seat)
                compared += dump(twin) != dump(ply.before)
    assert compared > FEW or not hides(slug, version)


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
    """Say whether the twins could be compared: the move is possible in both, and not one that shows its own seat
    more.
    """
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
        for path, mutants in mutants_of(rules, position.state, pool):
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
    assert compared > FEW or not hides(slug, version)


def _without(
    rules: AnyGame, found: Hooks, state: Any, viewer: int, pool: leaves.Pool, chance: KeyedChance
) -> list[Any]:
    """Return lawful states that differ from this one in one or two leaves kept from the viewer."""
    kept = found.kept_from(state, viewer)
    alone = (mutants for path, mutants in mutants_of(rules, state, pool) if leaves.matches(path, kept))
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
