"""`manage.py beliefs`: weights from ended matches, and how well they predict others."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.management import believing
from games.rules import beliefs, registry
from games.rules.playout import playout
from games.rules.record import dumps

GAME = registry.current("field-of-glory")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    kept = tmp_path / beliefs.FILE
    monkeypatch.setattr(believing, "weights_file", lambda _slug: kept)
    return kept


def run(*args: str) -> str:
    out = StringIO()
    call_command("beliefs", *args, "--jobs", "1", stdout=out, stderr=StringIO())
    return out.getvalue().strip()


def test_weights_are_fitted_to_matches_of_the_bots(file: Path) -> None:
    assert run("fit", "field-of-glory", "--matches", "4") == "Fitted to 4 matches."
    first = file.read_bytes()
    run("fit", "field-of-glory", "--matches", "4")
    assert file.read_bytes() == first
    run("fit", "field-of-glory", "--matches", "4", "--seed", "other")
    assert file.read_bytes() != first


def test_weights_are_fitted_to_records_of_ended_matches(file: Path, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    record.write_bytes(dumps(playout(GAME, {}, "record", ["field-of-glory"] * 2)))
    assert run("fit", "field-of-glory", "--records", str(record)) == "Fitted to 1 match."
    kept = beliefs.Beliefs.__struct_fields__
    assert [f'"{name}"'.encode() in file.read_bytes() for name in kept] == [True] * len(kept)


@pytest.mark.parametrize("slug", ["field-of-glory", "en-garde"])
def test_what_both_seats_expect_is_measured(slug: str) -> None:
    said = run("measure", slug, "--matches", "4", "--worlds", "3")
    assert re.fullmatch(
        r"4 matches: both seats’ chances add up to [01]\.\d{3} \(95%: ±\d\.\d{3}\)\. Brier score -?0\.\d{3}\.", said
    )
    assert run("measure", slug, "--matches", "4", "--worlds", "3") == said


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["fit", "chess"], "There’s no game “chess”"),
        (["fit", "en-garde"], "en-garde has no beliefs to fit: it imagines instead."),
        (["fit", "field-of-glory", "--records", "/nowhere.json"], "No such file"),
        (["measure", "field-of-glory", "--matches", "0"], "Give 1 or more matches and processes"),
        (["measure", "field-of-glory", "--worlds", "1"], "and 2 or more worlds."),
    ],
)
def test_a_bad_call_is_refused(args: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        run(*args)
