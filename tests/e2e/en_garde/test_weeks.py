"""Two people play for three weeks by a bank, over weekends, a change of the clock on the wall and a vacation.

All is done by what the pages offer. At chosen moments all that tells of a deadline is asked for it: the pages of both,
the list of matches, a letter, the API, the calendar and the feed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

import pytest
import time_machine
from icalendar import Calendar
from playwright.sync_api import Locator, expect
from pytest_django.fixtures import Settings

from accounts import feeds, outbox, tokens
from accounts.models import User
from games.core.models import Heartbeat
from games.core.services import sweeps, tickets
from games.vacations import sweeps as vacation_sweeps
from tests.e2e.choosing import choice, press, show
from tests.e2e.conftest import DESKTOP, PHONE, Person
from tests.e2e.en_garde.test_match import join

SHARE = "crypto.getRandomValues = (bytes) => bytes.fill(28)"
KEY, NAME = "three weeks of En Garde " * 3, "threeweeks"
"""With these, and both shares, the cards are such that these moves can be made."""
MOVES = ("F5", "F5", "F5", "X5,2x1", "R4", "X3,3x1", "R4", "F4", "A3x2")
SUMMARY = "{http://www.w3.org/2005/Atom}entry/{http://www.w3.org/2005/Atom}summary"


def march(day: int, hour: int) -> datetime:
    """Return a moment of March 2026, UTC.

    The 2nd is a Monday; clocks in New York go forward in the night to the 8th.
    """
    return datetime(2026, 3, day, hour, tzinfo=UTC)


@pytest.fixture
def now(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[time_machine.Traveller]:
    """Time stands still until the test moves it, and chance is settled."""
    settings.SECRET_KEY = KEY
    monkeypatch.setattr(tickets, "new_public_id", lambda: NAME)
    with time_machine.travel(march(2, 12), tick=False) as traveller:
        yield traveller


class Player:
    """Somebody at a browser, with a program, a calendar and a feed reader."""

    def __init__(self, person: Person, zone: str) -> None:
        self.person, self.page = person, person.page
        person.context.add_init_script(SHARE)
        person.sign_in()
        user = User.objects.get(username=person.name)
        User.objects.filter(pk=user.pk).update(time_zone=zone)
        feeds.renew_addresses(user)
        self.feeds, self.token = feeds.feed_addresses(user), tokens.create(user, "robot", "read")

    def ask(self, address: str) -> str:
        """Return what the player's program is answered."""
        answer = self.page.request.get(address, headers={"Authorization": f"Bearer {self.token}"})
        assert answer.ok
        return answer.text()

    def api(self, path: str) -> Any:
        return json.loads(self.ask(f"{self.person.base}/api/v1/{path}"))

    def newest_letter(self) -> str:
        outbox.deliver_due()
        body = self.person.letters()[-1].get_body(("plain",))
        assert body is not None
        return str(body.get_content())


def named(shown: Locator) -> set[datetime]:
    """Return the moment that a page names as a deadline, there alone."""
    expect(shown).to_have_count(1)
    moment = shown.locator(".faint time").get_attribute("datetime")
    assert moment is not None
    return {datetime.fromisoformat(moment)}


def told(mover: Player, other: Player) -> set[datetime]:
    """Return when the mover's time is up, as each page, program and calendar says."""
    seats = [seat for each in (mover, other) for seat in each.api(f"matches/{NAME}/")["seats"]]
    said = [seat["deadline"] for seat in seats if seat["name"] == mover.person.name]
    said += [each["deadline"] for each in mover.api("turns/")["results"]]
    (event,) = Calendar.from_ical(mover.ask(mover.feeds["calendar"])).walk("VEVENT")
    found = {event["DTEND"].dt, *map(datetime.fromisoformat, said)}
    mover.person.open("/matches/")
    found |= named(mover.page.locator(".match-row .deadline"))
    for each in (mover, other):
        each.person.open(f"/m/{NAME}/")
        found |= named(each.page.locator(".clocks summary .deadline"))
    return found


def in_words(mover: Player) -> set[str]:
    """Return what a letter about the turn and the feed say in words, the letter first: who has looked is sent none."""
    letter = next(line for line in mover.newest_letter().splitlines() if line.startswith("You have until"))
    feed = ElementTree.fromstring(mover.ask(mover.feeds["atom"]))
    return {letter, *(str(each.text) for each in feed.findall(SUMMARY))}


def offer(ann: Player) -> str:
    """Offer a match of one round by link, with a bank of three days, one more with each move, and free weekends."""
    page = ann.page
    ann.person.open("/invitations/new/en-garde/")
    page.get_by_label("A friend, by link").check()
    page.get_by_label("time bank").check()
    page.get_by_label("Starts with").select_option("3 days")
    page.get_by_label("Increment per move").select_option("1 day")
    page.get_by_label("Maximum").select_option("5 days")
    page.get_by_text("Options:").click()
    page.get_by_label("Weekends").check()
    page.get_by_label("Each player’s time for the whole match").select_option("30 days")
    page.check("input[name=option_rounds][value='1']")
    page.check("input[name=option_starter][value=left]")
    page.check("input[name=seat][value='0']")
    page.get_by_role("button", name="Create the link").click()
    page.wait_for_url("**/i/**")
    return page.url.removeprefix(ann.person.base)


class Weeks:
    """The match and its players, the one who is to move first. Time goes on as they do something."""

    def __init__(self, now: time_machine.Traveller, players: list[Player]) -> None:
        self.now, self.players, self.moves = now, players, list(MOVES)

    def go_on(self, moment: datetime) -> None:
        """Let time pass, in which the service was alive all along."""
        self.now.move_to(moment)
        Heartbeat.objects.update(at=moment)

    def move(self, *moments: datetime) -> None:
        """Let the player whose turn it is move at each of these moments."""
        for moment in moments:
            self.go_on(moment)
            mover = self.players[0]
            mover.person.open(f"/m/{NAME}/")
            asked = mover.page.locator("#match input[name=expected]").get_attribute("value")
            press(choice(mover.page, self.moves.pop(0)))
            expect(mover.page.locator(f"#match input[name=expected][value='{asked}']")).to_have_count(0)
            mover.page.goto("about:blank")  # a player who stays is told by the page, and by no letter
            self.players.reverse()

    def are_told(self, moment: datetime, words: str) -> None:
        """Assert that all tell the same end, in words too, of the time of the player to move."""
        mover, other = self.players
        assert in_words(mover) == {f"You have until {words}."}
        assert told(mover, other) == {moment}


def plan(player: Player, begins: str, ends: str) -> None:
    """Plan a vacation, by local time."""
    player.person.open("/settings/vacation/")
    player.page.get_by_label("From").fill(begins)
    player.page.get_by_label("Until").fill(ends)
    player.page.get_by_role("button", name="Plan the vacation").click()
    expect(player.page.get_by_text("Vacation planned.")).to_be_visible()


def begin(ann: Player, ben: Player) -> None:
    """Let Ann offer the match and Ben join it. Both read the clock before."""
    path = offer(ann)
    ben.person.open(path)
    for each in (ann, ben):
        expect(each.page.get_by_text(f"{BRIEF}, ends by 1 May 2026 if it begins today.")).to_be_visible()
    ann.page.goto("about:blank")  # else it would go to the match by itself
    assert join(ben.person, path) == f"/m/{NAME}/"


BRIEF = "3 days for all moves, plus 1 day per move, up to 5 days, weekends don’t count"
CLOCK = f"{BRIEF}, the match ends by 1 May 2026"


def test_a_match_of_three_weeks(arrive: Callable[..., Person], now: time_machine.Traveller) -> None:
    ann, ben = Player(arrive("Ann", DESKTOP), "Europe/Berlin"), Player(arrive("Ben", PHONE), "America/New_York")
    sweeps.heartbeat()
    begin(ann, ben)
    weeks = Weeks(now, [ann, ben])

    # First moves have three days of their own; after them each has three days in the bank.
    weeks.are_told(march(5, 12), "Thursday, 5 March 2026, 13:00 (Europe/Berlin)")
    assert f"Time: {CLOCK}." in ann.newest_letter()
    weeks.move(march(3, 18), march(4, 18), march(5, 18))
    # The weekend has 47 hours in New York.
    weeks.are_told(march(10, 17), "Tuesday, 10 March 2026, 13:00 (America/New_York)")
    weeks.move(march(6, 18), march(9, 9))

    # By the time Ben's vacation begins he will have used 27 of 72 hours.
    assert in_words(ben) == {"You have until Thursday, 12 March 2026, 05:00 (America/New_York)."}
    plan(ben, "2026-03-10T08:00", "2026-03-16T08:00")
    assert told(ben, ann) == {march(18, 9)}
    show(ann.page, "facts")
    expect(
        ann.page.get_by_text("Ben will be on vacation from Tue 10 Mar, 13:00 until Mon 16 Mar, 13:00.")
    ).to_be_visible()
    # While it lasts none of what is done every minute concerns him.
    weeks.go_on(march(12, 12))
    assert (vacation_sweeps.take_vacations(), sweeps.remind(), sweeps.expire()) == (0, 0, {})
    ann.person.open(f"/m/{NAME}/")
    assert named(ann.page.locator(".clocks summary .deadline")) == {march(18, 9)}
    expect(ann.page.locator(".clocks summary .deadline")).to_contain_text("paused until Mon 16 Mar, 13:00")
    expect(ann.page.locator("#prompt")).to_contain_text("Ben is on vacation until Mon 16 Mar, 13:00.")

    weeks.move(march(16, 18), march(17, 6), march(19, 6))
    weeks.are_told(march(25, 3), "Wednesday, 25 March 2026, 04:00 (Europe/Berlin)")
    weeks.go_on(march(22, 12))
    what_is_left_on_a_sunday(ben)
    weeks.move(march(23, 12))
    for player, result in ((ann, "You won the match 1–0"), (ben, "You lost the match 0–1")):
        assert result in player.newest_letter()
        player.person.open(f"/m/{NAME}/")
        expect(player.page.locator("#match .result")).to_contain_text(result)
        assert player.api("turns/")["results"] == []


def what_is_left_on_a_sunday(ben: Player) -> None:
    """Look on a Sunday, when Ann's clock is paused.

    She has used 41 of 93 hours; her total runs. Ben was away for six of his days.
    """
    ben.person.open(f"/m/{NAME}/")
    expect(ben.page.locator(".clocks summary .deadline")).to_contain_text("paused until Sun 22 Mar, 19:00")
    show(ben.page, "facts")
    for bank, total in (("2 d 4 h", "21 d"), ("1 d 15 h", "18 d")):
        words = re.compile(rf"^{bank} in the time bank, {total}( \d+ h)? left in the match$")
        expect(ben.page.locator(".facts-tab").get_by_text(words)).to_be_visible()
