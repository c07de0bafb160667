"""The frame round every page: what waits, and the foot."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import resolve
from PIL import Image
from pytest_django.fixtures import Settings

from accounts.models import User
from games.lobby import services as lobby
from tests.games.browsing import signed_in, told
from tests.games.tables import begin
from tests.parts.games import drawn

pytestmark = pytest.mark.django_db


def head(client: Client, address: str = "/rules/") -> str:
    return told(client.get(address)).partition("<header")[2].partition("</header>")[0]


def counts(page: str) -> list[tuple[str, str]]:
    """Return the numbers of the head, and whether they are shown."""
    return re.findall(r'<span class="count"( data-waiting hidden| data-waiting|)>(\d+)</span>', page)


def test_every_page_tells_how_many_matches_and_invitations_wait(ann: User, ben: User) -> None:
    assert counts(head(signed_in(ann))) == [(" data-waiting hidden", "0")]
    begin(ann, ben)
    begin(ann, ben, public_id="another001")
    begin(ben, ann, public_id="foranother")
    lobby.invite(ben, lobby.Terms("en-garde", {}, pace_days=3, audience="personal", invited="Ann"))
    for address in ("/rules/", "/settings/", "/matches/"):
        found = counts(head(signed_in(ann), address))
        assert found == [(" data-waiting", "2"), ("", "1"), ("", "1")]  # matches, in the menu, at its button
    assert counts(head(signed_in(ben))) == [(" data-waiting", "1")]


def test_no_page_is_kept_by_the_browser_for_anyone_who_comes_after(ann: User) -> None:
    assert '"historyCacheSize": 0,' in signed_in(ann).get("/matches/").content.decode()


def test_an_open_page_can_ask_how_much_waits(ann: User, ben: User) -> None:
    begin(ann, ben)
    assert signed_in(ann).get("/matches/waiting").json() == {"matches": 1, "invitations": 0}
    assert signed_in(ben).get("/matches/waiting").json() == {"matches": 0, "invitations": 0}


def test_nothing_is_counted_for_visitors_and_parts_of_pages(client: Client, ann: User) -> None:
    assert counts(head(client)) == []
    part = signed_in(ann).get("/rules/", headers={"HX-Request": "true"})
    assert not hasattr(part.wsgi_request, "waiting")


def test_a_link_to_the_site_has_a_picture_and_a_sentence_where_it_is_shared(client: Client, settings: Settings) -> None:
    settings.SITE_URL = "https://games.example"
    page = told(client.get("/fairness/"))
    assert '<meta property="og:image" content="https://games.example/static/img/share.png">' in page
    assert page.count('<meta name="description" content="Turn-based board games') == 1
    page = told(client.get("/rules/en-garde/"))
    assert '<meta property="og:image" content="https://games.example/static/en-garde/share.png">' in page
    assert '<meta property="og:title" content="Rules of En Garde">' in page


def test_a_phone_is_told_what_it_needs_for_an_app(client: Client, settings: Settings) -> None:
    settings.SITE_NAME = "Club"
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert (told["name"], told["id"], told["scope"], told["start_url"]) == ("Club", "/matches/", "/", "/matches/")
    assert (told["lang"], told["dir"], told["categories"]) == ("en", "ltr", ["games"])
    assert [icon.get("purpose", "any") for icon in told["icons"]] == ["any", "any", "maskable"]
    assert [each["form_factor"] for each in told["screenshots"]] == ["wide", "narrow"]
    for picture in told["icons"] + told["screenshots"]:
        found = finders.find(picture["src"].removeprefix("/static/"))
        assert found, picture
        assert picture["sizes"] == "{}x{}".format(*struct.unpack(">II", Path(found).read_bytes()[16:24]))


@pytest.mark.parametrize("slug", ["", *drawn()])
def test_a_picture_beside_a_link_has_the_paper_and_both_sides(slug: str) -> None:
    """It shows the art of today, not an emblem of one colour."""
    found = finders.find(f"{slug}/share.png" if slug else "img/share.png")
    picture = Image.open(str(found)).convert("RGB")
    data = picture.tobytes()
    colours = set(zip(data[::3], data[1::3], data[2::3], strict=True))
    assert picture.size == (1200, 630)
    for wanted in ((0xF7, 0xF3, 0xEA), (0x1D, 0x5C, 0x86), (0xA0, 0x3D, 0x22)):
        assert any(all(abs(one - two) < 12 for one, two in zip(each, wanted, strict=True)) for each in colours)


def test_an_app_speaks_its_readers_language_and_its_shortcuts_lead_somewhere(client: Client) -> None:
    told = client.get("/manifest.webmanifest", headers={"Accept-Language": "de"}).json()
    assert (told["lang"], [each["name"] for each in told["shortcuts"]]) == (
        "de",
        ["Meine Partien", "Neue Partie", "Regeln"],
    )
    assert [resolve(each["url"]).view_name for each in told["shortcuts"]] == ["my_matches", "invite", "rules"]


def test_the_foot_leads_to_our_pages_or_to_the_operators_own(client: Client, settings: Settings) -> None:
    foot = told(client.get("/")).partition("<footer")[2]
    assert '<a href="/privacy/">Privacy</a>' in foot
    assert '<a href="/contact/">Contact</a>' in foot
    settings.PRIVACY_URL, settings.CONTACT_URL = "/privacy.html", "mailto:us@example.org"
    foot = told(client.get("/")).partition("<footer")[2]
    assert '<a href="/privacy.html">Privacy</a>' in foot
    assert '<a href="mailto:us@example.org">Contact</a>' in foot


def test_the_foot_of_a_match_leads_to_who_runs_the_site_and_no_further(ann: User, ben: User) -> None:
    """It is the heaviest page; About leads on to the others."""
    foot = told(signed_in(ann).get(begin(ann, ben).get_absolute_url())).partition("<footer")[2]
    assert '<a href="/about/">About</a>' in foot
    assert "/privacy/" not in foot
    about = told(signed_in(ann).get("/about/")).partition("<main")[2].partition("</main>")[0]
    assert [link for link in ("/contact/", "/privacy/", "/terms/") if f'href="{link}"' not in about] == []
