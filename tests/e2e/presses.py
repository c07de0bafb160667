"""How many presses a turn and a task take: `pytest -q -s tests/e2e/presses.py` prints the table.

Chromium at 1280×800, with one mouse: each time its button goes down counts, and nothing that is typed. The player takes
the way that the page shows first: cards and places, then the button below them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.core.models import Match, Seat
from games.offers import services as offers
from games.rules import registry
from games.rules.record import Record
from tests.e2e.fantasy_dice_battles import test_match as of_dice
from tests.e2e.field_of_glory import test_match as of_glory
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person

COUNT = "addEventListener('pointerdown', ({ isTrusted }) => isTrusted && pressed(), { capture: true })"
FIELD_OF_GLORY = {6: "draft, a pick of two cards", 26: "a unit is placed", 25: "two units, paid for with two cards"}
FIELD_OF_GLORY |= {29: "attack, with Overlap and a bonus card", 30: "defence, with a bonus card"}
ORDERS = {3: "orders: three battalions and a card that regroups", 5: "end of a round: a unit reinforces, then orders"}


class Player:
    """Somebody at a browser; `presses` is how often they have pressed since it was last read."""

    def __init__(self, browser: Browser, url: str, user: User) -> None:
        context = browser.new_context(base_url=url, viewport={"width": 1280, "height": 800})
        self._presses = 0
        context.expose_function("pressed", self._count)
        context.add_init_script(COUNT)
        sign_in(context, user, url)
        self.user = user
        self.page: Page = context.new_page()

    def _count(self) -> None:
        self._presses += 1

    def presses(self) -> int:
        """Return how often they have pressed, and count again from 0."""
        self.page.wait_for_load_state()
        found, self._presses = self._presses, 0
        return found

    def at(self, address: str) -> Page:
        """Let them open a page, and look at it until it is quiet."""
        self.page.goto(address, wait_until="networkidle")
        return self.page


@pytest.fixture
def arrive(browser: Browser, live_server: LiveServer, transactional_db: None) -> Callable[[str], Player]:
    return lambda name: Player(browser, live_server.url, person(name))


def tell(task: str, *counts: int) -> None:
    sys.stdout.write(f"\n| {task} | {', '.join(map(str, counts))} |\n")


def test_en_garde(arrive: Callable[[str], Player]) -> None:
    ann, ben = arrive("Ann"), arrive("Ben")
    match = tables.begin(ann.user, ben.user, public_id="momentbegun")
    page = ann.at(match.get_absolute_url())
    page.locator(".playing-card.usable").first.click()
    page.locator("#choices .choice.main").click()
    expect(page.locator("#choices")).to_have_count(0)
    tell("En Garde: a step", ann.presses())
    match = tables.begin(ann.user, ben.user, public_id="momentwait1")
    while (due := tables.next_user(match)) and tables.attack(match, due)[0] != "A":
        tables.answer(match, due, tables.attack(match, due))
    player = ann if due == ann.user else ben
    page = player.at(match.get_absolute_url())
    step = tables.attack(match, player.user)
    page.locator(f"#match .playing-card[data-steps~='{step}']").first.click()
    if page.locator("#choices .choice:visible").count() > 1:
        page.locator(f"#choices .choice[data-step='{step}']").click()
    else:
        page.locator("#choices .choice.main").click()
    expect(page.locator("#choices")).to_have_count(0)
    tell(f"En Garde: an attack ({step})", player.presses())


def along(
    script: Record, counted: Mapping[int, str], players: Sequence[Player], play: Callable[[Page, int, list[str]], None]
) -> None:
    """Play a record up to the last entry that is counted: those by presses, all others by the rules."""
    users = [player.user for player in players]
    match = tables.begin(*users, game=script.game, public_id=script.match, secret=bytes.fromhex(script.secret))
    for entry in script.entries[1 : max(counted) + 1]:
        assert entry.seat is not None
        player = players[entry.seat]
        if entry.ply not in counted:
            tables.answer(match, player.user, entry.text)
            continue
        play(player.at(match.get_absolute_url()), entry.ply, entry.text.split("; "))
        tell(f"{registry.current(script.game).meta.title}: {counted[entry.ply]}", player.presses())


def test_field_of_glory(arrive: Callable[[str], Player]) -> None:
    play = partial(of_glory.play, choose=of_glory.by_taps)
    along(of_glory.SCRIPT, FIELD_OF_GLORY, [arrive("Ann"), arrive("Ben")], play)


def order(page: Page, _ply: int, steps: Sequence[str]) -> None:
    """Compose the orders of a round, and seal them."""
    for number, step in enumerate(steps[:-1], 1):
        of_dice.by_taps(page, step)
        expect(page.locator("#match .plan li")).to_have_count(number)
    of_dice.seal(page, "Seal orders")


def test_fantasy_dice_battles(arrive: Callable[[str], Player]) -> None:
    along(of_dice.SCRIPT, ORDERS, [arrive("Ann"), arrive("Ben")], order)


def over(*players: Player) -> Match:
    return tables.play_on(tables.begin(*(each.user for each in players), rounds=1), choose=tables.attack)


def test_between_matches(arrive: Callable[[str], Player]) -> None:
    ann, ben = arrive("Ann"), arrive("Ben")
    address = over(ann, ben).get_absolute_url()
    ann.at(address).locator(".closing #rematch button[type=submit]").click()
    expect(ann.page.locator(".closing")).to_contain_text("You’ve offered a rematch")
    ben.at(address).locator(".closing #rematch button[type=submit]").click()
    expect(ben.page.locator("#match .result")).to_have_count(0)
    tell("rematch: who offers it, who accepts", ann.presses(), ben.presses())
    for answer in ("agree", "decline"):
        match = tables.begin(ann.user, ben.user, public_id=f"draw{answer}"[:10].ljust(10, "x"))
        offers.make(match.public_id, ben.user.pk, Seat.Offer.DRAW)
        page = ann.at(match.get_absolute_url())
        page.locator("#match .offers summary").click()
        page.locator(f"#match .offers button[value={answer}]").click()
        expect(page.locator("#match .offers")).to_have_count(0)
        tell(f"a draw offer: {answer}", ann.presses())


NEW = (
    ("En Garde, against the computer", "", "house", "/m/"),
    ("Field of Glory, by a link", "Field of Glory", "link", "/i/"),
    ("the same as last time", "", "", "/i/"),
)


def test_new_match(arrive: Callable[[str], Player]) -> None:
    ann = arrive("Ann")
    for task, game, audience, leads_to in NEW:
        page = ann.at("/matches/")
        page.get_by_role("link", name="New match").first.click()
        if game:
            page.locator(".which-game a", has_text=game).click()
        if audience:
            page.locator(f"label:has(input[name=audience][value={audience}])").click()
        page.locator("form.invite button[type=submit]").click()
        expect(page).to_have_url(re.compile(leads_to))
        tell(f"new match: {task}", ann.presses())
