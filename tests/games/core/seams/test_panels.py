"""What features show on pages of the core, to whom, and that a page outlives a panel that fails."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.template import engines
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from jinja2 import ChoiceLoader, DictLoader

from accounts.models import User
from games.core.models import Heartbeat, Match
from games.core.pages import panels as pages
from games.core.seams import panels
from games.core.seams.seam import BadFeature, Seam
from games.core.services import heartbeats, play
from tests.games.core.seams.hooks import fail
from tests.games.tables import play_link

pytestmark = pytest.mark.django_db

TEMPLATES = {
    "applause/plain.jinja": "<p>{{ panel }}</p>",
    "applause/fact.jinja": "<dt>Fact</dt><dd>{{ panel }}</dd>",
    "applause/below.jinja": "<p>{{ panel }}</p>",
    "applause/broken.jinja": "<p>{{ panel.missing() }}</p>",
    "applause/form.jinja": "<form>{{ csrf_input }}</form>{% if match is defined or user is defined %}more{% endif %}",
}
SHOWN = re.compile(r'<section class="panel" data-panel="(\w+)">(.*?)</section>', re.DOTALL)


def noting(told: list[tuple[Any, ...]], shown: str) -> Callable[..., str]:
    """Return a panel that notes what it is called with."""

    def find(*about: Any) -> str:
        told.append(about)
        return shown

    return find


@pytest.fixture(autouse=True)
def panels_fail_loudly() -> None:
    """Here panels may fail."""


@pytest.fixture(autouse=True)
def _bare(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No panel is there but those of the test, whose templates are here."""
    if "site_panels" not in request.fixturenames:
        for place in panels.PLACES:
            monkeypatch.setattr(place, "panels", Seam[Any](place.panels.name))
    environment = engines["jinja"].env  # type: ignore[attr-defined]
    monkeypatch.setattr(environment, "loader", ChoiceLoader([DictLoader(TEMPLATES), environment.loader]))


@pytest.fixture
def site_panels() -> None:
    """The panels that the features of the site have registered are there."""


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
    looks = [look for (look,) in told]
    assert [(look.match, look.seat.user, look.reader, look.is_player, look.by_link) for look in looks] == [
        (match, ann, ann, True, False)
    ] * 2


def test_a_play_link_shows_what_says_so_and_nobody_has_signed_in_there(match: Match, ann: User, shown: Any) -> None:
    told = list[tuple[Any, ...]]()
    panels.BELOW_BOARD.register("players", lambda *_: "no", "applause/plain.jinja")
    panels.BELOW_BOARD.register("watchers", lambda *_: "no", "applause/plain.jinja", watched=True)
    panels.BESIDE_BOARD.register("all", noting(told, "yes"), "applause/form.jinja", by_link=True, watched=True)
    assert shown(f"/t/{play_link(match, ann)}/") == {"all": "<form></form>"}
    ((look,),) = told
    assert (look.match, look.seat.user, look.reader, look.by_link) == (match, ann, AnonymousUser(), True)


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
    assert [(look.match, look.seat, look.reader, look.is_player) for (look,) in told] == [
        (match, None, AnonymousUser(), False),
        (match, None, ann, True),
    ]


ADDRESSES = ("", "0/", "?eyes=all", "0/?eyes=all")


def test_the_facts_of_a_match_are_shown_at_earlier_moves_too_and_without_a_frame(
    match: Match, ann: User, client: Client
) -> None:
    panels.AMONG_FACTS.register("all", lambda _: "<fact>", "applause/fact.jinja", watched=True)
    panels.BELOW_FACTS.register("players", lambda _: "below", "applause/below.jinja")
    play.resign(match.public_id, ann.pk)
    client.force_login(ann)
    for more in ADDRESSES:
        page = client.get(match.get_absolute_url() + more).content.decode()
        facts = page.partition('<dl class="facts">')[2].partition("</dl>")[0]
        assert facts.count("<dt>Fact</dt><dd>&lt;fact&gt;</dd>") == 1
        assert page.count("<p>below</p>") == ("eyes" not in more)


def test_the_card_of_the_result_has_panels_and_is_there_once_the_match_is_over(
    match: Match, ann: User, client: Client
) -> None:
    told = list[tuple[Any, ...]]()
    panels.ON_RESULT.register("players", noting(told, "result"), "applause/below.jinja")
    client.force_login(ann)
    client.get(match.get_absolute_url())
    assert told == []
    play.resign(match.public_id, ann.pk)
    shown = [client.get(match.get_absolute_url() + more).content.decode().count("<p>result</p>") for more in ADDRESSES]
    assert shown == [1, 0, 0, 0]
    assert [(look.is_over, look.is_past) for (look,) in told] == [(True, False)]


def test_sections_below_a_match_are_on_whole_pages_and_are_noted_once_they_are_seen(
    match: Match, ann: User, client: Client
) -> None:
    seen = list[object]()
    register = panels.BELOW_MATCH.register
    register("one", lambda _: "section", "applause/below.jinja", by_link=True, note_seen=seen.append)
    register("none", lambda _: None, "applause/below.jinja", note_seen=seen.append)
    register("broken", lambda _: "broken", "applause/below.jinja", note_seen=fail)
    panels.AT_END.register("one", lambda _: "last", "applause/below.jinja")
    client.force_login(ann)

    def pages_of(more: str = "", **headers: str) -> list[int]:
        page = client.get(match.get_absolute_url() + more, headers=headers).content.decode()
        return [page.count(f"<p>{each}</p>") for each in ("section", "broken", "last")]

    assert (pages_of("0/"), pages_of(**{"HX-Request": "true"})) == ([0, 0, 0], [0, 0, 0])
    assert b"<p>section</p>" not in client.get(f"/t/{play_link(match, ann)}/").content
    client.head(match.get_absolute_url())
    assert seen == []
    assert pages_of() == [1, 1, 1]
    assert seen == ["section"]
    assert [(each.name, each.place) for each in panels.failed_panels()] == [("broken", "below the match")]


def test_what_waits_for_an_answer_is_shown_to_players_without_what_fails(
    match: Match, ann: User, client: Client
) -> None:
    panels.TO_ANSWER.register("broken", fail)
    panels.TO_ANSWER.register("thanks", lambda _: [panels.ToAnswer("<Ben> thanks you", "/thank/", "Answer", False)])
    said = b'<p class="message warning offer">&lt;Ben&gt; thanks you <a href="/thank/">Answer</a></p>'
    assert said not in client.get(f"/t/{play_link(match, ann)}/").content
    client.force_login(ann)
    assert said in client.get(match.get_absolute_url()).content
    assert said not in client.get(f"{match.get_absolute_url()}0/").content
    assert [(each.name, each.place) for each in panels.failed_panels()] == [
        ("broken", "among what waits for an answer")
    ]


def test_what_waits_for_an_answer_can_be_drawn_by_a_template(match: Match, ann: User, client: Client) -> None:
    found = panels.ToAnswer("A toast", panel="<Ben> raises a glass")
    panels.TO_ANSWER.register("toast", lambda _: [found], "applause/plain.jinja")
    client.force_login(ann)
    page = client.get(match.get_absolute_url()).content.decode()
    assert "<summary><span>A toast</span></summary>" in page
    assert "<p>&lt;Ben&gt; raises a glass</p>" in page


def test_menu_tabs_and_what_stands_above_the_facts_have_places(match: Match, ann: User, client: Client) -> None:
    places = (panels.TABS, panels.IN_MENU, panels.AT_END_OF_MENU, panels.ABOVE_FACTS)
    for number, place in enumerate(places):
        place.register("applause", noting([], f"place {number}"), "applause/plain.jinja")
    client.force_login(ann)
    page = client.get(match.get_absolute_url()).content.decode()
    before, _, after = page.partition('<details class="menu')
    menu, _, below = after.partition("</ul>\n</details>")
    assert "place 0" in before
    assert menu.index("place 1") < menu.index("/resign") < menu.index("place 2")
    assert below.index("place 3") < below.index("About this match")
    past = client.get(f"{match.get_absolute_url()}0/").content.decode()
    assert [f"place {number}" in past for number in range(4)] == [False, True, True, False]


def test_a_function_is_asked_once_for_all_its_places(match: Match, ann: User, client: Client, shown: Any) -> None:
    told = list[tuple[Any, ...]]()
    find = noting(told, "both")
    panels.BELOW_BOARD.register("one", find, "applause/plain.jinja")
    panels.BESIDE_BOARD.register("two", find, "applause/plain.jinja")
    client.force_login(ann)
    assert shown(match.get_absolute_url()) == {"one": "<p>both</p>", "two": "<p>both</p>"}
    assert len(told) == 1


def test_no_panel_of_the_site_reads_the_database_as_it_is_drawn(
    match: Match, ann: User, monkeypatch: pytest.MonkeyPatch, client: Client, site_panels: None
) -> None:
    drawn = dict[str, int]()
    get = pages.get_template

    def counted(name: str) -> Any:
        template = get(name)

        def render(context: Any) -> str:
            with CaptureQueriesContext(connection) as queries:
                found = template.render(context)
            drawn[name] = drawn.get(name, 0) + len(queries)
            return found

        return SimpleNamespace(render=render)

    monkeypatch.setattr(pages, "get_template", counted)
    Match.objects.filter(pk=match.pk).update(watchable=True, rated=True)
    client.force_login(ann)
    client.get(match.get_absolute_url())
    client.get(f"/t/{play_link(match, ann)}/")
    play.resign(match.public_id, ann.pk)
    for more in ADDRESSES:
        client.get(match.get_absolute_url() + more)
    assert {"watching/facts.jinja", "ratings/facts.jinja", "ratings/result.jinja"} <= set(drawn)
    assert set(drawn.values()) == {0}


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
    """Return a page without what is drawn again each time."""
    return re.sub(r'(name="csrfmiddlewaretoken" value=|nonce=)"[^"]*"', "", page)
