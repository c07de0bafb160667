"""The contract every registered game and version keeps, at every ply of matches played by chance."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.engine import AnyGame
from games.rules.errors import BadState, GameOver, IllegalStep, NotYourTurn
from games.rules.game import REFEREE, dump, visible
from games.rules.registry import GAMES, game
from games.rules.sentence import Sentence
from tests.parts import depth
from tests.rules.contract import leaves
from tests.rules.contract.cases import (
    EVERY,
    EVERY_GAME,
    FEW,
    beginnings,
    composed,
    mutants_of,
    plans,
    plies,
    positions,
    sampled,
    spoken,
    strange,
)
from tests.rules.contract.hooks import Deed, hooks
from tests.rules.contract.lasting import longest
from tests.rules.contract.playouts import Match, all_steps, moves, played, played_to_count, refused, viewers
from tests.rules.contract.stalling import stall, stalled
from tests.rules.contract.twins import told

ROOT = Path(__file__).parents[2]
ADVICE = 110  # letters at most, so that a phone has room for two lines of it
FEW_STATES = 40  # about so many are changed leaf by leaf to break laws, which costs the most


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
        rules.check(position.state)  # raises BadState for one that is broken


@EVERY
def test_a_state_that_breaks_a_law_is_refused_by_its_name_and_every_law_refuses_some(slug: str, version: int) -> None:
    rules, found = game(slug, version), hooks(slug)
    pool = leaves.pool(position.state for _, position in positions(slug, version))
    laws, named = set[str](), set[str]()
    looked_at = sampled(slug, version)
    for _, position in looked_at[:: max(1, len(looked_at) // FEW_STATES)]:
        laws |= set(found.laws(position.state))
        mutants = [mutant for _, others in mutants_of(rules, position.state, pool) for mutant in others]
        named |= {spoken(law) for mutant in mutants if (law := _broken(rules, mutant)) is not None}
    assert named & laws
    tested = " ".join(file.read_text() for file in _test_files(found.tests))
    assert [law for law in sorted(laws - named) if law not in tested] == [], "no test breaks these laws"


def _broken(rules: AnyGame, state: Any) -> Sentence | None:
    """Return the law against a state, if any.

    Raises: `AssertionError` if `check` raises anything else, since that names no law.
    """
    try:
        rules.check(state)
    except BadState as error:
        return error.sentence
    except Exception as error:
        raise AssertionError(f"{error!r} names no law") from error
    return None


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
def test_a_step_is_offered_where_it_is_listed_and_nowhere_else(slug: str, version: int) -> None:
    """At the positions of the log and within moves, to every seat; of what is listed a few are drawn."""
    rules, chance, found = game(slug, version), KeyedChance(b"offered"), Counter[bool]()
    for place, position in [*positions(slug, version), *composed(slug, version)]:
        for seat in range(rules.meta.seats):
            listed = rules.legal_steps(position.state, seat)
            drawn = [listed[chance.below(len(listed), "listed")] for _ in range(min(FEW, len(listed)))]
            for step in [*drawn, *strange(slug, version, listed, chance)]:
                assert rules.offers(position.state, seat, step) == (step in listed), (place, rules.text(step))
                found[step in listed] += 1
    assert min(found[True], found[False]) > FEW


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
        assert len(match.plies) <= meta.bound
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
def test_two_seats_in_one_hand_that_keep_a_match_going_come_to_its_end_within_the_bound(
    slug: str, version: int
) -> None:
    rules = game(slug, version)
    made = longest(rules, 0, hooks(slug).beam)
    assert made <= rules.meta.bound
    assert made >= max(len(match.plies) for match in played(slug, version)), "chance lasts longer: search better"


@EVERY
def test_no_seat_makes_more_moves_in_a_row_than_its_game_allows(slug: str, version: int) -> None:
    rules, found = game(slug, version), hooks(slug)
    corners = [(name, rules.load((ROOT / found.tests / name).read_bytes())) for name in found.corners]
    met = [*sampled(slug, version), *stalled(rules)]
    for place, position in [*corners, *depth.chosen(met, depth.whole_or(2, len(met)), f"stalled in {slug}")]:
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
                spoken(engine.describe(rules, event))  # which asserts that it is written out
        for seat in rules.to_act(ply.before.state):
            view = rules.view(ply.before.state, seat)
            spoken(rules.prompt(view, seat))
            for hint in rules.hints(view, seat):
                spoken(hint.text)
            if advice := rules.advice(view, seat):
                spoken(advice)
                assert len(str(advice)) <= ADVICE, str(advice)
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
