"""`manage.py replay`: records played again, faults named."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.rules.golden import at

SOUND = at("en-garde-1-advanced-points")


def test_a_sound_record_prints_its_plies_and_their_speed() -> None:
    out = StringIO()
    call_command("replay", str(SOUND), str(SOUND), stdout=out)
    line = re.escape(str(SOUND)) + r": 26 plies, [0-9,]+ plies/s"
    assert re.fullmatch(rf"({line}\n){{2}}", out.getvalue())


def test_records_at_fault_are_named_with_their_first_fault_and_the_rest_still_replays(tmp_path: Path) -> None:
    altered, cut, missing = tmp_path / "altered.json", tmp_path / "cut.json", tmp_path / "missing.json"
    altered.write_bytes(SOUND.read_bytes().replace(b'"text":"R4"', b'"text":"R5"'))
    cut.write_bytes(SOUND.read_bytes()[:-100])
    out = StringIO()
    with pytest.raises(CommandError, match=r"^3 records are faulty\.$"):
        call_command("replay", str(altered), str(cut), str(missing), str(SOUND), stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0] == f"{altered}: ply 9, text: Entry 9 is not a legal move at that point."
    assert lines[1] == f"{cut}: ply 0, format: This is not a match record: Input data was truncated."
    assert lines[2] == f"{missing}: cannot be read: No such file or directory"
    assert lines[3].startswith(f"{SOUND}: 26 plies, ")


def test_a_single_fault_is_counted_as_one(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^1 record is faulty\.$"):
        call_command("replay", str(tmp_path), stdout=StringIO())
