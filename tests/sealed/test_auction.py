"""The sealed auction, rule by rule."""

from __future__ import annotations

import pytest
from sealed_auction.rules.game import SealedAuction, SecondPriceAuction
from sealed_auction.rules.state import Act, AuctionView, Bid, Result, State

from games.rules import engine
from games.rules.chance import ScriptedChance
from games.rules.errors import BadNotation, BadState, IllegalStep
from games.rules.game import REFEREE, SPECTATOR, Event, Position, Seat, visible
from games.rules.registry import game

ONE, TWO = SealedAuction(), SecondPriceAuction()
ORDERED = [*range(8, -1, -1)]  # leaves the lots 1 to 9 in order
SEALED = ("bid 2; on odd; seal", "bid 3; on even; seal", "bid 0; on odd; seal")


def opened(rounds: int = 2, coins: int = 10) -> Position[State]:
    """Return a new auction of the lots 1, 2, … in order."""
    return engine.start(ONE, {"rounds": rounds, "coins": coins}, (0, 1, 2), ScriptedChance(ORDERED))[0]


def play(
    position: Position[State], *moves: tuple[Seat, str], dice: tuple[int, ...] = (), rules: SealedAuction = ONE
) -> tuple[Position[State], list[Event]]:
    """Play moves with the faces that the dice will show; the events are those of the last move."""
    chance, events = ScriptedChance([face - 1 for face in dice]), list[Event]()
    for seat, text in moves:
        position, events = engine.apply(rules, position, seat, engine.parse_move(rules, text), chance)
    return position, events


def bidding(rounds: int = 2, coins: int = 10) -> Position[State]:
    """Return the opener has passed: all may bid."""
    return play(opened(rounds, coins), (0, "pass"))[0]


def after_bids(*bids: str, die: int = 1, rules: SealedAuction = ONE, rounds: int = 2) -> Position[State]:
    """Return all three have bid."""
    return play(bidding(rounds), *enumerate(bids), dice=(die,), rules=rules)[0]


def said(events: list[Event]) -> list[str]:
    return [str(engine.describe(ONE, event)) for event in events]


def refusal(position: Position[State], seat: Seat, text: str) -> str:
    with pytest.raises(IllegalStep) as refused:
        play(position, (seat, text))
    return str(refused.value)


def look(position: Position[State], viewer: int) -> AuctionView:
    view = ONE.view(position.state, viewer)
    assert isinstance(view, AuctionView)
    return view


def test_a1_nine_lots_are_shuffled_and_every_seat_has_its_coins() -> None:
    state = opened(coins=3).state
    assert (state.deck, state.coins, state.bank) == ([1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 3, 3], 91)
    assert look(opened(), SPECTATOR).deck is None


def test_a2_the_opener_alone_learns_the_lot_and_keeps_it() -> None:
    position, events = play(opened(), (0, "peek"))
    assert said(visible(events, 0)) == ["seat 0 looks at the lot: it is worth 1."]
    assert said(visible(events, 1)) == ["seat 0 looks at the lot."]
    assert [look(position, viewer).lot for viewer in (0, 1, 2, SPECTATOR, REFEREE)] == [1, None, None, None, 1]
    later, _ = play(position, (0, "bid 1; on odd; seal"))
    assert look(later, 0).lot == 1


def test_a2_openers_take_turns() -> None:
    position = after_bids(*SEALED)
    assert ONE.to_act(opened().state) == {0}
    assert ONE.to_act(play(position, (0, "take"), (2, "take"))[0].state) == {1}


def test_a2_nobody_peeks_once_bids_are_asked_for() -> None:
    expected = (
        "“peek” isn’t possible now: only the opener may look, before the bids (A2). "
        "Possible: bid 0, bid 1, bid 2, bid 3, bid 4, bid 5."
    )
    assert refusal(bidding(), 1, "peek") == expected


def test_a3_all_seats_owe_a_bid_at_once() -> None:
    assert ONE.to_act(bidding().state) == {0, 1, 2}


def test_a3_a_bid_is_at_most_five_coins_and_at_most_what_the_seat_has() -> None:
    assert refusal(bidding(), 0, "bid 6; on odd; seal").startswith(
        "“bid 6” isn’t possible now: you can bid 5 coins at most (A3)."
    )
    assert refusal(bidding(coins=3), 0, "bid 4; on odd; seal") == (
        "“bid 4” isn’t possible now: you can bid 3 coins at most (A3). Possible: bid 0, bid 1, bid 2, bid 3."
    )


def test_a3_a_bid_is_an_amount_then_a_guess_then_the_seal() -> None:
    assert refusal(bidding(), 0, "bid 2; seal") == (
        "“seal” isn’t possible now: a bid is an amount, then a guess, then the seal (A3). Possible: on odd, on even."
    )
    assert refusal(bidding(), 0, "bid 2; on odd") == "The move isn’t finished. Possible next: seal."
    assert refusal(opened(), 0, "bid 2").startswith("“bid 2” isn’t possible now: no bids are taken now (A3).")


def test_a4_a_sealed_bid_changes_nothing_for_anybody_else() -> None:
    before = bidding()
    after, events = play(before, (1, "bid 3; on even; seal"))
    for viewer in (0, 2, SPECTATOR):
        assert look(after, viewer) == look(before, viewer)
        assert visible(events, viewer) == []
    assert look(after, 1).bid == Bid(3, "even")
    assert said(visible(events, 1)) == ["seat 1 bids 3 coins.", "seat 1 guesses even.", "seat 1 seals the bid."]


def test_a4_the_text_of_a_sealed_move_is_for_its_own_seat() -> None:
    steps = engine.parse_move(ONE, "bid 3; on even; seal")
    assert [ONE.shown(steps, 1, viewer) for viewer in (0, 1, SPECTATOR)] == [
        "bid ?; on ?; seal",
        "bid 3; on even; seal",
        "bid ?; on ?; seal",
    ]


def test_a5_a_plan_that_lacks_only_the_seal_is_sealed_when_the_time_is_up() -> None:
    plan = [Act("bid", 2), Act("odd")]
    assert ONE.on_timeout(bidding().state, 0, plan) == [*plan, Act("seal")]


@pytest.mark.parametrize("plan", [[], [Act("bid", 2)], [Act("odd"), Act("bid", 2)], [Act("take"), Act("roll")]])
def test_a5_any_other_plan_is_not(plan: list[Act]) -> None:
    assert ONE.on_timeout(bidding().state, 0, plan) is None


def test_a5_outside_the_bids_nothing_is_sealed() -> None:
    assert ONE.on_timeout(opened().state, 0, [Act("bid", 2), Act("odd")]) is None


def test_a6_the_last_bid_opens_all_and_casts_the_die() -> None:
    _, events = play(bidding(), *enumerate(SEALED), dice=(4,))
    assert said(visible(events, 0)) == [
        "The bids are opened: seat 0 2 on odd, seat 1 3 on even, seat 2 0 on odd.",
        "The die shows 4.",
        "seat 1 takes the lot of 1 for 3.",
        "seat 1 guessed the die and gets a coin.",
    ]


def test_a7_the_highest_bid_is_paid() -> None:
    state = after_bids(*SEALED).state
    assert state.last == Result((2, 3, 0), ("odd", "even", "odd"), 1, 1, winner=1, price=3)
    assert (state.coins, state.bank, state.prizes) == ([11, 7, 11], 71, [[], [1], []])


def test_a7_in_version_2_the_second_highest_bid_is_paid() -> None:
    state = after_bids(*SEALED, rules=TWO).state
    assert state.last == Result((2, 3, 0), ("odd", "even", "odd"), 1, 1, winner=1, price=2)
    assert (state.coins, state.bank) == ([11, 8, 11], 70)


def test_a8_level_bids_set_the_lot_aside_and_all_get_coins() -> None:
    state = after_bids("bid 3; on odd; seal", "bid 3; on odd; seal", "bid 0; on odd; seal", die=2).state
    assert (state.aside, state.coins, state.asked) == ([1], [10, 10, 10], [0, 1, 2])


def test_a9_who_guessed_the_die_gets_a_coin() -> None:
    assert after_bids(*SEALED, die=5).state.coins == [11, 7, 11]
    assert after_bids(*SEALED, die=6).state.coins == [10, 8, 10]


def test_a10_two_seats_owe_at_once_and_may_answer_in_any_order() -> None:
    position = after_bids(*SEALED)
    assert ONE.to_act(position.state) == {0, 2}
    state = play(position, (2, "take"), (0, "take"))[0].state
    assert (state.coins, state.phase, state.round) == ([12, 7, 12], "peek", 2)


@pytest.mark.parametrize(("die", "coins"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_a10_a_roll_is_worth_half_the_die(die: int, coins: int) -> None:
    position, events = play(after_bids(*SEALED), (0, "roll"), dice=(die,))
    assert position.state.coins == [11 + coins, 7, 11]
    assert said(events) == [f"seat 0 rolls {die} and gets {coins} coin{'' if coins == 1 else 's'}."]


def test_a10_nobody_takes_coins_while_bids_are_open() -> None:
    assert refusal(bidding(), 0, "take").startswith(
        "“take” isn’t possible now: coins are handed out after the bids are opened (A10)."
    )


def test_a11_lots_and_coins_make_the_score() -> None:
    position, events = play(after_bids(*SEALED, rounds=1), (0, "roll"), (2, "take"), dice=(6,))
    ended = engine.outcome(ONE, position)
    assert ended is not None
    assert (ended.reason, ended.winners, ended.scores) == ("points", (0,), (14, 8, 12))
    assert said(events)[-1] == "The auction ends 14:8:12."
    assert str(engine.result(ONE, ended)) == "seat 0 wins the auction 14–8–12."


def test_a12_level_scores_have_no_winner() -> None:
    position, _ = play(after_bids(*SEALED, rounds=1), (0, "take"), (2, "take"))
    ended = engine.outcome(ONE, position)
    assert ended is not None
    assert (ended.reason, ended.winners, ended.scores) == ("level", (), (12, 8, 12))
    assert str(engine.result(ONE, ended)) == "The auction ends level 12–8–12."


def test_a_plan_is_previewed_step_by_step_and_its_seal_only_named() -> None:
    plan = engine.preview(ONE, bidding(), 0, engine.parse_move(ONE, "bid 2; on odd"))
    assert (plan.legal, plan.closing, plan.complete) == ([Act("seal")], None, False)
    whole = engine.preview(ONE, bidding(), 0, engine.parse_move(ONE, "bid 2; on odd; seal"))
    assert (whole.legal, whole.closing, whole.complete) == ([], Act("seal"), True)
    assert whole.position.state.asked == [0, 1, 2]


def test_a_seat_is_asked_for_what_comes_next() -> None:
    asked = [
        (opened(), "Look at the lot, or leave it face down."),
        (bidding(), "Bid up to 5 coins for the lot."),
        (engine.preview(ONE, bidding(), 0, [Act("bid", 1)]).position, "Guess whether the die will be odd or even."),
        (engine.preview(ONE, bidding(), 0, [Act("bid", 1), Act("odd")]).position, "Seal your bid."),
        (after_bids(*SEALED), "Take one coin, or roll for up to three."),
    ]
    assert [str(ONE.prompt(look(position, 0), 0)) for position, _ in asked] == [words for _, words in asked]


@pytest.mark.parametrize("text", ["bid", "bid -1", "bid 01", "bid 100", "bid 2 ", "BID 2", "on", "odd", "steal", ""])
def test_only_canonical_texts_are_steps(text: str) -> None:
    with pytest.raises(BadNotation) as refused:
        ONE.parse_step(text)
    assert str(refused.value) == (
        f"“{text}” is no step of the auction. Steps are: bid N, peek, pass, seal, take, roll, on odd, on even."
    )


@pytest.mark.parametrize(
    ("key", "value", "law"),
    [
        ("deck", [1, 1, 3, 4, 5, 6, 7, 8, 9], "every lot from 1 to 9 is somewhere, once."),
        ("coins", [11, 10, 10], "there are a hundred coins, none below zero."),
        ("asked", [1, 0], "three seats take part."),
        ("bids", [None] * 3, "bids are written while bids are asked for."),
        ("peeked", 4, "the peeker knows the lot on offer."),
        ("asked", [], "somebody is asked until the end."),
    ],
)
def test_a_state_that_breaks_a_law_is_refused_with_the_law(key: str, value: object, law: str) -> None:
    state = opened().state
    setattr(state, key, value)
    with pytest.raises(BadState) as refused:
        ONE.check(state)
    assert str(refused.value) == f"The auction is impossible: {law}"


def test_a_bid_above_the_purse_breaks_a_law() -> None:
    state = bidding(coins=3).state
    state.bids[0], state.asked = Bid(4, "odd"), [1, 2]
    with pytest.raises(BadState, match="a seat bids what it has"):
        ONE.check(state)


def test_both_versions_are_registered() -> None:
    assert isinstance(game("sealed-auction", 2), SecondPriceAuction)
    assert type(game("sealed-auction", 1)) is SealedAuction
