"""Links by which a move is made without signing in: for whom there are any, and each way in which one ends."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings as configured
from django.core import signing
from django.utils import timezone

from accounts.models import Preferences, User
from games.core.models import Match
from games.core.reading import mail_links, play_links
from games.core.services import leaving, play
from games.offers import services as offers
from tests.games.tables import answer, begin, duel, first_move, now, play_link
from tests.parts.cast import person

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller


def is_good(token: str) -> bool:
    try:
        play_links.opened(token)
    except mail_links.DeadLink:
        return False
    return True


def test_a_link_opens_its_match_for_its_user(match: Match, ann: User) -> None:
    link = play_links.opened(play_link(match, ann))
    assert (link.found.match, link.found.seat.user) == (match, ann)


def change(user: User, **fields: Any) -> None:
    User.objects.filter(pk=user.pk).update(**fields)


def passkey(user: User) -> None:
    Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data={"name": "Mine", "credential": {}})


def password(user: User) -> None:
    user.set_password("another-2026")
    user.save()


NOT_ENTITLED: dict[str, Callable[[User], object]] = {
    "staff": lambda ann: change(ann, is_staff=True),
    "a superuser": lambda ann: change(ann, is_superuser=True),
    "who is suspended": lambda ann: change(ann, is_active=False),
    "a guest": lambda ann: change(ann, guest_until=timezone.now() + timedelta(days=1)),
    "a bot": lambda ann: change(ann, is_bot=True),
    "who has an app": lambda ann: TOTP.activate(ann, generate_totp_secret()),
    "who has a passkey": passkey,
    "who has switched it off": lambda ann: Preferences.objects.create(user=ann, play_links=False),
}


@pytest.mark.parametrize("who", NOT_ENTITLED)
def test_who_gets_no_link_can_use_none_that_was_given_before(who: str, match: Match, ann: User, ben: User) -> None:
    given = play_link(match, ann)
    assert (set(mail_links.entitled()), is_good(given)) == ({ann, ben}, True)
    NOT_ENTITLED[who](ann)
    assert (set(mail_links.entitled()), is_good(given)) == ({ben}, False)


def test_who_has_chosen_something_else_plays_by_links(match: Match, ann: User) -> None:
    Preferences.objects.create(user=ann, turn_mails=False)
    assert is_good(play_link(match, ann))


ENDS: dict[str, Callable[[Match, User, User], object]] = {
    "the move": lambda match, ann, _ben: answer(match, ann, "F1"),
    "a resignation": lambda match, _ann, ben: play.resign(match.public_id, ben.pk),
    "a ruling": lambda match, _ann, _ben: play.adjudicate(match.public_id, "!void", "A broken clock."),
    "leaving": lambda _match, ann, _ben: leaving.close_account(User.objects.get(pk=ann.pk)),
    "another password": lambda _match, ann, _ben: password(ann),
    "another address": lambda _match, ann, _ben: change(ann, email="new@example.org"),
    "a seat that somebody else has": lambda match, _ann, _ben: match.seats.filter(number=0).update(user=person("Cat")),
    "another turn": lambda match, _ann, _ben: match.turns.update(ply=2),
}


@pytest.mark.parametrize("how", ENDS)
def test_a_link_ends(how: str, match: Match, ann: User, ben: User) -> None:
    given = play_link(match, ann)
    assert is_good(given)
    ENDS[how](match, ann, ben)
    assert not is_good(given)


def test_a_link_ends_after_a_week(match: Match, ann: User, noon: Time) -> None:
    given = play_link(match, ann)
    noon.shift(timedelta(days=7))
    assert is_good(given)
    noon.shift(timedelta(seconds=1))
    assert not is_good(given)


def test_a_link_of_one_turn_is_none_for_the_next(match: Match, ann: User, ben: User) -> None:
    given = play_link(match, ann)
    answer(match, ann, "F1")
    answer(match, ben, "F1")
    assert (is_good(given), is_good(play_link(match, ann))) == (False, True)


def test_a_link_is_good_for_each_move_of_its_turn(match: Match) -> None:
    user = duel(match)
    given = play_link(match, user)
    for still in (True, False):
        assert is_good(given)
        answer(match, user, first_move(match, user))
        assert is_good(given) is still


def test_what_others_do_that_asks_nothing_else_leaves_a_link_as_it_is(match: Match, ann: User, ben: User) -> None:
    given = play_link(match, ann)
    offers.make(match.public_id, ben.pk, "draw")
    assert is_good(given)


def test_a_link_leads_to_no_other_match(match: Match, ann: User, ben: User) -> None:
    other = begin(ben, ann, public_id="othermatch")
    assert play_links.opened(play_link(match, ann)).found.match == match
    assert play_links.opened(play_link(other, ben)).found.match == other


# --- Keys -----------------------------------------------------------------------------------------------------------


def test_a_link_holds_while_the_key_is_changed_and_ends_with_the_former_key(
    match: Match, ann: User, settings: Any
) -> None:
    given = play_link(match, ann)
    former, settings.SECRET_KEY = configured.SECRET_KEY, "n" * 49 + "ew"
    settings.SECRET_KEY_FALLBACKS = [former]
    assert is_good(given)
    settings.SECRET_KEY_FALLBACKS = []
    assert not is_good(given)


FORGED: dict[str, Callable[[str], str]] = {
    "nothing": lambda _given: "",
    "half": lambda given: given[: len(given) // 2],
    "another letter": lambda given: given[:-1] + ("A" if given[-1] != "A" else "B"),
    "another match": lambda given: signing.dumps(["x"], salt="x") + given,
    "of another version": lambda _given: signing.dumps([1, "firstmatch", 0, 0, ""], salt=play_links.SORT.salt),
    "of another sort": lambda _given: signing.dumps([1, "firstmatch", 0, 0, ""], salt="accounts.unsubscribe"),
}


@pytest.mark.parametrize("how", FORGED)
def test_what_was_not_signed_for_this_opens_nothing(how: str, match: Match, ann: User) -> None:
    with pytest.raises(mail_links.DeadLink) as ended:
        play_links.opened(FORGED[how](play_link(match, ann)))
    assert (ended.value.said, ended.value.reader, ended.value.moved) == (None, None, False)


def test_an_ended_link_says_that_the_move_was_made_and_nothing_once_the_password_is_another(
    match: Match, ann: User
) -> None:
    given, found = play_link(match, ann), []
    for happen in (lambda: answer(match, ann, "F1"), lambda: password(ann)):
        happen()
        with pytest.raises(mail_links.DeadLink) as ended:
            play_links.opened(given)
        found.append((ended.value.reader, ended.value.moved))
    assert found == [(ann, True), (None, False)]
    assert now(match).ply == 1
