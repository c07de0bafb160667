"""What the coach says has a place of its own, on a desk and on a phone: over nothing, under nothing, in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.e2e.moments import moments
from tests.e2e.pages import sign_in
from tests.parts.cast import person
from tests.parts.games import drawn

LINES = 3
"""As many as a phone has room for, where no news stands."""
FAULTS = """(lines) => {
    const coach = document.querySelector(".coach");
    const said = coach?.querySelector("p");
    if (!said?.checkVisibility() || getComputedStyle(said).clipPath !== "none") return null;
    const box = (lines ? said : coach).getBoundingClientRect();
    const meets = ({ left, right, top, bottom, width }) =>
        width && left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1;
    const others = document.querySelectorAll('#prompt, .meanwhile, .help > summary, [data-part], .tabs, .log, .act');
    const met = [...others].filter((each) => each.checkVisibility() && meets(each.getBoundingClientRect()));
    const high = box.height / parseFloat(getComputedStyle(coach).lineHeight);
    const found = met.map((each) => `${each.className || each.id || each.dataset.part} lies where it is`);
    if (lines && high > lines + 0.1) found.push(`it has ${high} lines: ${coach.textContent}`);
    if (box.bottom > innerHeight) found.push(`it ends at ${box.bottom}`);
    const isCut = [coach, said].some((each) => each.scrollHeight > each.clientHeight + 1);
    if (isCut) found.push(`it is cut: ${said.textContent}`);
    return found;
}"""


@pytest.mark.by_turns(1)
@pytest.mark.parametrize("size", [(1280, 800), (375, 812)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", drawn())
def test_the_coach_has_a_place_of_its_own_in_german_too(
    game: str, size: tuple[int, int], browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    users = [person("Ann"), person("Ben")]
    User.objects.update(language="de")
    pages = {user.pk: _seated(browser, live_server.url, user, size) for user in users}
    found: dict[str, list[str] | None] = {}
    for moment in moments(game, *users):
        page = pages[moment.user.pk]
        page.goto(moment.match.get_absolute_url(), wait_until="networkidle")
        found[moment.name] = page.evaluate(FAULTS, LINES if size[0] < size[1] else 0)
    for page in pages.values():
        page.context.close()
    assert any(faults is not None for faults in found.values())
    assert {name: faults for name, faults in found.items() if faults} == {}


ON_PHONE = """() => {
    const read = document.querySelector(".coach > p"), sign = document.querySelector(".help .coach-sign");
    const help = document.querySelector("#help");
    help.open = true;
    const words = (each) => each.textContent.replace(/\\s+/g, " ").trim();
    const told = words(help.querySelector(".now")).includes(words(read));
    help.open = false;
    const { top, bottom } = sign.getBoundingClientRect();
    const low = document.querySelector(".match-board").getBoundingClientRect().top;
    const inPlace = sign.checkVisibility() && bottom <= low + 1 && top >= help.querySelector("summary").offsetHeight;
    return { line: read.checkVisibility() && getComputedStyle(read).clipPath === "none", told, sign: inPlace };
}"""


@pytest.mark.parametrize("size", [(375, 812), (390, 844), (360, 740)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_on_a_phone_it_speaks_beside_short_news_and_at_any_time_below_the_question_mark(
    size: tuple[int, int], browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann, ben = person("Ann"), person("Maestro.Belcolpo")
    page = _seated(browser, live_server.url, ann, size)
    found: dict[str, dict[str, bool]] = {}
    for moment in moments("en-garde", ann, ben):
        page.goto(moment.match.get_absolute_url(), wait_until="networkidle")
        if moment.user == ann and page.locator(".coach").count():
            found[moment.name] = page.evaluate(ON_PHONE)
    page.context.close()
    assert found.pop("next round, with an offer")["line"] is False
    assert found["first move"]["line"]
    assert found["next round"]["line"]
    assert all(each["told"] and each["sign"] for each in found.values()), found


def _seated(browser: Browser, address: str, user: User, size: tuple[int, int]) -> Page:
    window: ViewportSize = {"width": size[0], "height": size[1]}
    context = browser.new_context(base_url=address, viewport=window, has_touch=size[0] < size[1])
    sign_in(context, user, address)
    return context.new_page()
