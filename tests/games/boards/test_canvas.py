"""What the sheet for links draws of two sides."""

from io import BytesIO

import pytest
from PIL import Image

from games.boards.canvas import BLUE, PIP, RED, Canvas


@pytest.mark.parametrize(("colour", "is_square"), [(BLUE, True), (RED, False)])
def test_points_of_blue_are_square_and_those_of_red_are_round(colour: str, is_square: bool) -> None:
    canvas = Canvas()
    canvas.pips((100, 100), colour, won=1, needed=2)
    sheet = Image.open(BytesIO(canvas.png())).convert("RGB")
    ink = tuple(bytes.fromhex(colour[1:]))
    assert sheet.getpixel((100, 100)) == ink
    assert (sheet.getpixel((100 - PIP + 2, 100 - PIP + 2)) == ink) is is_square
