"""Every page as people meet it who see little, use no mouse, or hold a small phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from accounts import guests
from accounts.models import User
from games.models import Invitation, Match, SavedArmy
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from games.services import lobby, play
from tests.e2e.conftest import DESKTOP
from tests.games.tables import AUCTION, attack, begin, offer, play_on
from tests.parts import depth
from tests.parts.cast import person
from tests.test_urls import NOT_FOUND, OK, TABLE

SMALLEST: ViewportSize = {"width": 320, "height": 640}
NO_PAGES = {"api_schema", "archive", "stamp", "record", "stop_mails", "healthz"}
"""Addresses that answer with no page, or only to those who hold a link from a mail."""

OPEN_ALL = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
NARROW = """[...document.querySelectorAll('main :is(p, dt, dd, th, td, h1, h2, h3, summary, label)')]
    .filter((each) => each.textContent.trim().length > 20 && !each.closest('.visually-hidden, svg'))
    .filter((each) => each.checkVisibility() && each.clientWidth < 5 * parseFloat(getComputedStyle(each).fontSize))
    .map((each) => each.textContent.trim().slice(0, 40))"""
"""Texts in columns of a few letters."""

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

FOR_VISITORS = ["/", "/fairness/", "/nothing/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]
FOR_VISITORS += ["/sign-up/nothing/"]
WATCHED = ["/m/finished01/", "/m/finished01/3/?eyes=1", "/m/fogover001/", "/m/fogover001/9/?eyes=0"]
FOR_PLAYERS = [
    *[reverse(name, args=TABLE[name].args) for name in TABLE if TABLE[name].ann == OK and name not in NO_PAGES],
    *["/m/attacked01/", "/m/attacked01/7/", "/m/finished01/", "/m/finished01/9/", "/m/auction001/", "/m/dicematch1/"],
    *["/i/another001/", "/i/meantann01/", "/i/tooktoolon/", "/players/Ben/", "/invitations/new/en-garde/?to=Ben"],
    *["/accounts/email/", "/accounts/password/change/", "/accounts/logout/"],
]


@pytest.fixture
def house(transactional_db: None) -> User:
    """Ann, with all sorts of matches: begun, under attack, over, of another game; offered by her and by Ben."""
    ann, ben, cat = (person(name) for name in ("Ann", "Ben", "Cat"))
    begin(ann, ben)
    offer(ann, public_id="openmatch1")
    offer(ben, public_id="another001")
    meant = lobby.invite(
        ben, lobby.Terms("en-garde", {}, pace_days=3, audience="personal", invited="Ann", note="Your revenge?")
    )
    Match.objects.filter(pk=meant.match_id).update(public_id="meantann01")
    Invitation.objects.filter(match=offer(ben, public_id="tooktoolon")).update(expires=timezone.now())
    play_on(begin(ann, ben, public_id="attacked01"), 9, choose=attack)
    play_on(begin(ben, ann, public_id="finished01", rounds=1), choose=attack)
    begin(ann, ben, cat, game=AUCTION, public_id="auction001")
    play_on(begin(ann, ben, game="field-of-glory", public_id="fogover001"), 50)
    play.resign("fogover001", ann.pk)
    army = SETS[DEFAULT_SET].presets["realm_a"].army
    SavedArmy.objects.create(pk=1, user=ann, data_set=DEFAULT_SET, name="Old guard", text=armies.text(army))
    play_on(begin(ann, ben, game="fantasy-dice-battles", public_id="dicematch1"), 6)
    return ann


@pytest.fixture
def context(browser: Browser, live_server: LiveServer) -> Iterator[BrowserContext]:
    """A browser of its own on the running site."""
    context = browser.new_context(base_url=live_server.url, **DESKTOP)
    yield context
    context.close()


def sign_in(context: BrowserContext, user: User, address: str) -> None:
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": address}])


def faults(page: Page, path: str) -> list[str]:
    """What axe finds on a page in light and in dark colours, and whether it scrolls sideways on a small phone."""
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(DESKTOP["viewport"])
    answer = page.goto(path)
    assert answer is not None
    assert answer.status == (NOT_FOUND if "nothing" in path else OK)
    page.evaluate(OPEN_ALL)
    found = violations(page, {})
    page.emulate_media(color_scheme="dark")
    found += violations(page, {"runOnly": ["color-contrast"]})
    found += [f"narrow: {text}" for text in page.evaluate(NARROW)]
    page.set_viewport_size(SMALLEST)
    wider = page.evaluate(OVERFLOW)
    return [*found, f"{wider} px wider than the phone"] if wider else found


def violations(page: Page, options: dict[str, object]) -> list[str]:
    answer = Axe().run(page, options={"resultTypes": ["violations"], **options}).response
    return [f"{each['id']}: {node['html']}" for each in answer["violations"] for node in each["nodes"]]


def test_visitors_of_all_kinds_can_use_every_page(context: BrowserContext, house: User) -> None:
    page = context.new_page()
    assert {
        path: found for path in depth.chosen(FOR_VISITORS + WATCHED, 5, "visitors") if (found := faults(page, path))
    } == {}


def test_players_of_all_kinds_can_use_every_page(context: BrowserContext, house: User, live_server: LiveServer) -> None:
    sign_in(context, house, live_server.url)
    page = context.new_page()
    assert {path: found for path in depth.chosen(FOR_PLAYERS, 6, "players") if (found := faults(page, path))} == {}


def test_guests_of_all_kinds_can_become_accounts(
    context: BrowserContext, live_server: LiveServer, transactional_db: None
) -> None:
    guest = guests.create()
    sign_in(context, guest, live_server.url)
    page = context.new_page()
    assert {path: found for path in ("/guest/", "/") if (found := faults(page, path))} == {}
    User.objects.update(guest_until=timezone.now())
    assert faults(page, "/guest/") == []


def test_arrow_keys_step_through_a_match(context: BrowserContext, house: User, live_server: LiveServer) -> None:
    sign_in(context, house, live_server.url)
    page = context.new_page()
    page.goto("/m/attacked01/8/")
    expect(page.get_by_text("The arrow keys go earlier and later.")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/attacked01/7/")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/attacked01/8/")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/attacked01/9/")
    page.keyboard.press("ArrowRight")  # there is no later one
    expect(page).to_have_url(f"{live_server.url}/m/attacked01/9/")
