"""What each viewer may know, and that what happens by itself, and who is asked, betray nothing hidden."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.errors import RulesError
from games.rules.field_of_glory.cards import CARDS
from games.rules.field_of_glory.events import AttackVoid, BonusTaken, Drew, Fought, Offered, Rampaged, Stood
from games.rules.field_of_glory.game import FieldOfGlory
from games.rules.field_of_glory.state import Fight, State
from games.rules.field_of_glory.steps import Bonus
from games.rules.field_of_glory.view import HIDDEN
from games.rules.game import REFEREE, SPECTATOR, Event, Position, visible
from tests.parts import depth
from tests.rules.contract.playouts import Ply, played
from tests.rules.field_of_glory.table import BLUE, GAME, RED, happened, laid, lines, only, play

Steps = list[Any]


def begun() -> Position[State]:
    """Return a match at the start of its draft."""
    return engine.start(GAME, {}, [0, 1], KeyedChance(bytes(32)))[0]


def seen(position: Position[State], viewer: int) -> str:
    """Return a view as text."""
    return msgspec.json.encode(GAME.view(position.state, viewer)).decode()


def steps(text: str) -> Steps:
    return engine.parse_move(GAME, text)


def test_a_hand_is_seen_by_its_owner_and_the_referee_alone() -> None:
    position = laid(red="CO5a HI2a", blue="CV2a")
    hands = {viewer: GAME.view(position.state, viewer).hands for viewer in (RED, BLUE, SPECTATOR, REFEREE)}
    assert hands[RED] == (("CO5a", "HI2a"), None)
    assert hands[BLUE] == (None, ("CV2a",))
    assert hands[SPECTATOR] == (None, None)
    assert hands[REFEREE] == (("CO5a", "HI2a"), ("CV2a",))
    assert GAME.view(position.state, SPECTATOR).hand_sizes == (2, 1)


def test_a_side_is_active_once_both_armies_are_drafted() -> None:
    viewers = (RED, BLUE, SPECTATOR, REFEREE)
    assert [GAME.view(begun().state, viewer).active for viewer in viewers] == [None] * 4
    for active in (RED, BLUE):
        state = laid(red="HI4a", blue="HI4a", active=active).state
        assert [GAME.view(state, viewer).active for viewer in viewers] == [active] * 4


def test_nobody_sees_the_order_of_a_deck_not_even_its_owner() -> None:
    one = laid(red="CO5a", decks=("HI2a MI2a EL2a", ""))
    other = laid(red="CO5a", decks=("EL2a HI2a MI2a", ""))
    assert one.state.decks != other.state.decks
    assert [seen(one, viewer) for viewer in (RED, BLUE, SPECTATOR)] == [
        seen(other, viewer) for viewer in (RED, BLUE, SPECTATOR)
    ]
    assert GAME.view(one.state, REFEREE).deck_orders != GAME.view(other.state, REFEREE).deck_orders


def test_below_the_top_a_pile_is_open_to_its_owner_only() -> None:
    position = laid(red="CO5a", discards=("", "CO5b LI2a PK2a"))
    turned = engine.copy(GAME, position)
    turned.state.discards[BLUE][:2] = reversed(turned.state.discards[BLUE][:2])
    assert seen(turned, RED) == seen(position, RED)
    assert seen(turned, BLUE) != seen(position, BLUE)


def test_of_the_draft_others_see_only_how_many_picks_were_made() -> None:
    position = begun()
    offer = GAME.view(position.state, RED).draft
    assert offer is not None
    assert [cards and len(cards) for cards in offer.offers] == [4, None]
    first = engine.legal_steps(GAME, position, RED)[0]
    after, events = engine.apply(GAME, position, RED, [first], KeyedChance(bytes(32)))
    draft = GAME.view(after.state, BLUE).draft
    assert draft is not None
    assert (draft.picks, draft.kept[RED], draft.offers[RED]) == ((1, 0), None, None)
    assert GAME.view(after.state, BLUE).out == (None, ())
    assert [str(engine.describe(GAME, event)) for event in visible(events, BLUE)] == [
        "Pick 1 of 12: seat 0 keeps two cards."
    ]
    assert GAME.shown([first], RED, BLUE) == GAME.shown([first], RED, SPECTATOR) == "keep ?"
    assert only(visible(events, RED), Offered).cards == tuple(
        after.state.draft.offers[RED] if after.state.draft else ()
    )


def test_an_own_deck_is_known_as_a_set_and_counted_by_type() -> None:
    position = laid({2: "MI2a/"}, red="CO5a", discards=("HI2a", ""), prizes=("", "EL2a"))
    view = GAME.view(position.state, RED)
    assert view.decks[RED] == tuple(card for card in CARDS if card in position.state.decks[RED])
    lines_of = {line.type: line for line in view.army}
    infantry = lines_of["MI"]
    assert (infantry.field, infantry.deck + infantry.out + infantry.field) == (1, 8)
    assert (lines_of["HI"].discards, lines_of["EL"].lost, lines_of["CO"].hand) == (1, 1, 1)
    assert GAME.view(position.state, SPECTATOR).army == ()


@pytest.mark.parametrize("viewer", [BLUE, SPECTATOR])
def test_the_cards_drawn_are_their_owners_business(viewer: int) -> None:
    _, events = play(laid(red="CO5a", blue="CO5b"), "draw")
    (drew,) = (event for event in events if isinstance(event, Drew))
    assert Drew(RED, 3) in visible(events, viewer)
    assert drew in visible(events, RED)
    assert len(drew.cards) == 3


@pytest.mark.parametrize("viewer", [BLUE, SPECTATOR])
def test_an_attackers_bonus_card_is_the_same_to_others_no_matter_what_it_is(viewer: int) -> None:
    position = laid({3: "HI2a / HI2a"}, red="CO5a LC2a", blue="CO5b")
    ends = [play(position, f"attack HI2a; bonus {card}") for card in ("CO5a", "LC2a")]
    assert seen(ends[0][0], viewer) == seen(ends[1][0], viewer)
    assert visible(ends[0][1], viewer) == visible(ends[1][1], viewer)
    assert BonusTaken(RED, False) in visible(ends[0][1], viewer)


def test_a_blind_bonus_card_is_hidden_until_the_fight_and_open_after_it() -> None:
    position = laid({3: "HI2a / HI2a"}, red="CO5a", blue="CO5b", decks=("MI3b", ""))
    position, _ = play(position, "attack HI2a; bonus deck")
    before = GAME.view(position.state, BLUE)
    assert before.fight is not None
    assert (before.fight.bonus, before.fight.blind) == (HIDDEN, True)
    after = GAME.view(play(position, "bonus none")[0].state, BLUE)
    assert after.last_fight is not None
    assert after.last_fight.bonus == "MI3b"


def test_a_defenders_bonus_card_is_laid_open_at_once_and_shown_as_it_is() -> None:
    assert GAME.shown(steps("stand MI3a; bonus CV2a"), BLUE, RED) == "stand MI3a; bonus CV2a"


def test_the_view_marks_both_leads() -> None:
    column = GAME.view(defenders("CV2a").state, RED).columns[2]
    assert [(unit.card, unit.lead) for side in column.units for unit in side] == [("MI2a", True), ("HI3a", True)]


# --- who is asked ---


def defenders(hand: str) -> Position[State]:
    """Return a position: red attacks a lone unit that can't withdraw. Its side holds some cards."""
    position = laid({3: "MI2a/HI3a"}, red="CO5a LC2a", blue=hand)
    return play(position, "attack MI2a; bonus CO5a")[0]


@pytest.mark.parametrize("hand", ["CV2a", "OV2a", "LC2a"])
def test_who_could_answer_is_asked_no_matter_what_the_hand_holds(hand: str) -> None:
    position = defenders(hand)
    assert engine.to_act(GAME, position) == {BLUE}
    assert seen(position, RED) == seen(defenders("CV2a"), RED)


def test_a_unit_stands_by_itself_from_public_facts_alone() -> None:
    for hand in ("CV2a", "CO5a"):
        position = laid({3: "MI2a/HI3a"}, red="CO5a LC2a", blue=hand)
        assert only(happened(position, "attack MI2a; bonus CO5a"), Stood) == Stood(BLUE, "HI3a", 3)


@pytest.mark.parametrize("hand", ["OV2a", "CO5a"])
def test_a_hand_of_one_card_is_asked_for_its_bonus_card_whether_it_is_overlap_or_not(hand: str) -> None:
    position = laid({3: "MI2a/HI3a"}, red=hand, rest="prizes")
    plan = engine.preview(GAME, position, RED, steps("attack MI2a"))
    assert not plan.complete
    assert plan.position.state.phase == "bonus"


def test_a_seat_with_cards_that_can_do_nothing_is_still_asked_to_end_its_turn() -> None:
    for hand in ("CO5b", "HI2a", "RE2a"):
        position, events = play(laid(active=BLUE, red=hand, blue="CO5a"), "draw")
        assert engine.to_act(GAME, position) == {RED}
        assert only(events, Drew).seat == BLUE


REVEALING = (Fought, AttackVoid, Rampaged)
"""What lays hidden cards open, and so may be followed by different things."""
DEALT = 4


def reveals(events: list[Event]) -> bool:
    return any(isinstance(event, REVEALING) for event in events)


def others_bonus(ply: Ply) -> Iterator[Steps]:
    """Yield the move as it was made, and with every other bonus card from the hand that it could have had."""
    yield ply.steps
    last = ply.steps[-1]
    if isinstance(last, Bonus) and last.source in CARDS and ply.before.state.fight is None:
        yield from ([*ply.steps[:-1], Bonus(card)] for card in ply.before.state.hands[ply.seat])


def twins_played(ply: Ply) -> Iterator[tuple[Position[State], list[Event]]]:
    """Yield what comes of a move when the cards that one of the seats cannot see are dealt again."""
    chance = KeyedChance(ply.place.encode())
    views = [(GAME.view(ply.before.state, seat), seat) for seat in (RED, BLUE) for _ in range(DEALT)]
    for state in (ply.before.state, *(GAME.imagine(view, seat, chance) for view, seat in views)):
        for move in others_bonus(ply):
            with suppress(RulesError):  # the card that the move names may lie elsewhere in this state
                yield engine.apply(GAME, Position(state), ply.seat, move, ply.chance())


def test_who_is_asked_next_follows_from_what_all_can_see() -> None:
    """Unless cards are laid open, hidden ones change nothing that is told, nor who is asked what."""
    compared = 0
    for ply in (ply for match in played("field-of-glory", 1) for ply in match.plies):
        for after, events in twins_played(ply):
            assert reveals(events) == reveals(ply.events), ply.place
            if not reveals(events):
                assert visible(events, SPECTATOR) == visible(ply.events, SPECTATOR), ply.place
                assert seen(after, SPECTATOR) == seen(ply.after, SPECTATOR), ply.place
                compared += 1
    assert compared > depth.whole_or(3, 1000)


# --- previews ---


def test_a_preview_draws_nothing_and_names_what_would_draw() -> None:
    position = laid({3: "HI2a / HI2a"}, red="RE2a CO5a")
    for text in ("reserves", "draw", "draw CO5a", "attack HI2a; bonus deck"):
        plan = engine.preview(GAME, position, RED, engine.parse_move(GAME, text))
        assert plan.closing is not None
        assert not [event for event in plan.events if isinstance(event, Drew | BonusTaken)]


def test_a_defence_that_shows_the_attackers_card_is_only_named_in_a_preview() -> None:
    position = laid({3: "HI2a / MI2a"}, red="CO5a", blue="CO5b")
    position, _ = play(position, "attack HI2a; bonus CO5a")
    for text in ("withdraw MI2a", "stand MI2a; bonus none", "stand MI2a; bonus CO5b"):
        plan = engine.preview(GAME, position, BLUE, engine.parse_move(GAME, text))
        assert plan.closing is not None
        fight = GAME.view(plan.position.state, BLUE).fight
        assert fight is not None
        assert fight.bonus == HIDDEN


# --- odds ---


def test_odds_are_public_sums_of_every_attack_that_could_be_declared() -> None:
    position = laid({2: "LI2a/", 3: "CV2a/PK2a PK3a", 4: "/MI2a"}, red="CO5a", blue="CO5a", terrain={3: "woods"})
    odds = GAME.view(position.state, SPECTATOR).odds
    assert [(each.lead, each.against, each.column, each.totals) for each in odds] == [
        ("CV2a", "PK2a", 3, (0, 3)),
        ("CV2a", "PK3a", 3, (0, 3)),
    ]
    assert lines(odds[0].attack) == "value 3, woods -2, against -1"
    assert lines(odds[0].defence) == "value 4, second 1, woods -2"


def test_the_sums_of_an_attack_leave_out_the_bonus_card() -> None:
    fight = GAME.view(defenders("CV2a").state, RED).fight
    assert fight is not None
    assert [(each.against, each.totals) for each in fight.sums] == [("HI3a", (3, 4))]


@pytest.mark.parametrize("viewer", [RED, BLUE, SPECTATOR])
def test_odds_are_the_same_to_everybody_no_matter_what_hands_and_decks_hold(viewer: int) -> None:
    """Red's bonus card of 5 or 2, and a hand of blue's that is strong or weak, change no line."""
    field = {2: "MI2a MI2b / CV2a", 3: "HI2a / PK2a"}
    found = []
    for red, blue in (("CO5a OV2a", "CO5b CO5c"), ("LC2a OV2a", "LI2a RE2a")):
        position = laid(field, red=red, blue=blue, control={3: "blue"}, terrain={3: "hill"})
        odds = GAME.view(position.state, viewer).odds
        fight = GAME.view(play(position, f"attack HI2a; bonus {red[:4]}")[0].state, viewer).fight
        assert fight is not None
        found.append((odds, fight.sums))
    assert found[0] == found[1]
    assert [each.totals for each in found[0][0]] == [(4, 3), (4, 3), (4, 5)]
    assert [each.totals for each in found[0][1]] == [(4, 5)]


# --- imagined states ---


def imagined() -> Iterator[Position[State]]:
    """Yield positions of several phases."""
    yield begun()
    yield defenders("CV2a")
    yield laid({3: "PK2a PK3a/"}, red="CO5a", phase="advance")
    yield laid({3: "PK2a PK3a/"}, red="CO5a", phase="leave", fight=Fight(3, "PK2a"))


@pytest.mark.parametrize("position", list(imagined()), ids=["draft", "answer", "advance", "leave"])
def test_an_imagined_state_keeps_what_is_known_and_deals_the_rest_again(position: Position[State]) -> None:
    game = FieldOfGlory()
    for seat in (RED, BLUE):
        states = [game.imagine(game.view(position.state, seat), seat, KeyedChance(bytes([n]))) for n in range(3)]
        for state in states:
            game.check(state)
            assert seen(Position(state), seat) == seen(position, seat)
        assert states[0].decks != states[1].decks
