"""What features show on pages of the core, to whom, and that a page outlives a panel that fails."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.template import engines
from django.test import Client
from django.utils import timezone
from jinja2 import ChoiceLoader, DictLoader

from accounts.models import User
from games.core.models import Heartbeat, Match
from games.core.seams import panels
from games.core.seams.seam import BadFeature, Seam
from games.core.services import heartbeats, play
from tests.games.core.seams.hooks import fail
from tests.games.tables import play_link

pytestmark = pytest.mark.django_db

TEMPLATES = {
    "applause/plain.jinja": "<p>{{ panel }}</p>",
    "applause/broken.jinja": "<p>{{ panel.missing() }}</p>",
    "applause/form.jinja": "<form>{{ csrf_input }}</form>{{ match }}{{ user }}",
}
SHOWN = re.compile(r'<section class="panel" data-panel="(\w+)">(.*?)</section>', re.DOTALL)


def noting(told: list[tuple[Any, ...]], shown: str) -> Callable[..., str]:
    """Return a panel that notes what it is called with."""

    def find(*about: Any) -> str:
        told.append(about)
        return shown

    return find


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No panel is there but those of the test, whose templates are here."""
    for place in panels.PLACES:
        monkeypatch.setattr(place, "panels", Seam[Any](place.panels.name))
    environment = engines["jinja"].env  # type: ignore[attr-defined]
    monkeypatch.setattr(environment, "loader", ChoiceLoader([DictLoader(TEMPLATES), environment.loader]))


@pytest.fixture
def shown(client: Client) -> Any:
    """What panels say on a page, by name."""
    return lambda address, **more: dict(SHOWN.findall(client.get(address, **more).content.decode()))


def test_a_player_sees_what_is_shown_below_and_beside_the_board(
    match: Match, ann: User, client: Client, shown: Any
) -> None:
    told = list[tuple[Any, ...]]()
    panels.BELOW_BOARD.register("one", noting(told, "below"), "applause/plain.jinja")
    panels.BELOW_BOARD.register("nothing", lambda *_: None, "applause/plain.jinja")
    panels.BESIDE_BOARD.register("two", lambda *_: "<beside>", "applause/plain.jinja")
    client.force_login(ann)
    expected = {"one": "<p>below</p>", "two": "<p>&lt;beside&gt;</p>"}
    assert shown(match.get_absolute_url()) == expected
    assert shown(match.get_absolute_url(), headers={"HX-Request": "true"}) == expected
    assert shown(f"{match.get_absolute_url()}0/") == {}
    ((found, seat, user), _again) = told
    assert (found, seat.user, user) == (match, ann, ann)


def test_a_play_link_shows_what_says_so_and_nobody_has_signed_in_there(match: Match, ann: User, shown: Any) -> None:
    told = list[tuple[Any, ...]]()
    panels.BELOW_BOARD.register("players", lambda *_: "no", "applause/plain.jinja")
    panels.BELOW_BOARD.register("watchers", lambda *_: "no", "applause/plain.jinja", watched=True)
    panels.BESIDE_BOARD.register("all", noting(told, "yes"), "applause/form.jinja", by_link=True, watched=True)
    assert shown(f"/t/{play_link(match, ann)}/") == {"all": "<form></form>"}
    ((found, seat, user),) = told
    assert (found, seat.user, user) == (match, ann, AnonymousUser())


def test_a_watcher_sees_what_says_so_and_it_is_told_of_no_seat(
    match: Match, ann: User, client: Client, shown: Any
) -> None:
    told = list[tuple[Any, ...]]()
    panels.BELOW_BOARD.register("players", lambda *_: "no", "applause/plain.jinja", by_link=True)
    panels.BESIDE_BOARD.register("all", noting(told, "yes"), "applause/plain.jinja", watched=True)
    play.resign(match.public_id, ann.pk)
    assert shown(match.get_absolute_url()) == {"all": "<p>yes</p>"}
    assert shown(f"{match.get_absolute_url()}0/") == {}
    client.force_login(ann)
    assert shown(f"{match.get_absolute_url()}?eyes=all") == {"all": "<p>yes</p>"}
    assert told == [(match, None, AnonymousUser()), (match, None, ann)]


def test_profiles_my_matches_and_the_home_page_have_places_too(
    ann: User, ben: User, client: Client, shown: Any
) -> None:
    panels.PROFILE.register("profile", lambda person, reader: f"{person} {reader}", "applause/plain.jinja")
    panels.MY_MATCHES.register("mine", lambda reader: reader, "applause/plain.jinja")
    panels.HOME.register("home", lambda reader: reader, "applause/plain.jinja")
    assert shown("/") == {"home": "<p>AnonymousUser</p>"}
    assert shown("/players/Ben/") == {"profile": "<p>Ben AnonymousUser</p>"}
    client.force_login(ann)
    assert shown("/players/Ben/") == {"profile": "<p>Ben Ann</p>"}
    assert shown("/matches/") == {"mine": "<p>Ann</p>"}


def test_a_form_is_signed_and_a_template_knows_its_panel_alone(
    match: Match, ann: User, client: Client, shown: Any
) -> None:
    panels.BELOW_BOARD.register("form", lambda *_: "some", "applause/form.jinja")
    client.force_login(ann)
    found = shown(match.get_absolute_url())["form"]
    assert re.fullmatch(r'<form><input type="hidden" name="csrfmiddlewaretoken" value="\w+"></form>', found)


@pytest.mark.parametrize(
    ("find", "template"), [(fail, "plain"), (lambda *_: "some", "broken"), (lambda *_: "some", "missing")]
)
def test_a_panel_that_fails_leaves_its_place_empty_and_is_named(
    find: Any, template: str, match: Match, ann: User, client: Client, shown: Any, caplog: pytest.LogCaptureFixture
) -> None:
    client.force_login(ann)
    before = client.get(match.get_absolute_url()).content
    panels.BELOW_BOARD.register("applause", find, f"applause/{template}.jinja")
    panels.BESIDE_BOARD.register("after", lambda *_: "well", "applause/plain.jinja")
    page = client.get(match.get_absolute_url())
    assert page.status_code == 200
    assert SHOWN.findall(page.content.decode()) == [("after", "<p>well</p>")]
    assert without_tokens(SHOWN.sub("", page.content.decode())) == without_tokens(before.decode())
    logged = [record for record in caplog.records if record.name == "games.core.seams.panels"]
    assert [record.getMessage() for record in logged] == [
        "The panel “applause” below the board failed; its place is empty"
    ]
    assert client.get("/healthz").json()["parts"]["features"] == {
        "ok": False,
        "failed": {"applause below the board": {"age": 0}},
    }


def test_a_panel_that_failed_is_named_for_a_quarter_of_an_hour_and_noted_once_a_minute(
    match: Match, ann: User, noon: time_machine.Traveller, client: Client, shown: Any
) -> None:
    panels.BELOW_BOARD.register("applause", fail, "applause/plain.jinja")
    client.force_login(ann)
    shown(match.get_absolute_url())
    noon.shift(timedelta(seconds=59))
    shown(match.get_absolute_url())
    assert [(each.name, each.place) for each in panels.failed_panels()] == [("applause", "below the board")]
    assert Heartbeat.objects.get(name__startswith="panel").at == timezone.now() - timedelta(seconds=59)
    noon.shift(timedelta(seconds=1))
    shown(match.get_absolute_url())
    assert Heartbeat.objects.get(name__startswith="panel").at == timezone.now()
    noon.shift(panels.NAMED)
    assert list(panels.failed_panels()) == []
    noon.shift(heartbeats.FORGOTTEN)
    heartbeats.remove_forgotten()
    assert not Heartbeat.objects.filter(name__startswith="panel").exists()


def test_a_page_is_there_though_not_even_the_failure_can_be_noted(
    match: Match, ann: User, client: Client, shown: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeats, "last", fail)
    panels.BELOW_BOARD.register("applause", fail, "applause/plain.jinja")
    client.force_login(ann)
    assert client.get(match.get_absolute_url()).status_code == 200


def test_a_name_is_registered_once_in_a_place() -> None:
    panels.HOME.register("applause", fail, "applause/plain.jinja")
    panels.MY_MATCHES.register("applause", fail, "applause/plain.jinja")
    with pytest.raises(BadFeature, match=r"^it registers “applause” with the panels on the home page, where this name"):
        panels.HOME.register("applause", fail, "applause/plain.jinja")


def without_tokens(page: str) -> str:
    """Return a page without what is drawn anew each time."""
    return re.sub(r'(name="csrfmiddlewaretoken" value=|nonce=)"[^"]*"', "", page)
