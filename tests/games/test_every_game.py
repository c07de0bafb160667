"""A page and a move of each game, as `make check` tries them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.rules import registry
from tests.games.browsing import signed_in, told
from tests.games.tables import begin, first_move, next_user, now, seat, texts
from tests.parts.cast import person

pytestmark = [pytest.mark.django_db, pytest.mark.page]


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
