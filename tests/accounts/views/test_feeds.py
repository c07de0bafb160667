"""Making, renewing and switching off the secret addresses of calendar and feed."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts import feeds, guests
from accounts.models import Feed, User
from tests.games.browsing import signed_in, told

pytestmark = pytest.mark.django_db
PAGE, RENEW, STOP = "/settings/endpoints/", "/settings/endpoints/feeds/renew", "/settings/endpoints/feeds/stop"


def shown(client: Client) -> list[str]:
    """Return the addresses that the page shows."""
    return re.findall(r'<code class="token">(http[^<]+)</code>', client.get(PAGE).content.decode())


def status(address: str) -> int:
    return Client().get(address.removeprefix("http://testserver")).status_code


def test_addresses_are_made_shown_again_renewed_and_switched_off(as_ann: Client, ann: User, ben: User) -> None:
    feeds.renew_addresses(ben)
    assert shown(as_ann) == []
    as_ann.post(RENEW)
    first = shown(as_ann)
    assert [address.rpartition("/")[2] for address in first] == ["calendar.ics", "turns.atom"]
    assert shown(as_ann) == first
    assert [status(address) for address in first] == [200, 200]
    as_ann.post(RENEW)
    second = shown(as_ann)
    assert set(first) & set(second) == set()
    assert [status(address) for address in first + second] == [404, 404, 200, 200]
    as_ann.post(STOP)
    assert shown(as_ann) == []
    assert [status(address) for address in second] == [404, 404]
    as_ann.post(RENEW)
    assert [status(address) for address in second] == [404, 404]
    assert [status(address) for address in feeds.feed_addresses(ben).values()] == [200, 200]


def test_a_guest_is_offered_none_and_led_to_an_account(db: None) -> None:
    client = signed_in(guests.create())
    assert RENEW not in told(client.get(PAGE))
    assert client.post(RENEW).headers["Location"] == "/guest/"
    assert not Feed.objects.exists()


def test_the_database_alone_makes_nobody_an_address(ann: User) -> None:
    feeds.renew_addresses(ann)
    feed = Feed.objects.get()
    assert f"{ann.pk}-{feed.nonce}" in feeds.feed_token(feed)
    assert feeds.find(f"{ann.pk}-{feed.nonce}") is None
    assert feeds.find(f"{ann.pk}-{feed.nonce}.") is None
    assert feeds.find(feeds.feed_token(feed)) == feed
