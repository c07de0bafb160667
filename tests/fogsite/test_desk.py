"""Pictures from the desk: those that pages name are drawn, and pages of errors show theirs."""

import re
from itertools import pairwise

import pytest
from django.test import Client

from fogsite.art import desk, wax
from fogsite.settings import BASE_DIR

CALLED = re.compile(r"{{ desk\((.+?)\) }}")
OF_A_FAULT = re.compile(r"""set picture = ("\w+")|default\(('\w+')\)""")
NAME = re.compile(r"""(?<!== )["'](\w+)["']""")


def test_every_picture_that_a_page_names_is_drawn_and_each_is_named() -> None:
    file = desk.files()["img/desk.svg"]
    pages = [path.read_text() for root in ("templates", "games/boards") for path in (BASE_DIR / root).rglob("*.jinja")]
    faults = [page for page in pages if "_fault.jinja" in page or "desk.svg" in page]
    named = CALLED.findall("".join(pages)) + ["".join(found) for page in faults for found in OF_A_FAULT.findall(page)]
    assert {name for each in named for name in NAME.findall(each)} == set(re.findall(r'<symbol id="(\w+)"', file))


def test_the_seal_of_an_opened_letter_is_broken_and_not_cut() -> None:
    depths = [y for _x, y in wax.broken((0, 0), (20, 0))]
    assert len(depths) >= 5
    assert all(one * other < 0 for one, other in pairwise(depths))
    file = desk.files()["img/desk.svg"]
    opened = file.partition('id="opened"')[2].partition("</symbol>")[0]
    pieces = re.findall(r'<path fill="var\(--seal, #a03d22\)" d="([^"]+)"', opened)
    assert sum(path.count("M") for path in pieces) >= 5, "two halves and some crumbs"


@pytest.mark.django_db
def test_a_page_that_is_missing_shows_an_empty_letter_and_one_press(client: Client) -> None:
    page = client.get("/no-such-page/").content.decode()
    main = page.partition("<main")[2].partition("</main>")[0]
    assert "/static/img/desk.svg#opened" in main
    assert re.findall(r'class="button[^"]*" href="([^"]+)"', main) == ["/accounts/login/"]


def test_a_request_that_makes_no_sense_shows_spilled_ink(client: Client) -> None:
    page = client.get("/", headers={"host": "evil.example"}).content.decode()
    assert '<use href="/static/img/desk.svg#spilled"/>' in page


@pytest.mark.django_db
def test_a_list_of_nothing_has_a_picture_and_one_press(client: Client) -> None:
    page = client.get("/watch/").content.decode()
    empty = page.partition('<div class="empty">')[2].partition("</div>")[0]
    assert "img/desk.svg#quill" in empty
    assert empty.count('class="button ') == 1
