"""Every page that the suite looks at in a browser, and the house in which there is something to see on each."""

from __future__ import annotations

from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page

from accounts import feeds
from accounts.models import User
from games.boards.fantasy_dice_battles.models import SavedArmy
from games.core.models import ChatLine, Match, Seat
from games.core.services import play
from games.deeds import services as awards
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.offers import services as offers
from games.ratings import services as ratings
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from tests.games.tables import AUCTION, attack, begin, offer, offer_link, play_on, vanish
from tests.parts.cast import person
from tests.test_urls import NOT_FOUND, OK, TABLE

NO_PAGES = {
    "manifest",
    "worker",
    "api_schema",
    "archive",
    "stamp",
    "waiting",
    "clock_words",
    "terms_words",
    "record",
    "stop_mails",
    "emails_arrive",
    "healthz",
    "calendar",
    "atom",
}
"""Addresses that answer with no page, or only to those who hold a link from a mail."""

FOR_VISITORS = [
    "/",
    "/fairness/",
    "/nothing/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/login/code/",
]
FOR_VISITORS += ["/watch/", "/replays/", "/m/attacked01/", "/m/attacked01/7/"]  # which may be watched
FOR_VISITORS += ["/sign-up/nothing/", "/t/nothing/", "/o/nothing/", "/o/offered001/"]
WATCHED = ["/m/finished01/", "/m/finished01/3/?eyes=1", "/m/fogover001/", "/m/fogover001/9/?eyes=0"]
FOR_PLAYERS = [
    *[reverse(name, args=TABLE[name].args) for name in TABLE if TABLE[name].ann == OK and name not in NO_PAGES],
    *["/m/attacked01/", "/m/attacked01/7/", "/m/finished01/", "/m/finished01/9/", "/m/auction001/", "/m/dicematch1/"],
    *["/m/vanished01/time-up", "/m/offered001/", "/m/offered001/offer/pause", "/m/fogover001/rematch"],
    *["/i/another001/", "/i/meantann01/", "/i/tooktoolon/", "/players/Ben/", "/invitations/new/en-garde/?to=Ben"],
    *["/accounts/email/", "/accounts/password/change/", "/accounts/logout/"],
]
CROWDED = {
    *("/", "/matches/", "/settings/", "/invitations/", "/invitations/new/en-garde/", "/accounts/signup/"),
    *("/players/Ben/", "/m/attacked01/", "/m/fogover001/", "/m/finished01/", "/m/dicematch1/"),
}
"""Pages whose longest words are German."""


def furnish() -> User:
    """Return Ann, with all sorts of matches: begun, under attack, over, of another game.

    She and Ben have offered some too.
    """
    ann, ben, cat = (person(name) for name in ("Ann", "Ben", "Cat"))
    begin(ann, ben)
    offer(ann, public_id="openmatch1")
    Invitation.objects.filter(match=offer(ben, public_id="another001")).update(min_reliability=90)
    meant = lobby.invite(
        ben, lobby.Terms("en-garde", {}, pace_days=3, audience="personal", invited="Ann", note="Want a rematch?")
    )
    Match.objects.filter(pk=meant.match_id).update(public_id="meantann01")
    Invitation.objects.filter(match=offer(ben, public_id="tooktoolon")).update(expires=timezone.now())
    play_on(begin(ann, ben, public_id="attacked01", watchable=True), 9, choose=attack)
    play_on(begin(ben, ann, public_id="finished01", rounds=1), choose=attack)
    Match.objects.filter(public_id__in=["finished01", "openmatch1", "another001"]).update(rated=True)
    ratings.tally("en-garde")
    begin(ann, ben, cat, game=AUCTION, public_id="auction001")
    play_on(begin(ann, ben, game="field-of-glory", public_id="fogover001"), 50)
    play.resign("fogover001", ann.pk)
    awards.note_due()
    army = SETS[DEFAULT_SET].presets["realm_a"].army
    feeds.renew_addresses(ann)
    SavedArmy.objects.create(pk=1, user=ann, data_set=DEFAULT_SET, name="Old guard", text=armies.text(army))
    play_on(begin(ann, ben, game="fantasy-dice-battles", public_id="dicematch1"), 6)
    offered = begin(ann, ben, public_id="offered001")
    offers.make(offered.public_id, ben.pk, Seat.Offer.PAUSE, 3)
    ChatLine.objects.create(pk=1, match=offered, user=ben, text="Hello")
    vanish(begin(ben, ann, public_id="vanished01"), ben)
    return ann


def sign_in(context: BrowserContext, user: User, address: str) -> None:
    """Give a browser the cookie of somebody who has signed in at this address."""
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": address}])


def open_page(page: Page, path: str) -> None:
    """Open one of these pages, which must be there: but for those of nothing, which must not."""
    answer = page.goto(_linked(path))
    assert answer is not None
    assert answer.status == (NOT_FOUND if "nothing" in path else OK)


def _linked(path: str) -> str:
    """Return the address of a page; of the offer that is answered by a link from its mail with the token of that
    link.
    """
    if path != "/o/offered001/":
        return path
    match = Match.objects.get(public_id="offered001")
    asked, offering = (seat.user for seat in match.seats.select_related("user").order_by("number"))
    return f"/o/{offer_link(match, offering, asked)}/"
