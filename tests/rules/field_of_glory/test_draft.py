"""Terrain, draft, armies, decks: FG-1 to FG-6."""

from __future__ import annotations

import pytest

from games.rules import engine
from games.rules.chance import KeyedChance, ScriptedChance
from games.rules.errors import BadNotation, IllegalStep
from games.rules.field_of_glory import draft
from games.rules.field_of_glory.cards import CARDS, KINDS, POINTS, TERRAINS, UNITS
from games.rules.field_of_glory.draft import battlefield
from games.rules.field_of_glory.events import (
    BonusTaken,
    Drew,
    FirstSettled,
    Kept,
    Mustered,
    Offered,
    Rampaged,
    Reshuffled,
)
from games.rules.field_of_glory.imagine import rebuilt
from games.rules.field_of_glory.state import COLORS, Draft, State
from games.rules.field_of_glory.steps import Keep
from games.rules.game import SPECTATOR, Position, dump, visible
from tests.rules.field_of_glory.table import (
    BLUE,
    GAME,
    RED,
    happened,
    laid,
    offered,
    only,
    play,
    played,
)

PACK = ["plain"] * 6 + ["hill", "rough", "woods"]
"""The terrain cards before they are shuffled; the last one is drawn first."""


def begun(seed: bytes = bytes(32)) -> Position[State]:
    return engine.start(GAME, {}, [0, 1], KeyedChance(seed))[0]


def drafted(position: Position[State]) -> tuple[Position[State], list[Kept]]:
    """Return the match after both drafts, red's first; every pick keeps the first two cards offered."""
    picks = list[Kept]()
    for seat in (RED, BLUE):
        while position.state.draft and seat in engine.to_act(GAME, position):
            step = engine.legal_steps(GAME, position, seat)[0]
            position, events = engine.apply(GAME, position, seat, [step], KeyedChance(bytes(32)))
            picks += [event for event in events if isinstance(event, Kept)]
    return position, picks


def terrain_of(drawn: str) -> str:
    """Return the battlefield when these terrain cards are drawn first, and every draw between two columns takes the
    left.
    """
    pack = list(PACK)
    swaps = []
    wanted = drawn.split()
    for last in range(8, 0, -1):
        place = 8 - last
        chosen = next(i for i in range(last + 1) if pack[i] == wanted[place]) if place < 5 else last
        pack[last], pack[chosen] = pack[chosen], pack[last]
        swaps.append(chosen)
    return " ".join(battlefield(ScriptedChance([*swaps, *[0] * 5])))


# --- cards ---


def test_fg1_there_are_nine_terrain_cards() -> None:
    assert dict(TERRAINS) == {"plain": 6, "hill": 1, "rough": 1, "woods": 1}


def test_the_card_table_has_48_cards_and_150_command_points() -> None:
    assert len(CARDS) == len(set(CARDS)) == 48
    assert len(UNITS) == 40
    assert sum(POINTS.values()) == 150
    counts = {kind.code: len(kind.points) for kind in KINDS}
    expected = {"EL": 2, "PK": 3, "SP": 3, "HI": 6, "MI": 8, "CV": 6, "AR": 2, "LI": 6, "LC": 4}
    assert counts == {**expected, "CO": 5, "OV": 2, "RE": 1}


def test_the_numbers_printed_on_the_units_are_those_of_the_game() -> None:
    numbers = {kind.code: (kind.cost, kind.flank, kind.value, kind.prize) for kind in KINDS if kind.unit}
    assert numbers == {
        "EL": (5, 3, 5, 3),
        "PK": (5, 3, 4, 2),
        "SP": (5, 3, 4, 3),
        "HI": (4, 2, 4, 2),
        "MI": (3, 1, 3, 1),
        "CV": (2, 0, 3, 1),
        "AR": (2, 0, 0, 0),
        "LI": (1, 0, 1, 0),
        "LC": (0, 0, 1, 0),
    }
    assert {kind.code: dict(kind.against) for kind in KINDS if kind.against} == {
        "EL": {"LI": -4},
        "SP": {"CV": -1},
        "HI": {"CV": -2},
        "CV": {"EL": -2, "PK": -1},
        "LI": {"EL": 3},
    }


# --- terrain ---


def test_fg1_a_plain_goes_to_the_middle_and_anything_else_to_the_ends() -> None:
    assert terrain_of("plain hill woods rough plain") == "hill rough plain plain woods"


def test_fg1_of_two_columns_equally_far_chance_decides() -> None:
    fields = {tuple(battlefield(KeyedChance(bytes([seed] * 32)))) for seed in range(60)}
    one_hill = {field for field in fields if sorted(field) == ["hill", "plain", "plain", "plain", "plain"]}
    assert one_hill == {
        ("hill", "plain", "plain", "plain", "plain"),
        ("plain", "plain", "plain", "plain", "hill"),
    }


def test_fg1_all_terrain_is_neutral_at_the_start() -> None:
    assert [column.control for column in begun().state.columns] == [None] * 5


def test_fg2_the_columns_1_and_5_are_the_flanks() -> None:
    columns = GAME.view(begun().state, RED).columns
    assert [(column.number, column.flank) for column in columns] == [
        (1, True),
        (2, False),
        (3, False),
        (4, False),
        (5, True),
    ]


# --- draft ---


def test_fg3_each_seat_sees_four_cards_of_its_own_and_keeps_two() -> None:
    position = begun()
    draft = position.state.draft
    assert draft is not None
    assert [len(offer) for offer in draft.offers] == [4, 4]
    assert len(offered(position, RED)) == 6
    assert all(text.startswith("keep ") for text in offered(position, RED))


def test_fg3_twelve_picks_go_through_all_48_cards_and_make_an_army_of_24() -> None:
    position, picks = drafted(begun())
    assert [(kept.seat, kept.pick) for kept in picks] == [(seat, pick) for seat in (RED, BLUE) for pick in range(1, 13)]
    for seat in (RED, BLUE):
        army = sorted(card for kept in picks if kept.seat == seat for card in kept.cards)
        assert len(army) == 24
        assert sorted(position.state.decks[seat] + position.state.hands[seat]) == army


def test_fg3_a_seat_may_draft_on_while_the_other_has_not_begun() -> None:
    position = begun()
    for _ in range(12):
        step = engine.legal_steps(GAME, position, RED)[-1]
        position, _ = engine.apply(GAME, position, RED, [step], KeyedChance(bytes(32)))
    assert engine.to_act(GAME, position) == {BLUE}
    assert position.state.draft is not None


def test_fg3_what_is_not_kept_is_out_of_the_game_and_nobody_else_learns_of_it() -> None:
    position, _ = drafted(begun())
    red, blue = GAME.view(position.state, RED), GAME.view(position.state, BLUE)
    assert len(red.out[RED] or ()) == 24
    assert red.out[BLUE] is None
    assert blue.out[RED] is None
    assert GAME.view(position.state, SPECTATOR).out == (None, None)


def test_fg3_offers_and_picks_are_told_to_their_seat_alone() -> None:
    position = begun()
    step = engine.legal_steps(GAME, position, RED)[0]
    _, events = engine.apply(GAME, position, RED, [step], KeyedChance(bytes(32)))
    assert only(events, Offered) in visible(events, RED)
    assert visible(events, BLUE) == [Kept(RED, 1)]
    assert GAME.shown([step], RED, BLUE) == "keep ?"
    assert GAME.shown([step], RED, RED) == GAME.text(step)


def test_fg4_both_have_drafted_and_nine_cards_each_are_drawn() -> None:
    position, _ = drafted(begun())
    assert [len(hand) for hand in position.state.hands] == [9, 9]
    assert [len(deck) for deck in position.state.decks] == [15, 15]
    assert (position.state.turn, position.state.draft) == (1, None)


def test_fg4_the_first_player_is_drawn() -> None:
    first = set()
    for seed in range(8):
        position = begun(bytes([seed] * 32))
        for seat in (RED, BLUE):
            while seat in engine.to_act(GAME, position) and position.state.draft:
                step = engine.legal_steps(GAME, position, seat)[0]
                position, events = engine.apply(GAME, position, seat, [step], KeyedChance(bytes([seed] * 32)))
        first.add(only(events, Mustered).first)
    assert first == {RED, BLUE}


# --- decks ---


def test_fg5_an_empty_deck_is_replaced_by_the_shuffled_discards_and_the_drawing_goes_on() -> None:
    position = laid({3: "HI2a / HI2a"}, red="CO5a", decks=("CO5b", ""), discards=("CO5c CO5d CO5e", ""), rest="prizes")
    state, events = play(position, "draw")
    assert only(events, Reshuffled) == Reshuffled(RED, 3, 1)
    assert [type(event) for event in events][:2] == [Reshuffled, Drew]
    assert only(events, Drew).count == 3
    assert state.state.shuffles == [1, 0]
    assert len(state.state.decks[RED]) == 1
    assert state.state.discards[RED] == []


def test_fg5_the_second_time_the_shuffle_card_is_out_and_later_times_change_nothing_more() -> None:
    for before, after in ((1, 2), (2, 3)):
        position = laid(
            {3: "HI2a / HI2a"}, red="CO5a", discards=("CO5c CO5d CO5e", ""), rest="prizes", shuffles=[before, 0]
        )
        assert played(position, "draw").shuffles == [after, 0]
        assert played(position, "draw").reason is None


def test_fg5_an_empty_pile_is_shuffled_all_the_same_once_per_drawing() -> None:
    position = laid({3: "HI2a / HI2a"}, red="CO5a", decks=("CO5b", ""), rest="prizes")
    state, events = play(position, "draw")
    assert only(events, Reshuffled) == Reshuffled(RED, 0, 1)
    assert only(events, Drew).cards == ("CO5b",)
    assert state.state.hands[RED] == ["CO5a", "CO5b"]


def test_fg5_a_pile_too_small_for_the_drawing_is_shuffled_and_then_the_empty_one() -> None:
    """Three are to be drawn; the deck has one and the pile another."""
    position = laid({3: "HI2a / HI2a"}, red="CO5a", decks=("CO5b", ""), discards=("CO5c", ""), rest="prizes")
    state, events = play(position, "draw")
    reshuffled = [event for event in events if isinstance(event, Reshuffled)]
    assert reshuffled == [Reshuffled(RED, 1, 1), Reshuffled(RED, 0, 2)]
    assert only(events, Drew).cards == ("CO5b", "CO5c")
    assert state.state.shuffles == [2, 0]


def test_fg5_a_blind_bonus_card_can_ask_for_a_reshuffle() -> None:
    position = laid({3: "HI2a / HI2a"}, red="CO5a", discards=("CO5c CO5d", ""), rest="prizes")
    events = happened(position, "attack HI2a; bonus deck")
    assert only(events, Reshuffled) == Reshuffled(RED, 2, 1)
    assert only(events, BonusTaken).card in ("CO5c", "CO5d")


def test_fg5_a_rampage_can_ask_for_a_reshuffle() -> None:
    position = laid({3: "PK4a / EL2a"}, red="CO5a CO5b", blue="LC2a", discards=("", "CO5c"), rest="prizes")
    events = happened(position, "attack PK4a; bonus CO5a", "bonus LC2a")
    assert only(events, Reshuffled).seat == BLUE
    assert only(events, Rampaged).card in ("CO5c", "LC2a")


def test_fg6_discards_are_seen_by_all_and_the_pile_by_its_owner_alone() -> None:
    position = laid({3: "HI2a / HI2a"}, red="CO5a CO5b", discards=("CO5c CO5d", ""))
    own, other = GAME.view(position.state, RED), GAME.view(position.state, BLUE)
    assert own.discards == (("CO5c", "CO5d"), None)
    assert other.discards == (None, ())
    assert other.discard_tops == ("CO5d", None)
    assert (other.hand_sizes, other.discard_sizes) == ((2, 0), (2, 0))
    assert other.deck_sizes == (19, 23)


# --- bad input ---


@pytest.mark.parametrize("text", ["keep HI4a", "keep HI3a HI4a CV2a", "keep"])
def test_fg3_a_pick_of_another_number_of_cards_is_refused(text: str) -> None:
    with pytest.raises(BadNotation) as error:
        GAME.parse_step(text)
    assert str(error.value) == f"“{text}” is not a pick: name exactly two of the four cards, as in “keep HI4a CO5b”."


def test_fg3_a_card_that_is_not_offered_cannot_be_kept() -> None:
    position = begun()
    assert position.state.draft is not None
    offer = position.state.draft.offers[RED]
    strange = next(card for card in CARDS if card not in offer)
    first, second = sorted([strange, offer[0]], key=CARDS.index)
    with pytest.raises(IllegalStep) as error:
        engine.apply(GAME, position, RED, [Keep(first, second)], KeyedChance(bytes(32)))
    assert "Elephants (2) isn’t one of your four cards." in str(error.value)


# --- who begins ---


@pytest.mark.parametrize(("first", "begins"), [("red", RED), ("blue", BLUE)])
def test_fg4_the_side_that_is_named_has_the_first_turn_and_both_know_it_in_the_draft(first: str, begins: int) -> None:
    position, events, _ = engine.start(GAME, {"first_player": first}, [0, 1], KeyedChance(bytes(32)))
    assert FirstSettled(begins) in events
    assert [GAME.view(position.state, viewer).first for viewer in (RED, BLUE, SPECTATOR)] == [begins] * 3
    assert drafted(position)[0].state.active == begins


def test_fg4_drawn_early_it_is_drawn_in_the_first_entry_and_not_again() -> None:
    chance, muster = KeyedChance(bytes(32)), KeyedChance(bytes(32))
    position, _, _ = engine.start(GAME, {"first_player": "early"}, [0, 1], chance)
    state = position.state
    assert state.first == chance.draws[-1][1]
    assert chance.draws[-1][0] == 2
    draft.open_battle(state, Draft([[], []], [list(CARDS[:24]), list(CARDS[:24])]), muster)
    assert (state.active, [below for below, _ in muster.draws if below == 2]) == (
        state.first,
        [2, 2],
    )  # of two shuffles


def test_fg4_a_pair_alone_draws_it_early() -> None:
    assert GAME.meta.written({}) == {}
    assert GAME.meta.written({}, pair=True) == {"first_player": "early"}


@pytest.mark.parametrize("first", ["early", "red", "blue", "late"])
def test_fg4_anyone_who_thinks_ahead_in_the_draft_knows_who_begins(first: str) -> None:
    state = engine.start(GAME, {"first_player": first}, [0, 1], KeyedChance(bytes(32)))[0].state
    assert rebuilt(GAME.view(state, BLUE), BLUE).first == state.first


def test_fg4_drawn_late_nothing_is_new_in_state_text_or_draws() -> None:
    position, events, text = engine.start(GAME, {}, [0, 1], KeyedChance(bytes(32)))
    assert b"first" not in dump(position)
    assert "first_player" not in text
    assert not any(isinstance(event, FirstSettled) for event in events)


@pytest.mark.parametrize("first", ["early", "red", "blue"])
def test_fg4_in_the_other_match_of_a_pair_the_same_side_begins(first: str) -> None:
    state = engine.start(GAME, {"first_player": first}, [0, 1], KeyedChance(bytes(32)))[0].state
    assert GAME.as_drawn({"first_player": first}, state) == {"first_player": COLORS[state.first or RED]}
    assert GAME.as_drawn({}, begun().state) == {}  # older pairs
