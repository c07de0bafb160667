"""What every mail program shows: tables and inline styles, nothing fetched, one thing to press.

The one style sheet in the head only says which colours to take in the dark.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any, cast

import pytest
import time_machine
from django.conf import settings
from django.core import mail

from accounts import notices, outbox
from accounts.models import User
from fogsite.art import wax
from games.chat import services as chat
from games.core.models import Match
from games.core.services import play
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.offers import services as offers
from tests.games.tables import begin

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
FETCHED = re.compile(r"<(?:img|link|script|style|svg|iframe)\b|\bsrc=|\bclass=|url\(|data:")
DARK = re.compile(r"<style>\n@media \(prefers-color-scheme: dark\) \{\n(.*?)\n\}\n</style>", re.DOTALL)
SWAPPED = re.compile(r"#[0-9a-f]{6}")
KEPT = {"#1d5c86", "#a03d22", "#2c5a46", wax.DARK, wax.PALE}
"""Grounds that are dark enough by day, and what is pressed into the seal."""
WHITE = {"#ffffff", "#fffdf8"}
"""Grounds, which are swapped, and letters on such grounds, which stay."""
BUTTON = re.compile(r'<a href="([^"]+)" style="display:inline-block; padding:12px 28px')


def html(noon: Time) -> dict[str, str]:
    """Return the mails that go out within an hour in HTML, by first recipient."""
    noon.shift(timedelta(hours=1))
    mail.outbox.clear()
    outbox.deliver_due()
    letters: list[Any] = mail.outbox
    return {letter.to[0].split("@")[0]: letter.alternatives[0][0] for letter in letters}


def plain(letter: str) -> str:
    """Return a letter without its colours for the dark."""
    assert len(DARK.findall(letter)) == 1
    return DARK.sub("", letter)


def test_every_colour_of_a_mail_has_one_for_the_dark(match: Match, ann: User, ben: User, noon: Time) -> None:
    for game in ("field-of-glory", "fantasy-dice-battles"):
        begin(ann, ben, game=game, public_id=game[:10])
    noon.shift(timedelta(hours=1))
    outbox.deliver_due()
    chat.say(match.public_id, ann, "Hello")
    letters = [str(letter.alternatives[0][0]) for letter in cast("list[Any]", mail.outbox)] + [html(noon)["ben"]]
    assert len(letters) > 4
    for letter in letters:
        [dark] = DARK.findall(letter)
        swapped = set(re.findall(r"(#\w{6})\"\]", dark))
        assert set(SWAPPED.findall(plain(letter))) - swapped - KEPT - WHITE == set()


def test_mails_about_a_match_fetch_nothing_and_have_one_button(match: Match, ann: User, ben: User, noon: Time) -> None:
    told = [*html(noon).values()]
    chat.say(match.public_id, ann, "Hello")
    told.append(html(noon)["ben"])
    offers.make(match.public_id, ann.pk, "draw")
    told.append(html(noon)["ben"])
    play.resign(match.public_id, ben.pk)
    told += html(noon).values()
    assert len(told) == 6
    for letter in told:
        assert not FETCHED.search(plain(letter))
        [address] = BUTTON.findall(letter)
        places = (f"/m/{match.public_id}/", "/t/", "/o/")
        assert address.startswith(tuple(settings.SITE_URL + each for each in places))
        above = letter.partition("<body")[2].split("#fffdf8")[0]
        assert settings.SITE_NAME in above  # beside the seal, above the sheet


def test_the_button_of_an_invitation_leads_to_it_below_is_its_seal(ann: User, ben: User, noon: Time) -> None:
    terms = lobby.Terms("en-garde", {}, 3, audience=Invitation.Audience.PERSONAL, invited=ben.username)
    invitation = lobby.invite(ann, terms)
    letter = html(noon)["ben"]
    assert BUTTON.findall(letter) == [settings.SITE_URL + invitation.get_absolute_url()]
    assert f'title="{invitation.match.commitment}"' in letter
    assert f'href="{settings.SITE_URL}/fairness/"' in letter


def test_the_mails_of_an_account_have_one_button_and_say_its_name_in_full(ann: User, noon: Time) -> None:
    name = "Dora.van-der-Wiesenthal_zu_Hoh"
    User.objects.filter(pk=ann.pk).update(username=name)
    ann.refresh_from_db()
    notices.queue_reset(ann.email)
    letters = [html(noon)["ann"]]
    notices.queue_security(ann, "password_changed", "192.0.2.1", "Lynx")
    letters.append(html(noon)["ann"])
    for letter in letters:
        assert name in letter
        assert len(BUTTON.findall(letter)) == 1
        assert not FETCHED.search(plain(letter))
