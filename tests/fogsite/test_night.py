"""The site by night: cards stand out from the desk, lines from cards, and what is sealed stays paper."""

import re

import pytest

from fogsite.settings import BASE_DIR

STYLES = (BASE_DIR / "fogsite" / "static" / "css" / "base.css").read_text()
NIGHT = dict(re.findall(r"--([\w-]+): light-dark\(#\w+, (#\w{6})\)", STYLES))


def luminance(color: str) -> float:
    """Return how bright a color is, from 0 to 1, as WCAG has it."""
    shares = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("one", "other", "least"),
    [("sheet", "paper", 1.17), ("line", "sheet", 1.8), ("line", "paper", 2.1), ("envelope", "sheet", 9)],
)
def test_what_lies_on_another_stands_out_from_it(one: str, other: str, least: float) -> None:
    bright, dark = luminance(NIGHT[one]), luminance(NIGHT[other])
    assert (bright + 0.05) / (dark + 0.05) >= least
