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
    assert hide(signed_in(mo), line, "Another reason.").status_code == 404
    assert ChatLine.objects.get().hidden_why == "An insult."


def test_nobody_rules_in_a_match_of_his_own(mo: User, ben: User) -> None:
    match = begin(ben, mo)
    line = chat.say(match.public_id, ben, INSULT)
    assert hide(signed_in(mo), line).status_code == 404
    play.resign(match.public_id, ben.pk)
    assert "You’re a player in this match. Ask another moderator." in told(hide(signed_in(mo), line))
    assert ChatLine.objects.get().hidden is None


def test_only_moderators_who_may_hide_lines(line: ChatLine, cat: User) -> None:
    assert "/admin/login/" in hide(signed_in(cat), line).redirect_chain[0][0]
    User.objects.filter(pk=cat.pk).update(is_staff=True)
    assert hide(signed_in(cat), line).status_code == 403
    assert ChatLine.objects.get().hidden is None
