"""Chat and notes by program."""

from __future__ import annotations

import pytest

from accounts import blocks
from accounts.models import User
from games.chat import services as chat
from games.core.models import ChatLine, Match
from tests.games.programs import Program, assert_refused
from tests.games.tables import seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

CHAT, NOTES = "matches/firstmatch/chat/", "matches/firstmatch/notes/"


def test_what_one_says_the_other_reads(match: Match, ben: User, anns: Program, bens: Program) -> None:
    said = anns.post(CHAT, text=" Hello Ben\r\n").json()
    line = {"id": said["id"], "name": "Ann", "mine": True, "text": "Hello Ben", "hidden": False, "why": ""}
    assert said == line | {"at": "2026-03-02T12:00:00Z"}
    assert bens.get("matches/firstmatch/").json()["unread"] == 1
    assert bens.get(CHAT).json() == {
        "results": [{**said, "mine": False}],
        "next": None,
        "muted": False,
        "silent": "",
    }
    assert bens.get("matches/firstmatch/").json()["unread"] == 1  # looking is not reading
    assert bens.post(f"{CHAT}read/", line=said["id"]).status_code == 204
    assert bens.get("matches/firstmatch/").json()["unread"] == 0


def test_an_old_chat_comes_in_pieces(match: Match, ann: User, anns: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "LINES_SHOWN", 2)
    for number in range(3):
        ChatLine.objects.create(match=match, user=ann, text=str(number))
    newest = anns.get(CHAT).json()
    assert [line["text"] for line in newest["results"]] == ["1", "2"]
    older = anns.get(newest["next"]).json()
    assert ([line["text"] for line in older["results"]], older["next"]) == (["0"], None)


def test_a_hidden_line_is_shown_without_its_text(match: Match, ann: User, bens: Program) -> None:
    chat.hide(ChatLine.objects.create(match=match, user=ann, text="Rude words"), "Rude")
    line = bens.get(CHAT).json()["results"][0]
    assert (line["text"], line["hidden"], line["why"]) == ("", True, "Rude")


def test_a_line_of_100_kb_is_refused(match: Match, anns: Program) -> None:
    response = anns.post(CHAT, text="x" * 100_000)
    assert_refused(response, 422, "too_long")
    assert response.json()["message"] == "Too long: 100000 characters. The limit is 2000."
    assert_refused(anns.put(NOTES, notes="x" * 100_000), 422, "too_long")
    assert_refused(anns.post(CHAT, text="x" * 2**17 + "x"), 400, "bad_value")
    assert not ChatLine.objects.exists()


def test_who_writes_too_fast_is_told_so(match: Match, anns: Program) -> None:
    for number in range(chat.MAX_LINES):
        assert anns.post(CHAT, text=str(number)).status_code == 200
    assert_refused(anns.post(CHAT, text="more"), 429, "too_fast")


def test_who_is_blocked_cannot_write(match: Match, ann: User, ben: User, anns: Program) -> None:
    blocks.block(ben, ann)
    response = anns.post(CHAT, text="Hello")
    assert_refused(response, 409, "talk")
    assert response.json()["message"] == anns.get(CHAT).json()["silent"]


def test_a_chat_is_muted_and_unmuted(match: Match, ann: User, anns: Program) -> None:
    for muted in (True, False):
        assert anns.put(f"{CHAT}muted/", muted=muted).status_code == 204
        assert anns.get(CHAT).json()["muted"] is muted


def test_notes_are_kept_for_me_alone(match: Match, ann: User, anns: Program, bens: Program) -> None:
    assert anns.put(NOTES, notes=" Beware of the parry \n").json() == {"notes": "Beware of the parry"}
    assert anns.get(NOTES).json() == {"notes": "Beware of the parry"}
    assert bens.get(NOTES).json() == {"notes": ""}
    assert anns.put(NOTES, notes="").json() == {"notes": ""}
    assert seat(match, ann).notes == ""


def test_a_stranger_neither_reads_nor_writes(match: Match, cats: Program) -> None:
    for response in (
        cats.get(CHAT),
        cats.post(CHAT, text="Hello"),
        cats.post(f"{CHAT}read/", line=1),
        cats.put(f"{CHAT}muted/", muted=True),
        cats.get(NOTES),
        cats.put(NOTES, notes="mine"),
    ):
        assert_refused(response, 404, "not_found")
