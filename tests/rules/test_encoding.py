"""Records, positions and other documents in every encoding that programs save JSON in."""

import pytest

from games.rules import registry
from games.rules.encoding import utf8
from games.rules.errors import BadState, ReplayMismatch
from games.rules.position import examine
from games.rules.record import dumps, loads
from tests.rules.golden import at

ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]
"""The third has a byte order mark, as PowerShell 5 writes it; the last two have none."""
RECORD = at("en-garde-1-advanced-points").read_bytes()


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_record_is_read_no_matter_what_it_is_saved_in(encoding: str) -> None:
    assert dumps(loads(RECORD.decode().encode(encoding))) == RECORD


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_letters_of_all_scripts_survive(encoding: str) -> None:
    assert utf8('{"name": "मोहित 👩\u200d🚀 Zoë"}'.encode(encoding)) == '{"name": "मोहित 👩\u200d🚀 Zoë"}'.encode()


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_position_is_read_likewise(encoding: str) -> None:
    with pytest.raises(BadState, match="`state`"):  # it was read, and its first key is missing
        examine(registry.game("en-garde", 1), '{"moves": []}'.encode(encoding))


def test_a_record_cut_within_a_character_is_refused_with_a_sentence() -> None:
    with pytest.raises(ReplayMismatch, match="This is not a match record: "):
        loads("\ufeff{}".encode("utf-16-le")[:-1])
