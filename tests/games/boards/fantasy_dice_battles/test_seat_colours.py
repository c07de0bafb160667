"""The colours of the seats, which emails, previews and lists take from one place."""

import re
from pathlib import Path

from django.contrib.staticfiles import finders

from games.boards.fantasy_dice_battles.seat_colours import OF_SEATS


def test_the_first_seat_has_the_red_of_the_site_by_day_and_the_second_its_blue() -> None:
    styles = Path(finders.find("css/base.css") or "").read_text()
    light = dict(re.findall(r"--([\w-]+): light-dark\((#\w+),", styles))
    expected = [("red", light["right"], light["right-wash"]), ("blue", light["left"], light["left-wash"])]
    assert [tuple(each) for each in OF_SEATS] == expected


def test_lists_know_both_names() -> None:
    styles = Path(finders.find("css/lists.css") or "").read_text()
    assert all(f".miniature .{each.name} {{" in styles for each in OF_SEATS)
