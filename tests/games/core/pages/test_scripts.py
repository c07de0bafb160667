"""The whole matches that e2e plays by taps, played by forms alone as a browser without JavaScript sends them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from fogsite.settings import BASE_DIR
from games.rules.record import Record, loads
from tests.games.browsing import forms, signed_in
from tests.games.tables import begin

pytestmark = pytest.mark.django_db

SCRIPTS = [loads(path.read_bytes()) for path in sorted((BASE_DIR / "tests" / "e2e").glob("*/script.json"))]


def sent(page: Any, client: Client, move: str) -> Any:
    """Return what answers when a move, whole or begun, is sent by the page: by its button, or by a form that holds
    it.
    """
    for each in forms(page):
        if move in each.buttons.get("move", {}):
            return each.press(client, "move", move)
    return next(each for each in forms(page) if each.fields.get("move") == move).send(client)


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.game for script in SCRIPTS])
def test_a_whole_match_is_played_by_forms_alone(script: Record, ann: User, ben: User) -> None:
    match = begin(ann, ben, game=script.game, public_id=script.match, secret=bytes.fromhex(script.secret))
    clients = signed_in(ann), signed_in(ben)
    for entry in script.entries[1:]:
        assert entry.seat is not None
        client, steps = clients[entry.seat], entry.text.split("; ")
        page = client.get(match.get_absolute_url())
        for number in range(1, len(steps) + 1):
            move = "; ".join(steps[:number])
            page = sent(page, client, move)
            assert page.status_code == 200
        for whole in (each for each in forms(page) if each.fields.get("move") == entry.text):
            assert whole.action.endswith("/submit")
            assert whole.send(client).status_code == 200
    stored = [(entry.seat, entry.text, entry.digest) for entry in match.entries.order_by("ply")]
    assert stored == [(entry.seat, entry.text, entry.digest) for entry in script.entries]
