"""What each viewer may know, and what an automatic step may not betray."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.field_of_glory.cards import CARDS
from games.rules.field_of_glory.events import BonusTaken, Drew, Offered, Stood
from games.rules.field_of_glory.game import FieldOfGlory
from games.rules.field_of_glory.state import Fight, State
from games.rules.game import REFEREE, SPECTATOR, Position, visible
from tests.rules.field_of_glory.table import BLUE, GAME, RED, happened, laid, lines, only, play

Steps = list[Any]


def begun() -> Position[State]:
    """A match at the start of its draft."""
    return engine.start(GAME, {}, [0, 1], KeyedChance(bytes(32)))[0]


def seen(position: Position[State], viewer: int) -> str:
    """A view as text."""
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


def test_nobody_sees_the_order_of_a_deck_not_even_its_owner() -> None:
    one = laid(red="CO5a", decks=("HI2a MI2a EL2a", ""))
    other = laid(red="CO5a", decks=("EL2a HI2a MI2a", ""))
    assert one.state.decks != other.state.decks
    assert [seen(one, viewer) for viewer in (RED, BLUE, SPECTATOR)] == [
        seen(other, viewer) for viewer in (RED, BLUE, SPECTATOR)
    ]
    assert GAME.view(one.state, REFEREE).deck_orders != GAME.view(other.state, REFEREE).deck_orders


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
    assert [str(engine.describe(GAME, event)) for event in visible(events, BLUE)] == ["seat 0 makes pick 1 of 12."]
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


def test_a_bonus_card_is_hidden_from_the_defender_until_the_fight() -> None:
    position = laid({3: "HI2a/MI3a"}, red="CO5a LC2a", blue="CV2a")
    after, events = play(position, "attack HI2a; bonus CO5a")
    for viewer, card in ((RED, "CO5a"), (BLUE, "?"), (SPECTATOR, "?"), (REFEREE, "CO5a")):
        fight = GAME.view(after.state, viewer).fight
        assert fight is not None
        assert fight.bonus == card
    assert "CO5a" not in str(visible(events, BLUE))
    assert GAME.shown(steps("attack HI2a; bonus CO5a"), RED, BLUE) == "attack HI2a; bonus ?"
    assert GAME.shown(steps("attack HI2a; bonus deck"), RED, BLUE) == "attack HI2a; bonus deck"
    assert GAME.shown(steps("attack HI2a; bonus CO5a"), RED, RED) == "attack HI2a; bonus CO5a"


def test_a_blind_bonus_card_is_seen_by_the_attacker_alone() -> None:
    position = laid({3: "HI2a/MI3a"}, red="LC2a", blue="CV2a", decks=("EL2a", ""))
    events = happened(position, "attack HI2a; bonus deck")
    assert only(visible(events, RED), BonusTaken) == BonusTaken(RED, True, "EL2a")
    assert only(visible(events, BLUE), BonusTaken) == BonusTaken(RED, True)


def test_a_defenders_bonus_card_is_laid_open_at_once_and_shown_as_it_is() -> None:
    assert GAME.shown(steps("stand MI3a; bonus CV2a"), BLUE, RED) == "stand MI3a; bonus CV2a"


def test_cards_drawn_are_seen_by_their_owner_alone() -> None:
    events = happened(laid(red="CO5a", blue="CV2a"), "draw")
    drew = only(visible(events, BLUE), Drew)
    assert drew == Drew(RED, 3)
    assert len(only(visible(events, RED), Drew).cards) == 3


def defenders(hand: str) -> Position[State]:
    """Red attacks a lone unit that cannot withdraw, whose side holds some cards."""
    position = laid({3: "MI2a/HI3a"}, red="CO5a LC2a", blue=hand)
    return play(position, "attack MI2a; bonus CO5a")[0]


@pytest.mark.parametrize("hand", ["CV2a", "OV2a", "LC2a"])
def test_who_could_answer_is_asked_whatever_the_hand_holds(hand: str) -> None:
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


def test_the_view_marks_both_leads() -> None:
    column = GAME.view(defenders("CV2a").state, RED).columns[2]
    assert [(unit.card, unit.lead) for side in column.units for unit in side] == [("MI2a", True), ("HI3a", True)]


def imagined() -> Iterator[Position[State]]:
    """Positions of several phases."""
    yield begun()
    yield defenders("CV2a")
    yield laid({3: "PK2a PK3a/"}, red="CO5a", phase="advance")
    yield laid({3: "PK2a PK3a/"}, red="CO5a", phase="leave", fight=Fight(3, "PK2a"))


@pytest.mark.parametrize("position", list(imagined()), ids=["draft", "answer", "advance", "leave"])
def test_an_imagined_state_keeps_what_is_known_and_deals_the_rest_anew(position: Position[State]) -> None:
    game = FieldOfGlory()
    for seat in (RED, BLUE):
        states = [game.imagine(game.view(position.state, seat), seat, KeyedChance(bytes([n]))) for n in range(3)]
        for state in states:
            game.check(state)
            assert seen(Position(state), seat) == seen(position, seat)
        assert states[0].decks != states[1].decks
