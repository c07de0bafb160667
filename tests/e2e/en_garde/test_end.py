"""The hit that ends a match is there with the news of it, and nothing tells the end before."""

from __future__ import annotations

import re

import pytest
from django.db import transaction
from playwright.sync_api import Browser, Page, Route
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.core.models import Match
from tests.e2e.conftest import DESKTOP, look_again
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person
from tests.parts.patience import until

SEEN = """
    window.seen = [];
    const TELLS = ".closing, .result, .since, .score, .log .new";
    const isThere = (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    addEventListener("DOMContentLoaded", () => {
        const ply = () => document.getElementById("match")?.dataset.ply;
        const start = ply();
        const any = (what) => [...document.querySelectorAll(what)].some(isThere);
        const note = () => ply() !== start && seen.push({ hit: any("#match .ended"), told: any(TELLS) });
        new MutationObserver(note).observe(document.body, { childList: true, subtree: true, attributes: true });
    });
"""
"""This notes after each change of the page, from the news on, whether the hit is seen and whether the end is told."""


def last_move_left(match: Match) -> Match:
    """Play so far that the next move ends the match."""
    with transaction.atomic():
        moves = tables.play_on(match, choose=tables.attack).ply
        transaction.set_rollback(True)
    return tables.play_on(match, moves - match.ply - 1, choose=tables.attack)


def opened(browser: Browser, url: str, match: Match, user: User) -> Page:
    context = browser.new_context(base_url=url, **DESKTOP)
    context.add_init_script(SEEN)
    sign_in(context, user, url)
    page = context.new_page()
    page.clock.install()
    page.goto(match.get_absolute_url(), wait_until="networkidle")
    return page


@pytest.fixture
def ended(browser: Browser, live_server: LiveServer, transactional_db: None) -> tuple[Page, list[Route]]:
    """The page of the player who has just been hit, and the answer with the new board, which is held back."""
    ann, ben = person("Ann"), person("Ben")
    match = last_move_left(tables.begin(ann, ben, public_id="momentover1", rounds=1))
    winner = tables.next_user(match)
    page = opened(browser, live_server.url, match, ben if winner == ann else ann)
    held: list[Route] = []
    page.route(re.compile(rf"{match.get_absolute_url()}$"), lambda route: held.append(route))
    tables.play_on(match, 1, choose=tables.attack)
    return page, held


def test_what_moves_the_board_comes_together_with_it(ended: tuple[Page, list[Route]]) -> None:
    page, held = ended
    with page.expect_request(re.compile(r"/motion(\.\w+)?\.js$")):
        look_again(page)
    until(lambda: page.evaluate("true") and len(held) == 1)


def test_the_hit_is_there_with_the_news_and_the_end_is_told_after_it(ended: tuple[Page, list[Route]]) -> None:
    page, held = ended
    look_again(page)
    until(lambda: page.evaluate("true") and len(held) == 1)
    held[0].continue_()
    until(lambda: page.evaluate("seen.length > 0 && seen.at(-1).told"))
    seen = page.evaluate("seen")
    assert seen[0] == {"hit": True, "told": False}
    ends = [number for number, each in enumerate(seen) if each["told"]]
    assert not any(each["hit"] for each in seen[ends[0] :])
