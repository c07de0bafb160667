"""What players write: to each other, and for themselves."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from accounts import blocks
from accounts.models import Preferences, User
from games.chat import notes, services as chat
from games.chat.services import ChatError, TooFast
from games.core.models import ChatLine, Entry, Match, Seat
from games.core.reading import unread
from games.core.reading.access import NotYours
from games.core.services import play
from games.core.services.texts import TooLong
from tests.games.core.notices.test_notices import body, sent
from tests.games.tables import begin, offer, seat
from tests.hostile import UNSEEN

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
LATER = timedelta(minutes=2)


def said(match: Match) -> list[tuple[str, str]]:
    return [(line.user.username, line.text) for line in chat.chat_lines(match.seats.all()[0])]


def bot() -> User:
    return User.objects.create_user("Bot", is_bot=True)


# --- Saying ---------------------------------------------------------------------------------------------------------


def test_lines_stand_in_the_order_in_which_they_were_written(match: Match, ann: User, ben: User) -> None:
    chat.say(match.public_id, ann, "Hello")
    chat.say(match.public_id, ben, "Hello yourself")
    assert said(match) == [("Ann", "Hello"), ("Ben", "Hello yourself")]
    assert Entry.objects.count() == 1  # never in the log


def test_a_line_is_kept_as_plain_text(match: Match, ann: User) -> None:
    line = chat.say(match.public_id, ann, "  <b>bold</b>\r\n\0\x1b[31mred\x07  \n\n🤺\u200d ")
    assert line.text == "<b>bold</b>\n[31mred\n\n🤺\u200d"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_line_is_written_while_its_match_is_held(match: Match, ann: User) -> None:
    bare = chat.say.__wrapped__  # type: ignore[attr-defined]  # without the transaction that would hold it
    with pytest.raises(TransactionManagementError, match=r"^select_for_update cannot be used outside of a transaction"):
        bare(match.public_id, ann, "Hello")


@pytest.mark.parametrize("text", ["", "  \r\n\t ", "\0", *UNSEEN])
def test_nothing_is_not_said(match: Match, ann: User, text: str) -> None:
    with pytest.raises(TooLong, match="Write something first"):
        chat.say(match.public_id, ann, text)
    assert said(match) == []


def test_a_line_may_have_two_thousand_signs_and_no_more(match: Match, ann: User) -> None:
    chat.say(match.public_id, ann, "x" * 2_000)
    with pytest.raises(TooLong, match=r"100000 characters\. The limit is 2000\."):
        chat.say(match.public_id, ann, "x" * 100_000)
    assert len(said(match)) == 1


def test_a_line_sent_twice_counts_once(match: Match, ann: User, noon: Time) -> None:
    first = chat.say(match.public_id, ann, "Hello")
    assert chat.say(match.public_id, ann, "Hello ").pk == first.pk
    noon.shift(chat.REPEATED_WITHIN)
    assert chat.say(match.public_id, ann, "Hello").pk != first.pk


def test_nobody_writes_more_than_ten_lines_a_minute(match: Match, ann: User, ben: User, noon: Time) -> None:
    other = begin(ann, ben, public_id="secondmatc")
    for number in range(chat.MAX_LINES):
        chat.say((match, other)[number % 2].public_id, ann, f"line {number}")
    with pytest.raises(TooFast, match="You’ve written 10 messages in one minute"):
        chat.say(match.public_id, ann, "one more")
    chat.say(match.public_id, ben, "Calm down")
    noon.shift(chat.WITHIN)
    chat.say(match.public_id, ann, "one more")


def test_strangers_and_players_of_a_match_that_has_not_begun_say_nothing(match: Match, ann: User, cat: User) -> None:
    for public_id, user in ((match.public_id, cat), ("nowhere", ann), (offer(ann, public_id="o").public_id, ann)):
        for act in (
            lambda where, who: chat.say(where, who, "Hello"),
            lambda where, who: chat.mark_read(where, who.pk, 1),
            lambda where, who: chat.mute_chat(where, who.pk, True),
            lambda where, who: notes.save(where, who.pk, "Hello"),
        ):
            with pytest.raises(NotYours):
                act(public_id, user)
    assert not ChatLine.objects.exists()


def test_one_may_still_write_when_the_match_is_over(match: Match, ann: User, ben: User) -> None:
    play.resign(match.public_id, ann.pk)
    chat.say(match.public_id, ben, "Thank you for the match")
    assert len(said(match)) == 1


def refusal(match: Match, user: User) -> str:
    with pytest.raises(ChatError) as refused:
        chat.say(match.public_id, user, "Hello")
    assert said(match) == []
    return str(refused.value)


def test_house_opponents_do_not_chat(ann: User) -> None:
    assert refusal(begin(ann, bot()), ann) == ("The computer doesn’t chat, so this match has no chat.")


def test_who_blocks_and_who_is_blocked_get_the_same_neutral_sentence(match: Match, ann: User, ben: User) -> None:
    blocks.block(ann, ben)
    for user in (ann, ben):
        assert (
            refusal(match, user)
            == "This match has no chat, because not all of its players want to write to each other."
        )


def test_guests_do_not_write_to_players(match: Match, ann: User) -> None:
    ann.guest_until = timezone.now()
    assert refusal(match, ann) == "Guests can’t chat. Choose a name and enter your email address first."


def test_nobody_writes_to_somebody_who_has_left(match: Match, ann: User, ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(left=timezone.now())
    assert refusal(match, ann) == "There’s nobody left in this match to read your messages."


# --- Reading --------------------------------------------------------------------------------------------------------


def test_fifty_lines_are_read_at_once_and_the_rest_before_them(match: Match, ann: User) -> None:
    ChatLine.objects.bulk_create(ChatLine(match=match, user=ann, text=str(number)) for number in range(120))
    newest = chat.chat_lines(seat(match, ann))
    assert [line.text for line in newest] == [str(number) for number in range(70, 120)]
    older = chat.chat_lines(seat(match, ann), newest[0].pk)
    assert [line.text for line in older] == [str(number) for number in range(20, 70)]
    assert len(chat.chat_lines(seat(match, ann), older[0].pk)) == 20
    assert chat.chat_lines(seat(match, ann), 0) == []
    assert len(chat.chat_lines(seat(match, ann), 10**30)) == 50


def test_a_hidden_line_is_there_without_its_text(match: Match, ann: User, ben: User) -> None:
    chat.hide(chat.say(match.public_id, ann, "something nasty"), "An insult.")
    (line,) = chat.chat_lines(seat(match, ann))
    assert (line.text, line.hidden_why) == ("", "An insult.")
    assert unread.lines(ben.pk, [match.pk]) == {}
    assert ChatLine.objects.get().text == "something nasty"


def test_a_line_shown_again_is_new_to_those_alone_who_have_not_read_so_far(match: Match, ann: User, ben: User) -> None:
    first, second = (chat.say(match.public_id, ann, text) for text in ("one", "two"))
    chat.hide(first, "An insult.")
    chat.mark_read(match.public_id, ben.pk, first.pk)
    chat.hide(second, "Another.")
    assert unread.lines(ben.pk, [match.pk]) == {}
    assert (chat.show(first), chat.show(second)) == (True, True)
    assert unread.lines(ben.pk, [match.pk]) == {match.pk: 1}
    assert [text for _, text in said(match)] == ["one", "two"]


def test_what_others_write_is_new_until_it_is_read(match: Match, ann: User, ben: User) -> None:
    other = begin(ann, ben, public_id="secondmatc")
    lines = [chat.say(match.public_id, ann, text) for text in ("one", "two", "three")]
    chat.say(other.public_id, ben, "own")
    both = [match.pk, other.pk]
    assert unread.lines(ben.pk, both) == {match.pk: 3}
    chat.mark_read(match.public_id, ben.pk, lines[1].pk)
    assert unread.lines(ben.pk, both) == {match.pk: 1}
    chat.mark_read(match.public_id, ben.pk, lines[0].pk)  # never back
    assert unread.lines(ben.pk, both) == {match.pk: 1}
    chat.mark_read(match.public_id, ben.pk, 10**30)  # what is yet to be written is not read by it
    assert seat(match, ben).chat_read == lines[2].pk
    chat.mark_read(match.public_id, ben.pk, -(10**30))
    assert unread.lines(ben.pk, both) == {}
    assert unread.lines(ann.pk, both) == {other.pk: 1}


def test_who_reads_one_chat_has_read_it_alone_and_nobody_else_has(match: Match, ann: User, ben: User) -> None:
    """The lines of the other match were written first, so that the mark of this one would cover them too."""
    other = begin(ann, ben, public_id="secondmatc")
    chat.say(other.public_id, ann, "elsewhere")
    line = chat.say(match.public_id, ann, "here")
    chat.mark_read(match.public_id, ben.pk, line.pk)
    read = {(each.match_id, each.user_id): each.chat_read for each in Seat.objects.all()}
    assert read == {(match.pk, ann.pk): 0, (match.pk, ben.pk): line.pk, (other.pk, ann.pk): 0, (other.pk, ben.pk): 0}


def test_a_page_that_was_read_before_the_newest_line_was_does_not_make_it_new_again(
    match: Match, ann: User, ben: User
) -> None:
    for text in ("one", "two"):
        chat.say(match.public_id, ben, text)
    older, newer = ChatLine.objects.order_by("pk")
    stale = seat(match, ann)
    chat.note_shown(seat(match, ann), newer.pk)
    chat.note_shown(stale, older.pk)
    assert seat(match, ann).chat_read == newer.pk


def test_a_seat_counts_the_lines_of_its_own_chat_and_those_hidden_there(match: Match, ann: User, ben: User) -> None:
    other = begin(ann, ben, public_id="other")
    for where, texts in ((match, ["one"]), (other, ["two", "three"])):
        for text in texts:
            chat.say(where.public_id, ben, text)
    ChatLine.objects.filter(text="two").update(hidden=timezone.now())
    found = Seat.objects.with_news().filter(user=ann).order_by("match_id")
    assert [each.chat_news for each in found] == [1, 3]


def test_a_muted_chat_makes_no_marks(match: Match, ann: User, ben: User) -> None:
    chat.mute_chat(match.public_id, ben.pk, True)
    chat.say(match.public_id, ann, "Hello")
    assert unread.lines(ben.pk, [match.pk]) == {}
    chat.mute_chat(match.public_id, ben.pk, False)
    assert unread.lines(ben.pk, [match.pk]) == {match.pk: 1}


# --- Mails ----------------------------------------------------------------------------------------------------------


def told(noon: Time) -> dict[str, Any]:
    noon.shift(LATER)
    return sent(noon)


def test_a_burst_of_lines_is_one_mail_and_then_none_until_they_are_read(
    match: Match, ann: User, ben: User, noon: Time
) -> None:
    told(noon)
    chat.say(match.public_id, ann, "Hello <Ben>")
    line = chat.say(match.public_id, ann, "Are you there?")
    letters = told(noon)
    assert {name: letter.subject for name, letter in letters.items()} == {"ben": "Ann wrote to you: En Garde"}
    assert body(letters["ben"]) == [
        "Ann wrote to you in En Garde:",
        "Ann: Hello <Ben>",
        "Ann: Are you there?",
        "Read and reply:",
        f"http://testserver/m/{match.public_id}/#chat",
        "We won’t email you about this chat again until you’ve read it.",
    ]
    assert "Hello &lt;Ben&gt;" in letters["ben"].alternatives[0].content
    chat.say(match.public_id, ann, "Hello?")
    assert told(noon) == {}
    chat.mark_read(match.public_id, ben.pk, line.pk)
    chat.say(match.public_id, ann, "Hello!!")
    assert "Ann: Hello!!" in body(told(noon)["ben"])


def test_who_looks_in_time_gets_no_mail(match: Match, ann: User, ben: User, noon: Time) -> None:
    told(noon)
    line = chat.say(match.public_id, ann, "Hello")
    chat.mark_read(match.public_id, ben.pk, line.pk)
    assert told(noon) == {}


def test_no_mail_of_a_chat_that_is_muted_hidden_or_of_somebody_blocked(
    match: Match, ann: User, ben: User, noon: Time
) -> None:
    told(noon)
    chat.mute_chat(match.public_id, ben.pk, True)
    chat.say(match.public_id, ann, "one")
    chat.mute_chat(match.public_id, ben.pk, False)
    assert told(noon) == {}
    chat.say(match.public_id, ann, "two")
    chat.mute_chat(match.public_id, ben.pk, True)
    assert told(noon) == {}
    chat.mute_chat(match.public_id, ben.pk, False)
    chat.mark_read(match.public_id, ben.pk, 10**9)
    chat.hide(chat.say(match.public_id, ann, "three"), "An insult.")
    assert told(noon) == {}
    chat.mark_read(match.public_id, ben.pk, 10**9)
    chat.say(match.public_id, ann, "four")
    blocks.block(ben, ann)
    assert told(noon) == {}


def test_who_wants_no_mails_of_chats_gets_none(match: Match, ann: User, ben: User, noon: Time) -> None:
    told(noon)
    Preferences.objects.create(user=ben, chat_mails=False)
    chat.say(match.public_id, ann, "Hello")
    assert told(noon) == {}


def test_a_long_talk_is_cut_in_the_mail(match: Match, ann: User, noon: Time) -> None:
    told(noon)
    for number in range(10):
        chat.say(match.public_id, ann, f"line {number}")
    noon.shift(chat.WITHIN)
    chat.say(match.public_id, ann, "line 10")
    lines = body(told(noon)["ben"])
    assert "Ann: line 9" in lines
    assert "Ann: line 10" not in lines
    assert "There are more messages in the match." in lines


def test_a_name_in_a_subject_stays_on_its_line(match: Match, ann: User, noon: Time) -> None:
    told(noon)
    chat.say(match.public_id, ann, "Hi\r\nBcc: everybody@example.org")
    letter = told(noon)["ben"]
    assert letter.subject == "Ann wrote to you: En Garde"
    assert letter.message()["Bcc"] is None


# --- Notes ----------------------------------------------------------------------------------------------------------


def test_notes_are_kept_for_their_player_alone_and_can_be_emptied(match: Match, ann: User, ben: User) -> None:
    notes.save(match.public_id, ann.pk, " He holds a 5.\r\n\0 ")
    assert (seat(match, ann).notes, seat(match, ben).notes) == ("He holds a 5.", "")
    notes.save(match.public_id, ann.pk, "\u200b \u2800")
    assert seat(match, ann).notes == ""


def test_notes_may_have_ten_thousand_signs_and_no_more(match: Match, ann: User) -> None:
    notes.save(match.public_id, ann.pk, "x" * 10_000)
    with pytest.raises(TooLong, match=r"100000 characters\. The limit is 10000\."):
        notes.save(match.public_id, ann.pk, "y" * 100_000)
    assert seat(match, ann).notes == "x" * 10_000
