"""Matches as moderators may look at them: as everybody may see one that may be watched."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.core.models import Match, Substitution
from games.desk.models import OpenedPage
from tests.games.browsing import signed_in, told
from tests.games.tables import AUCTION, answer, attack, begin, now, play_on
from tests.parts.cast import person

pytestmark = pytest.mark.django_db


def url(match: Match) -> str:
    return match.get_absolute_url()


def test_a_running_match_that_nobody_may_watch_is_shown_without_hands(moderator: Client, match: Match) -> None:
    shown = moderator.get(url(match))
    assert shown.status_code == 200
    Match.objects.filter(pk=match.pk).update(watchable=True)
    watched = signed_in(person("Will")).get(url(match))
    assert shown.context["page"].view == watched.context["page"].view
    assert shown.context["page"].log.lines == watched.context["page"].log.lines
    assert "Watching now" not in told(shown)
    assert OpenedPage.objects.get().page == url(match)


def test_the_page_is_the_same_whether_somebody_has_sealed(moderator: Client, ann: User, ben: User, cat: User) -> None:
    match = begin(ann, ben, cat, game=AUCTION)
    answer(match, ann, "peek")
    match = now(match)
    before = told(moderator.get(url(match)))
    stamp = moderator.get(f"{url(match)}desk").content
    answer(match, ben, "bid 4; on odd; seal")
    assert now(match).ply == match.ply + 1
    assert told(moderator.get(url(match))) == before
    assert moderator.get(f"{url(match)}desk").content == stamp


def test_players_strangers_and_sessions_without_a_second_factor_get_what_they_always_got(
    match: Match, ann: User, cat: User, moderator: Client, settings: Any
) -> None:
    assert "page" in signed_in(ann).get(url(match)).context
    assert not OpenedPage.objects.exists()
    assert signed_in(cat).get(url(match)).status_code == 404
    assert signed_in(cat).get(f"{url(match)}desk").status_code == 404
    settings.ADMIN_SECOND_FACTOR = True
    assert moderator.get(url(match)).status_code == 404
    assert moderator.get(f"{url(match)}desk").status_code == 404


def test_a_moderator_who_has_given_the_seat_away_sees_nothing_until_the_end(
    moderator: Client, max_: User, match: Match, ben: User
) -> None:
    Substitution.objects.create(match=match, seat=0, ply=1, former=max_, user=ben, absent=False)
    assert moderator.get(url(match)).status_code == 404
    play_on(match, choose=attack)
    assert moderator.get(url(match)).status_code == 200


def test_a_private_match_that_is_over_shows_no_deeds(moderator: Client, match: Match) -> None:
    Match.objects.filter(pk=play_on(match, choose=attack).pk).update(private=True)
    page = moderator.get(url(match)).context["page"]
    assert (page.moments.listed, page.moments.deeds) == ([], [])
