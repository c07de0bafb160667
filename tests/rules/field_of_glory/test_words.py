"""What is said: events, the lines of a fight, and what each seat is asked."""

from __future__ import annotations

import pytest

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.field_of_glory import events as ev
from games.rules.field_of_glory.events import Term
from games.rules.field_of_glory.placing import charges
from games.rules.field_of_glory.state import Fight, State
from games.rules.field_of_glory.words import price, term
from games.rules.game import Event, Position
from tests.rules.field_of_glory.table import BLUE, GAME, RED, laid, play, told


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


# --- events ---


@pytest.mark.parametrize(
    ("column", "terrain", "words"),
    [(3, "plain", "costs 5"), (5, "rough", "costs 9: 5 movement cost, +3 flank, +1 rough ground")],
)
def test_a_price_says_why_it_is_more_than_the_unit_costs(column: int, terrain: str, words: str) -> None:
    assert price(charges("PK2a", column, terrain)).said(Cast()) == words


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
        (ev.Offered(0, ("HI4a", "CO5a")), "Next, Ann can keep two of these: Heavy Infantry (4) and Commander (5)."),
        (ev.Kept(1, 3), "Pick 3 of 12: Ben keeps two cards."),
        (ev.Kept(1, 3, ("HI4a", "CO5a")), "Pick 3 of 12: Ben keeps Heavy Infantry (4) and Commander (5)."),
        (ev.Mustered(1), "Both armies are ready; Ben begins."),
        (ev.Drew(0, 0), "Ann has no card left to draw."),
        (ev.Drew(0, 1), "Ann draws a card."),
        (ev.Drew(0, 2), "Ann draws 2 cards."),
        (ev.Drew(0, 1, ("HI4a",)), "Ann draws a card: Heavy Infantry (4)."),
        (
            ev.Reshuffled(0, 9, 1),
            "Ann shuffles 9 discards for the first time; the Shuffle card is turned over.",
        ),
        (ev.Reshuffled(0, 9, 2), "Ann shuffles 9 discards for the second time; the Shuffle card is out."),
        (ev.Reshuffled(0, 9, 3), "Ann shuffles 9 discards."),
        (
            ev.Reshuffled(0, 1, 1),
            "Ann shuffles one discard for the first time; the Shuffle card is turned over.",
        ),
        (
            ev.Reshuffled(0, 0, 1),
            "Ann has no cards left to draw and no discards to shuffle. The Shuffle card is turned over anyway.",
        ),
        (
            ev.Reshuffled(0, 0, 2),
            "Ann has no cards left to draw and no discards to shuffle. The Shuffle card is out anyway.",
        ),
        (ev.Reshuffled(0, 0, 5), "Ann has no cards left to draw and no discards to shuffle."),
        (ev.TurnStarted(1, 4), "Turn 4: Ben."),
        (ev.ControlTaken(0, 2), "Ann takes control of column 2."),
        (ev.ControlLost(0, 2), "Ann loses control of column 2, which turns neutral."),
        (ev.UnitDiscarded(0, "PK2a", 2), "Ann discards Pikes from column 2."),
        (ev.TurnSpent(0), "Ann has no card in hand and nothing to attack: the turn ends by itself."),
        (ev.FlanksLeft(0), "Ann makes no flank attack."),
        (ev.Placed(0, "PK2a", 1, 8), "Ann places Pikes in column 1 for 8."),
        (ev.Removed(0, "PK2a", 1), "Ann discards Pikes from column 1 to make room."),
        (ev.Paid(0, "CO5a", 5), "Ann pays with Commander (5)."),
        (ev.Settled(0, 9, 10), "Ann pays 10 to cover a cost of 9."),
        (ev.Settled(0, 0, 0), "This costs Ann nothing."),
        (ev.Attacked(0, 3, "HI4a"), "Ann attacks column 3 with Heavy Infantry."),
        (
            ev.Attacked(0, 3, "HI4a", flank=True),
            "Ann makes a flank attack on column 3 with Heavy Infantry from that column.",
        ),
        (
            ev.Attacked(0, 3, "HI4a", flank=True, beside=2),
            "Ann makes a flank attack on column 3 with Heavy Infantry from column 2.",
        ),
        (ev.Overlapped(0, "OV2a", 2), "Ann plays Overlap (+2)."),
        (ev.BonusTaken(0, False), "Ann takes a bonus card from their hand."),
        (ev.BonusTaken(0, True), "Ann takes the top card of the deck as a bonus card."),
        (ev.BonusTaken(0, False, "CO5a"), "Ann takes Commander (5) as a bonus card."),
        (ev.BonusTaken(0, True, "CO5a"), "Ann draws Commander (5) as a bonus card."),
        (ev.Withdrew(1, "MI3a", 3), "Ben withdraws Medium Infantry from column 3."),
        (ev.AttackVoid(0, 3), "Column 3 is empty: Ann’s attack hits nobody."),
        (
            ev.AttackVoid(0, 3, "CO5a"),
            "Column 3 is empty: Ann’s attack hits nobody and costs Commander (5).",
        ),
        (ev.Stood(1, "MI3a", 3), "Ben makes a stand with Medium Infantry in column 3."),
        (
            FOUGHT,
            "Fight in column 3: Ann 11 (4 Pikes, +1 second unit, +1 for two Pikes, +5 bonus card: Commander), "
            "Ben 2 (3 Cavalry, −2 woods, +1 hill). Ann wins.",
        ),
        (
            ev.Fought(0, 3, (ev.Term("value", 3, "CV2a"), ev.Term("against", -1, "PK2a")), (), None),
            "Fight in column 3: Ann 2 (3 Cavalry, −1 against Pikes), Ben 0 (). It’s a tie.",
        ),
        (ev.Eliminated(1, ("EL2a", "LI2a"), 3), "Ben loses Elephants and Light Infantry in column 3."),
        (ev.Eliminated(1, ("HI2a", "HI3a"), 3), "Ben loses Heavy Infantry ×2 in column 3."),
        (ev.Rampaged(1, "CO5a"), "Ben’s Elephants run wild and take a card with them: Commander (5)."),
        (ev.ReservesPlayed(0), "Ann plays Reserves."),
        (ev.DiscardedToDraw(0, "CO5a", 5), "Ann discards Commander (5) to draw 5."),
        (ev.Trimmed(0, "LC2a"), "Ann discards Light Cavalry (2)."),
        (ev.BattleWon(0, "control", (3, 1)), "Ann controls 3 columns at the Victory check and wins."),
        (ev.BattleWon(1, "terrain", (1, 2)), "Both Shuffle cards are out: Ben wins with 2 columns to 1."),
        (
            ev.BattleWon(1, "victory-points", (4, 9)),
            "Both Shuffle cards are out and columns are equal: Ben wins with 9 victory points to 4.",
        ),
        (ev.BattleDrawn(4), "Both Shuffle cards are out, and the match is a draw: 4 victory points each."),
    ],
)
def test_every_event_is_said_in_a_sentence(event: Event, words: str) -> None:
    assert said(event) == words


def test_an_event_of_another_game_is_refused() -> None:
    with pytest.raises(TypeError, match="is no event of Field of Glory"):
        GAME.describe(Event())


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (Term("value", 4, "HI2a"), "4 Heavy Infantry"),
        (Term("second", 1), "+1 second unit"),
        (Term("pike", 1), "+1 for two Pikes"),
        (Term("hill", 1), "+1 hill"),
        (Term("woods", -2), "−2 woods"),
        (Term("against", -2, "CV2a"), "−2 against Cavalry"),
        (Term("overlap", 2), "+2 Overlap"),
        (Term("flank", 2), "+2 flank attack"),
        (Term("bonus", 5, "CO5a"), "+5 bonus card: Commander"),
    ],
)
def test_every_line_of_a_sum_has_its_words(line: Term, words: str) -> None:
    assert str(term(line)) == words


def test_a_fight_is_told_as_two_sums_with_every_modifier_named() -> None:
    position = laid({3: "HI2a HI2b / CV2a"}, red="CO5a CO5c", blue="CO5b", terrain={3: "woods"})
    sentences = told(position, "attack HI2a; bonus CO5a", "stand CV2a; bonus CO5b")
    assert next(text for text in sentences if text.startswith("Fight")) == (
        "Fight in column 3: "
        "seat 0 6 (4 Heavy Infantry, +1 second unit, −2 woods, −2 against Cavalry, +5 bonus card: Commander), "
        "seat 1 6 (3 Cavalry, −2 woods, +5 bonus card: Commander). It’s a tie."
    )


def test_a_whole_fight_is_told_line_by_line() -> None:
    position = laid({3: "HI2a HI3a/PK2a"}, red="CO5a LC2a", blue="CO5a LC2a")
    assert told(position, "attack HI2a; bonus CO5a", "bonus CO5a")[-5:] == [
        "seat 1 takes Commander (5) as a bonus card.",
        "Fight in column 3: seat 0 10 (4 Heavy Infantry, +1 second unit, +5 bonus card: Commander), "
        "seat 1 9 (4 Pikes, +5 bonus card: Commander). seat 0 wins.",
        "seat 1 loses Pikes in column 3.",
        "seat 0 takes control of column 3.",
        "seat 0 discards Heavy Infantry from column 3.",
    ]


def test_a_placement_is_told_unit_by_unit_and_paid_at_the_end() -> None:
    assert told(laid(red="HI2a CO5a LC2a"), "place HI2a@3; pay CO5a; settle")[:3] == [
        "seat 0 places Heavy Infantry in column 3 for 4.",
        "seat 0 pays with Commander (5).",
        "seat 0 pays 5 to cover a cost of 4.",
    ]


# --- prompts ---


def asked(position: Position[State]) -> str:
    """Return what the seat that owes a move is asked, by Ann's and Ben's names."""
    (seat,) = engine.to_act(GAME, position)
    return GAME.prompt(GAME.view(position.state, seat), seat).said(Cast())


@pytest.mark.parametrize(
    ("field", "fight", "words"),
    [
        (
            {3: "PK2a/HI4a"},
            Fight(3, "HI4a", bonus="CO5a"),
            "Attack on column 3: choose a bonus card or none.",
        ),
        (
            {3: "MI2a MI3a/HI4a"},
            Fight(3, "HI4a", bonus="CO5a"),
            "Attack on column 3: withdraw or stand?",
        ),
        (
            {3: "PK2a PK3a/HI4a"},
            Fight(3, "HI4a", bonus="CO5a"),
            "Attack on column 3: choose a unit to lead your defence.",
        ),
        (
            {3: "MI2a/CV4a", 4: "/HI4a"},
            Fight(3, "HI4a", flank=True, beside=4, bonus="CO5a"),
            "Flank attack on column 3: withdraw or stand?",
        ),
    ],
)
def test_a_defender_is_told_where_and_with_whom_he_is_attacked_and_what_can_be_done(
    field: dict[int, str], fight: Fight, words: str
) -> None:
    defence = "PK2a" if words.endswith("none.") else None
    fight.defence = defence
    assert asked(laid(field, red="LC2a", phase="answer", active=BLUE, fight=fight)) == words


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ("place LC2a@3", "These units are free: place more, or finish."),
        ("place HI4a@3", "Place more units, or pay for these."),
        ("place HI4a@3; pay MI2a", "Keep paying: 2 of 4 paid."),
        ("place HI4a@3; pay MI2a; pay CO5a", "All paid: finish placing."),
        ("remove LI2a", "You’ve made room in column 2: place a unit there."),
    ],
)
def test_who_places_units_is_asked_for_what_comes_next(steps: str, words: str) -> None:
    position = laid({2: "LI2a /"}, red="LC2a HI4a MI2a CO5a", blue="CO5a")
    plan = engine.preview(GAME, position, RED, engine.parse_move(GAME, steps))
    assert str(GAME.prompt(plan.view, RED)) == words


def test_every_phase_asks_its_own_question() -> None:
    draft = engine.start(GAME, {}, [0, 1], KeyedChance(bytes(32)))[0]
    assert str(GAME.prompt(GAME.view(draft.state, RED), RED)) == "Draft: keep two of your four cards."
    advance = play(laid({3: "HI2a HI2b /"}, active=BLUE, red="CO5a", blue="CO5a"), "draw")[0]
    assert asked(advance) == "Your units advance: discard one of two unopposed units."
    flank = play(laid({2: "MI2a / PK2a", 3: "HI2a /"}, active=BLUE, red="CO5a", blue="CO5a"), "draw")[0]
    assert asked(flank) == "Choose a unit to lead a flank attack, or go on."
    act = laid({3: "HI2a HI2b / MI2a"}, red="CO5a", blue="CO5b")
    assert asked(act) == "Your turn: place units, attack, or draw cards to end it."
    leave = play(act, "attack HI2a; bonus CO5a", "withdraw MI2a")[0]
    assert asked(leave) == "All defenders have withdrawn: discard one of your two units."
    trim = play(laid(red="CO5a CO5b CO5c CO5d CO5e OV2a OV2b RE2a LC2a", blue="CO5a"), "draw")[0]
    assert asked(trim) == "You have 12 cards: discard down to nine."
