"""Browsers on a running copy of the service: web, Redis, mail server and, where it has work, a worker, all real."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.core.pages import film
from tests.e2e.pages import furnish, sign_in
from tests.parts import database, kept
from tests.parts.cast import person
from tests.parts.mail import MailServer
from tests.parts.worker import Worker

expect.set_options(timeout=30_000)  # for a busy machine: a test that passes does not wait for it
PASSWORD = "a long walk by the sea"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
LATEST_LOOK = 60_000
"""Milliseconds between two looks for news of a page that has long been told nothing."""
PHONE: dict[str, Any] = {"viewport": {"width": 375, "height": 812}, "color_scheme": "dark", "has_touch": True}


class Person:
    """Somebody at a browser, with a mail address."""

    def __init__(self, name: str, context: BrowserContext, base: str, mail: MailServer) -> None:
        self.name = name
        self.context = context
        self.page: Page = context.new_page()
        self.base = base
        self.mail = mail
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    @property
    def address(self) -> str:
        return f"{self.name.lower()}@example.org"

    def open(self, path: str) -> None:
        self.page.goto(self.base + path)

    def sign_up(self) -> None:
        """Go from the home page to a verified account."""
        self.open("/")
        self.page.get_by_role("link", name="Sign up").first.click()
        self.page.fill("input[name=username]", self.name)
        self.page.fill("input[name=email]", self.address)
        self.page.fill("input[name=password1]", PASSWORD)
        self.page.locator("main form button[type=submit]").click()
        self.page.wait_for_url("**/confirm-email/**")
        self.open(link_in(self.letter("confirm your email address")))
        self.page.locator("main form button[type=submit]").click()
        self.page.wait_for_url("**/matches/**")

    def sign_in(self) -> None:
        """Make an account, and give the browser the cookie of a session that is signed in to it."""
        sign_in(self.context, person(self.name), self.base)

    def letters(self) -> list[EmailMessage]:
        return [letter for letter in list(self.mail.letters) if self.address in str(letter["To"])]

    def letter(self, subject: str) -> EmailMessage:
        """Return the first letter to this person whose subject holds these words, waited for."""
        while True:
            for letter in self.letters():
                if subject.lower() in str(letter["Subject"]).lower():
                    return letter
            self.mail.wait()


def link_in(letter: EmailMessage) -> str:
    """Return the path of the first link in a letter's text."""
    body = letter.get_body(("plain",))
    assert body is not None
    found = re.search(r"https?://\S+", body.get_content())
    assert found is not None, body.get_content()
    return urlsplit(found.group()).path


def hold_clock(page: Page) -> None:
    """Stop the page's clock, a minute ahead. It goes on only when a test says so, however slow the machine is."""
    page.clock.install()
    page.clock.pause_at(timezone.now() + timedelta(minutes=1))


def look_again(page: Page) -> None:
    """Let an open page whose clock was installed ask for news now, not in some seconds."""
    page.clock.fast_forward(LATEST_LOOK)


def hide(page: Page, hidden: bool = True) -> None:
    """Make the page believe that another tab is in front."""
    page.evaluate(
        """(hidden) => {
            Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


@pytest.fixture(autouse=True)
def closed(request: pytest.FixtureRequest) -> Iterator[None]:
    """No page stays open after its test: it would ask the server on, and a later test would take that for its own."""
    yield
    if "browser" in request.fixturenames:
        for context in request.getfixturevalue("browser").contexts:
            context.close()


@pytest.fixture
def films() -> None:
    """Lets pages play the film of what has happened since their reader was there."""


@pytest.fixture(autouse=True)
def seen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without `films` each page opens as for somebody who has seen what happened: most tests are about what follows."""
    if "films" not in request.fixturenames:
        monkeypatch.setattr(film, "_is_unseen", lambda _found: False)


@pytest.fixture
def service(
    live_server: LiveServer,
    smtp_server: MailServer,
    redis_server: str,
    settings: Settings,
) -> str:
    """The address of the running service, whose mails reach the mail server once there is a `worker`."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", smtp_server.controller.port
    settings.SITE_URL = live_server.url
    settings.TURN_MAIL_DELAY = 0
    return live_server.url


@pytest.fixture
def worker(service: str, celery_worker: Callable[[], Worker]) -> Worker:
    """What delivers letters and moves for house opponents."""
    return celery_worker()


@pytest.fixture
def arrive(browser: Browser, service: str, smtp_server: MailServer) -> Iterator[Callable[..., Person]]:
    """Lets somebody new sit down at a browser: `arrive("Ann", DESKTOP)`. Nobody may meet a script error."""
    people: list[Person] = []

    def sit_down(name: str, how: dict[str, Any]) -> Person:
        people.append(Person(name, browser.new_context(**how), service, smtp_server))
        return people[-1]

    yield sit_down
    for each in people:
        each.context.close()
    assert [fault for each in people for fault in each.faults] == []


@pytest.fixture(scope="session")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the house is kept once it has been furnished."""
    return tmp_path_factory.mktemp("house") / "plan.sqlite3"


@pytest.fixture
def house(transactional_db: None, plan: Path) -> User:
    """A site with something to see on every page, and Ann, who sees it."""
    if database.is_postgres():
        return furnish()
    if plan.exists():
        kept.refill(plan)
    else:
        furnish()
        kept.keep(plan)
    return User.objects.get(username="Ann")


@pytest.fixture
def context(browser: Browser, live_server: LiveServer) -> Iterator[BrowserContext]:
    """A browser of its own on the running site."""
    context = browser.new_context(base_url=live_server.url, **DESKTOP)
    yield context
    context.close()
