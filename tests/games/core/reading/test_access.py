"""The one door to a match on somebody's behalf."""

from __future__ import annotations

import pytest
from django.http import Http404

from accounts.models import User
from games.core.reading import access
from tests.games.tables import offer

pytestmark = pytest.mark.django_db


def test_a_match_that_has_not_begun_lets_nobody_in(ann: User) -> None:
    match = offer(ann)
    with pytest.raises(Http404):
        access.match_for(ann.pk, match.public_id)
    with pytest.raises(Http404):
        access.own_seat(ann.pk, match.public_id)
