"""What moderators do about a chat."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.chat import services as chat
from games.core.models import ChatLine, Match
from games.core.services import play
from tests.games.browsing import signed_in, told
from tests.games.tables import begin

pytestmark = pytest.mark.django_db
INSULT = "You are <b>nobody</b>"


@pytest.fixture
def line(match: Match, ann: User) -> ChatLine:
    return chat.say(match.public_id, ann, INSULT)


def hide(client: Client, line: ChatLine, reason: str = "An insult.") -> Any:
    return client.post(reverse("admin:games_chatline_hide", args=[line.pk]), {"reason": reason}, follow=True)


def test_a_moderator_reads_the_chats_as_plain_text(line: ChatLine, mo: User) -> None:
    client = signed_in(mo)
    for url in (reverse("admin:games_chatline_changelist"), reverse("admin:games_chatline_change", args=[line.pk])):
        page = client.get(url).content.decode()
        assert "You are &lt;b&gt;nobody&lt;/b&gt;" in page
        assert INSULT not in page


def test_hiding_a_line_is_asked_about_audited_and_shown_with_its_reason(
    line: ChatLine, match: Match, mo: User, ann: User, ben: User
) -> None:
    client = signed_in(mo)
    asked = client.get(reverse("admin:games_chatline_hide", args=[line.pk]))
    assert "Hide the message" in told(asked)
    assert "Message hidden. The match shows your reason in its place." in told(hide(client, line))
    kept = LogEntry.objects.get()
    assert (kept.user, kept.object_id, kept.change_message) == (mo, str(line.pk), "An insult.")
    for user in (ann, ben):
        page = told(signed_in(user).get(match.get_absolute_url()))
        assert "A moderator hid this message: An insult." in page
        assert "nobody<" not in page
        assert "nobody&" not in page
    assert ChatLine.objects.get().text == INSULT


def test_a_reason_must_be_given(line: ChatLine, mo: User) -> None:
    assert hide(signed_in(mo), line, "").status_code == 422
    assert ChatLine.objects.get().hidden is None


def test_a_hidden_line_is_not_hidden_again(line: ChatLine, mo: User) -> None:
    hide(signed_in(mo), line)
    said = "Mo hid this message on "
    assert said in told(hide(signed_in(mo), line, "Another reason."))
    assert ChatLine.objects.get().hidden_why == "An insult."


def show(client: Client, line: ChatLine, reason: str = "The wrong line.") -> Any:
    return client.post(reverse("admin:games_chatline_show", args=[line.pk]), {"reason": reason}, follow=True)


def test_a_hidden_line_is_shown_again_and_the_history_keeps_both(
    line: ChatLine, match: Match, mo: User, ben: User
) -> None:
    client, change = signed_in(mo), reverse("admin:games_chatline_change", args=[line.pk])
    assert "This message isn’t hidden." in told(show(client, line))
    hide(client, line)
    assert "Show the message again" in told(client.get(change))
    assert show(client, line, "").status_code == 422
    assert "The players can read the message again." in told(show(client, line))
    kept = list(LogEntry.objects.order_by("pk").values_list("user", "change_message"))
    assert kept == [(mo.pk, "An insult."), (mo.pk, "shown again · The wrong line.")]
    found = ChatLine.objects.get()
    assert (found.hidden, found.hidden_why) == (None, "")
    page = told(signed_in(ben).get(match.get_absolute_url()))
    assert INSULT in page
    assert [word for word in ("An insult.", "The wrong line.") if word in page] == []
    assert "Hide the message" in told(client.get(change))


def test_of_two_moderators_at_once_only_one_has_shown_it(line: ChatLine) -> None:
    chat.hide(line, "An insult.")
    assert [chat.hide(line, "Again."), chat.show(line), chat.show(line)] == [False, True, False]


def test_nobody_rules_in_a_match_of_his_own(mo: User, ben: User) -> None:
    match = begin(ben, mo)
    line = chat.say(match.public_id, ben, INSULT)
    assert hide(signed_in(mo), line).status_code == 404
    play.resign(match.public_id, ben.pk)
    assert "You’re a player in this match. Ask another moderator." in told(hide(signed_in(mo), line))
    assert ChatLine.objects.get().hidden is None
    chat.hide(line, "An insult.")
    assert "You’re a player in this match. Ask another moderator." in told(show(signed_in(mo), line))
    assert ChatLine.objects.get().hidden


def test_only_moderators_who_may_hide_lines(line: ChatLine, cat: User) -> None:
    assert "/admin/login/" in hide(signed_in(cat), line).redirect_chain[0][0]
    User.objects.filter(pk=cat.pk).update(is_staff=True)
    assert hide(signed_in(cat), line).status_code == 403
    assert ChatLine.objects.get().hidden is None
    chat.hide(line, "An insult.")
    assert show(signed_in(cat), line).status_code == 403
    assert ChatLine.objects.get().hidden
