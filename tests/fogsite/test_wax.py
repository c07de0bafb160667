"""The seal: one drawing, wherever it is shown."""

from __future__ import annotations

import re
from io import BytesIO

from PIL import Image

from fogsite.art import wax
from fogsite.settings import BASE_DIR
from games.boards.canvas import Canvas

TEXTS = [
    path
    for root in ("fogsite", "games", "templates")
    for kind in ("css", "jinja", "html")
    for path in (BASE_DIR / root).rglob(f"*.{kind}")
]
OWN_DRAWING = re.compile(r"gradient\([^;]*(?:--seal|#a03d22)|fill[:=] ?\"?var\(--seal\)|<circle[^>]*seal")
SMALL = re.compile(r"--small-seal: [^;]+;")
STYLES = (BASE_DIR / "fogsite" / "static" / "css" / "base.css").read_text()


def test_no_page_and_no_style_sheet_draws_a_seal_of_its_own() -> None:
    drawn = [path.name for path in TEXTS if OWN_DRAWING.search(SMALL.sub("", path.read_text()))]
    assert drawn == []


def test_a_small_seal_has_the_ring_where_the_rig_presses_it() -> None:
    (small,) = SMALL.findall(STYLES)
    assert f"#000 {round(float(wax.SHADE) * 100)}%" in small
    middle, half = wax.RING / wax.RADIUS, wax.RING_WIDTH / wax.RADIUS / 2
    inner, outer = (int(each) / 100 for each in re.findall(r"(\d+)% (\d+)%, var\(--seal\)", small)[0])
    assert abs(inner - (middle - half)) < 0.02
    assert abs(outer - (middle + half)) < 0.02


def test_a_seal_is_the_same_at_every_size() -> None:
    large, small = wax.Seal().whole(), wax.Seal((8, 8), 6.75).whole()
    shape = re.compile(r"[MLAQCZ]")
    assert shape.findall(large) == shape.findall(small)
    for drawn in (large, small):
        for ink in (wax.INK, wax.PALE, f'stroke-opacity="{wax.SHADE}"'):
            assert ink in drawn


def test_halves_keep_ring_and_arrow() -> None:
    for side in (0, 1):
        half = wax.Seal().half(side)
        assert wax.PALE in half
        assert f'stroke-opacity="{wax.SHADE}"' in half


def test_the_ring_of_emails_and_previews_is_as_dark_as_that_of_pages() -> None:
    parts = [int(wax.WAX[at : at + 2], 16) * (1 - float(wax.SHADE)) for at in (1, 3, 5)]
    assert "#" + "".join(f"{int(part):02x}" for part in parts) == wax.DARK
    mark = (BASE_DIR / "templates" / "emails" / "_mark.html").read_text()
    for colour in (wax.WAX, wax.DARK, wax.PALE):
        assert colour in mark


def test_a_preview_has_wax_ring_and_arrow() -> None:
    canvas = Canvas()
    canvas.seal((600, 300), 54)
    with Image.open(BytesIO(canvas.png())) as png:
        found = [png.getpixel((600 + right, 300)) for right in (48, 40, 10)]
    assert found == [tuple(int(ink[at : at + 2], 16) for at in (1, 3, 5)) for ink in (wax.WAX, wax.DARK, wax.PALE)]
