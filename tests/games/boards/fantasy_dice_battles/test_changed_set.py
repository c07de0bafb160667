"""A data set that is changed under a running match: it is noticed, nothing is lost, and the match goes on."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.test import Client

from accounts.models import User
from games.core.models import Match
from games.core.reading import positions
from games.rules.errors import BadState
from games.rules.fantasy_dice_battles.sets import offered
from games.rules.game import dump
from tests.games.boards.field_of_glory.test_submit import rows
from tests.games.browsing import told
from tests.games.tables import answer, begin, seat

pytestmark = pytest.mark.django_db

SAID = "This match uses a data set that is missing here or has changed"


def client_of(user: User) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


@pytest.fixture
def ordering(ann: User, ben: User, noon: Any) -> Match:
    match = begin(ann, ben, game="fantasy-dice-battles")
    answer(match, ann, "army realm_a; ready")
    answer(match, ben, "army horde_a; ready")
    return match


def test_a_match_whose_set_was_changed_says_so_and_goes_on_when_it_is_put_back(
    ordering: Match, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, kept = client_of(ann), rows()["Entry"]
    state = dump(positions.newest_position(Match.objects.get(pk=ordering.pk)).position)
    given = {"move": "ready", "expected": seat(ordering, ann).serial}
    with monkeypatch.context() as changed:
        other = msgspec.structs.replace(offered.SETS["fogsite"], digest=7)
        changed.setitem(offered.SETS, "fogsite", other)
        changed.setattr(offered, "_BY_DIGEST", {7: other})
        for response in (
            client.get(ordering.get_absolute_url()),
            client.post(f"{ordering.get_absolute_url()}submit", given),
        ):
            assert response.status_code == 503
            assert SAID in told(response)
            assert "Nothing is lost" in told(response)
        response = client.get(ordering.get_absolute_url(), headers={"accept": "application/json"})
        assert (response.status_code, response.json()["code"]) == (503, "unplayable")
        with pytest.raises(BadState, match=SAID):
            answer(ordering, ann, "ready")
    assert rows()["Entry"] == kept
    assert dump(positions.newest_position(Match.objects.get(pk=ordering.pk)).position) == state
    assert client.get(ordering.get_absolute_url()).status_code == 200
