"""Draws: the keyed scheme fog1 against vectors worked out by hand, recorded, scripted and forbidden draws."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from games.rules.chance import (
    KeyedChance,
    NoChance,
    RecordedChance,
    ScriptedChance,
    commitment,
    digest_key,
    seed,
)
from games.rules.errors import ReplayMismatch

SECRET = bytes(range(32))
MATCH = "Kp3x9wQa"
ENTROPIES = ("00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100")
OPTIONS = {"variant": "advanced", "rounds": 5, "aid": True}
COMMITMENT = "4195232cb8b667dd80a7edb147d4943e73113fe131886e7b50ba922eccfd3a7a"
SEED = bytes.fromhex("7417bc7824d179a6a045a44643efe1ea95c6b73a10fefc2fb64e75f578675df3")
DIGEST_KEY = "7f310fdd20ef281372f668290ab3e6aa96f59e658c708d08edaec5d9d7a78336"
DEAL = [14, 16, 15, 19, 22, 23, 1, 12, 7, 20, 17, 11, 21, 2, 8, 25, 13, 10, 18, 5, 24, 3, 9, 6, 4]
BIG = 2**63 + 1  # almost half of all 64-bit numbers must be drawn again


def number(label: str, epoch: int, k: int, attempt: int) -> int:
    """Return the 64 bits behind a draw, by the letter of the scheme."""
    message = label.encode() + b"\0%d\0%d\0%d" % (epoch, k, attempt)
    return int.from_bytes(hmac.new(SEED, message, hashlib.sha256).digest()[:8], "big")


# --- fog1 ---


def test_vector_1_the_commitment_binds_the_match_to_its_secret() -> None:
    assert commitment(MATCH, SECRET) == COMMITMENT
    assert hashlib.sha256(b"fog1 commit\0Kp3x9wQa\0" + SECRET).hexdigest() == COMMITMENT


def test_vector_2_the_seed_comes_from_secret_match_options_and_entropies() -> None:
    assert seed(SECRET, MATCH, "en-garde", 1, OPTIONS, ENTROPIES) == SEED
    message = (
        b'["Kp3x9wQa","en-garde",1,{"aid":true,"rounds":5,"variant":"advanced"},'
        b'["00112233445566778899aabbccddeeff","ffeeddccbbaa99887766554433221100"]]'
    )
    assert hmac.new(SECRET, message, hashlib.sha256).digest() == SEED


def test_vector_3_the_digest_key_comes_from_the_secret() -> None:
    assert digest_key(SECRET).hex() == DIGEST_KEY
    assert hmac.new(SECRET, b"fog1 digest", hashlib.sha256).hexdigest() == DIGEST_KEY


def test_vector_4_draws_depend_on_label_epoch_and_their_number() -> None:
    chance, later = KeyedChance(SEED), KeyedChance(SEED, epoch=1)
    assert [chance.below(6, "round 7 dice") for _ in range(5)] == [2, 5, 4, 4, 1]
    assert [later.below(6, "round 7 dice") for _ in range(5)] == [3, 0, 2, 1, 1]
    assert [number("round 7 dice", 0, k, 0) % 6 for k in range(5)] == [2, 5, 4, 4, 1]


def test_vector_5_a_shuffle_is_fisher_yates_from_the_end() -> None:
    cards = list(range(1, 26))
    chance = KeyedChance(SEED)
    chance.shuffle(cards, "round 1 deal")
    assert cards == DEAL
    assert [n for n, _ in chance.draws] == list(range(25, 1, -1))


def test_numbers_that_would_favour_small_results_are_drawn_again() -> None:
    limit = 2**64 - 2**64 % BIG
    assert number("big", 0, 0, 0) >= limit > number("big", 0, 0, 1)
    chance = KeyedChance(SEED)
    assert chance.below(BIG, "big") == number("big", 0, 0, 1) % BIG == 195774022501841102
    assert chance.below(BIG, "big") == number("big", 0, 1, 0) % BIG == 3091764147930032554


def test_only_what_lies_beyond_the_last_whole_multiple_is_drawn_again() -> None:
    bound = 3 * 2**61  # goes twice into 2**64 and leaves a quarter over
    chance = KeyedChance(SEED)
    tries = [[number("big", 0, k, attempt) for attempt in range(20)] for k in range(60)]
    even = [next(each for each in found if each < 2 * bound) % bound for found in tries]
    assert [chance.below(bound, "big") for _ in range(60)] == even


def test_other_labels_in_between_change_nothing() -> None:
    chance = KeyedChance(SEED)
    mixed = [(chance.below(6, "round 7 dice"), chance.below(9, "other"))[0] for _ in range(5)]
    assert mixed == [2, 5, 4, 4, 1]


def test_draws_are_collected_in_order() -> None:
    chance = KeyedChance(SEED)
    chance.below(6, "round 7 dice")
    chance.below(1, "nothing to choose")
    assert chance.draws == [(6, 2), (1, 0)]


@pytest.mark.parametrize("entropy", [(), ENTROPIES[::-1], (*ENTROPIES, "")])
def test_other_entropies_give_another_seed(entropy: tuple[str, ...]) -> None:
    assert seed(SECRET, MATCH, "en-garde", 1, OPTIONS, entropy) != SEED


def test_a_draw_below_nothing_is_a_mistake() -> None:
    with pytest.raises(ValueError, match=r"^cannot draw below 0$"):
        KeyedChance(SEED).below(0, "none")


# --- recorded ---


def recorded_fault(*draws: tuple[int, int], n: int = 6, label: str = "die") -> ReplayMismatch:
    with pytest.raises(ReplayMismatch) as found:
        RecordedChance(draws, ply=12).below(n, label)
    return found.value


def test_recorded_draws_are_handed_out_again() -> None:
    chance = RecordedChance([(6, 2), (3, 0), (2, 1)])
    items = ["a", "b", "c"]
    assert chance.below(6, "die") == 2
    chance.shuffle(items, "deal")
    assert items == ["c", "b", "a"]
    chance.finish()


@pytest.mark.parametrize("draws", [(), ((5, 2),), ((6, 6),), ((6, -1),)])
def test_a_missing_other_or_impossible_draw_is_a_mismatch(draws: tuple[tuple[int, int], ...]) -> None:
    fault = recorded_fault(*draws)
    assert (fault.ply, fault.kind) == (12, "draw")
    assert str(fault) == "The recorded draws of entry 12 don’t match what the rules draw there (die)."


def test_a_draw_that_nobody_asked_for_is_a_mismatch() -> None:
    chance = RecordedChance([(6, 2), (6, 3)], ply=4)
    chance.below(6, "die")
    with pytest.raises(ReplayMismatch) as found:
        chance.finish()
    assert str(found.value) == "The recorded draws of entry 4 don’t match what the rules draw there (-)."


# --- scripted and forbidden ---


def test_a_script_gives_its_values_in_order_and_notes_them() -> None:
    chance = ScriptedChance([3, 1])
    assert (chance.below(6, "die"), chance.below(2, "coin")) == (3, 1)
    assert chance.draws == [(6, 3), (2, 1)]


@pytest.mark.parametrize(("values", "left"), [([], "-"), ([6], "6"), ([-1], "-1")])
def test_a_script_that_does_not_fit_says_what_it_needs(values: list[int], left: str) -> None:
    with pytest.raises(ReplayMismatch) as found:
        ScriptedChance(values).below(6, "die")
    assert str(found.value) == f"The script needs a draw below 6 for “die” next; it holds {left}."
    assert (found.value.ply, found.value.kind) == (0, "draw")


def test_a_preview_draws_nothing() -> None:
    with pytest.raises(RuntimeError, match=r"^a preview tried to draw for 'die'$"):
        NoChance().below(6, "die")
