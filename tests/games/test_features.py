"""A feature that cannot be loaded is named in one sentence, and the program does not start."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.urls import clear_url_caches

from accounts import limits
from accounts.outbox import registry
from fogsite.settings import BASE_DIR
from games import features
from games.core.seams import (
    addresses,
    afterwards,
    bars,
    desk,
    ended,
    for_others,
    imported,
    leaving,
    match_admin,
    match_shape,
    merging,
    notices,
    outages,
    panels,
    remedies,
    sweeps,
    unbegun,
)
from games.core.seams.seam import Seam
from tests.parts import features as gates

GOOD = """
from games.core.seams import ended

def register() -> None:
    ended.in_transaction("applause", print)
"""
LIMIT = """
from games.core.seams import limits

def register() -> None:
    limits.register("{name}", "{rate}", "You have applauded too often.")
"""
ADDRESS = """
from django.urls import path
from games.core.api.view import ApiView
from games.core.api.views.matches import ResignView
from games.core.seams import addresses

def register() -> None:
    addresses.register("%s", {given})
"""
LAST = " See docs/adding-a-feature.md."
BROKEN = {
    "raises": ("def register() -> None:\n    1 / 0\n", "line 2 of {path} raised ZeroDivisionError: division by zero"),
    "is_no_python": ("def register(:\n", "line 1 of {path} raised SyntaxError: invalid syntax"),
    "says_nothing": ("APPLAUSE = 1\n", "its feature.py has no function called register"),
    "imports_no_seam": (
        "from games.core.seams import curtain\n",
        "it names a seam that does not exist, games.core.seams.curtain",
    ),
    "imports_no_module": (
        "import games.core.seams.curtain\n",
        "it names a seam that does not exist, games.core.seams.curtain",
    ),
    "calls_no_seam": (
        "from games.core.seams import ended\n\ndef register() -> None:\n    ended.before_commit('applause', print)\n",
        "it names a seam that does not exist, games.core.seams.ended.before_commit",
    ),
    "lacks_a_library": (
        "import no_such_library\n",
        "line 1 of {path} raised ModuleNotFoundError: No module named 'no_such_library'",
    ),
    "twice": (
        GOOD + '    ended.in_transaction("applause", print)\n',
        "it registers “applause” with the end of a match, where this name is registered already",
    ),
    "panel_twice": (
        "from games.core.seams import panels\n\ndef register() -> None:\n"
        + '    panels.HOME.register("applause", print, "a.jinja")\n' * 2,
        "it registers “applause” with the panels on the home page, where this name is registered already",
    ),
    "reads_nothing_along": (
        'from games.core.seams import read_along\n\ndef register() -> None:\n    read_along.register("applause")\n',
        "it reads “applause” with a match, which has no one row of this name",
    ),
    "reads_many_along": (
        'from games.core.seams import read_along\n\ndef register() -> None:\n    read_along.register("seats")\n',
        "it reads “seats” with a match, which has no one row of this name",
    ),
    "sweep_of_the_core": (
        "from games.core.seams import sweeps\n\ndef register() -> None:\n"
        '    sweeps.register("remind", every=60, do=print)\n',
        "it registers the sweep “remind”, and the core has a sweep of this name",
    ),
    "document_twice": (
        "from games.core.seams import leaving\n\ndef register() -> None:\n"
        '    document = leaving.Document("thanks", "thanks: whom you have thanked.", print)\n'
        '    leaving.register("applause", forget=None, documents=[document, document])\n',
        "it registers the document “thanks”, and there is one of this name already",
    ),
    "limit_of_the_core": (
        LIMIT.format(name="play", rate="20/h/user"),
        "it registers the limit “play”, and there is a limit of this name already",
    ),
    "limit_without_a_rate": (
        LIMIT.format(name="applause", rate="20 an hour"),
        "its limit “applause” has the rate “20 an hour”; write it as “20/h/user”",
    ),
    "notice_of_the_core": (
        "from games.core.seams import notices\n\ndef register() -> None:\n"
        '    notices.register("turn", print, "Another match")\n',
        "it registers the notice “turn”, and there are notices of this kind already",
    ),
    "address_of_the_core": (
        ADDRESS.format(given='pages=[path("m/<slug:key>/resign", print, name="applause")]'),
        "its address “m/<slug:key>/resign” is taken",
    ),
    "name_of_the_core": (
        ADDRESS.format(given='pages=[path("m/<slug:public_id>/applause", print, name="resign")]'),
        "its address “m/<slug:public_id>/applause” is called “resign”, as another is",
    ),
    "address_without_a_name": (
        ADDRESS.format(given='pages=[path("m/<slug:public_id>/applause", print)]'),
        "its address “m/<slug:public_id>/applause” has no name",
    ),
    "address_without_its_limit": (
        "from accounts.limits import limited\n"
        + ADDRESS.format(given='pages=[path("m/<slug:public_id>/applause", limited("applaud")(register), name="%s")]'),
        "its address “m/<slug:public_id>/applause” is counted by the limit “applaud”, and there is none of this name",
    ),
    "operation_without_its_limit": (
        ADDRESS.format(given='operations=[path("v1/applause/", Counted.as_view(), name="api_applause")]')
        + "\nclass Counted(ApiView):\n    look_limit = 'applaud'\n",
        "its address “api/v1/applause/” is counted by the limit “applaud”, and there is none of this name",
    ),
    "operation_of_the_core": (
        ADDRESS.format(given='operations=[path("v1/applause/", ResignView.as_view(), name="api_applause")]'),
        "its operation “resign” has the name of another",
    ),
    "address_of_a_program": (
        ADDRESS.format(given='operations=[path("v1/matches/<slug:key>/", print, name="api_applause")]'),
        "its address “api/v1/matches/<slug:key>/” is taken",
    ),
    "no_sweep": (
        GOOD.replace('in_transaction("applause", print)', 'after_commit("applause", print, swept_by="clap")'),
        "it says of “applause” that the sweep “clap” does it again, but the sweeps are heartbeat, ping, deliver, ",
    ),
}


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for seam in (ended, merging):
        monkeypatch.setattr(seam, "IN_TRANSACTION", Seam(seam.IN_TRANSACTION.name))
        monkeypatch.setattr(seam, "AFTER_COMMIT", Seam(seam.AFTER_COMMIT.name))
    for one in (
        *(leaving.LEAVING, unbegun.UNBEGUN, unbegun.ANEW, sweeps.SWEEPS, afterwards.SWEPT_BY, addresses.ADDRESSES),
        *(outages.OUTAGES, imported.IMPORTED, remedies.REMEDIES),
        *(
            for_others.VIEWS,
            match_admin.FORMS,
            match_admin.LETTERS,
            desk.FIRST_PAGE,
            desk.OF_PERSON,
            desk.HIDDEN,
            desk.CLOSING,
            desk.TOLD,
            desk.ACTED,
            desk.LOOKS,
            bars.BARS,
        ),
    ):
        monkeypatch.setattr(one, "registered", {})
    monkeypatch.setattr(limits, "OF_FEATURES", {})
    kinds = {kind: each for kind, each in registry.registered.items() if kind not in notices.KINDS}
    monkeypatch.setattr(registry, "registered", kinds)
    monkeypatch.setattr(notices, "KINDS", [])
    monkeypatch.setattr(match_shape, "FIELDS", Seam(match_shape.FIELDS.name))
    for place in panels.PLACES:
        monkeypatch.setattr(place, "panels", Seam(place.panels.name))


def written(folder: Path, name: str, source: str) -> Path:
    """Write the `feature.py` of a feature that can then be imported by this name."""
    path = folder / name / "feature.py"
    path.parent.mkdir()
    path.write_text(source)
    return path


ROUTES = ("games.urls", "games.core.api.urls", "fogsite.urls")


@pytest.fixture
def _routes_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The addresses of the site are read again, with those of the test; afterwards they are as before."""
    for module in ROUTES:
        monkeypatch.delitem(sys.modules, module, raising=False)
    clear_url_caches()
    yield
    clear_url_caches()


def refusal(monkeypatch: pytest.MonkeyPatch, *names: str) -> str:
    monkeypatch.setattr(features, "FEATURES", [*names])
    with pytest.raises(ImproperlyConfigured) as refused:
        features.load()
    return str(refused.value)


def test_the_features_of_the_site_register_in_their_order() -> None:
    features.load()
    brought = gates.items("ENDED")
    assert [name for name, _ in ended.IN_TRANSACTION] == ["statistics", "end notices", "deeds", *brought]


def test_what_features_tell_people_is_registered_with_the_seam() -> None:
    features.load()
    folders = tuple(f"{feature}." for feature in features.FEATURES)
    written = {kind for kind, each in registry.registered.items() if each.renderer.__module__.startswith(folders)}
    assert written == {*notices.KINDS}
    assert {"chat", "invited", "favourite", "rematch", "report", "offer", "vacation"} < written


@pytest.mark.usefixtures("_routes_anew")
@pytest.mark.parametrize("name", BROKEN)
def test_a_feature_that_cannot_be_loaded_is_named_in_one_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, fault = BROKEN[name]
    path = written(tmp_path, name, source.replace("%s", name))
    monkeypatch.syspath_prepend(tmp_path)
    told = refusal(monkeypatch, name)
    assert told.startswith(f"The feature {name} cannot be loaded: {fault.format(path=path)}")
    assert told.endswith(LAST)
    assert "\n" not in told


def test_a_feature_whose_admin_raises_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, "admin_raises", GOOD)
    (path.parent / "admin.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    fault = f"line 1 of {path.parent / 'admin.py'} raised ZeroDivisionError: division by zero."
    assert refusal(monkeypatch, "admin_raises") == f"The feature admin_raises cannot be loaded: {fault}{LAST}"


def test_a_feature_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    told = "The feature games.applause cannot be loaded: there is no games/applause/feature.py."
    assert refusal(monkeypatch, "games.applause") == told + LAST


def test_two_features_cannot_register_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("applause_one", "applause_two"):
        written(tmp_path, name, GOOD)
    monkeypatch.syspath_prepend(tmp_path)
    told = refusal(monkeypatch, "applause_one", "applause_two")
    assert told.startswith("The feature applause_two cannot be loaded: it registers “applause” with the end of a match")


APP = """
from django.apps import AppConfig

class Config(AppConfig):
    name = "{name}"
    label = "applause"
"""
ONE_LABEL = "The feature applause_there cannot be loaded: it has the app label “applause”, as applause_here has."


def with_one_label(folder: Path) -> list[str]:
    """Write two features whose apps have one label."""
    names = ["applause_here", "applause_there"]
    for name in names:
        path = written(folder, name, GOOD)
        (path.parent / "__init__.py").touch()
        (path.parent / "apps.py").write_text(APP.format(name=name))
    return names


def test_two_features_cannot_have_one_label(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(features, "FEATURES", with_one_label(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ImproperlyConfigured) as refused:
        features.apps()
    assert str(refused.value) == ONE_LABEL + LAST


def test_an_app_that_cannot_be_imported_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, "applause_broken", GOOD).with_name("apps.py")
    path.write_text("1 / 0\n")
    path.with_name("__init__.py").touch()
    monkeypatch.setattr(features, "FEATURES", ["applause_broken"])
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ImproperlyConfigured) as refused:
        features.apps()
    fault = f"line 1 of {path} raised ZeroDivisionError: division by zero."
    assert str(refused.value) == f"The feature applause_broken cannot be loaded: {fault}{LAST}"


START = "import sys; from games import features; features.FEATURES.extend({names}); "
PROGRAMS = {
    "manage": "sys.argv = ['manage.py', 'check']; import manage; manage.main()",
    "web": "import fogsite.wsgi",
    "worker": "sys.argv = ['celery', '-A', 'fogsite', 'worker']; from celery.__main__ import main; main()",
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_no_program_starts_and_all_say_the_sentence_alone(program: str, tmp_path: Path) -> None:
    path = written(tmp_path, "broken_at_start", BROKEN["raises"][0])
    fault = BROKEN["raises"][1].format(path=path)
    told = f"The feature broken_at_start cannot be loaded: {fault}.{LAST}\n"
    assert ended_with(program, ["broken_at_start"], tmp_path) == (1, told)


@pytest.mark.parametrize("program", PROGRAMS)
def test_no_program_starts_where_two_features_have_one_label(program: str, tmp_path: Path) -> None:
    assert ended_with(program, with_one_label(tmp_path), tmp_path) == (1, f"{ONE_LABEL}{LAST}\n")


def ended_with(program: str, names: list[str], folder: Path) -> tuple[int, str]:
    """Start a program with more features, which lie in a folder; return how it ended and what it said."""
    environment = {"DEVELOPMENT": "1", "DATABASE_URL": "sqlite://:memory:", "PYTHONPATH": f"{BASE_DIR}:{folder}"}
    done = subprocess.run(
        [sys.executable, "-c", START.format(names=names) + PROGRAMS[program]],
        env=environment,
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.returncode, done.stderr


def test_a_feature_with_an_app_is_installed_and_one_with_templates_is_drawn_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("applause_plain", "applause_app"):
        written(tmp_path, name, GOOD)
        (tmp_path / name / "__init__.py").touch()
    (tmp_path / "applause_app" / "apps.py").touch()
    (tmp_path / "applause_app" / "templates").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(features, "FEATURES", ["applause_plain", "applause_app", "games.nowhere", "nowhere.at_all"])
    assert features.apps() == ["applause_app"]
    assert features.templates() == [tmp_path / "applause_app" / "templates"]
