"""Chat, notes and offers as pages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import blocks
from accounts.models import User
from games.chat import services as chat
from games.core.models import ChatLine, Match, Turn
from games.core.reading import unread
from games.core.services import play
from games.offers import services as offers
from games.templatetags.chat import linked
from tests.games.browsing import HTMX, form, forms, signed_in, told
from tests.games.tables import answer, begin, choices, now, seat, texts

pytestmark = pytest.mark.django_db


def url(match: Match, what: str = "") -> str:
    return f"{match.get_absolute_url()}{what}"


def say(client: Client, match: Match, text: str, **headers: str) -> Any:
    return client.post(url(match, "chat"), {"text": text}, headers=headers or None)


# --- Chat -----------------------------------------------------------------------------------------------------------


def test_a_line_is_written_by_the_form_of_the_match_page(match: Match, ann: User, ben: User) -> None:
    client = signed_in(ann)
    answered = form(client.get(url(match)), "/chat").send(client, text="Good luck!")
    assert answered.redirect_chain == [(url(match, "#chat"), 302)]
    for user in (ann, ben):
        assert "Good luck!" in told(signed_in(user).get(url(match)))


def test_htmx_gets_the_chat_alone(match: Match, ann: User) -> None:
    fragment = told(say(signed_in(ann), match, "Good luck!", **HTMX))
    assert fragment.startswith('<section id="chat"')
    assert "Good luck!" in fragment
    assert "<html" not in fragment


def test_what_the_other_wrote_is_marked_until_the_page_was_seen(match: Match, ann: User, ben: User) -> None:
    chat.say(match.public_id, ann, "Hello")
    mine = signed_in(ann)
    assert "1 new</span>" not in told(mine.get(url(match)))
    assert "new in the chat" not in told(mine.get("/matches/"))
    theirs = signed_in(ben)
    assert "new in the chat" in told(theirs.get("/matches/"))
    assert "<title>✉ My matches" in told(theirs.get("/matches/"))
    assert "1 new</span>" in told(theirs.get(url(match)))
    assert "1 new</span>" not in told(theirs.get(url(match)))
    assert "new in the chat" not in told(theirs.get("/matches/"))


def test_looking_at_the_board_alone_reads_nothing(match: Match, ann: User, ben: User) -> None:
    chat.say(match.public_id, ann, "Hello")
    client = signed_in(ben)
    client.get(url(match), headers=HTMX)
    client.get(url(match, "0/"))
    client.get(url(match, "stamp"))
    assert unread.lines(ben.pk, [match.pk]) == {match.pk: 1}
    client.get(url(match, "chat"), headers=HTMX)
    assert unread.lines(ben.pk, [match.pk]) == {}


def test_the_stamp_tells_of_lines_and_of_other_matches_that_wait(match: Match, ann: User, ben: User) -> None:
    client = signed_in(ann)
    news = client.get(url(match, "stamp")).json()
    chat.say(match.public_id, ben, "Hello")
    later = client.get(url(match, "stamp")).json()
    assert (later["stamp"], later["chat"], later["due"]) == (news["stamp"], news["chat"] + 1, 1)
    assert f'data-state="{later["chat"]}"' in told(client.get(url(match)))
    chat.hide(ChatLine.objects.get(), "An insult.")
    assert client.get(url(match, "stamp")).json()["chat"] == later["chat"] + 1
    begin(ann, ben, public_id="secondmatc")
    assert client.get(url(match, "stamp")).json()["due"] == 2


def test_no_page_takes_a_chat_for_known_whose_line_was_shown_again(match: Match, ann: User, ben: User) -> None:
    """Otherwise a page that shows the hidden line would take the next line for what it has shown already."""
    line, client, known = chat.say(match.public_id, ben, "Hello"), signed_in(ann), []
    for _ in range(3):
        for act in (lambda: chat.hide(line, "An insult."), lambda: chat.show(line)):
            act()
            known.append(client.get(url(match, "stamp")).json()["chat"])
    chat.say(match.public_id, ben, "And again")
    known.append(client.get(url(match, "stamp")).json()["chat"])
    assert known == sorted(set(known))
    assert len(known) == 7


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_hundred_kilobytes_are_refused_and_given_back(match: Match, ann: User, headers: dict[str, str]) -> None:
    text = "<i>" + "x" * 100_000
    answered = say(signed_in(ann), match, text, **headers)
    assert answered.status_code == 422
    page = told(answered)
    assert "Too long: 100003 characters. The limit is 2000." in page
    assert text in page
    assert "<i>" not in answered.content.decode()
    assert not ChatLine.objects.exists()


def test_who_writes_too_fast_is_told_so(match: Match, ann: User) -> None:
    for number in range(chat.MAX_LINES):
        chat.say(match.public_id, ann, f"line {number}")
    answered = say(signed_in(ann), match, "one more")
    assert answered.status_code == 429
    assert "You’ve written 10 messages in one minute." in told(answered)
    assert "one more</textarea>" in told(answered)


def test_where_nobody_would_read_there_is_no_form(match: Match, ann: User, ben: User) -> None:
    blocks.block(ben, ann)
    client = signed_in(ann)
    page = client.get(url(match))
    assert "This match has no chat, because not all of its players want to write to each other." in told(page)
    assert [each for each in forms(page) if each.action.endswith("/chat")] == []
    answered = say(client, match, "But listen")
    assert answered.status_code == 409
    assert "But listen" in told(answered)
    assert not ChatLine.objects.exists()


def test_earlier_lines_are_a_page_of_their_own(match: Match, ann: User, ben: User) -> None:
    ChatLine.objects.bulk_create(ChatLine(match=match, user=ben, text=f"line-{number}.") for number in range(60))
    client = signed_in(ann)
    page = client.get(url(match))
    assert ("line-10." in told(page), "line-9." in told(page)) == (True, False)
    earlier = client.get(url(match, "chat"), {"before": re.findall(r"\?before=(\d+)", told(page))[0]})
    assert ("line-9." in told(earlier), "line-10." in told(earlier)) == (True, False)
    for nonsense in ("x", "-1", "9" * 40, ""):
        assert client.get(url(match, "chat"), {"before": nonsense}).status_code == 200


def test_a_muted_chat_says_so_and_can_be_heard_again(match: Match, ann: User, ben: User) -> None:
    client = signed_in(ann)
    page = form(client.get(url(match)), "/mute").send(client)
    chat.say(match.public_id, ben, "Hello")
    assert "Unmute this chat" in told(page)
    assert "✉" not in told(client.get("/matches/"))
    form(client.get(url(match)), "/mute").send(client)
    assert seat(match, ann).chat_muted is False


def test_strangers_are_told_that_there_is_nothing(match: Match, ann: User, cat: User, mo: User) -> None:
    chat.say(match.public_id, ann, "Hello")
    for user in (cat, mo):
        client = signed_in(user)
        for what in ("chat", "notes", "offer/draw"):
            assert client.get(url(match, what)).status_code == 404
        for what in ("chat", "notes", "mute", "offer/draw"):
            assert client.post(url(match, what), {"text": "x", "act": "offer", "confirm": "1"}).status_code == 404
    assert ChatLine.objects.count() == 1


@pytest.mark.parametrize("lines", [1, 3])
def test_the_chat_costs_the_same_for_one_line_and_for_three(match: Match, ann: User, ben: User, lines: int) -> None:
    for number in range(lines):
        chat.say(match.public_id, ben, f"line {number}")
    client = signed_in(ann)
    with CaptureQueriesContext(connection) as queries:
        client.get(url(match, "chat"), headers=HTMX)
    assert len(queries) == 7  # session, user, seats, look, lines, seen, blocks


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain & <b>", "plain &amp; &lt;b&gt;"),
        ("see https://example.org/a?b=1&c=2.", 'see <a href="https://example.org/a?b=1&amp;c=2" REL>'),
        ("(http://example.org/x_(y))", '(<a href="http://example.org/x_(y)" REL>'),
        ("HTTPS://EXAMPLE.ORG", '<a href="HTTPS://EXAMPLE.ORG" REL>'),
        ("javascript:alert(1) data:text/html,x //example.org", "javascript:alert(1) data:text/html,x //example.org"),
        ('https://example.org/"onclick="x', '<a href="https://example.org/" REL>https://example.org/</a>&quot;onclick'),
        ("https://", "https://"),
    ],
)
def test_addresses_become_links_and_nothing_else_does(text: str, shown: str) -> None:
    rel = 'rel="nofollow noopener noreferrer ugc" target="_blank"'
    assert shown.replace("REL", rel) in linked(text)


# --- Notes ----------------------------------------------------------------------------------------------------------


def test_notes_are_kept_and_shown_to_their_player_alone(match: Match, ann: User, ben: User) -> None:
    client = signed_in(ann)
    answered = form(client.get(url(match)), "/notes").send(client, notes="He holds\na <5>.")
    assert "Notes saved." in told(answered)
    assert "He holds\na <5>.</textarea>" in told(client.get(url(match)))
    assert "He holds" not in told(signed_in(ben).get(url(match)))


def test_notes_that_are_too_long_are_refused_and_given_back(match: Match, ann: User) -> None:
    answered = signed_in(ann).post(url(match, "notes"), {"notes": "y" * 100_000})
    assert answered.status_code == 422
    assert "Too long: 100000 characters. The limit is 10000." in told(answered)
    assert "y" * 100_000 in told(answered)
    assert seat(match, ann).notes == ""


# --- Offers ---------------------------------------------------------------------------------------------------------


def sent(client: Client, match: Match, kind: str, act: str, **given: str) -> Any:
    return client.post(url(match, f"offer/{kind}"), {"act": act, **given}, follow=True)


@pytest.mark.parametrize(
    ("kind", "what", "result"),
    [
        ("draw", "a draw.", "The match is a draw: both sides agreed to it."),
        ("cancel", "to cancel the match.", "The match is void: it doesn’t count for anyone."),
    ],
)
def test_an_offer_is_made_shown_and_agreed_to(
    match: Match, ann: User, ben: User, kind: str, what: str, result: str
) -> None:
    mine, theirs = signed_in(ann), signed_in(ben)
    answered = form(mine.get(url(match, f"offer/{kind}"))).send(mine, confirm="1")
    assert "Your offer stays open until you withdraw it." in told(answered)
    assert f"You’ve offered {what}" in told(answered)
    assert f"Ann has offered {what}" in told(theirs.get(url(match)))
    asked = theirs.get(url(match, f"offer/{kind}"))
    assert f"Ann has offered {what}" in told(asked)
    answered = form(asked).send(theirs, confirm="1")
    assert result in told(answered)
    assert "Ann offers" not in told(answered)


@pytest.mark.parametrize("kind", ["draw", "pause", "seat"])
def test_an_open_page_answers_nothing_that_was_offered_later(match: Match, ann: User, ben: User, kind: str) -> None:
    theirs, days = signed_in(ben), 3 if kind == "pause" else 0
    offers.make(match.public_id, ann.pk, kind, days)
    late = [each for each in forms(theirs.get(url(match, f"offer/{kind}"))) if "number" in each.fields]
    offers.withdraw(match.public_id, ann.pk)
    offers.make(match.public_id, ann.pk, kind, days)
    stamp = seat(match, ben).stamp
    answered = [each.send(theirs, confirm="1") for each in late]
    assert [each.fields["act"] for each in late] == ["agree", "decline"]
    assert [each.status_code for each in answered] == [409, 409]
    assert [
        "A newer offer has replaced this one, so your answer didn’t count. Look at the new offer." in told(each)
        for each in answered
    ] == [True, True]
    assert (texts(match), seat(match, ann).offer, seat(match, ben).stamp) == ([], kind, stamp)


@pytest.mark.parametrize("number", ["", "x", "-1", "9" * 5000, "0"])
def test_a_number_that_no_offer_has_answers_none(match: Match, ann: User, ben: User, number: str) -> None:
    offers.make(match.public_id, ann.pk, "draw")
    for act in ("agree", "decline"):
        assert sent(signed_in(ben), match, "draw", act, confirm="1", number=number).status_code == 409
    assert (texts(match), seat(match, ann).offer) == ([], "draw")


def test_without_the_tick_nothing_is_agreed(match: Match, ann: User, ben: User) -> None:
    mine = signed_in(ann)
    offers.make(match.public_id, ben.pk, "draw")
    answered = form(mine.get(url(match, "offer/draw"))).send(mine)
    assert answered.status_code == 422
    assert "Please tick the box to confirm." in told(answered)
    assert sent(mine, match, "draw", "nonsense", confirm="1").status_code == 422
    assert (texts(match), seat(match, ann).offer) == ([], "")


def test_to_offer_is_one_press_on_its_page(match: Match, ann: User) -> None:
    mine = signed_in(ann)
    answered = form(mine.get(url(match, "offer/draw"))).send(mine)
    assert "Your offer stays open until you withdraw it." in told(answered)
    assert (texts(match), seat(match, ann).offer) == ([], "draw")


def test_an_offer_is_declined_or_withdrawn_by_its_page(match: Match, ann: User, ben: User) -> None:
    mine, theirs = signed_in(ann), signed_in(ben)
    offers.make(match.public_id, ann.pk, "draw")
    assert "Offer declined. The match goes on." in told(sent(theirs, match, "draw", "decline"))
    offers.make(match.public_id, ann.pk, "draw")
    answered = form(mine.get(url(match, "offer/draw"))).send(mine)
    assert "You’ve withdrawn your offer." in told(answered)
    assert seat(match, ann).offer == ""


def test_agreeing_too_late_is_told_with_the_match(match: Match, ann: User, ben: User) -> None:
    offers.make(match.public_id, ann.pk, "draw")
    offers.withdraw(match.public_id, ann.pk)
    answered = sent(signed_in(ben), match, "draw", "agree", confirm="1")
    assert answered.status_code == 409
    assert "The offer was withdrawn before you answered. Nothing was agreed." in told(answered)
    assert now(match).status == "playing"


def test_there_are_no_other_offers_and_none_when_the_match_is_over(match: Match, ann: User, ben: User) -> None:
    client = signed_in(ann)
    assert client.get(url(match, "offer/resign")).status_code == 404
    play.resign(match.public_id, ben.pk)
    assert client.get(url(match, "offer/draw")).headers["Location"] == url(match)
    assert sent(client, match, "draw", "offer", confirm="1").status_code == 409


# --- The next match -------------------------------------------------------------------------------------------------


def test_the_next_match_is_the_most_urgent_one_after_this(ann: User, ben: User) -> None:
    for name, pace in (("threedays1", 3), ("oneday0001", 1), ("sevendays1", 7)):
        begin(ann, ben, public_id=name, pace_days=pace)
    client = signed_in(ann)
    assert client.get("/matches/next/").headers["Location"] == "/m/oneday0001/"
    assert client.get("/matches/next/", {"after": "oneday0001"}).headers["Location"] == "/m/threedays1/"
    assert client.get("/matches/next/", {"after": "sevendays1\0"}).headers["Location"] == "/m/oneday0001/"
    page = told(client.get("/m/oneday0001/"))
    assert "<title>(3) En Garde · Ben" in page
    assert "Next match (2 waiting)" in page
    urgent = Match.objects.get(public_id="oneday0001")
    answer(urgent, ann, choices(urgent, ann)[0])
    page = told(client.get("/m/oneday0001/"))
    assert "<title>(2) En Garde · Ben" in page
    assert "Next match (2 waiting)" in page
    assert "<title>(2) My matches" in told(client.get("/matches/"))


def visited(user: User, start: str, most: int) -> list[str]:
    """Return the matches one comes to by going on from one to the next so often."""
    client, ids = signed_in(user), [start]
    for _ in range(most):
        ids.append(client.get("/matches/next/", {"after": ids[-1]}).headers["Location"].split("/")[2])
    return ids


def test_next_goes_round_all_matches_that_wait_most_urgent_first(ann: User, ben: User) -> None:
    for name, pace in (("threedays1", 3), ("oneday0001", 1), ("sevendays1", 7)):
        begin(ann, ben, public_id=name, pace_days=pace)
    assert visited(ann, "threedays1", 4) == ["threedays1", "sevendays1", "oneday0001", "threedays1", "sevendays1"]


def test_next_misses_none_of_those_that_are_equally_urgent(ann: User, ben: User, noon: object) -> None:
    for name in ("thefirst01", "thesecond1", "thethird01", "thefourth1"):
        begin(ann, ben, public_id=name)
    assert len(set(Turn.objects.values_list("deadline"))) == 1
    assert visited(ann, "thethird01", 4) == ["thethird01", "thefourth1", "thefirst01", "thesecond1", "thethird01"]


def test_from_a_match_just_answered_next_goes_to_the_most_urgent(ann: User, ben: User) -> None:
    for name, pace in (("oneday0001", 1), ("threedays1", 3), ("sevendays1", 7)):
        begin(ann, ben, public_id=name, pace_days=pace)
    answered = Match.objects.get(public_id="threedays1")
    answer(answered, ann, choices(answered, ann)[0])
    assert visited(ann, "threedays1", 3) == ["threedays1", "oneday0001", "sevendays1", "oneday0001"]


def test_where_nothing_else_waits_there_is_no_next_match(match: Match, ann: User, ben: User) -> None:
    client = signed_in(ann)
    assert "Next match" not in told(client.get(url(match)))
    answered = client.get("/matches/next/", {"after": match.public_id}, follow=True)
    assert answered.redirect_chain == [("/matches/", 302)]
    assert "No other match is waiting for you." in told(answered)
    assert "<title>En Garde" in told(signed_in(ben).get(url(match)))


def test_the_keys_are_listed_on_the_page(match: Match, ann: User) -> None:
    page = told(signed_in(ann).get(url(match)))
    assert "go to the next match waiting for you" in page
    assert f'rel="prev" href="{url(match)}' not in page
    answer(match, ann, "F1")
    assert f'rel="prev" href="{url(match, "0/")}"' in told(signed_in(ann).get(url(match)))


# --- Hostile strings ------------------------------------------------------------------------------------------------

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7*7 }}{% debug %}",
    "'; DROP TABLE games_match; --",
    "</textarea><script>alert(1)</script>",
    "</title><svg onload=alert(1)>",
    "javascript:alert(1)",
    "https://example.org/<script>",
    "https://example.org/' onmouseover='alert(1)",
    "https://user:password@example.org:99999999/%00%ff",
    "\u202eevil\u202c",
    "\ufeff\u200b\u00ad.",
    "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f" * 20,
    "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿" * 20,
    "\x01\x02\x03.\x7f\x9f",
    "../../../../etc/passwd",
    "%s%n%(name)s {name} {0}",
    "Subject: x\r\nBcc: everybody@example.org",
    "=cmd|' /C calc'!A0",
    "seen \U0010ffff\ufffe\uffff",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_strings_are_text_and_nothing_else(match: Match, ann: User, ben: User, text: str) -> None:
    client = signed_in(ann)
    assert say(client, match, text).status_code == 302
    assert client.post(url(match, "notes"), {"notes": text}).status_code == 302
    page = client.get(url(match)).content.decode()
    kept = ChatLine.objects.get().text
    assert seat(match, ann).notes == kept
    assert not any(danger in page for danger in ("<script>alert", "<img src=x", "<svg onload", "onmouseover='"))
    assert signed_in(ben).get(url(match)).status_code == 200
    assert client.post("/settings/blocks/", {"name": text}).status_code == 422
    assert client.get("/matches/next/", {"after": text}).status_code == 302
