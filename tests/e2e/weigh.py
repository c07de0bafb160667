"""`make weigh`: what a match page of each game costs somebody who comes with an empty cache, as production sends it.

The whole service runs, nginx in front of it (`tests/parts/production.py`). Chromium computes at a quarter of its speed,
behind DevTools' Slow 4G. What has happened has been seen as a film before. The sign-in page is measured in the same
run: on a busy machine, compare with that.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from statistics import median
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page

from tests.bench import budgets
from tests.bench.verdict import verdict
from tests.parts.production import HOST, Production

SAMPLES = int(os.environ.get("SAMPLES", "3"))
SLOWER = 4
SLOW_4G = {"offline": False, "latency": 562.5, "downloadThroughput": 180_000, "uploadThroughput": 84_375}
"""Milliseconds for each request, and bytes a second."""
REFERENCE = "/accounts/login/"
QUIET = 1000
"""Milliseconds without a long task: where they begin, a page counts as interactive."""
SIZES = {"1280x800": {"width": 1280, "height": 800}, "375x812": {"width": 375, "height": 812}}

WATCH = """
    window.seen = { tasks: [], shift: 0 };
    new PerformanceObserver((list) => {
        for (const each of list.getEntries()) seen.tasks.push([each.startTime, each.duration]);
    }).observe({ type: "longtask", buffered: true });
    new PerformanceObserver((list) => {
        for (const each of list.getEntries()) if (!each.hadRecentInput) seen.shift += each.value;
    }).observe({ type: "layout-shift", buffered: true });
"""
TOLD = """() => {
    const [page] = performance.getEntriesByType("navigation");
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    const ready = Math.max(page.domContentLoadedEventEnd, paint ? paint.startTime : 0);
    return { ...seen, now: performance.now(), ready };
}"""


class Quiet(NamedTuple):
    """When a page was ready to be used, in milliseconds, its long tasks until then, and what has shifted."""

    end: float
    tasks: int
    shift: float


class Cost(NamedTuple):
    """What a page costs: kB on the wire, long tasks, seconds until it is interactive, and its layout shift."""

    weight: float
    tasks: float
    interactive: float
    shift: float

    def row(self, title: str, goal: budgets.FirstVisit | None) -> str:
        """Return the line of a table."""
        held = goal is None or (
            self.weight <= goal.weight
            and self.tasks <= goal.tasks
            and self.interactive <= goal.interactive
            and not self.shift
        )
        told = f"| {title} | {self.weight:.0f} kB | {self.tasks:g} | {self.interactive:.1f} s | {self.shift:g} |"
        return told if goal is None else f"{told} {verdict(held)} |"


def test_what_a_first_visit_costs(production: Production, browsing: Browser) -> None:
    made = json.loads(production.python("-m", "tests.parts.furnished").splitlines()[-1])
    for size, viewport in SIZES.items():
        print(f"\n{size}, load {os.getloadavg()[0]:.1f}, medians of {SAMPLES}")  # noqa: T201
        print("| page | weight | long tasks | interactive | layout shift | goal |")  # noqa: T201
        for title, path in {"sign in": REFERENCE, **made["pages"]}.items():
            _see_film(production, browsing, path, made["cookie"])
            costs = [_cost(production, browsing, path, made["cookie"], viewport) for _ in range(SAMPLES)]
            cost = Cost(*(median(each) for each in zip(*costs, strict=True)))
            print(cost.row(title, budgets.FIRST_VISIT.get(title, budgets.OTHERS) if path != REFERENCE else None))  # noqa: T201
            assert cost.weight > 0


@pytest.fixture
def browsing(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A browser that finds the service by its name."""
    finds = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"
    browser = browser_type.launch(**{**browser_type_launch_args, "args": [*browser_type_launch_args["args"], finds]})
    yield browser
    browser.close()


def _see_film(service: Production, browser: Browser, path: str, cookie: dict[str, str]) -> None:
    """Open a page once, so that what has happened plays no more as a film, whose boards come later."""
    context = _arriving(service, browser, path, cookie)
    page = context.new_page()
    page.goto(path, wait_until="networkidle", timeout=120_000)
    page.keyboard.press("Escape")
    page.wait_for_load_state("networkidle")
    context.close()


def _arriving(service: Production, browser: Browser, path: str, cookie: dict[str, str], **more: Any) -> BrowserContext:
    """Return a browser that has never been there; on a match page it is signed in."""
    base = f"https://{HOST}:{service.address[1]}"
    context = browser.new_context(base_url=base, ignore_https_errors=True, service_workers="block", **more)
    if path != REFERENCE:
        context.add_cookies([{**cookie, "url": base}])  # type: ignore[typeddict-item]
    return context


def _cost(service: Production, browser: Browser, path: str, cookie: dict[str, str], viewport: Any) -> Cost:
    """Return what a page costs in a browser that has never been there."""
    context = _arriving(service, browser, path, cookie, viewport=viewport)
    context.add_init_script(WATCH)
    page = context.new_page()
    received = _slowed(page)
    answer = page.goto(path, wait_until="load", timeout=120_000)
    assert answer is not None
    assert answer.status == 200, answer.status
    told = _when_quiet(page)
    context.close()
    return Cost(sum(received) / 1000, told.tasks, told.end / 1000, round(told.shift, 4))


def _slowed(page: Page) -> list[int]:
    """Slow a page down, and return a list that fills with the bytes of each answer."""
    devtools = page.context.new_cdp_session(page)
    received: list[int] = []
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", SLOW_4G)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    devtools.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    return received


def _when_quiet(page: Page) -> Quiet:
    """Return what a page has done until it became quiet; a round that plays by itself may go on after that."""
    while True:
        page.wait_for_timeout(QUIET)
        told = page.evaluate(TOLD)
        end, tasks = told["ready"], 0
        for start, length in sorted(told["tasks"]):
            if start > end + QUIET:
                break
            end, tasks = max(end, start + length), tasks + 1
        if told["now"] > end + 2 * QUIET:
            return Quiet(end, tasks, told["shift"])
