"""`docs/fairness.md` holds what the code does: its vectors, its words, and a program written from it alone."""

import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest

from games.rules import chance, engine, registry
from games.rules.chance import KeyedChance
from games.rules.engine import Entry
from games.rules.errors import ReplayMismatch
from games.rules.record import FORMAT, Joiner, Record, loads
from tests.rules.golden import at

TEXT = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text()
COMMIT, SEED, DRAWS, SHUFFLE, DIGEST = (
    json.loads(block) for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
)
SECRET = bytes.fromhex(COMMIT["secret"])


def keyed(epoch: int = 0) -> KeyedChance:
    return KeyedChance(bytes.fromhex(SEED["seed"]), epoch)


def test_vector_1_is_the_commitment() -> None:
    assert chance.commitment(COMMIT["match"], SECRET) == COMMIT["commitment"]


def test_vector_2_is_the_seed() -> None:
    match, game, version, options, entropies = json.loads(SEED["message"])
    shuffled = dict(reversed(options.items()))
    assert chance.seed(SECRET, match, game, version, shuffled, entropies).hex() == SEED["seed"]


@pytest.mark.parametrize(("label", "n"), [("round 1 dice", 6), ("rejected", 2**63 + 1)])
def test_vector_3_are_draws(label: str, n: int) -> None:
    found = {
        f"{label}, epoch {epoch}": [c.below(n, label) for _ in range(6)] for epoch in (0, 1) for c in [keyed(epoch)]
    }
    expected = {key: values for key, values in DRAWS.items() if key.startswith(label)}
    assert {key: found[key] for key in expected} == expected


def test_vector_4_is_a_shuffle() -> None:
    things = list(range(10))
    keyed().shuffle(things, "deal")
    assert things == SHUFFLE["deal"]


def test_vector_5_is_a_digest() -> None:
    before, ply, seat, text, draws, position = json.loads(DIGEST["message"])
    entry = Entry(ply, seat, text, [(n, value) for n, value in draws])
    loaded = registry.game("en-garde", 1).load(json.dumps(position))
    assert chance.digest_key(SECRET).hex() == DIGEST["key"]
    assert engine.digest(bytes.fromhex(DIGEST["key"]), before, entry, loaded) == DIGEST["digest"]


def test_the_words_of_the_document_are_those_of_the_code() -> None:
    assert f'`"{FORMAT}"`' in TEXT
    assert f"secret** of {chance.SECRET_BYTES} bytes" in TEXT
    assert f"adds {chance.ENTROPY_BYTES} random bytes" in TEXT
    for struct in (Record, Joiner, Entry):
        for name in get_type_hints(struct):
            if not name.startswith("_"):
                assert f"`{name}`" in TEXT
    kinds = re.search(r"Kinds: ([a-z, ]+)", ReplayMismatch.__doc__ or "")
    assert kinds is not None
    for kind in kinds[1].split(", "):
        assert f"| `{kind}` |" in TEXT


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def hmac256(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def test_a_program_written_from_the_document_finds_the_deal_and_the_first_digest_of_a_record() -> None:
    """Nothing of the code is used but the state that the digest covers, which is dealt here by hand."""
    record = json.loads(at("en-garde-1-advanced-points").read_bytes())
    secret, first = bytes.fromhex(record["secret"]), record["entries"][0]
    entropies = [seat["entropy"] for seat in sorted(record["seats"], key=lambda seat: seat["joined"])]
    named = [record[key] for key in ("match", "game", "version", "options")]
    seed = hmac256(secret, canonical([*named, entropies]))

    def draw(n: int, label: str, k: int) -> list[int]:
        x = int.from_bytes(hmac256(seed, f"{label}\0000\0{k}\0000".encode())[:8], "big")
        assert x < 2**64 - 2**64 % n  # no rejection in this record
        return [n, x % n]

    deal = [draw(n, "round 1 deal", 25 - n) for n in range(25, 1, -1)]
    draws = [draw(2, "seats", 0), draw(2, "starter", 0), *deal]
    assert first["draws"] == draws
    deck = [value for value in range(1, 6) for _ in range(5)]
    for i, (_, j) in zip(range(24, 0, -1), deal, strict=True):
        deck[i], deck[j] = deck[j], deck[i]
    state = {"hands": [deck[-5:], deck[-10:-5]], "pile": deck[:-10], "fencers": [1, 23], "scores": [0, 0]}
    state |= {"round": 1, "rounds": 2, "to_move": draws[1][1]} | ({"starter": 1} if draws[1][1] else {})
    message = canonical(["", 0, None, first["text"], draws, {"state": state}])
    assert first["digest"] == hmac256(hmac256(secret, b"fog1 digest"), message).hex()


def test_the_record_keys_of_the_document_are_enough_to_read_one() -> None:
    data = at("en-garde-1-advanced-points").read_bytes()
    assert set(msgspec.json.decode(data)) == set(get_type_hints(Record)) - {"clock", "substitutes", "views"}
    assert loads(data).scheme == "fog1"
