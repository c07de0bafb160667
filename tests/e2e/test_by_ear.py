"""A whole match of each game by keyboard and accessible names alone, as somebody plays it who sees no screen.

Each control is found by its role and its accessible name, reached with Tab, and pressed with Enter.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.core.models import Match
from games.core.reading.seen import Seen
from games.rules import engine
from games.rules.record import Record, loads
from tests.e2e.conftest import DESKTOP, look_again
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person
from tests.parts.depth import is_brief

pytestmark = pytest.mark.django_db(transaction=True)

ENOUGH = 250
"""More stops of Tab than any way through a page needs."""
FOCUSED = """() => {
    const { activeElement: each } = document;
    return each === document.body ? "" : `${each.ariaLabel ?? ""} ${each.textContent}`.replace(/\\s+/g, " ").trim();
}"""
SPOKEN = "document.getElementById('announcement').textContent"


class Part(NamedTuple):
    """So much of a match as is played in the browser: its first and last entry; `over` if the last one ends it."""

    first: int
    last: int
    over: bool = False


WHOLE = Part(1, 1000, over=True)
BRIEF = {"field-of-glory": Part(12, 30), "fantasy-dice-battles": Part(3, 4)}
"""What a brief run plays: the last pick, a placement and a fight; the orders of a round."""
BOARDS = {
    "en-garde": "The piste",
    "field-of-glory": "The battlefield",
    "fantasy-dice-battles": "The battlefield",
}
"""What the board of each game is called."""
TWIN = re.compile(r"(?<=[A-Z]{2}\d)[a-z]")
"""What tells apart two cards that are the same in every respect."""
HEARD = {
    "field-of-glory": {
        12: "Pick 12 of 12: Ann keeps Cavalry (4) and Commander (5).",
        28: "Ann places Cavalry in columns 2, 4 and 5 at a cost of 6",
        30: "You win the fight in column 4, 6–5. Ben loses Elephants and Light Infantry in column 4.",
        32: "Ann draws Medium Infantry (2), Light Infantry (2) and Commander (5).",
    },
    "fantasy-dice-battles": {
        2: "You draw Goblin Archers, Goblins, Shamans, Witch Doctor, Wolf Riders ×2 and Wyvern Rider.",
        4: "Round 1: 9 wounds dealt, 11 taken. You lose Goblins ×4 and Wolf Riders ×3; Ben loses Temple Guard, Serpent "
        "Children and Viper Warriors. You draw Goblins, Ogres, Warlord and Wolf Riders.",
    },
}
"""What Ann is told of some entries, as soon as they are there."""


class Listener:
    """Somebody who hears a page and never sees it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.spoken = ""

    def named(self, role: str, name: str) -> Locator:
        """Return what has this role, and a name that begins with these words."""
        return self.page.get_by_role(role, name=re.compile(rf"^{re.escape(name)}($|\W)"))  # type: ignore[arg-type]

    def press(self, name: str) -> None:
        """Press Tab until a button of this name has the focus, then Enter."""
        reached = self.named("button", name).and_(self.page.locator(":focus"))
        for _ in range(ENOUGH):
            if name in self.page.evaluate(FOCUSED) and reached.count():
                return self.page.keyboard.press("Enter")
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab doesn't lead to “{name}”:\n{self.page.locator('#match').aria_snapshot()}")

    def choose(self, name: str) -> None:
        """Choose a step in the list of all moves. Press twice if the page asks for it."""
        expect(self.page.locator("#choices[data-ready]")).to_have_count(1)
        self.mark()
        if not self.named("button", name).count():
            self.press("All moves")
            self.expect_distinct_names()
        self.press(name)
        if self.named("button", f"Press again {name}").count():
            self.settled()
            self.page.keyboard.press("Enter")
        self.expect_news()

    def hear(self) -> None:
        """Let the page find that the other player has moved. What was heard before isn't said again."""
        before = self.spoken
        look_again(self.page)
        self.expect_news()
        self.settled()
        assert not self.spoken or self.spoken != before, f"heard twice: “{before}”"

    def mark(self) -> None:
        self.page.evaluate("document.getElementById('match').dataset.old = ''")

    def expect_news(self) -> None:
        """Wait until the match is shown again. What is new is heard once: where the focus is, or as an announcement."""
        expect(self.page.locator("#match[data-old], #choices:not([data-ready])")).to_have_count(0)
        self.spoken, focused = self.page.evaluate(SPOKEN), self.page.evaluate(FOCUSED)
        assert focused, "the focus is nowhere"
        sentence = focused if focused[-1] in ".?!" else f"{focused}."  # a result is told again with its cause
        assert sentence not in self.spoken, f"heard twice: “{focused}”"

    def expect_distinct_names(self) -> None:
        """Expect that no two moves are called the same, unless it's all the same which of them is played."""
        moves = self.page.get_by_role("group", name=re.compile("^(Your move|What comes next?)")).get_by_role("button")
        found = defaultdict(set)
        for name, step in moves.evaluate_all("(all) => all.map((each) => [each.textContent, each.dataset.step])"):
            found[name].add(TWIN.sub("", step))
        assert [name for name, different in found.items() if len(different) > 1] == []

    def settled(self) -> None:
        """Wait until keys are taken again."""
        expect(self.page.locator("[data-unseen]")).to_have_count(0)


def script(game: str) -> Record | None:
    """Return the recorded match of a game, if there is one."""
    path = Path(__file__).parent / game.replace("-", "_") / "script.json"
    return loads(path.read_bytes()) if path.exists() else None


def steps(match: Match, user: User, text: str) -> list[str]:
    """Return what the steps of a move are called."""
    seen = Seen.now(tables.now(match), match.seats.all(), tables.seat(match, user).index)
    said = [match.rules.label(step).said(seen.voice) for step in engine.parse_move(match.rules, text)]
    return ["Seal" if name == "Ready" else " ".join(name.split()) for name in said]


def next_move(match: Match, recorded: Record | None) -> tuple[User, str] | None:
    """Return who moves next, and how: as the record says, else both attack as soon as they can."""
    if not recorded:
        user = tables.next_user(match)
        return (user, tables.attack(match, user)) if user else None
    entries = recorded.entries[match.entries.count() :]
    if not entries:
        return None
    seat = match.seats.select_related("user").get(number=entries[0].seat)
    assert seat.user is not None
    return seat.user, entries[0].text


@pytest.mark.parametrize("game", BOARDS)
def test_a_match_is_played_by_ear(game: str, browser: Browser, live_server: LiveServer) -> None:
    ann, ben = person("Ann"), person("Ben")
    recorded, part = script(game), BRIEF.get(game, WHOLE) if is_brief() else WHOLE
    given = {"public_id": recorded.match, "secret": bytes.fromhex(recorded.secret)} if recorded else {"rounds": 1}
    match = tables.begin(ann, ben, game=game, **given)
    while match.entries.count() < part.first and (move := next_move(match, recorded)):
        tables.answer(match, *move)
    context = browser.new_context(base_url=live_server.url, **DESKTOP)
    sign_in(context, ann, live_server.url)
    page = context.new_page()
    page.clock.install()
    page.goto(match.get_absolute_url())
    play(Listener(page), match, recorded, part, ann)
    for name in (BOARDS[game], "My hand", "Chat"):
        region = page.get_by_role("region", name=name, exact=True, include_hidden=name == "Chat")
        expect(region).to_have_count(1)
    if part.over:
        assert tables.now(match).ended is not None
        expect(page.get_by_role("heading", name=re.compile("^You (won|lost)"))).to_be_focused()
        expect(page.get_by_role("status").first).to_contain_text(re.compile("You (won|lost)"))


def play(listener: Listener, match: Match, recorded: Record | None, part: Part, ann: User) -> None:
    """Play Ann's moves on her page, and the other ones elsewhere."""
    while (ply := match.entries.count()) <= part.last and (move := next_move(match, recorded)):
        user, text = move
        if user == ann:
            for name in steps(match, ann, text):
                listener.choose(name)
        else:
            listener.mark()  # before the page can find by itself what is new
            tables.answer(match, user, text)
            listener.hear()
        assert HEARD.get(match.game, {}).get(ply, "") in listener.spoken, (ply, listener.spoken)
