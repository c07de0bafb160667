"""Fixtures and rules for the whole suite."""

import gc
import re
import signal
from collections.abc import Generator, Iterator
from importlib import import_module
from typing import Any
from unittest import mock

import pytest
from django.apps import apps
from django.db.models.signals import post_migrate
from django.template.backends import jinja2 as of_jinja
from django.test.signals import template_rendered
from django.utils import timezone, translation

from fogsite import catalogues
from games.core.seams import panels
from tests.parts import database, depth, lacking, redis, remedies, tokens

pytest_plugins = ["tests.parts.fixtures", "tests.parts.cast", "tests.rules.contract.report", "tests.attacks.report"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--postgres", action="store_true", help="use PostgreSQL (see tests/parts/database.py), not SQLite")
    parser.addoption("--brief", action="store_true", help="one case of each kind (see tests/parts/depth.py), not all")
    parser.addoption("--by-turns", action="store_true", help="of what is at home on the other database, a part")


def pytest_configure(config: pytest.Config) -> None:
    config.args.sort(key=folder_by_folder)
    database.prepare()
    depth.prepare()
    tokens.prepare()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in a shell's background, where children would inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "postgres: needs PostgreSQL; runs in that pass only")
    config.addinivalue_line("markers", "sqlite: runs on SQLite only")
    config.addinivalue_line("markers", "browser: drives a browser (set by itself); runs once, on SQLite")
    config.addinivalue_line("markers", "page: shows pages (pages/, test_page_*; set by itself); runs once, on SQLite")
    config.addinivalue_line("markers", "deep: left out of brief runs; another test tries the same once")
    config.addinivalue_line("markers", "by_turns(number): so many of a test's or a module's cases are a brief run")
    config.addinivalue_line("markers", "database: touches the database (set by itself), so it runs on both")


def folder_by_folder(argument: str) -> list[str]:
    """Order arguments by folders: pytest 9.1 loses the conftest of a folder that it leaves and comes back to."""
    return argument.partition("::")[0].split("/")


def pytest_report_header(config: pytest.Config) -> str:
    part = f"drawn by TURN={depth.turn()}" if depth.turn() else "the same every time"
    if depth.is_brief():
        return f"brief: of each kind as many cases as show that it works, {part}"
    others = f" that is at home on this database; of others a part, {part}" if config.option.by_turns else ""
    return f"every case{others}"


def pytest_sessionstart() -> None:
    catalogues.compile_changed()


@pytest.fixture(scope="session", autouse=True)
def contexts_of_pages() -> Iterator[None]:
    """Tell Django's test client what a page is drawn from (`response.context`), as its own engine does."""
    draw = of_jinja.Template.render

    def told(self: Any, context: dict[str, Any] | None = None, request: Any = None) -> str:
        if "request" in (context or {}):
            template_rendered.send(sender=self, template=self.template, context=context)
        return draw(self, context, request)

    with mock.patch.object(of_jinja.Template, "render", told):
        yield


SELDOM = (10_000, 10, 10)
"""How many objects are made before those that refer to each other in circles are looked for, and the older ones."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Yield what is imported and collected stays: looking through it for what may go takes up to a sixth of a test's
    time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*SELDOM)
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    foreign = "sqlite" if database.is_postgres() else "postgres"
    for item in items:
        if touches_database(item):
            item.add_marker("database")
        if "browser_type_launch_args" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        if item.path.parent.name == "pages" or re.fullmatch(r"test_page(_\w+)?", item.path.stem):
            item.add_marker("page")
    dropped = {item for item in items if item.get_closest_marker(foreign)}
    if depth.is_brief():
        dropped |= depth.left_out([item for item in items if item not in dropped])
    elif config.option.by_turns:
        dropped |= depth.repeated([item for item in items if item not in dropped])
    if dropped:
        config.hook.pytest_deselected(items=[item for item in items if item in dropped])
        items[:] = [item for item in items if item not in dropped]
    items.sort(key=place_in_line)


LONG = (
    "tests/test_hostile.py",
    "tests/test_urls.py",
    "tests/games/core/services/test_sweep_plans.py",
    "tests/week/",
    "tests/month/",
    "tests/games/twins/",
    "tests/games/admin/test_rogue.py",
    "tests/games/core/api/",
)
"""Where tests of a quarter of a minute and more stand that would otherwise be begun near the end."""


def place_in_line(item: pytest.Item) -> int:
    """Return what is one worker's comes first, then whole matches and weeks: begun last, they would be waited for
    alone.
    """
    if item.get_closest_marker("xdist_group"):
        return 0
    return 1 if item.nodeid.startswith(LONG) or item.path.name == "test_match.py" else 2


@pytest.fixture(autouse=True)
def outages_forgotten() -> None:
    """Redis is asked again, though the test before found none."""
    redis.forget_outages()


@pytest.fixture(autouse=True)
def settings_of_the_last_reader_forgotten() -> None:
    """Forget language and time zone of the last reader.

    Every request leaves them behind for the next test.
    """
    translation.deactivate()
    timezone.deactivate()


RIGHTS = (
    "games.migrations.0008_moderators",
    "games.migrations.0031_moderators_time_up",
    "games.migrations.0034_moderators_judge_reports",
    "games.migrations.0045_moderators_see_seeks",
    "games.migrations.0047_moderators_see_awards",
    "games.desk.migrations.0002_moderators_see_people",
    "games.desk.migrations.0004_moderators_see_weeks",
    "games.measures.migrations.0002_moderators",
)
"""The migrations that give moderators their rights."""


@pytest.fixture(autouse=True)
def panels_fail_loudly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page outlives a panel that fails; a test doesn't. The tests of that take this fixture away."""

    def raise_on(_place: str, _name: str) -> None:
        raise

    monkeypatch.setattr(panels, "note_failure", raise_on)


@pytest.fixture(scope="session", autouse=True)
def moderators() -> Iterator[None]:
    """The group that migrations make is there again after a test that ends with all tables emptied."""

    def make(app_config: Any, **given: Any) -> None:
        if app_config.label == "games" and "plan" not in given:  # only `migrate` has one
            for name in RIGHTS:
                import_module(name).make(apps, None)

    post_migrate.connect(make)
    yield
    post_migrate.disconnect(make)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Refuse to run where xdist would tear groups apart: it says the group in a test's id, where pytest lets it."""
    if getattr(session.config.option, "loadgroup", False):
        grouped = [item for item in session.items if item.get_closest_marker("xdist_group")]
        if any("@" not in item.nodeid for item in grouped):
            raise pytest.UsageError(f"With pytest {pytest.__version__} groups are torn apart: see requirements.in.")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    left_out = terminalreporter.stats.get("deselected", [])
    number = sum(1 for item in left_out if item.get_closest_marker("postgres"))
    if number and not database.is_postgres():
        terminalreporter.write_line(f"{number} tests need PostgreSQL and were left out: --postgres runs them.")
    failed = [report.nodeid for kind in ("failed", "error") for report in terminalreporter.stats.get(kind, [])]
    if lines := remedies.told(failed):
        terminalreporter.section("What to do")
        for line in lines:
            terminalreporter.line(line)
    lacking.tell(terminalreporter.stats.get("skipped", []), terminalreporter.write_line)


def touches_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(item.get_closest_marker("django_db") or fixtures & {"db", "transactional_db", "live_server"})
