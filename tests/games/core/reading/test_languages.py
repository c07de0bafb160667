"""Each player reads pages and mails in his own language."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client

from accounts import outbox
from accounts.models import User
from games.core.models import Match
from games.core.services import play
from tests.games.browsing import signed_in, told
from tests.games.tables import answer

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller


def reads(user: User, language: str) -> None:
    User.objects.filter(pk=user.pk).update(language=language)


def board(user: User, match: Match) -> Any:
    return signed_in(User.objects.get(pk=user.pk)).get(match.get_absolute_url())


def letters(noon: Time) -> dict[str, Any]:
    """Return the mails that go out when their delay is over, by first recipient."""
    noon.shift(30)
    mail.outbox.clear()
    outbox.deliver_due()
    return {letter.to[0].split("@")[0]: letter for letter in mail.outbox}


def test_two_players_read_one_match_each_in_his_language(match: Match, ann: User, ben: User) -> None:
    reads(ann, "de")
    german, english = told(board(ann, match)), told(board(ben, match))

    for words in (
        '<html lang="de">',
        'En Garde mit <span class="names"><a ',
        "Du bist am Zug – rücke vor.",
        "Stapel",
        "3 vorrücken",
    ):
        assert words in german
    for words in ('<html lang="en">', 'En Garde with <span class="names"><a ', "Waiting for Ann.", "Pile"):
        assert words in english


def test_dates_are_written_as_each_language_does(match: Match, ann: User) -> None:
    found = {}
    for language in ("en", "de", "it"):
        reads(ann, language)
        found[language] = told(board(ann, match)).split('T12:00:00+00:00">')[1].split("</time>")[0]

    assert found == {"en": "Thu 5 Mar, 12:00 UTC", "de": "Do, 5. März, 12:00 UTC", "it": "gio 5 mar, 12:00 UTC"}


def test_two_players_get_mails_each_in_his_language(match: Match, ann: User, ben: User, noon: Time) -> None:
    reads(ann, "de")
    found = letters(noon)

    assert found["ann"].subject == "Du bist am Zug: En Garde gegen Ben"
    assert "Du hast Zeit bis Donnerstag, 5. März 2026, 12:00 Uhr (UTC)." in found["ann"].body
    assert "Du bekommst 1, 2, 3, 4, 5 auf die Hand." in found["ann"].body
    assert '<html lang="de">' in found["ann"].alternatives[0][0]
    assert found["ben"].subject == "En Garde against Ann has begun"
    assert '<html lang="en">' in found["ben"].alternatives[0][0]


def test_an_italian_reads_what_happened_in_italian(match: Match, ann: User, ben: User, noon: Time) -> None:
    reads(ben, "it")
    letters(noon)
    answer(match, ann, "F3")
    letter = letters(noon)["ben"]

    assert letter.subject == "Tocca a te: En Garde contro Ann"
    assert "- Ann avanza di 3 fino alla casella 4." in letter.body
    assert "Hai tempo fino a giovedì 5 marzo 2026, ore 12:00 (UTC)." in letter.body


def test_a_refusal_is_in_the_language_of_the_page(match: Match, ann: User) -> None:
    reads(ann, "de")
    client = signed_in(User.objects.get(pk=ann.pk))
    page = client.get(match.get_absolute_url())
    serial = page.context["page"].asked.serial
    answered = client.post(f"{match.get_absolute_url()}submit", {"move": "B3", "expected": serial})

    assert answered.status_code == 422
    assert "Hinter dir ist kein Feld mehr." in told(answered)


def test_the_service_itself_is_told_in_the_language_of_the_browser(client: Client) -> None:
    pages = {language: told(client.get("/", headers={"Accept-Language": language})) for language in ("de", "it", "fr")}

    assert "Brettspiele, Zug um Zug" in pages["de"]
    assert "Giochi da tavolo, una mossa alla volta" in pages["it"]
    assert "Board games, one move at a time" in pages["fr"]


def test_the_result_is_told_in_the_language_of_each(match: Match, ann: User, ben: User, noon: Time) -> None:
    reads(ann, "de")
    play.resign(match.public_id, ben.pk)
    found = letters(noon)

    assert "Du hast gewonnen: Die andere Seite hat aufgegeben." in found["ann"].body
    assert "You lost: you resigned." in found["ben"].body


def test_the_list_of_mails_calls_each_by_what_it_is_about(match: Match, ann: User, ben: User, noon: Time) -> None:
    reads(ann, "de")
    letters(noon)
    found = {
        user.username: told(signed_in(User.objects.get(pk=user.pk)).get("/settings/mails/")) for user in (ann, ben)
    }

    assert "Du bist am Zug" in found["Ann"]
    assert "2. März 2026, 12:00" in found["Ann"]
    assert "A match has begun" in found["Ben"]
