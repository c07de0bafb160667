"""Every list of nothing is drawn."""

import re

import pytest

from accounts.models import User
from games.core.models import Match
from tests.games.browsing import signed_in

EMPTY = re.compile(r'<div class="empty">(.*?)</div>', re.DOTALL)


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/invitations/", "/armies/"])
def test_every_list_of_nothing_has_a_picture_from_the_desk(address: str, ann: User) -> None:
    boxes = EMPTY.findall(signed_in(ann).get(address).content.decode())
    assert boxes
    assert all("img/desk.svg#quill" in box for box in boxes)


def test_a_chat_without_messages_shows_a_letter_that_is_no_file_of_its_own(ann: User, match: Match) -> None:
    page = signed_in(ann).get(f"{match.get_absolute_url()}chat").content.decode()
    [box] = EMPTY.findall(page)
    assert "<svg" in box
    assert "<use" not in box
