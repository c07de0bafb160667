"""Somebody vanishes; whoever stayed chooses what becomes of the match, by a page that needs no script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import Outbox, User
from games.models import Match, Turn
from games.services import remedies, sweeps
from tests.e2e.conftest import DESKTOP, PHONE, Person
from tests.games.tables import answer, begin, first_move, owing, texts, under_way
from tests.parts.cast import person

NARROW = {**PHONE, "viewport": {"width": 320, "height": 640}, "java_script_enabled": False}
ENDS = {
    "Claim the win": ["!timeout 0"],
    "Call the match off": ["!void"],
    "Play on against the house": ["!substitute 0"],
    "Look for a substitute": [],
    "Give two more days": [],
}
"""What can be chosen, as it is called, and what it enters into the log."""


@pytest.fixture
def vanished(transactional_db: None) -> Callable[[str], Match]:
    """A match of Ann and Ben in which Ann's time has just run out, by its address."""

    def make(public_id: str) -> Match:
        ann, ben = (User.objects.filter(username=name).first() or person(name) for name in ("Ann", "Ben"))
        match = under_way(begin(ann, ben, public_id=public_id), absence="choice")
        Outbox.objects.update(status="sent", sent_at=timezone.now())
        Turn.objects.filter(match=match).update(deadline=timezone.now())
        assert sweeps.expire()[match.pk] == "asked"
        return match

    return make


@pytest.mark.parametrize("how", [DESKTOP, NARROW], ids=["wide", "narrow"])
def test_whoever_stayed_chooses(
    vanished: Callable[[str], Match], arrive: Callable[..., Person], how: dict[str, object]
) -> None:
    sweeps.beat()
    ben = arrive("Ben", how)
    ben.sign_in()
    matches = [vanished(f"vanished0{number}") for number, _ in enumerate(ENDS)]
    ben.open("/matches/")
    expect(ben.page.get_by_role("heading", name="Your choice")).to_be_visible()
    for match, (choice, log) in zip(matches, ENDS.items(), strict=True):
        ben.open(match.get_absolute_url())
        ben.page.get_by_role("link", name="Choose what happens").click()
        expect(ben.page.get_by_role("radio")).to_have_count(len(remedies.ACTS))
        ben.page.get_by_role("radio", name=choice).check()
        ben.page.get_by_role("checkbox", name="Yes, do that.").check()
        assert ben.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        ben.page.get_by_role("button", name="Choose").click()
        ben.page.wait_for_url(f"**{match.get_absolute_url()}")
        assert texts(match) == log
    assert owing(matches[-1]) == ["Ann"]


def test_a_move_of_the_absent_one_takes_the_choice_from_an_open_page(
    vanished: Callable[[str], Match], arrive: Callable[..., Person]
) -> None:
    sweeps.beat()
    ben = arrive("Ben", DESKTOP)
    ben.sign_in()
    match = vanished("vanished00")
    ben.open(match.get_absolute_url())
    bar = ben.page.get_by_role("link", name="Choose what happens")
    expect(bar).to_be_visible()
    ann = User.objects.get(username="Ann")
    answer(match, ann, first_move(match, ann))
    expect(bar).to_have_count(0)
