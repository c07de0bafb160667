"""House entries: reading them, what they do, and what is said of them."""

from __future__ import annotations

import pytest

from games.rules import house
from games.rules.chance import ScriptedChance
from games.rules.errors import BadNotation
from games.rules.game import Event, Outcome
from games.rules.registry import game

AUCTION = game("sealed-auction", 1)
KNOWN = (
    "is not an entry the site can make. It can make: !start, !resign SEAT, !timeout SEAT, !adjudicate SEAT, !draw, "
    "!void, !bound, !rollback PLY, !substitute SEAT."
)
OPENING = house.Start("sealed-auction", 1, {"rounds": 2, "coins": 10}, (2, 0, 1), drawn=True)
TEXT = '!start {"drawn":true,"game":"sealed-auction","options":{"coins":10,"rounds":2},"order":[2,0,1],"version":1}'


def test_the_start_is_written_in_one_way_and_read_back() -> None:
    assert house.start_text(OPENING) == TEXT
    assert house.parse_start(TEXT) == OPENING


@pytest.mark.parametrize(("text", "told"), [("!resign 0", "!resign 0"), ("1234567890" * 5, "1234567890" * 4)])
def test_the_first_entry_must_be_a_start(text: str, told: str) -> None:
    with pytest.raises(BadNotation) as refused:
        house.parse_start(text)
    assert str(refused.value) == f"The first entry of a log must be “!start”, not “{told}”."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("!start {", "Input data was truncated"),
        ("!start {}", "Object missing required field `game`"),
        (TEXT.replace("drawn", "rolled"), "Object contains unknown field `rolled`"),
        (TEXT.replace("[2,0,1]", '"201"'), "Expected `array`, got `str` - at `$.order`"),
    ],
)
def test_a_start_that_cannot_be_read_says_why(text: str, reason: str) -> None:
    with pytest.raises(BadNotation) as refused:
        house.parse_start(text)
    assert str(refused.value) == f"The “!start” entry can’t be read: {reason}."


def test_the_order_of_the_seats_is_a_shuffle() -> None:
    assert house.draw_order(3, ScriptedChance([0, 1])) == [2, 1, 0]


@pytest.mark.parametrize(
    ("text", "ended", "event", "words"),
    [
        ("!resign 0", Outcome("resignation", (1, 2)), house.Resigned(0), "seat 0 resigned."),
        ("!timeout 1", Outcome("timeout", (0, 2)), house.TimedOut(1), "seat 1 ran out of time."),
        (
            "!adjudicate 2",
            Outcome("adjudication", (2,)),
            house.Adjudicated(2),
            "A moderator awarded the match to seat 2.",
        ),
        ("!draw", Outcome("agreed"), house.DrawAgreed(), "Both sides agreed to a draw."),
        ("!void", Outcome("void"), house.Voided(), "The match was declared void."),
        (
            "!bound",
            Outcome("bound"),
            house.Bounded(),
            "The match reached the maximum number of moves, so the site ended it as a draw.",
        ),
    ],
)
def test_an_entry_of_the_house_ends_the_match(text: str, ended: Outcome, event: Event, words: str) -> None:
    assert house.ruling(AUCTION, text) == (ended, event)
    assert str(house.describe(event)) == words
    assert ended.reason in house.HOUSE_REASONS


@pytest.mark.parametrize(
    "text",
    [
        "!resign",
        "!resign 3",
        "!resign -1",
        "!resign ²",
        "!resign 00",
        "!resign 0 1",
        "!draw 1",
        "!win 0",
        "resign 0",
        "!",
        "",
    ],
)
def test_anything_else_is_refused_with_what_there_is(text: str) -> None:
    with pytest.raises(BadNotation) as refused:
        house.ruling(AUCTION, text)
    assert str(refused.value) == f"“{text}” {KNOWN}"


def test_a_long_entry_is_quoted_in_part() -> None:
    with pytest.raises(BadNotation) as refused:
        house.ruling(AUCTION, "!" + "x" * 100)
    assert str(refused.value) == f"“!{'x' * 39}” {KNOWN}"


def test_a_rollback_names_its_ply() -> None:
    assert house.rollback_ply("!rollback 37") == 37
    assert house.rollback_ply("!draw") is None
    assert str(house.describe(house.RolledBack(37))) == "The match goes back to just after entry 37."


@pytest.mark.parametrize(
    "text", ["!rollback ", "!rollback x", "!rollback -1", "!rollback ٣", "!rollback 1 2", "!rollback 007"]
)
def test_a_rollback_to_nowhere_is_refused(text: str) -> None:
    with pytest.raises(BadNotation) as refused:
        house.rollback_ply(text)
    assert str(refused.value) == f"“{text}” {KNOWN}"


def test_the_start_is_told_and_a_games_own_event_is_not_the_houses_to_tell() -> None:
    assert str(house.describe(house.Started((0, 1, 2)))) == "The match begins."
    assert house.describe(Event()) is None


def test_a_substitute_names_the_seat() -> None:
    assert house.substituted(AUCTION, "!substitute 2") == 2
    assert house.substituted(AUCTION, "!draw") is None
    assert str(house.describe(house.Substituted(2))) == "seat 2 took over this seat."
    assert [str(each.sentence) for each in house.told([house.Substituted(2)], 2)] == ["You took over this seat."]


@pytest.mark.parametrize("text", ["!substitute 3", "!substitute ", "!substitute -1", "!substitute 00"])
def test_a_substitute_on_no_seat_is_refused(text: str) -> None:
    with pytest.raises(BadNotation) as refused:
        house.substituted(AUCTION, text)
    assert str(refused.value) == f"“{text}” {KNOWN}"
