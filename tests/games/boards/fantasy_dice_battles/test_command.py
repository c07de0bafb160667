"""`manage.py armies`: data sets checked, and presets fought out against each other."""

import os
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from importlib import resources
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.boards.fantasy_dice_battles import army_report, heatmap
from games.rules.fantasy_dice_battles.balance.battles import PLAYER, Battles, Tally, pairings, tally
from games.rules.fantasy_dice_battles.balance.figures import Measured
from games.rules.fantasy_dice_battles.sets.offered import SETS
from tests.games.commands.stopping import Pressed
from tests.parts import depth

HOUSE = SETS["fogsite"]
ROOT = Path(__file__).parents[4]
FILE = resources.files("games.rules.fantasy_dice_battles").joinpath("sets", "fogsite.toml").read_text(encoding="utf-8")


def armies(*args: str | Path) -> list[str]:
    out = StringIO()
    call_command("armies", *map(str, args), stdout=out)
    return out.getvalue().splitlines()


def written(path: Path, **replaced: str) -> Path:
    content = FILE
    for old, new in replaced.items():
        content = content.replace(f'"{old}"', f'"{new}"')
    path.write_text(content, encoding="utf-8")
    return path


def refusal(*args: str | Path) -> str:
    with pytest.raises(CommandError) as caught:
        armies(*args)
    return str(caught.value)


# --- check ---


def test_a_set_that_passes_is_described(tmp_path: Path) -> None:
    lines = armies("check", written(tmp_path / "mine.toml"))
    assert lines[0] == f"Fogsite (fogsite) passes; digest {HOUSE.digest}."
    assert lines[1].startswith("faction realm (Realm): footmen, halberdiers, bowmen,")
    assert "powers: FRENZY, HUNT, BREACH" in "\n".join(lines)
    assert len([line for line in lines if line.startswith("army ") and ", 30 points: " in line]) == len(HOUSE.presets)


def test_a_set_with_an_unknown_power_is_refused_with_file_row_and_reason(tmp_path: Path) -> None:
    said = refusal("check", written(tmp_path / "mine.toml", STAND="PARRY"))
    assert said.startswith("mine.toml, powers 6 (PARRY): “PARRY” isn’t one of the powers. Available: FRENZY, HUNT")


def test_a_set_with_a_dominated_unit_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = written(tmp_path / "mine.toml")
    old = 'spaces = ["F1", "F2", "F3", "S1", "S2"]'
    path.write_text(path.read_text(encoding="utf-8").replace(old, 'spaces = ["F1", "F2", "F3"]', 1), encoding="utf-8")
    assert refusal("check", path) == (
        "mine.toml, units 1 (footmen): nobody would take this unit: “halberdiers” costs no more and is at "
        "least as good in spaces, morale, armour, dice and powers. Give this one something the other "
        "lacks, or a lower level."
    )


def test_another_set_cannot_share_ids_with_the_one_offered(tmp_path: Path) -> None:
    said = refusal("check", written(tmp_path / "mine.toml", fogsite="mine"))
    assert said.startswith("mine.toml: another set already uses these ids: ")


def test_a_file_that_is_not_there_or_no_text_is_said_to_be_so(tmp_path: Path) -> None:
    assert "nowhere.toml: No such file" in refusal("check", tmp_path / "nowhere.toml")
    (tmp_path / "image.toml").write_bytes(b"\xff\xfe\x00")
    assert refusal("check", tmp_path / "image.toml") == "The file isn’t in UTF-8."


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_stops_early_ends_it_quietly(unbuffered: str, tmp_path: Path) -> None:
    """At the first line, and when all is flushed at the end."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "manage.py", "armies", "check", str(written(tmp_path / "mine.toml"))]
    env = {"DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONUTF8": "1", "PYTHONUNBUFFERED": unbuffered}
    ended = subprocess.run(command, cwd=ROOT, env=env, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (0, "")


# --- report ---


def test_equal_arguments_give_an_equal_report_and_picture_in_any_number_of_processes(tmp_path: Path) -> None:
    given = ["report", "--games", "1", "--matches", str(depth.whole_or(6, 60)), "--seed", "s"]
    kept = {name: ["--out", f"{tmp_path}/{name}.svg", "--figures", f"{tmp_path}/{name}.json"] for name in "ab"}
    first = armies(*given, "--jobs", "1", *kept["a"])
    assert first == armies(*given, "--jobs", "2", *kept["b"])
    for kind in ("svg", "json"):
        assert (tmp_path / f"a.{kind}").read_bytes() == (tmp_path / f"b.{kind}").read_bytes()
    presets = len(HOUSE.presets)
    for player, at in (("house", 0), ("greedy", presets + 5)):
        assert first[at] == f"player: {player}"
        assert [line.split()[0] for line in first[at + 2 : at + 2 + presets]] == list(HOUSE.presets)
        assert first[at + 2 + presets].startswith(f"battles: {presets * (presets - 1)}, average rounds: ")
    rows = [line.split() for line in first if " ± " in line]
    assert [unit for _faction, unit, *_others in rows] == list(HOUSE.kinds)
    figures = msgspec.json.decode((tmp_path / "a.json").read_bytes(), type=Measured)
    assert (figures.digest, figures.games, figures.seed) == (HOUSE.digest, 1, "s")
    assert {unit: float(gain) for _faction, unit, _level, gain, *_others in rows} == {
        unit: each.gain for unit, each in figures.units.items()
    }
    assert "dominated: –" in first
    assert [line.partition(":")[0] for line in first[-presets:]] == list(HOUSE.presets)
    ET.fromstring((tmp_path / "a.svg").read_text())


LONG = ["report", "--games", "1", "--matches", "40000"]
"""What takes minutes, though a tenth of its tasks is done at once."""
STOPPED = "Stopped: there’s no report until all battles have been fought."


def test_a_report_that_is_stopped_says_so_and_prints_nothing() -> None:
    out, stderr = StringIO(), Pressed()
    with pytest.raises(SystemExit) as end:
        call_command("armies", *LONG, "--jobs", "1", stdout=out, stderr=stderr)
    assert (end.value.code, out.getvalue(), stderr.getvalue()) == (130, "", f"{STOPPED}\n")


def stopped(command: list[str], send: Callable[[int, int], None]) -> tuple[int, str, list[str]]:
    """Return how a program ends, and what it says on stdout and stderr, to which Ctrl-C is sent at its first line."""
    env = {"DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONUTF8": "1"}
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(
        [sys.executable, *command], cwd=ROOT, env=env, text=True, start_new_session=True, **pipes
    )
    assert process.stderr is not None
    try:
        process.stderr.readline()
        send(process.pid, signal.SIGINT)
        out, said = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    return process.returncode, out, said.splitlines()


def test_what_waits_to_be_fought_is_left_when_the_signal_comes() -> None:
    status, out, (*progress, last) = stopped(["manage.py", "armies", *LONG, "--jobs", "2"], os.kill)
    assert (status, out, last) == (130, "", STOPPED)
    assert [line for line in progress if not re.fullmatch(r"\d+/\d+", line)] == []


IDLE = """
import multiprocessing, os, sys
from functools import partial
from games.boards.fantasy_dice_battles import army_report
all_here = multiprocessing.Barrier(3)

def meet():
    all_here.wait()

def told(number, count):
    if number == 3:
        print("all have begun", file=sys.stderr, flush=True)

try:
    army_report.results_in_order([meet, meet, meet, partial(os.open, sys.argv[1], os.O_RDONLY)], 3, told)
except KeyboardInterrupt:
    print("stopped")
"""
"""Three processes. In the end one waits for a writer, and two have nothing to do."""


def test_the_signal_of_a_terminal_ends_every_process_without_a_traceback(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    assert stopped(["-c", IDLE, str(tmp_path / "fifo")], os.killpg) == (0, "stopped\n", [])


def test_another_seed_and_another_player_give_other_battles() -> None:
    pairing = next(iter(pairings(list(HOUSE.presets))))
    found = [tally(HOUSE, pairing, Battles(12, *given)) for given in (("0",), ("1",), ("0", "greedy"))]
    assert [each.games for each in found] == [12, 12, 12]
    assert len(set(found)) == 3
    assert found[0] == tally(HOUSE, pairing, Battles(12, "0"))


def test_numbers_below_one_are_refused() -> None:
    for option in ("--games", "--jobs", "--matches"):
        assert refusal("report", option, "0") == "The number of battles and of processes must be 1 or more."


def test_a_pairing_is_lopsided_where_one_army_wins_too_much_on_both_seats_together() -> None:
    found: Mapping[tuple[str, str], Tally] = {
        ("one", "other"): Tally(won=66, level=2, lost=32, rounds=1200),
        ("other", "one"): Tally(won=34, level=1, lost=65, rounds=1000),
    }
    assert army_report.remarks(found, 0.65) == [
        "battles: 200, average rounds: 11.0, draws: 3",
        "outside 35 to 65, both seats together: one – other 66.2",
    ]
    assert army_report.remarks(found, 0.7)[1] == "outside 30 to 70, both seats together: none"


def test_the_table_stands_in_columns_as_wide_as_the_longest_name() -> None:
    found: Mapping[tuple[str, str], Tally] = {
        ("one", "other"): Tally(won=66, level=2, lost=32, rounds=1200),
        ("other", "one"): Tally(won=100, level=0, lost=0, rounds=1000),
    }
    assert army_report.win_table(["one", "other"], found) == [
        "         one  other",
        "one        –   67.0",
        "other  100.0      –",
    ]


def test_a_card_that_is_active_three_times_in_ten_battles_is_active_often_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seldom, enough, *others = HOUSE.kinds
    often = dict.fromkeys(others, 1.0) | {seldom: 0.29, enough: 0.3}
    monkeypatch.setattr(army_report.usage, "activity", lambda *_: often)
    found = army_report.ArmyReport(HOUSE, {PLAYER: {}}, [])
    assert list(army_report.units(found))[-1] == f"hardly ever active: {seldom}"


def test_the_picture_tells_strong_from_weak_by_number_and_color() -> None:
    drawn = heatmap.svg("A < B", ["one", "other"], {("one", "other"): 0.8, ("other", "one"): 0.2})
    texts = ["".join(node.itertext()) for node in ET.fromstring(drawn)]
    assert [text for text in texts if text in ("A < B", "80", "20")] == ["A < B", "A < B", "80", "20"]
    cells = [tuple(node.attrib.values()) for node in ET.fromstring(drawn) if node.tag.endswith("rect")]
    assert cells[1:] == [("176", "96", "54", "54", "#7aa4ce"), ("120", "152", "54", "54", "#d17580")]


@pytest.mark.parametrize(
    ("share", "color"),
    [
        (0, "#d17580"),
        (0.2, "#d17580"),
        (0.3, "#e1a3ab"),
        (0.5, "#ffffff"),
        (0.55, "#e9f0f7"),
        (0.7, "#a7c2de"),
        (0.8, "#7aa4ce"),
        (1, "#7aa4ce"),
    ],
)
def test_the_further_from_even_the_darker_a_share_is_up_to_a_bound(share: float, color: str) -> None:
    assert heatmap.shade(share) == color
