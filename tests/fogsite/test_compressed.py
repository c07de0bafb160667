"""Pages are compressed for browsers that take that, with a length that tells nothing; nothing else is."""

import gzip

import pytest
from django.test import Client

from accounts.models import User
from tests.games.browsing import signed_in
from tests.games.tables import begin

pytestmark = pytest.mark.django_db


def test_a_page_is_compressed_where_the_browser_takes_it(ann: User, ben: User) -> None:
    client, match = signed_in(ann), begin(ann, ben)
    plain = client.get(match.get_absolute_url())
    assert "Content-Encoding" not in plain.headers
    packed = client.get(match.get_absolute_url(), headers={"accept-encoding": "gzip, br"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert int(packed.headers["Content-Length"]) == len(packed.content) < len(plain.content) / 3
    assert b"<title>" in gzip.decompress(packed.content)
    assert packed.headers["Cache-Control"] == plain.headers["Cache-Control"]


def test_its_length_differs_each_time_so_that_it_tells_nothing_of_what_is_in_it() -> None:
    client = Client()
    lengths = {len(client.get("/rules/", headers={"accept-encoding": "gzip"}).content) for _ in range(20)}
    assert len(lengths) > 5


def test_answers_for_programs_are_not_compressed(ann: User, ben: User) -> None:
    match = begin(ann, ben, watchable=True)
    answer = signed_in(ann).get(f"/api/v1/matches/{match.public_id}/", headers={"accept-encoding": "gzip"})
    assert answer.headers["Content-Type"] == "application/json"
    assert "Content-Encoding" not in answer.headers
