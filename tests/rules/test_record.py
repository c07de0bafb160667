"""Records as files: the same bytes every time, read strictly, refused with a sentence that says where."""

import msgspec
import pytest

from games.rules.engine import Entry
from games.rules.errors import ReplayMismatch
from games.rules.game import Outcome
from games.rules.record import Joiner, Record, dumps, loads

RECORD = Record(
    format="fog-record/1",
    scheme="fog1",
    match="m1",
    game="en-garde",
    version=1,
    options={"rounds": 1, "aid": True},
    seats=[Joiner("Ben", 1, "00" * 16, "server"), Joiner("Ann", 0, "11" * 16, "browser")],
    commitment="c0",
    secret="5e",
    entries=[
        Entry(0, None, "!start {}", [(2, 1)], "d0", "2026-01-01T00:00:00Z"),
        Entry(1, 0, "F3", [], "d1", "2026-01-01T00:01:00Z"),
    ],
    result=Outcome("points", (0,), (1, 0)),
)

TEXT = """{
"format": "fog-record/1",
"scheme": "fog1",
"match": "m1",
"game": "en-garde",
"version": 1,
"options": {"aid":true,"rounds":1},
"seats": [
{"entropy":"00000000000000000000000000000000","joined":1,"name":"Ben","source":"server"},
{"entropy":"11111111111111111111111111111111","joined":0,"name":"Ann","source":"browser"}
],
"commitment": "c0",
"secret": "5e",
"entries": [
{"at":"2026-01-01T00:00:00Z","digest":"d0","draws":[[2,1]],"ply":0,"seat":null,"text":"!start {}"},
{"at":"2026-01-01T00:01:00Z","digest":"d1","ply":1,"seat":0,"text":"F3"}
],
"result": {"reason":"points","scores":[1,0],"winners":[0]}
}
"""


def test_a_record_is_written_field_by_field_and_entry_by_entry() -> None:
    assert dumps(RECORD).decode() == TEXT


def test_what_is_written_reads_back_as_the_same_record() -> None:
    assert loads(dumps(RECORD)) == RECORD


def test_views_of_the_referee_are_kept_where_there_are_any() -> None:
    record = msgspec.structs.replace(RECORD, views=[{"pile": 15}, {"pile": 14}])
    assert loads(dumps(record)).views == [{"pile": 15}, {"pile": 14}]
    assert dumps(record).decode() == TEXT.removesuffix("\n}\n") + ',\n"views": [\n{"pile":15},\n{"pile":14}\n]\n}\n'


FAULTS = {
    "an unknown key": (
        '"scheme"',
        '"colour": 1, "scheme"',
        0,
        "This is not a match record: Object contains unknown field `colour`.",
    ),
    "a missing key": (
        '"scheme": "fog1",\n',
        "",
        0,
        "This is not a match record: Object missing required field `scheme`.",
    ),
    "an unknown key of an entry": (
        '"ply":1,',
        '"ply":1,"colour":1,',
        1,
        "This is not a match record: Object contains unknown field `colour` - at `$.entries[1]`.",
    ),
    "a missing key of an entry": (
        '"ply":1,',
        "",
        1,
        "This is not a match record: Object missing required field `ply` - at `$.entries[1]`.",
    ),
    "a draw that is no number": (
        "[[2,1]]",
        '[[2,"1"]]',
        0,
        "This is not a match record: Expected `int`, got `str` - at `$.entries[0].draws[0][1]`.",
    ),
    "an unknown key of the result": (
        '"reason"',
        '"colour":1,"reason"',
        0,
        "This is not a match record: Object contains unknown field `colour` - at `$.result`.",
    ),
    "another format": (
        "fog-record/1",
        "fog-record/2",
        0,
        "The record has the format “fog-record/2”; the only one that can be read here is “fog-record/1”.",
    ),
    "no format": (
        '"format": "fog-record/1",\n',
        "",
        0,
        "This is not a match record: Object missing required field `format`.",
    ),
    "an unknown source": (
        '"browser"',
        '"dice"',
        0,
        "This is not a match record: Invalid enum value 'dice' - at `$.seats[1].source`.",
    ),
}


@pytest.mark.parametrize(("old", "new", "ply", "words"), FAULTS.values(), ids=FAULTS.keys())
def test_a_document_at_fault_is_refused_with_its_place(old: str, new: str, ply: int, words: str) -> None:
    assert TEXT.count(old) == 1
    with pytest.raises(ReplayMismatch) as refused:
        loads(TEXT.replace(old, new).encode())
    assert (refused.value.ply, refused.value.kind, str(refused.value)) == (ply, "format", words)


@pytest.mark.parametrize(
    "data",
    [b"", b'{"format":' + b"[" * 99_999, b"PK\x03\x04", b"\xff\xfe{", b"[]", b"null", TEXT[: len(TEXT) // 2].encode()],
)
def test_what_is_no_whole_json_object_is_refused_as_a_format(data: bytes) -> None:
    with pytest.raises(ReplayMismatch, match=r"^This is not a match record: .+\.$") as refused:
        loads(data)
    assert (refused.value.ply, refused.value.kind) == (0, "format")
