"""The referee: moves checked and played, plans previewed, logs replayed, and what each of them refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sealed_auction.rules.state import Act, BidNamed, Peeked, State

from games.rules import engine, house
from games.rules.chance import KeyedChance, RecordedChance, ScriptedChance
from games.rules.en_garde.game import EnGarde
from games.rules.engine import Entry, Replay
from games.rules.errors import (
    BadNotation,
    BadOption,
    BadState,
    GameOver,
    IllegalStep,
    NotYourTurn,
    ReplayMismatch,
    RulesError,
    UnknownGame,
)
from games.rules.field_of_glory.game import FieldOfGlory
from games.rules.game import REFEREE, Event, Outcome, Position, Seat, dump, visible
from games.rules.registry import game
from tests.rules.logs import KEY, Log

ONE, TWO = game("sealed-auction", 1), game("sealed-auction", 2)
BIDS = ((0, "bid 2; on odd; seal"), (1, "bid 3; on even; seal"), (2, "bid 0; on odd; seal"))


def auction(*moves: tuple[Seat, str], version: int = 1) -> Log:
    """Return a log of an auction of two rounds with these moves."""
    log = Log(game("sealed-auction", version), {"rounds": 2})
    for seat, text in moves:
        log.move(seat, text)
    return log


def bidding() -> Log:
    return auction((0, "pass"))


def apply(position: Position[Any], seat: Seat, text: str) -> Position[Any]:
    return engine.apply(ONE, position, seat, engine.parse_move(ONE, text), KeyedChance(b"test"))[0]


def refusal(kind: type[RulesError], call: Callable[[], object]) -> str:
    with pytest.raises(RulesError) as refused:
        call()
    assert type(refused.value) is kind
    return str(refused.value)


# --- starting ---


def test_a_match_starts_with_its_options_and_drawn_seats() -> None:
    chance = ScriptedChance([0, 1, *range(8, -1, -1)])
    position, events, text = engine.start(ONE, {"rounds": 1, "coins": 10}, None, chance)
    assert events[0] == house.Started((2, 1, 0))
    assert text == (
        '!start {"drawn":true,"game":"sealed-auction","options":{"coins":10,"rounds":1},"order":[2,1,0],"version":1}'
    )
    assert (position.state.rounds, position.house, position.epoch) == (1, None, 0)


def test_what_a_match_is_older_than_stands_at_its_default_and_is_not_in_the_text() -> None:
    first, _, text = engine.start(ONE, {"rounds": 1}, (0, 1, 2), ScriptedChance(range(8, -1, -1)))
    then, _, _ = engine.start(ONE, {"rounds": 1, "coins": 10}, (0, 1, 2), ScriptedChance(range(8, -1, -1)))
    assert (first, house.parse_start(text).options) == (then, {"rounds": 1})


def test_a_chosen_order_draws_nothing() -> None:
    chance = ScriptedChance(range(8, -1, -1))
    _, events, text = engine.start(ONE, {}, (2, 0, 1), chance)
    assert events[0] == house.Started((2, 0, 1))
    assert house.parse_start(text).drawn is False
    assert chance.left == [0]


@pytest.mark.parametrize("order", [(0, 1), (0, 1, 1), (1, 2, 3)])
def test_every_seat_is_taken_once(order: tuple[int, ...]) -> None:
    refused = refusal(BadNotation, lambda: engine.start(ONE, {}, order, KeyedChance(b"test")))
    assert refused == "In a match of Sealed Auction, every seat must be taken exactly once."


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"size": 3}, "Sealed Auction has no option “size”. Its options are: rounds, coins."),
        ({"rounds": 7}, "The option “rounds” can’t be “7”. Choose one of these: 1, 2, 3, 4."),
        ({"rounds": "2"}, "The option “rounds” can’t be “2”. Choose one of these: 1, 2, 3, 4."),
        ({"rounds": True}, "The option “rounds” can’t be “True”. Choose one of these: 1, 2, 3, 4."),
    ],
)
def test_options_are_checked_by_name_value_and_type(options: dict[str, Any], words: str) -> None:
    assert refusal(BadOption, lambda: engine.start(ONE, options, None, KeyedChance(b"test"))) == words


# --- moving ---


def test_a_move_leaves_the_position_given_as_it_was() -> None:
    position = bidding().position
    before = dump(position)
    assert apply(position, 0, "bid 2; on odd; seal").state.asked == [1, 2]
    assert dump(position) == before


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_an_empty_text_is_no_move(text: str) -> None:
    assert refusal(BadNotation, lambda: engine.parse_move(ONE, text)) == "The move is empty. Choose at least one step."


def test_a_text_too_long_is_no_move() -> None:
    refused = refusal(BadNotation, lambda: engine.parse_move(ONE, "pass;" * 500))
    assert refused == "The move is longer than 2000 characters. Make it shorter."


def test_spaces_around_steps_do_not_matter_and_the_canonical_text_has_one() -> None:
    steps = engine.parse_move(ONE, " bid 2;on odd ;  seal")
    assert steps == [Act("bid", 2), Act("odd"), Act("seal")]
    assert engine.move_text(ONE, steps) == "bid 2; on odd; seal"


def test_a_part_that_is_no_step_is_named() -> None:
    words = "“fly” is no step of the auction. Steps are: bid N, peek, pass, seal, take, roll, on odd, on even."
    assert refusal(BadNotation, lambda: engine.parse_move(ONE, "bid 2; fly")) == words
    assert refusal(BadNotation, lambda: engine.parse_move(ONE, "bid 2;")) == words.replace("fly", "")


def test_a_move_without_steps_is_not_finished() -> None:
    refused = refusal(IllegalStep, lambda: engine.apply(ONE, auction().position, 0, [], KeyedChance(b"test")))
    assert refused == "The move isn’t finished. Possible next: peek, pass."


def test_who_owes_nothing_is_told_whom_the_match_waits_for() -> None:
    position = auction((0, "pass"), *BIDS).position
    assert refusal(NotYourTurn, lambda: apply(position, 1, "take")) == (
        "It’s not your turn. The match is waiting for seat 0 and seat 2."
    )


def test_an_illegal_step_is_named_with_its_place_and_what_was_possible() -> None:
    with pytest.raises(IllegalStep) as refused:
        apply(bidding().position, 0, "bid 2; on odd; bid 3")
    assert refused.value.index == 2
    assert str(refused.value) == (
        "“bid 3” isn’t possible now: a bid is an amount, then a guess, then the seal (A3). Possible: seal."
    )


def test_nothing_follows_a_step_that_closes() -> None:
    with pytest.raises(IllegalStep) as refused:
        apply(auction().position, 0, "peek; pass")
    assert refused.value.index == 1
    assert str(refused.value) == "“peek” ends the move; nothing can follow it."


@pytest.mark.parametrize(
    ("plan", "ends"),
    [("", {"peek": True, "pass": True}), ("bid 2", {"on odd": False}), ("bid 2; on odd", {"seal": True})],
)
def test_a_step_ends_the_move_where_nothing_can_follow(plan: str, ends: dict[str, bool]) -> None:
    position = auction().position if not plan else bidding().position
    steps = engine.parse_move(ONE, plan) if plan else []
    preview = engine.preview(ONE, position, 0, steps)
    found = {ONE.text(step): engine.ends(ONE, preview.position, 0, step) for step in preview.legal}
    assert {text: found[text] for text in ends} == ends


def test_a_seat_that_has_finished_can_do_nothing_more_in_the_same_move() -> None:
    with pytest.raises(IllegalStep) as refused:
        apply(auction().position, 0, "pass; pass")
    assert (refused.value.index, str(refused.value)) == (1, "“pass” isn’t possible now. Possible: –.")


def test_a_match_that_is_over_takes_no_moves() -> None:
    position, _ = engine.rule(ONE, auction().position, "!resign 1")
    words = "The match is over; you can’t make any more moves."
    assert refusal(GameOver, lambda: apply(position, 0, "pass")) == words
    assert refusal(GameOver, lambda: engine.preview(ONE, position, 0, [])) == words
    assert engine.to_act(ONE, position) == frozenset()
    assert engine.legal_steps(ONE, position, 0) == []


# --- previews ---


def test_a_preview_names_a_closing_step_and_does_not_play_it() -> None:
    plan = engine.preview(ONE, auction().position, 0, [Act("peek")])
    assert (plan.closing, plan.complete, plan.legal, plan.events) == (Act("peek"), True, [], [])
    assert plan.view == ONE.view(auction().position.state, 0)


def test_a_preview_plays_the_steps_before() -> None:
    plan = engine.preview(ONE, bidding().position, 0, [Act("bid", 2)])
    assert (plan.closing, plan.complete, plan.legal) == (None, False, [Act("odd"), Act("even")])
    assert plan.events == [BidNamed(0, 2)]


def test_an_empty_plan_offers_the_first_steps_and_is_no_move() -> None:
    plan = engine.preview(ONE, auction().position, 0, [])
    assert (plan.legal, plan.closing, plan.complete) == ([Act("peek"), Act("pass")], None, False)


def test_a_step_that_draws_nothing_may_end_a_plan() -> None:
    plan = engine.preview(ONE, auction().position, 0, [Act("pass")])
    assert (plan.closing, plan.complete, plan.legal) == (None, True, [])


def test_nothing_follows_a_closing_step_in_a_plan() -> None:
    with pytest.raises(IllegalStep) as refused:
        engine.preview(ONE, auction().position, 0, [Act("peek"), Act("pass")])
    assert (refused.value.index, str(refused.value)) == (1, "“peek” ends the move; nothing can follow it.")


def test_a_plan_is_checked_like_a_move() -> None:
    position = bidding().position
    apart = [lambda: apply(position, 0, "seal"), lambda: engine.preview(ONE, position, 0, [Act("seal")])]
    assert len({refusal(IllegalStep, call) for call in apart}) == 1
    refused = refusal(NotYourTurn, lambda: engine.preview(ONE, auction().position, 1, []))
    assert refused == "It’s not your turn. The match is waiting for seat 0."


# --- the house ---


def test_a_ruling_ends_the_match_and_leaves_the_position_given() -> None:
    position = auction().position
    after, events = engine.rule(ONE, position, "!resign 1")
    ended = engine.outcome(ONE, after)
    assert ended == Outcome("resignation", (0, 2))
    assert str(engine.result(ONE, ended)) == "seat 0 and seat 2 wins: the other side resigned."
    assert (events, position.house) == ([house.Resigned(1)], None)
    assert str(engine.describe(ONE, events[0])) == "seat 1 resigned."


def test_a_match_is_ruled_once() -> None:
    position, _ = engine.rule(ONE, auction().position, "!void")
    assert refusal(GameOver, lambda: engine.rule(ONE, position, "!draw")) == "The match is already over."


def test_the_scores_of_the_winners_are_named_first() -> None:
    ended = Outcome("points", (1,), (8, 14, 12))
    assert str(engine.result(ONE, ended)) == "seat 1 wins the auction 14–8–12."


@pytest.mark.parametrize(
    ("game", "ended", "me", "words"),
    [
        (EnGarde(), Outcome("points", (0,), (5, 3)), 0, "You won the match 5–3."),
        (EnGarde(), Outcome("points", (0,), (5, 3)), 1, "You lost the match 3–5."),
        (FieldOfGlory(), Outcome("control", (0,), (5, 0)), 1, "You lost 0–5: seat 0 controls the field."),
        (FieldOfGlory(), Outcome("resignation", (0,)), 1, "You lost: you resigned."),
        (FieldOfGlory(), Outcome("resignation", (0,)), 0, "You won: the other side resigned."),
        (FieldOfGlory(), Outcome("agreed"), 0, "The match is a draw: both sides agreed to it."),
        (ONE, Outcome("points", (1,), (8, 14, 12)), 2, "seat 1 wins the auction 12–8–14."),
    ],
)
def test_a_seat_is_told_the_outcome_with_its_own_score_first(game: Any, ended: Outcome, me: int, words: str) -> None:
    assert str(engine.result(game, ended, me)) == words


# --- states and events ---


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("", "Input data was truncated"),
        ("{}", "Object missing required field `state`"),
        ('{"state":{}}', "Object missing required field `rounds` - at `$.state`"),
        ('{"state":{"rounds":2.5}}', "Expected `int`, got `float` - at `$.state.rounds`"),
        (b'{"state":{"\xff":1}}', "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
        ('{"state":{"rounds":2,"luck":1}}', "Object contains unknown field `luck` - at `$.state`"),
    ],
)
def test_a_state_that_cannot_be_read_names_the_key(data: str | bytes, reason: str) -> None:
    assert refusal(BadState, lambda: ONE.load(data)) == f"This is not a state of Sealed Auction: {reason}."


def test_a_dump_is_sorted_and_leaves_out_defaults() -> None:
    state = State(rounds=1, bank=70, coins=[10] * 3, deck=[1], prizes=[[], [], []])
    assert dump(Position(state)) == (
        b'{"state":{"bank":70,"coins":[10,10,10],"deck":[1],"prizes":[[],[],[]],"rounds":1}}'
    )
    assert dump(Position(state, Outcome("void"), 1)).startswith(b'{"epoch":1,"house":{"reason":"void"},"state":')


def test_events_leave_through_one_door() -> None:
    events: list[Event] = [Peeked(0, 7), BidNamed(1, 3)]
    assert visible(events, 0) == [Peeked(0, 7)]
    assert visible(events, 1) == [Peeked(0), BidNamed(1, 3)]
    assert visible(events, REFEREE) == events


# --- replay ---


def whole() -> Log:
    """Return a match of one round, over by its own rules; entry 4 casts the die, entry 5 rolls."""
    log = Log(ONE, {"rounds": 1})
    for seat, text in ((0, "pass"), *BIDS, (0, "roll"), (2, "take")):
        log.move(seat, text)
    return log


def fault(log: Log, key: bytes | None = None) -> tuple[int, str, str]:
    with pytest.raises(ReplayMismatch) as found:
        Replay(log.game, key).run(log.entries)
    return found.value.ply, found.value.kind, str(found.value)


def test_a_replay_arrives_where_the_referee_did() -> None:
    log = whole()
    replay = Replay(ONE, KEY).run(log.entries)
    assert dump(replay.position) == dump(log.position)
    assert (replay.ply, replay.digest) == (6, log.entries[-1].digest)


def test_a_replay_may_go_on_from_a_snapshot() -> None:
    log = whole()
    half = Replay(ONE, KEY).run(log.entries[:4])
    later = Replay(ONE, KEY, engine.copy(ONE, half.position), half.ply, half.digest).run(log.entries[4:])
    assert dump(later.position) == dump(log.position)


def test_a_replay_tells_what_happened_in_each_entry() -> None:
    log = bidding()
    happened = log.move(*BIDS[0])
    assert happened == Replay(ONE, KEY).run(log.entries[:-1]).push(log.entries[-1]) != []


def test_an_empty_log_has_no_position() -> None:
    assert refusal(ReplayMismatch, lambda: Replay(ONE).position) == "The log is empty."


def test_a_log_begins_with_a_start_of_the_same_game_and_version() -> None:
    log = whole()
    log.entries[0].text = "!void"
    words = "Entry 0 is wrong: The first entry of a log must be “!start”, not “!void”."
    assert fault(log) == (0, "text", words)
    other = whole()
    other.game = TWO
    words = "Entry 0 is wrong: This is a log of sealed-auction, version 1, not of sealed-auction 2."
    assert fault(other) == (0, "text", words)


def test_a_log_that_begins_with_a_move_is_refused() -> None:
    assert refusal(ReplayMismatch, lambda: Replay(ONE).push(Entry(0, 0, "pass"))) == "The log is empty."


def alter(ply: int, **changes: Any) -> Callable[[Log], None]:
    def tamper(log: Log) -> None:
        for name, value in changes.items():
            setattr(log.entries[ply], name, value)

    return tamper


KNOWN = (
    "is not an entry the site can make. It can make: !start, !resign SEAT, !timeout SEAT, !adjudicate SEAT, !draw, "
    "!void, !bound, !rollback PLY, !substitute SEAT."
)
DRAW = "The recorded draws of entry 4 don’t match what the rules draw there"


@pytest.mark.parametrize(
    ("tamper", "expected"),
    [
        (lambda log: log.entries.pop(3), (3, "order", "Entry 4 is where entry 3 should be.")),
        (lambda log: log.entries.insert(3, log.entries[2]), (3, "order", "Entry 2 is where entry 3 should be.")),
        (alter(2, seat=1), (2, "digest", "Entry 2 doesn’t match the digest it was written with.")),
        (alter(1, seat=2), (1, "seat", "It isn’t seat 2’s turn at entry 1.")),
        (
            alter(2, text="fly"),
            (
                2,
                "text",
                "Entry 2 is wrong: “fly” is no step of the auction. "
                "Steps are: bid N, peek, pass, seal, take, roll, on odd, on even.",
            ),
        ),
        (alter(2, text="on odd"), (2, "text", "Entry 2 is not a legal move at that point.")),
        (alter(1, text="pass; pass"), (1, "text", "Entry 1 is not a legal move at that point.")),
        (alter(4, draws=[]), (4, "draw", f"{DRAW} (round 1 die).")),
        (alter(4, draws=[(5, 0)]), (4, "draw", f"{DRAW} (round 1 die).")),
        (alter(4, draws=[(6, 0), (6, 0)]), (4, "draw", f"{DRAW} (-).")),
        (alter(3, seat=None), (3, "text", f"Entry 3 is wrong: “bid 3; on even; seal” {KNOWN}")),
        (alter(6, text="roll", draws=[(6, 1)]), (6, "digest", "Entry 6 doesn’t match the digest it was written with.")),
        (alter(4, draws=[(6, 5)]), (4, "digest", "Entry 4 doesn’t match the digest it was written with.")),
        (alter(5, digest=""), (5, "digest", "Entry 5 doesn’t match the digest it was written with.")),
    ],
)
def test_a_log_that_was_altered_is_refused_at_its_first_fault(
    tamper: Callable[[Log], None], expected: tuple[int, str, str]
) -> None:
    log = whole()
    tamper(log)
    assert fault(log, KEY) == expected


def test_an_order_that_was_not_drawn_is_a_fault_of_the_draw() -> None:
    log = whole()
    opening = house.parse_start(log.entries[0].text)
    turned = house.Start(opening.game, opening.version, opening.options, opening.order[::-1], drawn=True)
    log.entries[0].text = house.start_text(turned)
    assert fault(log) == (0, "draw", "The seats in entry 0 are not the ones that were drawn.")


def test_nothing_follows_the_end() -> None:
    log = whole()
    log.enter(0, "take", [], log.position)
    assert fault(log) == (7, "seat", "It isn’t seat 0’s turn at entry 7.")
    ruled = whole()
    ruled.enter(None, "!void", [], ruled.position)
    assert fault(ruled) == (7, "text", "Entry 7 is wrong: The match is already over.")


def test_entries_of_the_house_replay() -> None:
    log = bidding()
    log.rule("!timeout 2")
    replay = Replay(ONE, KEY).run(log.entries)
    assert engine.outcome(ONE, replay.position) == Outcome("timeout", (0, 1))
    assert dump(replay.position) == dump(log.position)


# --- digests ---


def test_a_digest_covers_all_that_an_entry_holds_and_what_came_before() -> None:
    position, other = auction().position, bidding().position
    entry = Entry(3, 1, "pass", [(6, 2)])
    variants = [
        engine.digest(KEY, "", entry, position),
        engine.digest(b"other", "", entry, position),
        engine.digest(KEY, "00", entry, position),
        engine.digest(KEY, "", Entry(4, 1, "pass", [(6, 2)]), position),
        engine.digest(KEY, "", Entry(3, None, "pass", [(6, 2)]), position),
        engine.digest(KEY, "", Entry(3, 1, "peek", [(6, 2)]), position),
        engine.digest(KEY, "", Entry(3, 1, "pass", [(6, 3)]), position),
        engine.digest(KEY, "", entry, other),
    ]
    assert len(set(variants)) == len(variants)
    assert {len(digest) for digest in variants} == {64}


def test_a_digest_does_not_cover_the_time() -> None:
    position = auction().position
    early, late = Entry(1, 0, "pass", at="2000-01-01T00:00:00Z"), Entry(1, 0, "pass")
    assert engine.digest(KEY, "", early, position) == engine.digest(KEY, "", late, position)


# --- two versions ---


def test_two_versions_play_side_by_side_and_part_where_their_rules_do() -> None:
    first, second = (auction((0, "pass"), *BIDS, version=version) for version in (1, 2))
    assert [entry.text for entry in first.entries[1:]] == [entry.text for entry in second.entries[1:]]
    assert [entry.draws for entry in first.entries] == [entry.draws for entry in second.entries]
    assert (first.position.state.last.price, second.position.state.last.price) == (3, 2)
    for log in (first, second):
        assert dump(Replay(log.game, KEY).run(log.entries).position) == dump(log.position)


def test_a_move_recorded_by_one_version_does_not_pass_as_the_others() -> None:
    first, second = (auction((0, "pass"), *BIDS, version=version) for version in (1, 2))
    first.entries[0] = second.entries[0]
    first.game = TWO
    assert fault(first, KEY)[:2] == (1, "digest")


def test_recorded_draws_play_the_same_move() -> None:
    log = auction((0, "pass"), *BIDS)
    before = Replay(ONE).run(log.entries[:4]).position
    steps = engine.parse_move(ONE, log.entries[4].text)
    after, _ = engine.apply(ONE, before, 2, steps, RecordedChance(log.entries[4].draws))
    assert dump(after) == dump(log.position)


def test_the_log_of_another_game_is_no_log_of_this_one() -> None:
    opening = house.Start("chess", 1, {}, (0, 1, 2), drawn=False)
    with pytest.raises(ReplayMismatch) as found:
        Replay(ONE).push(Entry(0, None, house.start_text(opening)))
    assert isinstance(found.value.__cause__, UnknownGame)
    assert str(found.value) == ("Entry 0 is wrong: This is a log of chess, version 1, not of sealed-auction 1.")
