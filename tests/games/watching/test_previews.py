"""The picture beside a link to a match: the position as anybody sees it, and nothing else."""

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image, ImageColor, ImageFont

from accounts.models import User
from games.boards import canvas
from games.boards.canvas import BLUE, HEIGHT, PAPER, RED, WIDTH
from games.boards.en_garde.preview import PistePreview
from games.boards.fantasy_dice_battles.preview import BattlePreview, Token
from games.boards.field_of_glory.preview import BattlefieldPreview, ColumnPreview
from games.core.models import Match
from games.core.services import play
from games.rules.fantasy_dice_battles.data import PLACES
from tests.games.browsing import preview, signed_in
from tests.games.tables import AUCTION, begin, now, play_on

EMPTY = ColumnPreview("plain", None, ((), ()))
NAMES = ("Ann", "Ben")
COLOURS = (
    *("PAPER", "SHEET", "SUNK", "INK", "FAINT", "LINE", "LINE_STRONG", "GOLD"),
    *("BLUE", "BLUE_WASH", "RED", "RED_WASH"),
)
IN_STYLES = {"BLUE": "LEFT", "RED": "RIGHT", "BLUE_WASH": "LEFT_WASH", "RED_WASH": "RIGHT_WASH"}
PISTE = PistePreview((3, 20), (1, 0), 5, None)


@pytest.fixture
def open_match(db: None, ann: User, ben: User) -> Match:
    """En Garde under way, which everybody may watch."""
    return play_on(begin(ann, ben, watchable=True), 3)


def url(match: Match, ply: int) -> str:
    return f"{match.get_absolute_url()}{ply}/preview.png"


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def at(png: bytes, *point: float) -> Any:
    return opened(png).getpixel((round(point[0]), round(point[1])))


def rgb(colour: str) -> Any:
    return ImageColor.getrgb(colour)


def drawn(position: Any, *names: str) -> bytes:
    return canvas.draw_png(position, "En Garde", names or NAMES, "Sealed Move")


# --- What is drawn --------------------------------------------------------------------------------------------------


def test_the_fencers_stand_on_their_spaces_and_the_rounds_that_they_won_are_filled() -> None:
    png = drawn(PISTE)
    assert opened(png).size == (WIDTH, HEIGHT) == (1200, 630)
    head = {space: 60 + (space - 0.5) * 1080 / 23 for space in (3, 4, 20)}
    assert [at(png, x, 303) for x in head.values()] == [rgb(BLUE), rgb(PAPER), rgb(RED)]
    assert [at(png, x, 150) for x in (73, 1127)] == [rgb(BLUE), rgb(canvas.SHEET)]
    assert drawn(PistePreview((3, 20), (1, 0), 5, (0, 4, 2))) != png


def test_a_score_of_more_rounds_than_fit_is_a_number() -> None:
    assert drawn(PistePreview((3, 20), (1, 0), 20, None)) != drawn(PistePreview((3, 20), (2, 0), 20, None))


def test_columns_show_their_terrain_their_owner_and_the_units_of_both() -> None:
    lanes = (
        EMPTY,
        ColumnPreview("hill", 0, ((4, 3), (2,))),
        ColumnPreview("woods", 1, ((), (3,))),
        ColumnPreview("rough", None, ((), ())),
        EMPTY,
    )
    png = drawn(BattlefieldPreview(lanes, (1, 1)))
    ground = [at(png, 446 + 144 * number, 255) for number in range(3)]
    assert ground == [rgb(canvas.SUNK), rgb(canvas.RED_WASH), rgb(canvas.BLUE_WASH)]
    red, blue = ([at(png, 460 + 144 * number, y) for number in range(3)] for y in (350, 220))
    assert red == [rgb(PAPER), rgb(RED), rgb(PAPER)]
    assert blue == [rgb(PAPER), rgb(BLUE), rgb(BLUE)]
    assert (
        len(
            {drawn(BattlefieldPreview((ColumnPreview(t, None, ((), ())),), (0, 0))) for t in ("hill", "woods", "rough")}
        )
        == 3
    )


def test_battalions_show_who_stands_and_how_it_fares() -> None:
    def png(first: Token) -> bytes:
        return drawn(BattlePreview(((first, *(None,) * (len(PLACES) - 1)), (None,) * len(PLACES)), (3, 3)))

    whole, hurt, gone = png((0, 2)), png((1, 2)), png(None)
    assert [at(each, 455, 320) for each in (whole, hurt, gone)] == [rgb(RED), rgb(RED), rgb(canvas.SUNK)]
    assert len({whole, hurt, gone}) == 3


@pytest.mark.parametrize("name", ["王小明", "אברהם", "محمد", "Łukasz", "मोहित"])
def test_a_name_in_letters_that_the_font_lacks_is_left_out(name: str) -> None:
    assert drawn(PISTE, name, "Ben") == drawn(PISTE, "Жанна", "Ben") != drawn(PISTE)


def test_the_longest_name_ends_before_the_middle() -> None:
    png = opened(drawn(PISTE, "W" * 30, "W" * 30))
    assert {png.getpixel((x, y)) for x in range(560, 640) for y in range(60, 120)} == {rgb(PAPER)}


def test_the_font_has_every_letter_that_names_are_drawn_with() -> None:
    font = ImageFont.truetype(finders.find(canvas.FONT) or "", 40, layout_engine=ImageFont.Layout.BASIC)
    lacking = bytes(font.getmask("\ufffe"))
    letters = [chr(code) for code in range(0x21, ord(canvas.LAST_LETTER) + 1) if chr(code).isprintable()]
    assert [each for each in [*letters, "…"] if bytes(font.getmask(each)) == lacking] == []


def test_the_colours_are_the_light_ones_of_the_site() -> None:
    styles = Path(finders.find("css/base.css") or "").read_text()
    light = dict(re.findall(r"--([\w-]+): light-dark\((#\w+),", styles))
    named = {name: IN_STYLES.get(name, name).lower().replace("_", "-") for name in COLOURS}
    assert {name: getattr(canvas, name) for name in COLOURS} == {name: light[found] for name, found in named.items()}


# --- Who is shown it ------------------------------------------------------------------------------------------------


def test_everybody_gets_the_same_picture_its_players_too(open_match: Match, ann: User, cat: User) -> None:
    clients = (Client(), signed_in(ann), signed_in(cat), Client(headers={"Accept-Language": "de"}))
    answers = [client.get(url(open_match, 3)) for client in clients]
    assert {(each.status_code, each.headers["Content-Type"]) for each in answers} == {(200, "image/png")}
    assert {each.headers["Cache-Control"] for each in answers} == {"public, max-age=3600"}
    assert len({each.content for each in answers}) == len({each.headers["ETag"] for each in answers}) == 1
    assert "Last-Modified" not in answers[0].headers


def test_it_changes_with_the_position_and_is_drawn_once(open_match: Match) -> None:
    canvas.draw_png.cache_clear()
    found = [Client().get(url(open_match, ply)) for ply in (0, 1, 2, 3) * 2]
    assert len({each.content for each in found}) == len({each.headers["ETag"] for each in found}) == 4
    assert canvas.draw_png.cache_info().misses == 4
    again = Client().get(url(open_match, 3), headers={"If-None-Match": found[3].headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_link_names_the_picture_of_what_it_shows(open_match: Match) -> None:
    shown = preview(Client().get(open_match.get_absolute_url()))
    assert {name: value for name, value in shown.items() if "image" in name} == {
        "og:image": f"http://testserver{url(open_match, 3)}",
        "og:image:type": "image/png",
        "og:image:alt": "The board in En Garde: Ann, Ben",
        "og:image:width": "1200",
        "og:image:height": "630",
    }
    assert shown["twitter:card"] == "summary_large_image"
    earlier = preview(Client().get(f"{open_match.get_absolute_url()}1/"))
    assert earlier["og:image"] == f"http://testserver{url(open_match, 1)}"


def test_once_it_is_over_the_picture_is_that_of_its_spectators(open_match: Match, ann: User) -> None:
    before = Client().get(url(open_match, 3)).content
    play.resign(open_match.public_id, ann.pk)
    shown = preview(Client().get(open_match.get_absolute_url()))
    assert shown["og:image"] == f"http://testserver{url(open_match, 4)}"
    assert [Client().get(url(open_match, ply)).content == before for ply in (2, 3, 4)] == [False, True, True]


def test_there_is_no_picture_of_what_nobody_may_watch(open_match: Match, ann: User) -> None:
    def statuses() -> list[int]:
        return [client.get(url(open_match, 3)).status_code for client in (Client(), signed_in(ann))]

    assert Client().get(url(open_match, 4)).status_code == 404
    assert Client().get("/m/nosuchgame/0/preview.png").status_code == 404
    Match.objects.update(watchable=False)
    assert statuses() == [404, 404]
    play.resign(open_match.public_id, ann.pk)
    assert statuses() == [200, 200]
    Match.objects.update(private=True)
    assert statuses() == [404, 404]


def test_a_game_that_draws_none_keeps_the_picture_of_the_site(db: None, ann: User, ben: User, cat: User) -> None:
    match = now(begin(ann, ben, cat, game=AUCTION, watchable=True))
    assert Client().get(url(match, 0)).status_code == 404
    shown = preview(Client().get(match.get_absolute_url()))
    assert shown["og:image"] == "http://testserver/static/img/share.png"
    assert "og:image:alt" not in shown
