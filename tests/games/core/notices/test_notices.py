"""What players are told by mail, when, and when no longer."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.utils import timezone

from accounts import outbox
from accounts.channels.webhook import transport as webhook
from accounts.models import Endpoint, Outbox, Preferences, User
from games.core.clock.reminders import Reminder
from games.core.models import Match, Seat, Turn
from games.core.notices import turns
from games.core.services import expiry, looks, play, sweeps
from games.lobby import services as lobby
from tests.games.tables import (
    AUCTION,
    ENTROPIES,
    answer,
    begin,
    duel,
    first_move,
    next_user,
    now,
    offer,
    opened,
    play_link,
    seat,
    turn,
    under_way,
)

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
SOON = timedelta(seconds=30)
OVER = "Replay the match, move by move:"


def sent(noon: Time) -> dict[str, Any]:
    """Return the mails that go out when their delay is over, by first recipient."""
    noon.shift(SOON)
    mail.outbox.clear()
    outbox.deliver_due()
    return {letter.to[0].split("@")[0]: letter for letter in mail.outbox}


def status(user: User, kind: str) -> str:
    """Return what became of the newest notice of a kind."""
    return Outbox.objects.filter(recipient=user, kind=kind).latest("created", "next_try").status


def body(letter: Any) -> list[str]:
    """Return the lines of a mail above its foot."""
    return [line for line in letter.body.split("\n-- \n")[0].splitlines() if line]


# --- When -----------------------------------------------------------------------------------------------------------


def test_the_first_to_move_hears_of_the_turn_and_the_others_of_the_start(match: Match, noon: Time) -> None:
    letters = sent(noon)
    assert {name: letter.subject for name, letter in letters.items()} == {
        "ann": "Your turn: En Garde against Ben",
        "ben": "En Garde against Ann has begun",
    }


def test_a_turn_mail_waits_so_that_a_burst_is_one_mail(match: Match, ann: User, noon: Time) -> None:
    sent(noon)
    answer(match, ann, "F3")
    noon.shift(SOON - timedelta(seconds=1))
    assert outbox.deliver_due() == 0
    noon.shift(timedelta(seconds=1))
    assert outbox.deliver_due() == 1


def test_who_owes_on_after_his_own_move_is_not_told_again(match: Match, noon: Time) -> None:
    user = duel(match)
    sent(noon)
    answer(match, user, "P")
    assert next_user(match) == user
    assert sent(noon) == {}


def test_of_a_sealed_bid_nobody_is_told(auction: Match, ann: User, ben: User, noon: Time) -> None:
    answer(auction, ann, "pass")
    assert sorted(sent(noon)) == ["ben", "cat"]  # Ann, who has moved, knows that she is asked with them
    answer(auction, ben, first_move(auction, ben))
    assert sent(noon) == {}


def test_a_bot_is_told_nothing(ann: User, noon: Time) -> None:
    bot = User.objects.create_user("Bot", "bot@example.org", is_bot=True)
    match = begin(ann, bot)
    answer(match, ann, "F3")
    assert "bot" not in sent(noon)


def test_a_withdrawn_invitation_is_told_to_nobody(ann: User, noon: Time) -> None:
    lobby.withdraw(offer(ann).public_id, ann)
    assert sent(noon) == {}


# --- When no longer -------------------------------------------------------------------------------------------------


def test_a_turn_mail_is_obsolete_when_the_match_was_opened(match: Match, ann: User, noon: Time) -> None:
    opened(match, ann)
    assert "ann" not in sent(noon)
    assert status(ann, "turn") == "obsolete"


def test_a_page_opened_before_it_was_my_turn_does_not_stop_the_mail(
    match: Match, ann: User, ben: User, noon: Time
) -> None:
    sent(noon)
    opened(match, ben)
    answer(match, ann, "F3")
    assert sorted(sent(noon)) == ["ben"]


def test_a_turn_mail_is_obsolete_when_the_move_was_made(match: Match, ann: User, noon: Time) -> None:
    answer(match, ann, "F3")
    assert sorted(sent(noon)) == ["ben"]
    assert status(ann, "turn") == "obsolete"


def test_a_turn_mail_is_obsolete_when_the_match_is_over(match: Match, ann: User, ben: User, noon: Time) -> None:
    play.resign(match.public_id, ben.pk)
    assert [OVER in letter.body for letter in sent(noon).values()] == [True, True]
    assert status(ann, "turn") == "obsolete"


def test_who_wants_no_turn_mails_still_hears_of_the_end(match: Match, ann: User, ben: User, noon: Time) -> None:
    Preferences.objects.create(user=ann, turn_mails=False, reminder_mails=False)
    assert "ann" not in sent(noon)
    play.resign(match.public_id, ben.pk)
    assert sorted(sent(noon)) == ["ann", "ben"]


# --- What -----------------------------------------------------------------------------------------------------------


def test_the_first_mail_says_what_happened_and_holds_the_seal_and_the_players_own_share(
    match: Match, ann: User, noon: Time
) -> None:
    assert body(sent(noon)["ann"]) == [
        "En Garde against Ben. Your turn: advance.",
        "You have until Thursday, 5 March 2026, 12:00 (UTC).",
        "Play here:",
        f"http://testserver/t/{play_link(match, ann)}/",
        "- The match begins.",
        "- Round 1 begins; you start.",
        "- You’re dealt 1, 2, 3, 4, 5.",
        "Time: 3 days per move, the match ends by 30 June 2026. If a player runs out of time, the opponent "
        "can claim the win, give two more days, cancel the match, find a replacement, or continue against the "
        "computer.",
        f"Fairness seal: {match.commitment}",
        f"Your random number: {ENTROPIES[0]}",
        "When the match is over, we’ll reveal the secret behind its random draws. You can then compare these values "
        "with the match record to check that nothing was changed.",
        f"Fairness receipt: {now(match).digest[:16]} (What’s this? http://testserver/fairness/)",
    ]


def test_a_mail_tells_the_weightiest_and_how_much_more_there_is(
    match: Match, noon: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.core.notices.turns.MOST_TOLD", 2)
    letter = sent(noon)["ann"]
    assert body(letter)[4:7] == ["- The match begins.", "- Round 1 begins; you start.", "… and 1 more event"]
    assert "… and 1 more event</li>" in letter.alternatives[0][0]


def test_a_turn_mail_says_what_happened_since_my_last_move_in_my_own_time(
    match: Match, ann: User, ben: User, noon: Time
) -> None:
    User.objects.filter(pk=ann.pk).update(time_zone="America/New_York")
    sent(noon)
    answer(match, ann, "F3")
    answer(match, ben, "F1")
    letter = sent(noon)["ann"]
    assert letter.subject == "Your turn: En Garde against Ben"
    assert body(letter)[:-1] == [
        "En Garde against Ben. Your turn: advance or step back.",
        "You have until Thursday, 5 March 2026, 07:00 (America/New_York).",
        "Play here:",
        f"http://testserver/t/{play_link(match, ann)}/",
        "Since your last move:",
        "- Ben advances 1 to space 22.",
    ]
    assert now(match).digest[:16] in body(letter)[-1]


def test_the_seal_and_the_share_stand_in_the_first_mail_even_after_a_move_and_in_no_other(
    match: Match, ann: User, ben: User, noon: Time
) -> None:
    answer(match, ann, "F3")
    sent(noon)
    letters = list(mail.outbox)
    answer(match, ben, "F1")
    letters.append(sent(noon)["ann"])
    answer(match, ann, "F1")
    letters.append(sent(noon)["ben"])
    assert [letter.to for letter in letters] == [[f"{name}@example.org"] for name in ("ben", "ben", "ann", "ben")]
    assert [match.commitment in letter.body for letter in letters] == [True, False, True, False]
    assert [ENTROPIES[0] in letter.body for letter in letters] == [False, False, True, False]
    assert [ENTROPIES[1] in letter.body for letter in letters] == [True, False, False, False]


def test_a_first_mail_after_the_end_says_that_the_secret_is_open_now(match: Match, ben: User, noon: Time) -> None:
    play.resign(match.public_id, ben.pk)
    letter = sent(noon)["ann"]
    assert body(letter)[-4:-1] == [
        f"Fairness seal: {match.commitment}",
        f"Your random number: {ENTROPIES[0]}",
        "The match is over, and the secret behind its random draws has been revealed. Compare these values with the "
        "match record to check that "
        "nothing was changed.",
    ]
    assert "when the match is over" not in letter.body


def test_text_and_html_say_the_same(match: Match, ann: User, noon: Time) -> None:
    letter = sent(noon)["ann"]
    [(html, kind)] = letter.alternatives
    assert kind == "text/html"
    for words in (
        "Your turn: advance.",
        "You’re dealt 1, 2, 3, 4, 5.",
        match.commitment,
        ENTROPIES[0],
        f"/t/{play_link(match, ann)}/",
    ):
        assert words in letter.body
        assert words in html


def test_the_start_mail_shows_nobody_elses_cards(match: Match, noon: Time) -> None:
    letter = sent(noon)["ben"]
    assert "You’re dealt 1, 1, 3, 3, 3." in letter.body
    assert "1, 2, 3, 4, 5" not in letter.body + letter.alternatives[0][0]


def test_the_mails_of_a_match_are_one_thread_and_each_has_its_own_id(match: Match, ann: User, noon: Time) -> None:
    first = sent(noon)["ben"]
    answer(match, ann, "F3")
    second = sent(noon)["ben"]
    assert first.extra_headers["References"] == second.extra_headers["References"]
    assert first.extra_headers["Message-ID"] != second.extra_headers["Message-ID"]
    assert second.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_a_mail_against_several_names_all_of_them(auction: Match, ann: User, noon: Time) -> None:
    assert sent(noon)["ann"].subject == "Your turn: Sealed Auction against Ben, Cat"


def test_the_receipt_does_not_tell_of_a_sealed_bid(auction: Match, ann: User, ben: User, cat: User, noon: Time) -> None:
    answer(auction, ann, "pass")
    known = now(auction).digest
    answer(auction, ben, first_move(auction, ben))
    assert now(auction).digest != known
    assert known[:16] in sent(noon)["cat"].body


def test_a_mail_that_comes_late_tells_of_the_match_as_it_is_then(match: Match, noon: Time) -> None:
    user = duel(match)
    answer(match, user, "P")
    letter = sent(noon)[user.username.lower()]
    assert body(letter)[0] == "En Garde against Ann. You parried. Now advance or step back."


# --- Links ----------------------------------------------------------------------------------------------------------


def addresses(letter: Any) -> set[str]:
    """Return where text and HTML of a letter lead to play."""
    html = letter.alternatives[0][0]
    return set(re.findall(r"http://testserver(/[mt]/[^/\s\"]+/)", letter.body + html))


@pytest.mark.parametrize("guarded", [False, True])
def test_turn_and_reminder_lead_to_the_turn_itself_but_for_who_needs_more_than_a_password(
    guarded: bool, match: Match, ann: User, noon: Time
) -> None:
    if guarded:
        TOTP.activate(ann, generate_totp_secret())
    first = sent(noon)["ann"]
    given = play_link(match, ann)
    assert addresses(first) == {"/m/firstmatch/" if guarded else f"/t/{given}/"}
    noon.shift(timedelta(days=2, hours=7))
    sweeps.remind()
    second = sent(noon)["ann"]
    assert addresses(second) == {"/m/firstmatch/" if guarded else f"/t/{play_link(match, ann)}/"}
    assert play_link(match, ann) != given  # another moment


def test_what_has_other_readers_than_the_mailbox_leads_to_the_match(match: Match, ann: User, noon: Time) -> None:
    row = Outbox.objects.get(recipient=ann, kind="turn")
    notice = turns.turn_notice(ann, row.payload)
    assert notice is not None
    assert notice.url == "http://testserver/m/firstmatch/"
    for shape in Endpoint.Shape.values:
        body, _headers = webhook.request_parts(row, Endpoint(shape=shape, secret="c2VjcmV0"), notice)
        assert b"http://testserver/m/firstmatch/" in body
        assert b"/t/" not in body


def test_summaries_and_letters_about_no_turn_have_no_links(match: Match, ann: User, ben: User, noon: Time) -> None:
    assert addresses(sent(noon)["ben"]) == {"/m/firstmatch/"}
    Preferences.objects.create(user=ben, rhythm="hourly")
    answer(match, ann, "F3")
    begin(ben, ann, public_id="othermatch")
    sent(noon)
    noon.shift(timedelta(hours=1))
    assert addresses(sent(noon)["ben"]) == {"/m/firstmatch/", "/m/othermatch/"}


# --- Muted, and later -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", Reminder)
def test_a_reminder_is_as_urgent_as_its_kind_and_each_notice_says_until_when(
    match: Match, ann: User, kind: Reminder
) -> None:
    mine = turn(match, ann)
    payload = {"match": match.pk, "seat": mine.seat_id, "ply": mine.ply, "reminder": kind}
    reminded, told = turns.reminder(ann, payload), turns.turn_notice(ann, payload)
    assert reminded is not None
    assert told is not None
    assert (reminded.urgent, reminded.deadline) == (kind.is_urgent, mine.deadline)
    assert (told.urgent, told.deadline) == (False, mine.deadline)


def test_the_first_mail_brings_the_seal_even_if_a_webhook_came_before(match: Match, ann: User, noon: Time) -> None:
    key = f"{turn(match, ann).key}@1"
    Outbox.objects.create(recipient=ann, kind="turn", key=key, channel="webhook", status="sent", sent_at=timezone.now())
    assert f"Fairness seal: {match.commitment}" in body(sent(noon)["ann"])


def test_of_a_muted_match_only_the_end_is_told(match: Match, ann: User, ben: User, noon: Time) -> None:
    looks.mute_match(seat(match, ann), True)
    assert list(sent(noon)) == ["ben"]
    noon.shift(timedelta(days=2, hours=22))
    assert (sweeps.remind(), sent(noon)) == (1, {})
    assert {row.status for row in Outbox.objects.filter(recipient=ann)} == {"obsolete"}
    play.resign(match.public_id, ben.pk)
    assert sent(noon)["ann"].subject == "You won – En Garde with Ben"


def test_who_has_muted_a_match_is_mailed_of_others(match: Match, ann: User, ben: User, noon: Time) -> None:
    Seat.objects.filter(user=ann).update(muted=True)
    begin(ann, ben, public_id="othermatch")
    assert sent(noon)["ann"].subject == "Your turn: En Garde against Ben"


def test_who_wants_summaries_counts_as_told_from_the_moment_it_waits(match: Match, ann: User, noon: Time) -> None:
    Preferences.objects.create(user=ann, rhythm="daily", urgent_anyway=False)
    under_way(match)
    sent(noon)
    assert status(ann, "turn") == "pending"
    noon.shift(timedelta(hours=1))
    Turn.objects.update(deadline=timezone.now())
    assert expiry.expire(match.pk) == "timeout"


def test_who_wants_summaries_does_not_count_as_told_while_none_can_be_sent(match: Match, ann: User, noon: Time) -> None:
    Preferences.objects.create(user=ann, rhythm="daily", urgent_anyway=False)
    sent(noon)
    noon.shift(timedelta(days=3))
    assert expiry.expire(match.pk) == "given time"


# --- Reminder and end -----------------------------------------------------------------------------------------------


def test_the_reminder_says_until_when(match: Match, ann: User, noon: Time) -> None:
    sent(noon)
    opened(match, ann)
    noon.shift(timedelta(days=2, hours=7))
    assert sweeps.remind() == 1
    letter = sent(noon)["ann"]
    assert letter.subject == "Your time is running out: En Garde against Ben"
    assert body(letter)[0] == (
        "You’re running out of time in En Garde against Ben. If it runs out before your first move, the match is "
        "void and counts as an absence for you. Your turn: advance."
    )
    assert "You have until Thursday, 5 March 2026, 12:00 (UTC)." in body(letter)


def test_a_reminder_tells_the_deadline_as_it_is_when_it_is_sent(match: Match, ann: User, noon: Time) -> None:
    sent(noon)
    noon.shift(timedelta(days=2, hours=7))
    sweeps.remind()
    later = turn(match, ann)
    later.deadline += timedelta(days=1)
    later.save()
    assert "You have until Friday, 6 March 2026, 12:00 (UTC)." in body(sent(noon)["ann"])


def test_who_wants_no_reminders_gets_none(match: Match, ann: User, noon: Time) -> None:
    sent(noon)
    Preferences.objects.create(user=ann, reminder_mails=False)
    noon.shift(timedelta(days=2, hours=7))
    assert sweeps.remind() == 1
    assert sent(noon) == {}


def test_the_end_mail_says_how_it_ended(match: Match, ann: User, ben: User, noon: Time) -> None:
    sent(noon)
    play.resign(match.public_id, ben.pk)
    letters = sent(noon)
    assert {name: letter.subject for name, letter in letters.items()} == {
        "ann": "You won – En Garde with Ben",
        "ben": "You lost – En Garde with Ann",
    }
    assert body(letters["ben"])[0] == "Your match of En Garde against Ann is over. You lost: you resigned."
    assert "- Ben resigned." in body(letters["ann"])


@pytest.mark.parametrize(
    ("outcome", "score", "subject"),
    [
        ("won", (3, 1), "You won 3–1 – En Garde with Ben"),
        ("lost", (1, 3), "You lost 1–3 – En Garde with Ben"),
        ("level", (2, 2), "Draw 2–2 – En Garde with Ben"),
        ("timeout", (None, None), "You ran out of time – En Garde with Ben"),
        ("void", (None, None), "Void – En Garde with Ben"),
    ],
)
def test_the_subject_says_the_result_with_the_readers_score_first(
    outcome: str, score: tuple[int | None, int | None], subject: str, match: Match, ann: User, ben: User, noon: Time
) -> None:
    play.resign(match.public_id, ben.pk)
    for user, points in zip((ann, ben), score, strict=True):
        Seat.objects.filter(match=match, user=user).update(outcome=outcome, score=points)
    assert sent(noon)["ann"].subject == subject


@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        ("!timeout 0", "You lost: you ran out of time. This counts as an absence for you."),
        ("!void", "The match is void: it doesn’t count for anyone."),
    ],
)
def test_a_loss_by_time_says_what_it_counts_as_and_a_void_match_offers_no_rematch(
    ruling: str, said: str, match: Match, noon: Time
) -> None:
    play.adjudicate(match.public_id, ruling)
    page = body(sent(noon)["ann"])
    assert page[0] == f"Your match of En Garde against Ben is over. {said}"
    assert ("http://testserver/m/firstmatch/#rematch" in page) == (ruling != "!void")


def test_the_mail_about_the_end_leads_to_a_rematch_where_two_have_played(match: Match, ben: User, noon: Time) -> None:
    play.resign(match.public_id, ben.pk)
    letter = sent(noon)["ann"]
    assert "http://testserver/m/firstmatch/#rematch" in body(letter)
    assert 'href="http://testserver/m/firstmatch/#rematch"' in letter.alternatives[0][0]


def test_a_void_match_is_told_as_such(auction: Match, ann: User, noon: Time) -> None:
    answer(auction, ann, "pass")
    sent(noon)
    Outbox.objects.update(status="sent", sent_at=timezone.now())
    sweeps.heartbeat()
    expiry.expire(auction.pk, noon_plus(auction, ann))
    assert seat(auction, ann).outcome == "absent"
    letters = sent(noon)
    assert sorted(letters) == ["ann", "ben", "cat"]
    assert letters["cat"].subject == "Void – Sealed Auction with Ann, Ben"
    assert "#rematch" not in letters["cat"].body
    assert body(letters["cat"])[0] == (
        "Your match of Sealed Auction against Ann, Ben is over. The match is void: it doesn’t count for anyone. "
        "The match is void because Ann, Ben, Cat were absent. It counts as an absence for each of them."
    )


def noon_plus(match: Match, user: User) -> Any:
    """Return when everybody's time is up."""
    return turn(match, user).deadline + timedelta(days=1)


def test_an_invitation_by_link_of_three_tells_nobody_before_it_is_full(ann: User, ben: User, noon: Time) -> None:
    begin(ann, ben, game=AUCTION)
    assert sent(noon) == {}
