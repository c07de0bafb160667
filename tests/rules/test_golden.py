"""Golden records: nothing about a match that was played may ever change."""

import pytest

from games.rules import verify
from games.rules.house import HOUSE_REASONS
from games.rules.record import dumps, loads
from tests.rules.golden import HOUSE_ENTRIES, ROLLED_BACK, Recipe, kept, recipes

RECIPES = list(recipes())
golden = pytest.mark.parametrize("recipe", RECIPES, ids=[recipe.path.stem for recipe in RECIPES])


def test_every_way_to_end_has_its_golden_record_and_no_other_is_there() -> None:
    assert kept() == sorted(recipe.path for recipe in RECIPES)


def test_every_house_reason_has_an_entry_that_brings_it_about() -> None:
    assert set(HOUSE_ENTRIES) == set(HOUSE_REASONS)


@pytest.mark.by_turns(16)
@golden
def test_the_seed_still_leads_to_the_very_same_record(recipe: Recipe) -> None:
    assert dumps(recipe.record()) == recipe.path.read_bytes()


@golden
def test_the_record_verifies_and_replays_and_ends_as_it_says(recipe: Recipe) -> None:
    record = loads(recipe.path.read_bytes())
    verify.check(record)
    verify.replay(record)
    assert record.result is not None
    assert recipe.ending in (record.result.reason, ROLLED_BACK)
    assert len(record.entries) <= 200


def test_a_rollback_past_a_draw_draws_again() -> None:
    record = next(recipe.record() for recipe in RECIPES if (recipe.ending, recipe.slug) == (ROLLED_BACK, "en-garde"))
    draws = {entry.ply: entry.draws for entry in record.entries if entry.draws}
    rollbacks = [entry.ply for entry in record.entries if entry.text == "!rollback 2"]
    assert len(rollbacks) == 2
    dealt = [next(d for ply, d in draws.items() if ply > start) for start in (2, *rollbacks)]
    assert [n for n, _ in dealt[0]] == [n for n, _ in dealt[1]] == [n for n, _ in dealt[2]]
    assert len({tuple(each) for each in dealt}) == 3
