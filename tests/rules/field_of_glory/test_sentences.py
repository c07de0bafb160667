"""What is said: events, prompts, and why a step is refused."""

from typing import Any

import pytest

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.field_of_glory import events as ev
from games.rules.field_of_glory.state import Fight, State
from games.rules.game import Event, Position
from tests.rules.field_of_glory.table import BLUE, GAME, RED, laid, refused, told


class Cast:
    """English, with names."""

    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, one: str, many: str, count: int) -> str:
        return one if count == 1 else many

    def name(self, seat: int) -> str:
        return ("Ann", "Ben")[seat]


def said(event: Event) -> str:
    return GAME.describe(event).said(Cast())


FOUGHT = ev.Fought(
    0,
    3,
    (ev.Term("value", 4, "PK4a"), ev.Term("second", 1), ev.Term("pike", 1), ev.Term("bonus", 5, "CO5a")),
    (ev.Term("value", 3, "CV2a"), ev.Term("woods", -2, ""), ev.Term("hill", 1)),
    0,
)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            ev.BattlefieldLaid(("woods", "plain", "plain", "rough", "hill")),
            "The battlefield, from column 1 to 5: woods, plain, plain, rough ground, hill.",
        ),
        (ev.Offered(0, ("HI4a", "CO5a")), "Ann may keep two of heavy infantry (4), commander (5)."),
        (ev.Kept(1, 3), "Ben makes pick 3 of 12."),
        (ev.Kept(1, 3, ("HI4a", "CO5a")), "Ben makes pick 3 of 12: heavy infantry (4), commander (5)."),
        (ev.Mustered(1), "Both armies are ready; Ben begins."),
        (ev.Drew(0, 0), "Ann has no card left to draw."),
        (ev.Drew(0, 1), "Ann draws a card."),
        (ev.Drew(0, 2), "Ann draws 2 cards."),
        (ev.Drew(0, 1, ("HI4a",)), "Ann draws a card: heavy infantry (4)."),
        (
            ev.Reshuffled(0, 9, 1),
            "Ann shuffles 9 discards for the first time; the Shuffle card turns over.",
        ),
        (ev.Reshuffled(0, 9, 2), "Ann shuffles 9 discards for the second time; the Shuffle card is out."),
        (ev.Reshuffled(0, 9, 3), "Ann shuffles 9 discards."),
        (ev.TurnStarted(1, 4), "Turn 4: Ben."),
        (ev.ControlTaken(0, 2), "Ann takes control of column 2."),
        (ev.ControlLost(0, 2), "Ann loses control of column 2, which turns neutral."),
        (ev.UnitDiscarded(0, "PK2a", 2), "Ann discards pikes from column 2."),
        (ev.FlanksLeft(0), "Ann makes no flank attack now."),
        (ev.Placed(0, "PK2a", 1, 8), "Ann places pikes in column 1, for 8."),
        (ev.Removed(0, "PK2a", 1), "Ann discards pikes from column 1 to make room."),
        (ev.Paid(0, "CO5a", 5), "Ann pays with commander (5)."),
        (ev.Settled(0, 9, 10), "Ann pays 10 for a cost of 9."),
        (ev.Settled(0, 0, 0), "This costs Ann nothing."),
        (ev.Attacked(0, 3, "HI4a"), "Ann attacks column 3 with heavy infantry."),
        (ev.Attacked(0, 3, "HI4a", flank=True), "Ann attacks column 3 with heavy infantry, and in the flank."),
        (
            ev.Attacked(0, 3, "HI4a", flank=True, beside=2),
            "Ann attacks column 3 in the flank with heavy infantry from column 2.",
        ),
        (ev.Overlapped(0, "OV2a", 2), "Ann plays Overlap: +2."),
        (ev.BonusTaken(0, False), "Ann takes a bonus card from the hand."),
        (ev.BonusTaken(0, True), "Ann takes the top card of the deck as bonus card."),
        (ev.BonusTaken(0, False, "CO5a"), "Ann takes commander (5) as bonus card."),
        (ev.BonusTaken(0, True, "CO5a"), "Ann draws commander (5) as bonus card."),
        (ev.Withdrew(1, "MI3a", 3), "Ben withdraws medium infantry from column 3."),
        (ev.AttackVoid(0, 3), "Column 3 is empty: the attack of Ann meets nobody."),
        (
            ev.AttackVoid(0, 3, "CO5a"),
            "Column 3 is empty: the attack of Ann meets nobody and costs commander (5).",
        ),
        (ev.Stood(1, "MI3a", 3), "Ben stands with medium infantry in column 3."),
        (
            FOUGHT,
            "Fight in column 3: Ann 11 (4 pikes, +1 second unit, +1 second pikes, +5 bonus card: commander), "
            "Ben 2 (3 cavalry, −2 woods, +1 hill). The winner: Ann.",
        ),
        (
            ev.Fought(0, 3, (ev.Term("value", 3, "CV2a"), ev.Term("against", -1, "PK2a")), (), None),
            "Fight in column 3: Ann 2 (3 cavalry, −1 against pikes), Ben 0 (). The winner: nobody.",
        ),
        (ev.Eliminated(1, ("EL2a", "LI2a"), 3), "Ben loses elephants, light infantry in column 3."),
        (ev.Rampaged(1, "CO5a"), "The elephants of Ben run wild, and commander (5) is lost with them."),
        (ev.ReservesPlayed(0), "Ann plays Reserves."),
        (ev.DiscardedToDraw(0, "CO5a", 5), "Ann discards commander (5) to draw 5."),
        (ev.Trimmed(0, "LC2a"), "Ann discards light cavalry (2)."),
        (ev.BattleWon(0, "control", (3, 1)), "Ann controls 3 terrain cards at the Victory check and wins."),
        (ev.BattleWon(1, "terrain", (1, 2)), "Both Shuffle cards are out: Ben wins with 2 terrain cards to 1."),
        (
            ev.BattleWon(1, "victory-points", (4, 9)),
            "Both Shuffle cards are out and terrain is level: Ben wins with 9 victory points to 4.",
        ),
        (ev.BattleDrawn(4), "Both Shuffle cards are out, and all is level at 4 victory points."),
    ],
)
def test_every_event_is_said_in_a_sentence(event: Event, words: str) -> None:
    assert said(event) == words


def test_an_event_of_another_game_is_refused() -> None:
    with pytest.raises(TypeError, match="is no event of Field of Glory"):
        GAME.describe(Event())


def asked(position: Position[State]) -> str:
    """What the seat that owes a move is asked, by Ann's and Ben's names."""
    (seat,) = engine.to_act(GAME, position)
    return GAME.prompt(GAME.view(position.state, seat), seat).said(Cast())


@pytest.mark.parametrize(
    ("field", "fight", "words"),
    [
        (
            {3: "PK2a/HI4a"},
            Fight(3, "HI4a", bonus="CO5a"),
            "Ben attacks your pikes in column 3 with heavy infantry: choose a bonus card, or none.",
        ),
        (
            {3: "MI2a MI3a/HI4a"},
            Fight(3, "HI4a", bonus="CO5a"),
            "Ben attacks your medium infantry, medium infantry in column 3 with heavy infantry: "
            "withdraw, or stand and choose a bonus card.",
        ),
        (
            {3: "PK2a PK3a/HI4a"},
            Fight(3, "HI4a", bonus="CO5a"),
            "Ben attacks your pikes, pikes in column 3 with heavy infantry: "
            "choose who leads the defence, and a bonus card.",
        ),
        (
            {3: "MI2a/CV4a", 4: "/HI4a"},
            Fight(3, "HI4a", flank=True, beside=4, bonus="CO5a"),
            "Ben attacks your medium infantry in column 3 in the flank with heavy infantry: "
            "withdraw, or stand and choose a bonus card.",
        ),
    ],
)
def test_a_defender_is_told_who_attacks_what_with_whom_and_what_can_be_done(
    field: dict[int, str], fight: Fight, words: str
) -> None:
    defence = "PK2a" if words.endswith("none.") else None
    fight.defence = defence
    assert asked(laid(field, red="LC2a", phase="answer", active=BLUE, fight=fight)) == words


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({}, "It is your turn: place units, attack, or draw cards."),
        ({"phase": "advance"}, "Your units advance: discard one of two where nobody opposes them."),
        (
            {"phase": "leave", "fight": Fight(3, "PK2a")},
            "All defenders have withdrawn: discard one of your two units.",
        ),
    ],
)
def test_each_phase_asks_its_own_question(more: dict[str, Any], words: str) -> None:
    assert asked(laid({3: "PK2a PK3a/"}, red="CO5a", **more)) == words


def test_a_hand_of_too_many_is_counted() -> None:
    hand = "HI2a HI2b HI3a HI3b HI4a HI4b LC2a LC3a LC3b LC4a"
    assert asked(laid(red=hand, phase="trim")) == "You hold 10 cards: discard down to nine."


def test_the_draft_asks_for_two_of_four() -> None:
    position = engine.start(GAME, {}, [0, 1], KeyedChance(bytes(32)))[0]
    assert str(GAME.prompt(GAME.view(position.state, RED), RED)) == "Draft: keep two of your four cards."


OUT_OF_PHASE = [
    ("draft", "keep HI4a CO5a", "this is the phase of actions"),
    ("drop", "drop PK2a", "this is the phase of actions"),
    ("flank", "flank CV2a@3", "this is the phase of actions"),
    ("bonus", "bonus deck", "this is the phase of actions"),
    ("answer", "stand PK2a", "this is the phase of actions"),
    ("trim", "trim CO5a", "this is the phase of actions"),
]


@pytest.mark.parametrize(("step", "why"), [(step, why) for _, step, why in OUT_OF_PHASE])
def test_a_step_out_of_phase_is_refused_by_what_the_phase_asks(step: str, why: str) -> None:
    assert why in refused(laid({3: "PK2a/MI2a"}, red="CO5a"), step)


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("attack PK2a", "there is nobody to attack in column 2 (FG-30)."),
        ("attack PK3a", "you have no pikes (3) on the battlefield (FG-30)."),
        ("attack MI2a", "you have no medium infantry (2) on the battlefield (FG-30)."),
        ("place HI4a@1", "heavy infantry (4) is not in your hand (FG-20)."),
        ("place LI2a@2", "light infantry cannot share a column with pikes (FG-22)."),
        ("place HI2a@3", "column 3 is full: two own units at most (FG-22)."),
        ("place HI2a@1", "this would cost 6, and the rest of your hand is worth 4 (FG-24)."),
        ("remove MI2a", "you have no medium infantry (2) on the battlefield (FG-23)."),
        ("reserves", "Reserves (2) is not in your hand (FG-25)."),
        ("draw CO5a", "commander (5) is not in your hand (FG-50)."),
    ],
)
def test_an_action_is_refused_by_its_rule(step: str, why: str) -> None:
    position = laid({2: "PK2a/", 3: "CV2a CV3a/MI2a", 4: "/"}, red="HI2a LI2a LI2b")
    assert why in refused(position, step)


def test_a_removal_without_a_unit_to_follow_is_refused() -> None:
    why = "no unit that you can pay for would fit in its place (FG-23)."
    assert why in refused(laid({2: "PK2a/"}, red="HI2a"), "remove PK2a")


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("attack HI4a; bonus none", "an attacker must take a bonus card (FG-32)."),
        ("attack HI4a; bonus HI2a", "heavy infantry (2) is not in your hand (FG-32)."),
        ("attack HI4a; overlap OV2a", "Overlap (2) is not in your hand (FG-31)."),
        ("attack HI4a; draw", "the attack is declared: choose its bonus card, after any Overlap (FG-31, FG-32)."),
        ("attack HI4a; bonus LC2a; draw", "this move is complete; what follows is a move of its own (FG-70)."),
    ],
)
def test_the_steps_of_an_attack_are_refused_by_their_rules(move: str, why: str) -> None:
    assert why in refused(laid({3: "HI4a/MI3a"}, red="LC2a"), move)


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("bonus none", "first choose who withdraws and who leads the defence (FG-33, FG-35)."),
        ("withdraw AR2a", "you have no archers (2) in column 3, which is attacked (FG-33)."),
        ("withdraw PK2a", "pikes costs 5, and only units that cost less than the lead’s 4 withdraw (FG-33)."),
        ("stand HI4b", "you have no heavy infantry (4) in column 3, which is attacked (FG-33)."),
        ("draw", "the attack must be answered first: withdraw or stand, then choose a bonus card (FG-33, FG-35)."),
        ("stand PK2a; stand PK3a", "your lead stands already; only the bonus card is left to choose (FG-35)."),
        ("stand PK2a; withdraw PK3a", "you stand already; only the bonus card is left to choose (FG-35)."),
    ],
)
def test_the_steps_of_a_defence_are_refused_by_their_rules(step: str, why: str) -> None:
    fight = Fight(3, "HI4a", bonus="CO5a")
    position = laid({3: "HI4a/PK2a PK3a"}, red="LC2a", blue="CO5a", phase="answer", fight=fight)
    assert why in refused(position, step)


def test_a_whole_fight_is_told_line_by_line() -> None:
    position = laid({3: "HI2a HI3a/PK2a"}, red="CO5a LC2a", blue="CO5a LC2a")
    assert told(position, "attack HI2a; bonus CO5a", "bonus CO5a")[-5:] == [
        "seat 1 takes commander (5) as bonus card.",
        "Fight in column 3: seat 0 10 (4 heavy infantry, +1 second unit, +5 bonus card: commander), "
        "seat 1 9 (4 pikes, +5 bonus card: commander). The winner: seat 0.",
        "seat 1 loses pikes in column 3.",
        "seat 0 takes control of column 3.",
        "seat 0 discards heavy infantry from column 3.",
    ]
