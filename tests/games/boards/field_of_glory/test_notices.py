"""The mails of Field of Glory: each says which decision is asked, in three languages."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.core import mail

from accounts import outbox
from accounts.models import User
from games.core.models import Match
from games.core.services import sweeps
from tests.games.boards.field_of_glory.battles import FIELD_OF_GLORY, army, battle, march, opening
from tests.games.tables import begin, now, owing, play_link
from tests.games.twins import fixed

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller

RED = "HI4a HI4b HI3a LI2a MI2a CV2a CO5a CO5b OV2a"
BLUE = "PK4a MI3a MI3b CV4a CO5a CO5b LC2a AR2a LI2a"


def sent(noon: Time) -> dict[str, Any]:
    """Return the mails that go out when their delay is over, by first recipient."""
    noon.shift(30)
    mail.outbox.clear()
    outbox.deliver_due()
    return {letter.to[0].split("@")[0]: letter for letter in mail.outbox}


def body(letter: Any) -> list[str]:
    """Return the lines of a mail above its foot."""
    return [line for line in letter.body.split("\n-- \n")[0].splitlines() if line]


def fought(ann: User, ben: User, *moves: str) -> Match:
    """Return a drafted match after some moves, Ann's first."""
    match = battle(ann, ben, red=RED, blue=BLUE)
    march(match, *moves)
    return match


INFANTRY = ("place HI4a@3; pay CO5a; pay HI3a; settle", "draw")
CAVALRY = ("place CV2a@3; pay OV2a; pay LI2a; settle", "draw")
PHALANX = ("place HI4a@3; place HI4b@3; pay CO5a; pay HI3a; settle", "draw")
BESIDE = ("place HI4a@3; place MI2a@2; pay CO5a; pay OV2a; settle", "draw")
CAVALRY_BESIDE = ("place CV2a@3; place MI2a@2; pay CO5a; settle", "draw")
ONE_MEDIUM = ("place MI3a@3; pay CV4a; pay LI2a; settle", "draw")
TWO_MEDIUM = ("place MI3a@3; place MI3b@3; pay CV4a; pay CO5a; settle", "draw")
PIKES = ("place PK4a@3; pay CO5a; pay LI2a; settle", "draw")

QUESTIONS = [
    # what is played, who is asked, and what in each language
    (
        (),
        "ann",
        {
            "en": "Your turn: place units, attack, or draw cards to end it.",
            "de": "Du bist am Zug: Setze Einheiten ein, greif an oder zieh zum Schluss Karten.",
            "it": "Tocca a te: posiziona unità, attacca o concludi il turno pescando.",
        },
    ),
    (
        (*INFANTRY, *ONE_MEDIUM, "attack HI4a; bonus CO5b"),
        "ben",
        {
            "en": "Attack on column 3: withdraw or stand?",
            "de": "Angriff auf Spalte 3: Zurückziehen oder standhalten?",
            "it": "Attacco alla colonna 3: ti ritiri o resisti?",
        },
    ),
    (
        (*INFANTRY, *PIKES, "attack HI4a; bonus CO5b"),
        "ben",
        {
            "en": "Attack on column 3: choose a bonus card or none.",
            "de": "Angriff auf Spalte 3: Wähle eine Bonuskarte oder keine.",
            "it": "Attacco alla colonna 3: scegli una carta Bonus o nessuna.",
        },
    ),
    (
        (*CAVALRY, *TWO_MEDIUM, "attack CV2a; bonus CO5b"),
        "ben",
        {
            "en": "Attack on column 3: choose a unit to lead your defence.",
            "de": "Angriff auf Spalte 3: Wähle, wer deine Verteidigung anführt.",
            "it": "Attacco alla colonna 3: scegli chi guida la tua difesa.",
        },
    ),
    (
        (*BESIDE, *ONE_MEDIUM),
        "ann",
        {
            "en": "Choose a unit to lead a flank attack, or go on.",
            "de": "Wähle, wer einen Flankenangriff anführt, oder mach weiter.",
            "it": "Scegli chi guida un attacco sul fianco, o prosegui.",
        },
    ),
    (
        (*BESIDE, *ONE_MEDIUM, "flank HI4a@3; bonus CO5b"),
        "ben",
        {
            "en": "Flank attack on column 3: withdraw or stand?",
            "de": "Flankenangriff auf Spalte 3: Zurückziehen oder standhalten?",
            "it": "Attacco sul fianco, colonna 3: ti ritiri o resisti?",
        },
    ),
    (
        (*BESIDE, *PIKES, "flank HI4a@3; bonus CO5b"),
        "ben",
        {
            "en": "Flank attack on column 3: choose a bonus card or none.",
            "de": "Flankenangriff auf Spalte 3: Wähle eine Bonuskarte oder keine.",
            "it": "Attacco sul fianco, colonna 3: scegli una carta Bonus o nessuna.",
        },
    ),
    (
        (*CAVALRY_BESIDE, *TWO_MEDIUM, "flank CV2a@3; bonus CO5b"),
        "ben",
        {
            "en": "Flank attack on column 3: choose a unit to lead your defence.",
            "de": "Flankenangriff auf Spalte 3: Wähle, wer deine Verteidigung anführt.",
            "it": "Attacco sul fianco, colonna 3: scegli chi guida la tua difesa.",
        },
    ),
    (
        (*PHALANX, *ONE_MEDIUM, "attack HI4a; bonus CO5b", "withdraw MI3a"),
        "ann",
        {
            "en": "All defenders have withdrawn: discard one of your two units.",
            "de": "Die Verteidigung hat sich zurückgezogen: Wirf eine deiner beiden Einheiten ab.",
            "it": "Tutti i difensori si sono ritirati: scarta una delle tue due unità.",
        },
    ),
    (
        (*PHALANX, "place MI3a@2; pay CV4a; pay LI2a; settle", "draw"),
        "ann",
        {
            "en": "Your units advance: discard one of two unopposed units.",
            "de": "Deine Einheiten rücken vor: Wirf eine von zwei Einheiten ohne Gegner ab.",
            "it": "Le tue unità avanzano: scarta una delle due unità incontrastate.",
        },
    ),
]


@pytest.mark.by_turns(4)
@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize(("moves", "reader", "asked"), QUESTIONS)
def test_a_mail_says_which_decision_is_asked(
    moves: tuple[str, ...], reader: str, asked: dict[str, str], language: str, ann: User, ben: User, noon: Time
) -> None:
    User.objects.update(language=language)
    fought(ann, ben, *moves)
    letters = sent(noon)
    assert list(letters) == [reader]
    assert body(letters[reader])[0].endswith(f". {asked[language]}")
    assert asked[language] in letters[reader].alternatives[0][0]


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "Draft: keep two of your four cards."),
        ("de", "Kartenauswahl: Behalte zwei deiner vier Karten."),
        ("it", "Scelta: tieni due delle tue quattro carte."),
    ],
)
def test_both_are_asked_to_draft(language: str, asked: str, ann: User, ben: User, noon: Time) -> None:
    User.objects.update(language=language)
    with fixed(opening(army(RED), army(BLUE))):
        begin(ann, ben, game=FIELD_OF_GLORY)
    letters = sent(noon)
    assert sorted(letters) == ["ann", "ben"]
    assert all(body(letter)[0].endswith(f". {asked}") for letter in letters.values())


def test_the_mail_of_an_attack_says_all_that_happened_and_what_is_asked(ann: User, ben: User, noon: Time) -> None:
    match = fought(ann, ben, *INFANTRY, *PIKES, "attack HI4a; overlap OV2a; bonus CO5b")
    letter = sent(noon)["ben"]
    asked = "Attack on column 3: choose a bonus card or none."
    assert letter.subject == "Your turn: Field of Glory: The Card Game against Ann"
    assert body(letter)[:-5] == [  # the clock, the seal, the share and the receipt follow
        f"Field of Glory: The Card Game against Ann. {asked}",
        "You have until Thursday, 5 March 2026, 12:00 (UTC).",
        "Play here:",
        f"http://testserver/t/{play_link(match, ben)}/",
        "Since your last move:",
        "- Ann attacks column 3 with Heavy Infantry, plays Overlap (+0) and takes a bonus card from their hand.",
        "- You make a stand with Pikes in column 3.",
    ]
    assert now(match).digest[:16] in body(letter)[-1]


def test_the_mail_after_a_fight_shows_both_sums(ann: User, ben: User, noon: Time) -> None:
    fought(ann, ben, *INFANTRY, *PIKES, "attack HI4a; bonus CO5b", "bonus MI3a")
    letters = sent(noon)
    assert list(letters) == ["ann"]
    assert body(letters["ann"])[5:10] == [
        "- You win the fight in column 3, 9–7.",
        "- Ben loses Pikes in column 3.",
        "- You take control of column 3.",
        "- Fight in column 3: you 9 (4 Heavy Infantry, +5 bonus card: Commander), "
        "Ben 7 (4 Pikes, +3 bonus card: Medium Infantry).",
        "- Ben takes a bonus card from their hand.",
    ]


def test_a_reminder_says_how_many_cards_are_too_many(ann: User, ben: User, noon: Time) -> None:
    fought(ann, ben, "draw")
    noon.shift(60 * 60 * 55)
    assert sweeps.remind() == 1
    assert body(sent(noon)["ann"])[0].endswith(" You have 12 cards: discard down to nine.")


# --- who is not asked -----------------------------------------------------------------------------------------------


def test_who_has_decided_is_not_asked_again_while_the_other_goes_on(ann: User, ben: User, noon: Time) -> None:
    match = fought(ann, ben, *INFANTRY, *ONE_MEDIUM, "attack HI4a; bonus CO5b", "withdraw MI3a")
    assert owing(match) == ["Ann"]
    assert list(sent(noon)) == ["ann"]
    march(match, "place MI2a@2; pay OV2a; pay LI2a; settle")
    assert owing(match) == ["Ann"]
    assert sent(noon) == {}


@pytest.mark.parametrize("blue", [BLUE, "PK4a CV4a LI2a CO5a CO5b OV2a OV2b RE2a LC2a"])
def test_a_defender_is_asked_whether_his_hand_is_any_good_or_not(blue: str, ann: User, ben: User, noon: Time) -> None:
    match = battle(ann, ben, red=RED, blue=blue)
    march(match, *INFANTRY, *PIKES, "attack HI4a; bonus CO5b")
    assert owing(match) == ["Ben"]
    assert list(sent(noon)) == ["ben"]
