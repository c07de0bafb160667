"""`manage.py levels`: matches between levels, kept as they end."""

from __future__ import annotations

from functools import partial
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.management import calibration
from games.rules import levels
from games.rules.levels import Measured
from tests.games.commands.stopping import Pressed


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of its own for what is measured; a match ends as its number says."""
    kept = tmp_path / levels.FILE
    monkeypatch.setattr(calibration, "file_of", lambda _slug: kept)
    monkeypatch.setattr(levels, "read", lambda _package: read(kept))
    monkeypatch.setattr(calibration, "result_of_match", lambda *which: "WWLD"[which[-1] % 4])
    return kept


def read(file: Path) -> Measured | None:
    return msgspec.json.decode(file.read_bytes(), type=Measured) if file.exists() else None


def run(*args: str, err: StringIO | None = None) -> list[str]:
    out = StringIO()
    call_command("levels", *args, stdout=out, stderr=err or StringIO())
    return out.getvalue().splitlines()


def results(file: Path) -> dict[str, str]:
    measured = read(file)
    assert measured is not None
    return {each.level: each.results for each in measured.pairings if each.results}


def test_each_level_plays_the_next_lower_one_and_what_came_of_it_is_said(file: Path) -> None:
    lines = run("calibrate", "en-garde", "--matches", "4", "--jobs", "1")
    assert set(results(file).values()) == {"WWLD"}
    assert lines[:2] == [
        "Beginner (for a first match): the lowest level",
        "Casual (plays now and then): beats Beginner 62 of 100 (4 matches, 95%: 22 to 91)",
    ]
    assert run("show", "en-garde") == lines


def test_a_second_run_plays_only_what_is_missing(file: Path) -> None:
    run("calibrate", "en-garde", "--matches", "2", "--jobs", "1", "--level", "club")
    assert results(file) == {"club": "WW"}
    run("calibrate", "en-garde", "--matches", "3", "--jobs", "1", "--level", "club")
    assert results(file) == {"club": "WWL"}


def test_what_was_played_before_it_was_stopped_is_kept(file: Path) -> None:
    with pytest.raises(SystemExit):
        run("calibrate", "en-garde", "--matches", "20", "--jobs", "1", "--level", "club", err=Pressed())
    assert 0 < len(results(file)["club"]) < 20


def test_another_seed_forgets_all(file: Path) -> None:
    run("calibrate", "en-garde", "--matches", "4", "--jobs", "1")
    run("calibrate", "en-garde", "--matches", "1", "--jobs", "1", "--level", "club", "--seed", "other")
    assert results(file) == {"club": "W"}


def test_a_level_that_has_changed_is_measured_afresh_and_the_others_are_kept(file: Path) -> None:
    run("calibrate", "en-garde", "--matches", "4", "--jobs", "1")
    before = results(file)
    run("calibrate", "en-garde", "--matches", "1", "--jobs", "1", "--level", "club", "--afresh")
    assert results(file) == before | {"club": before["club"][0]}


def test_without_any_matches_it_says_so(file: Path) -> None:
    assert "Casual (plays now and then): not measured against Beginner yet" in run("show", "en-garde")
    assert not file.exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["show", "chess"], "There’s no game “chess”"),
        (["show", "sealed-auction"], "sealed-auction has no levels."),
        (["calibrate", "en-garde", "--matches", "0"], "must be 1 or more"),
        (["calibrate", "en-garde", "--level", "beginner"], "No level “beginner” stands above another one."),
    ],
)
def test_what_cannot_be_is_refused(file: Path, args: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        run(*args)


@pytest.mark.parametrize("jobs", [1, 2])
def test_processes_give_the_same_results_in_order(jobs: int) -> None:
    tasks = [partial(str.upper, letter) for letter in "wld"]
    assert "".join(calibration.in_order(tasks, jobs)) == "WLD"


def test_a_match_of_levels_ends_alike_for_the_same_seed() -> None:
    one, same = (calibration.result_of_match("en-garde", "0", "casual", "beginner", 0) for _ in range(2))
    assert one == same
    assert one in "WLD"
