"""All of a newcomer's way, in real browsers: watching, trying, a friend's link, an account, a stranger, a rating.

At its end a second program recomputes the ratings of the page from the public dump of this database.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.models import Match
from games.lobby import services as lobby
from games.seeks import services as seeks
from games.seeks.fit import Wish
from tests.e2e.conftest import DESKTOP, PASSWORD, PHONE, Person, link_in
from tests.e2e.pages import sign_in
from tests.e2e.test_first_contact import Visitor
from tests.games.ratings import second
from tests.games.tables import answer, begin, first_move, now
from tests.parts.cast import person

pytestmark = [pytest.mark.usefixtures("worker"), pytest.mark.by_turns(1)]
RATED = re.compile(r"(\w+)’s rating: 1500 → (\d+) \(([+−])\d+, provisional\) for the (win|loss) (?:against|to) (\w+)")
FACTS = """() => [...document.querySelectorAll("dl.facts dt")]
    .map((dt) => `${dt.textContent}: ${dt.nextElementSibling.textContent}`)"""


def watch(dora: Person, match: Match) -> None:
    dora.open("/")
    dora.page.get_by_role("link", name="Watch a match in progress").click()
    dora.page.get_by_role("link", name="En Garde: Ann, Cat").click()
    expect(dora.page.locator(".told")).to_contain_text("Waiting for Ann.")
    assert match.get_absolute_url() in dora.page.url


def follow(dora: Person, link: str) -> None:
    """Follow a friend's link as the guest who has tried a game: one press and the match begins."""
    dora.open(link)
    expect(dora.page.locator("main")).to_contain_text("Ann")
    dora.page.get_by_role("button", name="Join this match").click()
    dora.page.wait_for_url("**/m/**")


def keep(dora: Person) -> None:
    """Give an address when asked for one after the first move, and confirm it."""
    page = dora.page
    expect(page.locator("h1")).to_have_text("How should we tell you when it’s your turn?")
    page.fill("input[name=username]", "Dora")
    page.fill("input[name=email]", dora.address)
    page.fill("input[name=password1]", PASSWORD)
    page.get_by_role("button", name="Save my matches").click()
    expect(page.locator("main")).to_contain_text(f"sent an email to {dora.address}. Open the link in it.")
    dora.open(link_in(dora.letter("confirm your email address")))
    page.locator("main form button[type=submit]").click()
    page.wait_for_url("**/matches/**")


def play_a_stranger(dora: Person, ben: User) -> Match:
    """Look for somebody, who is found at once; both move, and Dora gives up."""
    dora.open("/invitations/new/en-garde/")
    dora.page.get_by_label("Find me an opponent").check()
    dora.page.locator("main form button[type=submit]").last.click()
    dora.page.wait_for_function("fetch('/matches/').then((page) => page.text()).then((text) => text.includes('Ben'))")
    met, me = Match.objects.get(seats__user=ben), User.objects.get(username="Dora")
    for user in (ben, me, ben):
        if user.pk in met.seats.filter(turn__isnull=False).values_list("user", flat=True):
            answer(met, user, first_move(met, user))
    dora.open(f"{met.get_absolute_url()}resign")
    dora.page.locator("main form button[type=submit]").click()
    dora.page.wait_for_url(f"**{met.get_absolute_url()}")
    return met


def changes(page: Page) -> dict[str, str]:
    """Return what the page of a match says of ratings: by name, the number after it."""
    facts = "\n".join(page.evaluate(FACTS))
    found = RATED.findall(facts)
    reasons = {name: (sign, why, other) for name, _number, sign, why, other in found}
    assert reasons == {"Ben": ("+", "win", "Dora"), "Dora": ("−", "loss", "Ben")}, facts
    return {name: number for name, number, *_ in found}


def recomputed(folder: Path) -> dict[str, str]:
    """Return the numbers that the second program computes from the dump alone, by their owners' names."""
    call_command("dump")
    (dump,) = folder.glob("*.jsonl.gz")
    lines = [json.loads(line) for line in gzip.decompress(dump.read_bytes()).splitlines()]
    names = {user.dump_number: user.username for user in User.objects.all()}
    ratings = second.books(lines)["en-garde"].ratings
    return {names[player]: str(round(float(number))) for player, (number, _deviation) in ratings.items()}


def test_a_visitor_comes_to_a_rating_that_anybody_can_recompute(
    arrive: Callable[..., Person], settings: Any, tmp_path: Path
) -> None:
    settings.DUMP_DIR = tmp_path
    ann, ben, cat = (person(name) for name in ("Ann", "Ben", "Cat"))
    shown = begin(ann, cat, watchable=True)
    offered = lobby.invite(ann, lobby.Terms("en-garde", {}, audience="link", seat=1, rated=True)).match
    seeks.ask(ben, Wish("en-garde", fastest_days=1, slowest_days=14))
    dora = arrive("Dora", PHONE)

    watch(dora, shown)

    visitor = Visitor(dora)
    visitor.try_out("En Garde")
    visitor.move()

    follow(dora, f"/i/{offered.public_id}/")
    assert now(offered).rated is False
    if not dora.page.locator("#choices").count():
        answer(offered, ann, first_move(offered, ann))
        dora.page.reload()
    visitor.choose()
    keep(dora)

    met = play_a_stranger(dora, ben)

    told = changes(dora.page)
    stranger = arrive("Ben", DESKTOP)
    sign_in(stranger.context, ben, stranger.base)
    stranger.open(met.get_absolute_url())
    assert changes(stranger.page) == told == recomputed(tmp_path)
