"""The verifier: sound records pass, and each kind of tampering is named with its ply."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.rules import registry, verify
from games.rules.errors import ReplayMismatch
from games.rules.record import Record, dumps, loads
from tests.rules.golden import at

ROOT = Path(__file__).parents[2]
SOUND = at("en-garde-1-advanced-points")  # 26 entries; 0 and 12 deal
RESIGNED = at("en-garde-1-advanced-resignation")  # entry 8 is !resign 0
ROLLED_BACK = at("en-garde-1-advanced-rollback")

Json = dict[str, Any]
Tamper = Callable[[Json], object]


def tampered(tamper: Tamper, path: Path = SOUND) -> Record:
    """Return a golden record with something changed in it."""
    data = msgspec.json.decode(path.read_bytes())
    tamper(data)
    return msgspec.convert(data, Record)


def fault(play: Callable[[Record], object], record: Record) -> tuple[int, str, str]:
    with pytest.raises(ReplayMismatch) as found:
        play(record)
    return found.value.ply, found.value.kind, str(found.value)


def entry(ply: int, **changes: object) -> Tamper:
    return lambda data: data["entries"][ply].update(changes)


def head(**changes: object) -> Tamper:
    return lambda data: data.update(changes)


def seats(number: int, **changes: object) -> Tamper:
    return lambda data: data["seats"][number].update(changes)


def altered_draw(data: Json) -> None:
    data["entries"][12]["draws"][0] = [25, 22]


def altered_bound(data: Json) -> None:
    data["entries"][12]["draws"][0] = [24, 23]


def added_draw(data: Json) -> None:
    data["entries"][5]["draws"] = [[2, 1]]


def dropped_draw(data: Json) -> None:
    del data["entries"][12]["draws"][-1]


def dropped(data: Json) -> None:
    del data["entries"][5]


def doubled(data: Json) -> None:
    data["entries"].insert(5, data["entries"][5])


def swapped(data: Json) -> None:
    entries = data["entries"]
    entries[5], entries[6] = entries[6], entries[5]


def swapped_and_numbered(data: Json) -> None:
    swapped(data)
    for ply, each in enumerate(data["entries"]):
        each["ply"] = ply


def dropped_and_numbered(data: Json) -> None:
    del data["entries"][5:7]
    for ply, each in enumerate(data["entries"]):
        each["ply"] = ply


def seats_exchanged(data: Json) -> None:
    data["seats"].reverse()


def options(**changes: object) -> Tamper:
    return lambda data: data["options"].update(changes)


def other_order(data: Json) -> None:
    """Swap the seats everywhere, so that only the draw contradicts."""
    data["seats"].reverse()
    data["entries"][0]["text"] = data["entries"][0]["text"].replace("[1,0]", "[0,1]")


def spaced_start(data: Json) -> None:
    data["entries"][0]["text"] = data["entries"][0]["text"].replace("!start {", "!start { ")


NOT_THE_DRAWS = "Entry {0} doesn’t contain the draws that follow from the secret."
NOT_THE_DIGEST = "Entry {0} doesn’t match the digest it was written with."
FAULTS: dict[str, tuple[Tamper, int, str, str]] = {
    "format": (
        head(format="fog-record/9"),
        0,
        "format",
        "The record has the format “fog-record/9”; the only one that can be read here is “fog-record/1”.",
    ),
    "scheme": (
        head(scheme="fog2"),
        0,
        "format",
        "The record uses the drawing scheme “fog2”; the only one known here is “fog1”.",
    ),
    "version": (
        head(version=7),
        0,
        "format",
        "The record can’t be replayed: There’s no game “en-garde” in version 7. Available: "
        + ", ".join(f"{slug} {version}" for slug, version in registry.GAMES)
        + ".",
    ),
    "unknown option": (
        options(colour=1),
        0,
        "format",
        "The record can’t be replayed: En Garde has no option “colour”. Its options are: "
        "variant, rounds, starter, aid, last_retreat.",
    ),
    "option left out": (
        lambda data: data["options"].pop("rounds"),
        0,
        "text",
        "Entry 0 starts a different match from the one the record describes.",
    ),
    "option": (options(rounds=3), 0, "text", "Entry 0 starts a different match from the one the record describes."),
    "seat left out": (
        lambda data: data["seats"].pop(),
        0,
        "format",
        "The record doesn’t name the 2 players of its game and the order in which they joined.",
    ),
    "joined twice": (
        seats(0, joined=0),
        0,
        "format",
        "The record doesn’t name the 2 players of its game and the order in which they joined.",
    ),
    "seats exchanged": (
        seats_exchanged,
        0,
        "seat",
        "Entry 0 and the record give the players different seats.",
    ),
    "entropy that is no hex": (
        seats(0, entropy="AB" * 16),
        0,
        "format",
        "A player’s entropy is not 16 bytes in hexadecimal.",
    ),
    "secret cut short": (head(secret="ab"), 0, "format", "The secret is not 32 bytes in hexadecimal."),
    "secret": (
        head(secret="ab" * 32),
        0,
        "commitment",
        "The secret doesn’t match the seal.",
    ),
    "commitment": (
        head(commitment="ab" * 32),
        0,
        "commitment",
        "The secret doesn’t match the seal.",
    ),
    "match id": (
        head(match="another"),
        0,
        "commitment",
        "The secret doesn’t match the seal.",
    ),
    "no entries": (lambda data: data["entries"].clear(), 0, "order", "The log is empty."),
    "start dropped": (lambda data: data["entries"].pop(0), 0, "order", "Entry 1 is where entry 0 should be."),
    "start by a seat": (entry(0, seat=0), 0, "seat", "Only the site can make entry 0, not a seat."),
    "no start": (
        entry(0, text="!draw"),
        0,
        "text",
        "Entry 0 is wrong: The first entry of a log must be “!start”, not “!draw”.",
    ),
    "dropped": (dropped, 5, "order", "Entry 6 is where entry 5 should be."),
    "doubled": (doubled, 6, "order", "Entry 5 is where entry 6 should be."),
    "swapped": (swapped, 5, "order", "Entry 6 is where entry 5 should be."),
    "dropped and numbered anew": (dropped_and_numbered, 5, "digest", NOT_THE_DIGEST.format(5)),
    "another legal step": (entry(5, text="F1"), 5, "digest", NOT_THE_DIGEST.format(5)),
    "digest": (entry(5, digest="ab" * 32), 5, "digest", NOT_THE_DIGEST.format(5)),
    "no digest": (entry(5, digest=""), 5, "digest", NOT_THE_DIGEST.format(5)),
    "time before the one before": (
        entry(5, at="2000-01-01T00:03:59Z"),
        5,
        "time",
        "Entry 5 is older than the entry before it.",
    ),
    "no time": (entry(5, at=""), 5, "time", "Entry 5 has no readable time in UTC."),
    "time that no clock shows": (
        entry(5, at="2000-01-01T24:05:00Z"),
        5,
        "time",
        "Entry 5 has no readable time in UTC.",
    ),
    "time of another zone": (
        entry(5, at="2000-01-01T00:05:00+01:00"),
        5,
        "time",
        "Entry 5 has no readable time in UTC.",
    ),
    "winner": (
        lambda data: data["result"].update(winners=[0]),
        25,
        "result",
        "The record doesn’t end with the result of its match.",
    ),
    "scores": (
        lambda data: data["result"].update(scores=[1, 2]),
        25,
        "result",
        "The record doesn’t end with the result of its match.",
    ),
    "reason": (
        lambda data: data["result"].update(reason="resignation"),
        25,
        "result",
        "The record doesn’t end with the result of its match.",
    ),
    "no result": (head(result=None), 25, "result", "The record doesn’t end with the result of its match."),
    "end cut off": (
        lambda data: data["entries"].pop(),
        24,
        "result",
        "The record doesn’t end with the result of its match.",
    ),
    "start written otherwise": (
        spaced_start,
        0,
        "text",
        "Entry 0 should read “!start "
        '{"drawn":true,"game":"en-garde","options":{"aid":true,"last_retreat":"hand","rounds":2,"starter":"random",'
        '"variant":"advanced"},"order":[1,0],"version":1}”.',
    ),
    "seats otherwise than drawn": (other_order, 0, "draw", "The seats in entry 0 are not the ones that were drawn."),
}
"""What is changed, the ply, the kind and the sentence: the same from the verifier and from a trusted replay."""

NO_TURN = "Entry 5 is wrong: It’s not your turn. The match is waiting for seat 0."
NO_DRAW = "The recorded draws of entry {0} don’t match what the rules draw there ({1})."
NO_STEP = (
    "Entry 5 is wrong: “{0}” isn’t a step in En Garde. Steps look like this: F3 (advance), B3 (step back), "
    "A5x2 (attack with two 5s), X3,5x2 (advance 3, then attack with two 5s), P (parry), R3 (retreat). "
    "Cards and counts go from 1 to 5."
)

TOLD_APART: dict[str, tuple[Tamper, tuple[int, str, str], tuple[int, str, str]]] = {
    "swapped and numbered anew": (
        swapped_and_numbered,
        (5, "seat", NO_TURN),
        (5, "seat", "It isn’t seat 1’s turn at entry 5."),
    ),
    "seat": (entry(5, seat=1), (5, "seat", NO_TURN), (5, "seat", "It isn’t seat 1’s turn at entry 5.")),
    "no such seat": (entry(5, seat=-1), (5, "seat", NO_TURN), (5, "seat", "It isn’t seat −1’s turn at entry 5.")),
    "no step": (entry(5, text="Z9"), (5, "text", NO_STEP.format("Z9")), (5, "text", NO_STEP.format("Z9"))),
    "an illegal step": (
        entry(5, text="P"),
        (
            5,
            "text",
            "Entry 5 is wrong: “P” isn’t possible now: there’s no attack to answer. Possible: F1, F2, F4, B1, B2, B4.",
        ),
        (5, "text", "Entry 5 is not a legal move at that point."),
    ),
    "a step written otherwise": (
        entry(5, text=" F2"),
        (5, "text", "Entry 5 should read “F2”."),
        (5, "text", NO_STEP.format(" F2")),
    ),
    "a value drawn": (altered_draw, (12, "draw", NOT_THE_DRAWS.format(12)), (12, "digest", NOT_THE_DIGEST.format(12))),
    "the bound of a draw": (
        altered_bound,
        (12, "draw", NOT_THE_DRAWS.format(12)),
        (12, "draw", NO_DRAW.format(12, "round 2 deal")),
    ),
    "a draw too few": (
        dropped_draw,
        (12, "draw", NOT_THE_DRAWS.format(12)),
        (12, "draw", NO_DRAW.format(12, "round 2 deal")),
    ),
    "a draw too many": (added_draw, (5, "draw", NOT_THE_DRAWS.format(5)), (5, "draw", NO_DRAW.format(5, "-"))),
}
"""Where the verifier, who does everything again, and a trusted replay find different words for it."""


@pytest.mark.parametrize("play", [verify.check, verify.replay])
@pytest.mark.parametrize(("tamper", "ply", "kind", "words"), FAULTS.values(), ids=FAULTS.keys())
def test_tampering_is_named_with_its_ply_and_kind(
    tamper: Tamper, ply: int, kind: str, words: str, play: Callable[[Record], object]
) -> None:
    assert fault(play, tampered(tamper)) == (ply, kind, words)


@pytest.mark.parametrize(("tamper", "checked", "replayed"), TOLD_APART.values(), ids=TOLD_APART.keys())
def test_the_verifier_knows_more_of_a_fault_than_a_replay(
    tamper: Tamper, checked: tuple[int, str, str], replayed: tuple[int, str, str]
) -> None:
    assert fault(verify.check, tampered(tamper)) == checked
    assert fault(verify.replay, tampered(tamper)) == replayed


def test_entropy_that_was_exchanged_shows_in_the_first_draws() -> None:
    assert fault(verify.check, tampered(seats(0, entropy="ab" * 16))) == (0, "draw", NOT_THE_DRAWS.format(0))


@pytest.mark.parametrize("play", [verify.check, verify.replay])
def test_nobody_moves_after_a_resignation(play: Callable[[Record], object]) -> None:
    def moved(data: Json) -> None:
        data["entries"].append({**data["entries"][7], "ply": 9, "at": "2000-01-01T00:09:00Z"})

    ply, kind, _ = fault(play, tampered(moved, RESIGNED))
    assert (ply, kind) == (9, "seat")


@pytest.mark.parametrize("play", [verify.check, verify.replay])
@pytest.mark.parametrize("text", ["!resign 2", "!draw!", "resign 0", "!start {}", "!rollback 8", "!rollback x", ""])
def test_a_house_entry_that_is_none_is_a_fault_of_text(text: str, play: Callable[[Record], object]) -> None:
    ply, kind, _ = fault(play, tampered(entry(8, text=text), RESIGNED))
    assert (ply, kind) == (8, "text")


@pytest.mark.parametrize("play", [verify.check, verify.replay])
def test_a_rollback_to_another_entry_shows_in_its_digest(play: Callable[[Record], object]) -> None:
    ply = next(each.ply for each in loads(ROLLED_BACK.read_bytes()).entries if each.text == "!rollback 2")
    record = tampered(entry(ply, text="!rollback 3"), ROLLED_BACK)
    assert fault(play, record) == (ply, "digest", NOT_THE_DIGEST.format(ply))


def test_times_in_microseconds_and_with_an_offset_of_zero_are_read() -> None:
    found = tampered(entry(5, at="2000-01-01T00:05:00.000001+00:00"))
    assert found.entries[5].at == "2000-01-01T00:05:00.000001+00:00"
    verify.check(found)
    wrong = tampered(entry(5, at="2000-01-01T00:05:00.000001+01:00"))
    assert fault(verify.check, wrong)[:2] == (5, "time")


def test_a_match_that_goes_on_is_sound_without_a_result() -> None:
    def still_playing(data: Json) -> None:
        data["entries"].pop()
        data["result"] = None

    verify.check(tampered(still_playing))
    assert fault(verify.check, tampered(lambda data: data.update(result=None)))[1] == "result"


def run(*paths: Path) -> subprocess.CompletedProcess[str]:
    """Return the verifier as somebody else runs it: no settings, no site."""
    command = [sys.executable, "-m", "games.rules.verify", *map(str, paths)]
    return subprocess.run(command, cwd=ROOT, env={"PYTHONUTF8": "1"}, capture_output=True, text=True, check=False)


def test_the_command_prints_a_line_for_each_file_and_fails_for_one_at_fault(tmp_path: Path) -> None:
    altered, cut, missing = tmp_path / "altered.json", tmp_path / "cut.json", tmp_path / "missing.json"
    altered.write_bytes(dumps(tampered(entry(5, text="F1"))))
    cut.write_bytes(SOUND.read_bytes()[:2000])
    done = run(SOUND, altered, cut, missing)
    lines = done.stdout.splitlines()
    assert lines[0] == f"{SOUND}: correct: en-garde 1, 26 entries, points"
    assert lines[1] == f"{altered}: ply 5, digest: Entry 5 doesn’t match the digest it was written with."
    assert lines[2] == f"{cut}: ply 0, format: This is not a match record: Input data was truncated."
    assert lines[3] == f"{missing}: cannot be read: No such file or directory"
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize("named", ["missing.json", "cut.json"])
def test_the_command_fails_for_any_file_that_cannot_be_checked(named: str, tmp_path: Path) -> None:
    (tmp_path / "cut.json").write_bytes(SOUND.read_bytes()[:2000])
    assert verify.main([str(SOUND), str(tmp_path / named)]) == 1


def test_the_command_succeeds_where_every_file_is_sound() -> None:
    done = run(SOUND, RESIGNED)
    assert done.stdout.splitlines()[1] == f"{RESIGNED}: correct: en-garde 1, 9 entries, resignation"
    assert (done.returncode, done.stderr) == (0, "")


def test_the_command_without_a_file_says_how_it_is_used() -> None:
    done = run()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "usage: python -m games.rules.verify RECORD.json …\n"


def test_the_verifier_needs_nothing_of_django() -> None:
    code = "import sys, games.rules.verify as v; v.main(sys.argv[1:]); sys.exit('django' in sys.modules)"
    command = [sys.executable, "-c", code, str(SOUND)]
    assert subprocess.run(command, cwd=ROOT, env={}, capture_output=True, check=False).returncode == 0
