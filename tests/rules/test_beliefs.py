"""What players are believed to hold: lots by weight, weights from matches, and files that are refused."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import prod
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from games.rules import beliefs
from games.rules.beliefs import Answer, BadBeliefs, Beliefs
from games.rules.chance import KeyedChance

SORTS = {"kept": ("gold", "tin")}
WEIGHTS = {"a": 8.0, "b": 2.0, "c": 1.0, "d": 0.25}
DRAWS = 4000


def test_a_set_is_drawn_as_often_as_the_product_of_its_weights_says() -> None:
    chance, seen = KeyedChance(b"lots"), Counter[tuple[str, ...]]()
    for _ in range(DRAWS):
        taken, others = beliefs.drawn("abcd", WEIGHTS.__getitem__, 2, chance)
        assert sorted([*taken, *others]) == list("abcd")
        seen[tuple(taken)] += 1
    shares = {pair: prod(WEIGHTS[each] for each in pair) for pair in combinations("abcd", 2)}
    for pair, share in shares.items():
        assert seen[pair] / DRAWS == pytest.approx(share / sum(shares.values()), abs=0.03), pair


@pytest.mark.parametrize("count", [0, 4])
def test_none_or_all_are_drawn_at_any_weight(count: int) -> None:
    taken, others = beliefs.drawn("abcd", WEIGHTS.__getitem__, count, KeyedChance(b"lots"))
    assert (len(taken), len(others)) == (count, 4 - count)


def test_weights_are_fitted_so_that_lots_fall_as_in_the_matches() -> None:
    chance = KeyedChance(b"matches")
    heap, weighs = ["gold"] * 5 + ["tin"] * 5, {"gold": 6.0, "tin": 1.0}
    made = [beliefs.drawn(heap, weighs.__getitem__, 5, chance)[0] for _ in range(800)]
    weights = beliefs.fitted([Answer(heap, taken) for taken in made], (*weighs, "lead"))
    assert weights["gold"] / weights["tin"] == pytest.approx(6, rel=0.25)
    assert weights["lead"] == 1


# --- Files ---


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game's rules."""
    monkeypatch.setattr("games.rules.beliefs.resources.files", lambda _name: tmp_path)
    return tmp_path / beliefs.FILE


def written(version: int = 1, **weights: object) -> bytes:
    return msgspec.json.encode({"version": version, "matches": 1, "weights": {"kept": weights}})


def test_what_was_written_is_read(rules: Path) -> None:
    assert beliefs.read("a game", 1, SORTS) is None
    rules.write_bytes(beliefs.written(Beliefs(1, 3, {"kept": {"gold": 2.5, "tin": 0.1}})))
    assert beliefs.read("a game", 1, SORTS) == {"kept": {"gold": 2.5, "tin": 0.1}}


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"{", "truncated"),
        (written(2, gold=1, tin=1), "it is of version 2, and the game has version 1."),
        (written(gold=1), "“kept” must have the sorts gold, tin."),
        (written(gold=1, tin=0), "“tin” of “kept” weighs 0.0. It must be more than 0."),
        (written(gold=-1, tin=1), "“gold” of “kept” weighs -1.0. It must be more than 0."),
        (written(gold="much", tin=1), "Expected `float`, got `str`"),
        (msgspec.json.encode({"version": 1, "matches": 1, "weights": {}}), "it must answer kept."),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_its_fault(rules: Path, content: bytes, why: str) -> None:
    rules.write_bytes(content)
    with pytest.raises(BadBeliefs, match=beliefs.FILE) as refused:
        beliefs.read("a game", 1, SORTS)
    assert why in str(refused.value)
    assert beliefs.usable("a game", 1, SORTS) is None


def test_the_files_of_all_games_are_used() -> None:
    assert list(beliefs.refused()) == []


def test_a_file_that_is_not_used_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beliefs, "module_of", lambda _slug: SimpleNamespace(SORTS={"another": ("question",)}))
    assert any("it must answer another." in told for told in beliefs.refused())
