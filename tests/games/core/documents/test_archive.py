"""All my data as one file, read back."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import blocks, feeds, guests, tokens
from accounts.models import User
from games.boards.fantasy_dice_battles import saved_armies
from games.chat import notes, services as chat
from games.core.documents import archive
from games.core.models import Match
from games.core.services import play
from games.deeds import services as awards
from games.lobby import services as lobby
from games.ratings import services as ratings
from games.reports import filing, services as reports
from games.rules import record, verify
from games.rules.fantasy_dice_battles.army import armies as notation
from games.rules.fantasy_dice_battles.sets.offered import SETS
from games.vacations import services as vacations
from tests.games.browsing import signed_in, told
from tests.games.ratings.test_services import won
from tests.games.tables import AUCTION, SECRET, answer, begin, offer
from tests.parts import features
from tests.parts.cast import PASSWORD

pytestmark = pytest.mark.django_db
URL = reverse("archive")
ARMY = notation.text(SETS["fogsite"].presets["realm_a"].army)
"""A legal army as text."""


def read(client: Client) -> dict[str, Any]:
    """Return the documents of the archive that a user downloads, by name."""
    response = client.post(URL)
    assert response.status_code == 200
    with zipfile.ZipFile(io.BytesIO(response.getvalue())) as found:
        assert found.testzip() is None
        return {name: found.read(name) for name in found.namelist()}


DOCUMENTS = [
    "README.txt",
    "account.json",
    "settings.json",
    "seats/1.json",
    "given-away/1.json",
    "armies/1.json",
    "seeks/1.json",
    "ratings/1.json",
    "rating-changes/1.json",
    "deeds/1.json",
    "chat/1.json",
    "reports/1.json",
    "decisions/1.json",
    "invitations/1.json",
    *features.items("DOCUMENTS"),
    "mails/1.json",
]


def test_it_holds_everything_by_name(match: Match, ann: User, ben: User, cat: User) -> None:
    blocks.block(ann, cat)
    tokens.create(ann, "Robot", "play")
    feeds.renew_addresses(ann)
    for user, text in ((ann, "Good luck – viel Glück"), (ben, "Thanks")):
        chat.say(match.public_id, user, text)
    notes.save(match.public_id, ann.pk, "He always retreats.")
    offer(ann, AUCTION, public_id="openmatch1")
    saved_armies.save(ann, "My tactic", ARMY)
    saved_armies.save(ben, "His tactic", ARMY)
    over = begin(ben, ann, public_id="overmatch1")
    play.resign(over.public_id, ben.pk)
    found = read(signed_in(ann))
    assert list(found) == [*DOCUMENTS, "matches/firstmatch.json", "matches/overmatch1.json"]
    read_back = {name: json.loads(text) for name, text in found.items() if name.endswith("json")}
    account = read_back["account.json"]
    assert (account["username"], account["email"], account["blocked"]) == ("Ann", "ann@example.org", ["Cat"])
    assert ([program["name"] for program in account["programs"]], len(account["feeds"])) == (["Robot"], 1)
    assert read_back["settings.json"]["turn_mails"] is True
    assert [row["match"] for row in read_back["invitations/1.json"]] == ["firstmatch", "openmatch1"]
    assert [(row["match"], row["notes"], row["outcome"]) for row in read_back["seats/1.json"]] == [
        ("firstmatch", "He always retreats.", ""),
        ("openmatch1", "", ""),
        ("overmatch1", "", "won"),
    ]
    [army] = read_back["armies/1.json"]
    assert (army["data_set"], army["name"], army["text"]) == ("fogsite", "My tactic", ARMY)
    assert [row["text"] for row in read_back["chat/1.json"]] == ["Good luck – viel Glück"]
    assert "Your turn in a match" in [row["what"] for row in read_back["mails/1.json"]]


def test_it_holds_ones_ratings_and_what_changed_them(ann: User, ben: User) -> None:
    won(ann, ben)
    ratings.tally("en-garde")
    found = read(signed_in(ben))
    [row] = json.loads(found["ratings/1.json"])
    assert (row["game"], row["number"], row["deviation"], row["matches"]) == ("en-garde", 1420.867, 237.356, 1)
    [change] = json.loads(found["rating-changes/1.json"])
    before = {"number_before": 1500.0, "deviation_before": 250.0, "number": 1420.867, "deviation": 237.356}
    assert change == {"match": "ratedmatch", "game": "en-garde", "verdict": "counts", **before}


def test_it_holds_ones_deeds(ann: User, ben: User) -> None:
    match = won(ann, ben)
    awards.note_due()
    assert json.loads(read(signed_in(ben))["deeds/1.json"]) == []
    [row] = json.loads(read(signed_in(ann))["deeds/1.json"])
    ended = json.loads(DjangoJSONEncoder().encode(match.ended))
    assert row == {"match": "ratedmatch", "game": "en-garde", "deed": "win", "earned": ended}


def test_it_holds_ones_vacations(match: Match, ann: User) -> None:
    vacations.plan_vacation(ann, None, timezone.now() + timedelta(days=1))
    [vacation] = json.loads(read(signed_in(ann))["account.json"])["vacations"]
    assert (vacation["begins"], vacation["ends"]) == ("2026-03-02T12:00:00Z", "2026-03-03T12:00:00Z")


def test_a_guest_finds_what_was_filled_in_to_become_an_account(db: None) -> None:
    client = signed_in(guests.create())
    client.post(reverse("keep"), {"username": "Dora", "email": "dora@example.org", "password1": PASSWORD})
    [kept] = json.loads(read(client)["account.json"])["sign_ups"]
    assert (kept["username"], kept["email"]) == ("Dora", "dora@example.org")
    assert "password" not in kept


def test_the_record_of_a_finished_match_in_it_can_be_checked(ann: User, ben: User) -> None:
    over = begin(ann, ben)
    play.resign(over.public_id, ben.pk)
    found = record.loads(read(signed_in(ann))["matches/firstmatch.json"])
    verify.check(found)
    assert [entry.text for entry in found.entries][-1] == "!resign 1"


def test_of_a_running_match_it_holds_what_the_player_knows(match: Match, ann: User, ben: User) -> None:
    found = read(signed_in(ben))
    seen = json.loads(found["matches/firstmatch.json"])
    assert (seen["format"], seen["seat"]) == ("fog-seat/1", 1)
    assert SECRET.hex() not in "".join(text.decode() for text in found.values())
    answer(match, ann, "F3")
    assert len(json.loads(read(signed_in(ben))["matches/firstmatch.json"])["entries"]) == 2


def test_nothing_of_the_others_is_in_it(match: Match, ann: User, ben: User) -> None:
    notes.save(match.public_id, ben.pk, "She bluffs.")
    text = "".join(text.decode() for text in read(signed_in(ann)).values())
    assert "She bluffs." not in text
    assert "ben@example.org" not in text
    assert "password" not in text
    assert ann.password not in text


def test_it_is_written_piece_by_piece(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "PORTION", 2)
    for _ in range(3):
        lobby.invite(ann, lobby.Terms("en-garde", {}, pace_days=3))
    pieces = list(archive.stream(ann))
    # three whole, and of what there are rows one each, two of invitations and of seats; the index
    assert len(pieces) == 18 + len(features.items("DOCUMENTS"))
    with zipfile.ZipFile(io.BytesIO(b"".join(pieces))) as found:
        assert len(json.loads(found.read("invitations/1.json"))) == 2
        assert len(json.loads(found.read("invitations/2.json"))) == 1


def test_the_browser_is_given_a_file_with_a_name(ann: User) -> None:
    headers = signed_in(ann).post(URL).headers
    assert headers["Content-Type"] == "application/zip"
    assert headers["Content-Disposition"].startswith('attachment; filename="Ann-20')
    assert headers["Cache-Control"] == "private, no-store"


def test_a_name_in_another_script_does_not_break_the_header(ann: User) -> None:
    User.objects.update(username="Вера")
    assert 'filename="????-' in signed_in(User.objects.get()).post(URL).headers["Content-Disposition"]


def test_it_cannot_be_had_again_and_again(ann: User, redis_server: str, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"archive": "2/h/user"}
    client = signed_in(ann)
    assert [client.post(URL).status_code for _ in range(3)] == [200, 200, 429]


def test_the_settings_offer_it(ann: User) -> None:
    page = told(signed_in(ann).get(reverse("settings")))
    assert f'action="{URL}"' in page
    assert "Download all my data" in page


def test_of_what_others_have_reported_it_holds_what_one_was_told_and_when(ann: User, ben: User, mo: User) -> None:
    report = filing.file(ann, "player", "Ben", "insult", "He swears.")
    reports.take_report(report.pk, mo)
    assert json.loads(read(signed_in(ben))["decisions/1.json"]) == []
    reports.close_report(report.pk, mo, "warned", "He was told so.", "Do not swear.")
    [mine], [told] = (
        json.loads(read(signed_in(user))[name]) for user, name in ((ann, "reports/1.json"), (ben, "decisions/1.json"))
    )
    assert (mine["reported"], mine["text"], mine["words"]) == ("Ben", "He swears.", "He was told so.")
    assert "words_to_reported" not in mine
    assert (set(told), told["words"]) == ({"words", "closed"}, "Do not swear.")


def test_what_one_has_reported_is_in_the_order_in_which_it_was_filed(
    ann: User, ben: User, cat: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter([5, 3])
    monkeypatch.setattr("games.reports.models.secrets.randbelow", lambda _below: next(drawn))
    for name in ("Ben", "Cat"):
        filing.file(ann, "player", name, "insult", "")
    assert [row["reported"] for row in json.loads(read(signed_in(ann))["reports/1.json"])] == ["Ben", "Cat"]
