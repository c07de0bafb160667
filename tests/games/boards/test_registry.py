"""What games tell the site; and that it runs on where one of them is broken, or gone while its matches are not."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.template import TemplateDoesNotExist
from django.test import Client

from accounts.models import User
from games.boards import registry as boards
from games.boards.about import About
from games.core.models import Match
from games.core.reading import bot_profiles
from games.rules import registry
from games.saved import services as saved
from tests.games.browsing import signed_in, told
from tests.games.tables import AUCTION, begin

DICE = "fantasy-dice-battles"


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the start of the site has noted may change."""
    for name in ("PACKAGES", "GAMES", "BROKEN"):
        monkeypatch.setattr(registry, name, dict(getattr(registry, name)))
    monkeypatch.setattr(bot_profiles, "PROFILES", {})
    monkeypatch.setattr(saved, "SAVED", [])
    remembered = (boards.about, registry.game)
    for read in remembered:
        read.cache_clear()
    yield
    for read in remembered:
        read.cache_clear()


@pytest.fixture
def gone(noted: None) -> None:
    """The auction's package is not there any more."""
    registry.leave_out(AUCTION, ModuleNotFoundError("No module named 'sealed_auction'"))


@pytest.mark.usefixtures("noted")
def test_at_the_start_every_game_tells_of_its_bot_and_of_what_users_save() -> None:
    boards.load_games()
    names = {slug: profile.name for slug, profile in bot_profiles.PROFILES.items()}
    assert names["en-garde"] == "Maestro.Belcolpo"
    assert names["fantasy-dice-battles"] == "Magus.Alearius"
    assert names["field-of-glory"] == "Centurio.Bellicosus"
    assert "armies" in [kind.name for kind in saved.SAVED]
    assert registry.BROKEN == {}


@pytest.mark.usefixtures("noted")
@pytest.mark.parametrize("app", ["sealed_auction", "games_of_mine"])
@pytest.mark.parametrize("fault", [LookupError("no lots"), ZeroDivisionError()])
def test_a_package_whose_app_fails_is_logged_and_left_out(
    app: str, fault: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(slug: str) -> About:
        if slug == AUCTION:
            raise fault
        return About(lead="")

    registry.PACKAGES[AUCTION] = registry.PACKAGES[AUCTION]._replace(app=app)
    monkeypatch.setattr(boards, "about", fail)
    boards.load_games()
    assert AUCTION not in registry.slugs()
    assert [(record.levelno, record.message) for record in caplog.records] == [
        (logging.ERROR, "The game sealed-auction of an installed package cannot be played")
    ]
    assert caplog.records[0].exc_info is not None
    assert caplog.records[0].exc_info[1] is fault


@pytest.mark.usefixtures("noted")
def test_a_package_without_a_board_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(name: str) -> None:
        raise TemplateDoesNotExist(name)

    monkeypatch.setattr(boards, "get_template", find)
    boards.load_games()
    assert AUCTION not in registry.slugs()
    assert repr(registry.BROKEN[AUCTION]) == "TemplateDoesNotExist('sealed-auction/board.jinja')"
    assert "en-garde" in registry.slugs()


@pytest.mark.usefixtures("noted")
def test_a_game_of_this_site_may_not_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "about", {}.__getitem__)
    with pytest.raises(KeyError, match=registry.slugs()[0]):
        boards.load_games()


@pytest.mark.django_db
@pytest.mark.usefixtures("gone")
def test_healthz_names_what_cannot_be_played(client: Client) -> None:
    registry.BROKEN["chess"] = LookupError("no king")
    found = client.get("/healthz").json()["parts"]["games"]
    assert found == {"ok": False, "error": "sealed-auction: ModuleNotFoundError, chess: LookupError"}


@pytest.mark.django_db
def test_a_match_whose_game_is_gone_is_listed_and_waits(auction: Match, ann: User, gone: None) -> None:
    page = signed_in(ann)
    assert "sealed-auction" in told(page.get("/matches/"))
    for address in ("/invitations/", f"/players/{ann.username}/", "/rules/"):
        assert page.get(address).status_code == 200
    page.raise_request_exception = False
    answer = page.get(auction.get_absolute_url())
    assert answer.status_code == 503
    assert "sealed-auction can’t be played here at the moment." in told(answer)


@pytest.mark.parametrize(("slug", "sounds"), [("en-garde", {"hit"}), ("field-of-glory", {"hit"}), (DICE, {"dice"})])
def test_the_sounds_of_a_game_are_there_to_be_heard(slug: str, sounds: set[str]) -> None:
    script = (settings.BASE_DIR / "fogsite/static/js/sounds.js").read_text()
    assert {*boards.about(slug).sounds.values()} == sounds
    assert sounds < {*re.findall(r"^  (\w+): \(\) =>", script, re.MULTILINE)}


@pytest.mark.parametrize("slug", registry.PACKAGES)
def test_a_board_can_be_turned_round_exactly_if_its_style_sheets_do_that(slug: str) -> None:
    sheets = (registry.PACKAGES[slug].folder / "static").rglob("*.css")
    assert boards.about(slug).turns is any("[data-turned]" in sheet.read_text() for sheet in sheets)


def test_the_menu_offers_to_turn_the_board_of_such_a_game_alone(ann: User, ben: User) -> None:
    for game, offered in (("en-garde", True), (DICE, False)):
        match = begin(ann, ben, game=game, public_id=f"match-{game}"[:10])
        page = told(signed_in(ann).get(match.get_absolute_url()))
        assert ("Turn the board round" in page, "js/turn.js" in page) == (offered, offered)
