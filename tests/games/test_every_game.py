"""A page and a move of each game, as `make check` tries them."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.urls import reverse

from games.bots import services as bots
from games.core.models import Match
from games.core.reading.bot_profiles import PROFILES
from games.core.services import entries, play
from games.core.services.locked import LockedMatch
from games.rules import registry
from tests.games.browsing import signed_in, told
from tests.games.tables import begin, first_move, next_user, now, play_on, seat, texts
from tests.parts.cast import person

pytestmark = [pytest.mark.django_db, pytest.mark.page]
MOVES = 8
"""After so many moves each game has something to tell of a round, a fight or a turn."""


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_page_is_shown_and_a_move_is_made(slug: str) -> None:
    names = ("Ann", "Ben", "Cat")[: registry.current(slug).meta.seats]
    match = begin(*[person(name) for name in names], game=slug)
    player = next_user(match)
    assert player is not None
    client, move = signed_in(player), first_move(match, player)
    page = client.get(match.get_absolute_url())
    assert page.status_code == 200
    assert page.context["page"].asked.prompt in told(page)
    given = {"move": move, "expected": seat(match, player).serial}
    assert client.post(reverse("submit", args=[match.public_id]), given).status_code == 302
    assert (now(match).ply, texts(match)[0]) == (1, move)
    assert client.get(match.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("what", ["!resign 0", "!resign 1", "!timeout 0", "!draw", "!void", "!bound", "!adjudicate 1"])
@pytest.mark.parametrize("slug", registry.slugs())
def test_players_see_how_the_house_ended_their_match(slug: str, what: str) -> None:
    names = ("Ann", "Ben", "Cat")[: registry.current(slug).meta.seats]
    match = play_on(begin(*[person(name) for name in names], game=slug), MOVES)
    with transaction.atomic():
        entries.append_ruling(LockedMatch.lock(pk=match.pk), what)
    for each in match.seats.all():
        assert signed_in(each.user).get(match.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("slug", PROFILES)
def test_a_rematch_follows_a_match_with_the_computer(slug: str) -> None:
    ann = person("Ann")
    match = bots.challenge(ann, slug, {}, level="casual")
    play.resign(match.public_id, ann.pk)
    client, address = signed_in(ann), match.get_absolute_url()
    assert "Rematch with sides swapped" in client.get(address).content.decode()
    assert client.post(f"{address}rematch", {"level": "casual"}).status_code == 302
    assert match.rematches.get().status == Match.Status.PLAYING
