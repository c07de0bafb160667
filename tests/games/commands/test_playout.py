"""`manage.py playout`: matches from a seed, counted and kept."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.rules import playout as rules_playout, verify
from games.rules.record import loads


def playout(*args: str | Path) -> list[str]:
    out = StringIO()
    call_command("playout", *map(str, args), stdout=out)
    return out.getvalue().splitlines()


def records(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(directory.iterdir())}


def test_equal_arguments_give_equal_files(tmp_path: Path) -> None:
    args = ["en-garde", "--games", "3", "--seed", "s", "--option", "rounds=1"]
    first = playout(*args, "--out", tmp_path / "a")
    assert first == playout(*args, "--out", tmp_path / "b")
    assert records(tmp_path / "a") == records(tmp_path / "b")
    assert list(records(tmp_path / "a")) == ["en-garde-s-1.json", "en-garde-s-2.json", "en-garde-s-3.json"]


def test_the_records_are_sound_and_the_summary_counts_them(tmp_path: Path) -> None:
    lines = playout("en-garde", "--games", "3", "--option", "rounds=1", "--out", tmp_path)
    found = [loads(data) for data in records(tmp_path).values()]
    for record in found:
        verify.check(record)
    plies = sorted(len(record.entries) for record in found)
    assert lines == [
        "matches: 3",
        f"plies: median {plies[1]}, maximum {plies[2]}",
        "results: points 3",
        "wins: random 3",
    ]


def test_options_are_given_by_name_and_value(tmp_path: Path) -> None:
    given = ["--option", "variant=standard", "--option", "rounds=1", "--option", "aid=false"]
    playout("en-garde", *given, "--out", tmp_path)
    options = loads((tmp_path / "en-garde-0-1.json").read_bytes()).options
    assert (options["variant"], options["rounds"], options["aid"]) == ("standard", 1, False)


def test_the_referee_adds_its_views(tmp_path: Path) -> None:
    playout("en-garde", "--option", "rounds=1", "--referee", "--out", tmp_path)
    record = loads((tmp_path / "en-garde-0-1.json").read_bytes())
    assert len(record.views) == len(record.entries)


def test_nothing_is_written_where_nobody_asks_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert playout("en-garde", "--option", "rounds=1")[0] == "matches: 1"
    assert list(tmp_path.iterdir()) == []


REFUSALS = {
    "game": (["chess"], r"There’s no game “chess”\. Available: en-garde.*\."),
    "option": (
        ["en-garde", "--option", "colour=red"],
        r"En Garde has no option “colour”\. Its options are: variant, rounds, starter, aid, last_retreat\.",
    ),
    "value": (
        ["en-garde", "--option", "rounds=10"],
        r"The option “rounds” can’t be “10”\. Choose one of these: 1, 2, 3, 4, 5, 6, 7, 8, 9\.",
    ),
    "option without a value": (
        ["en-garde", "--option", "aid"],
        r"The option “aid” can’t be “”\. Choose one of these: True, False\.",
    ),
    "player": (
        ["en-garde", "--bots", "clever"],
        r"There’s no computer opponent called “clever”\. "
        r"Available: random, en-garde, greedy, presser, beginner, casual, club, strong, expert\.",
    ),
    "players": (["en-garde", "--bots", "random,random,random"], r"En Garde needs 2 players, not 3\."),
    "number": (["en-garde", "--games", "0"], r"The number of games must be 1 or more, not 0\."),
    "place": (["en-garde", "--out", "/dev/null/x"], r"Can’t read or write /dev/null/x: Not a directory\."),
}


@pytest.mark.parametrize(("args", "words"), REFUSALS.values(), ids=REFUSALS.keys())
def test_what_cannot_be_played_is_refused_in_a_sentence(args: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=f"^{words}$"):
        playout(*args)


def test_a_player_of_a_file_plays_and_is_named_like_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_playout, "BOTS", dict(rules_playout.BOTS))
    file = tmp_path / "former.py"
    file.write_text("def choose(game, view, steps, chance):\n    return steps[0]\n", encoding="utf-8")
    lines = playout("en-garde", "--option", "rounds=1", "--bots", "former,greedy", "--player", file)
    assert lines[-1] in ("wins: former 1", "wins: greedy 1")


def test_a_file_without_a_player_is_refused(tmp_path: Path) -> None:
    (tmp_path / "nobody.py").write_text("", encoding="utf-8")
    (tmp_path / "text.txt").write_text("", encoding="utf-8")
    for name, said in (("nobody.py", "has no function “choose”."), ("text.txt", "is not a Python file.")):
        with pytest.raises(CommandError, match=said):
            playout("en-garde", "--bots", "random", "--player", tmp_path / name)
    with pytest.raises(CommandError, match=r"gone\.py: No such file"):
        playout("en-garde", "--bots", "random", "--player", tmp_path / "gone.py")
