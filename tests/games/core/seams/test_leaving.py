"""What features do when somebody leaves, and what a download holds of them."""

from __future__ import annotations

import json
import traceback
from typing import Any

import pytest

from accounts.models import User
from games.core.documents import archive
from games.core.seams import leaving
from games.core.seams.leaving import Document
from games.core.seams.seam import BadFeature, Seam
from games.core.services.leaving import close_account
from games.favourites import services as favourites
from games.favourites.models import Favourite
from tests.games.core.seams.hooks import Failed, fail
from tests.parts import features

pytestmark = pytest.mark.django_db


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No feature is there but those of the test."""
    monkeypatch.setattr(leaving, "LEAVING", Seam[Any](leaving.LEAVING.name))


def test_features_are_called_in_the_order_that_is_written_down() -> None:
    assert [name for name, personal in leaving.LEAVING if personal.forget] == [
        *("saved", "seeks", "favourites", "deeds", "reports"),
        *features.items("FORGETS"),
    ]


@pytest.mark.usefixtures("bare")
def test_each_feature_forgets_while_the_person_is_still_known(ann: User) -> None:
    told = list[str]()
    leaving.register("one", forget=lambda user: told.append(f"one {user.username}"))
    leaving.register("stays", forget=None)
    leaving.register("two", forget=lambda user: told.append(f"two {user.username}"))
    close_account(ann)
    assert told == ["one Ann", "two Ann"]


def test_where_a_feature_cannot_forget_nothing_is_closed_and_the_error_names_it(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    favourites.add(ann, ben)
    monkeypatch.setattr(leaving.LEAVING, "registered", leaving.LEAVING.registered.copy())
    leaving.register("broken", forget=fail)
    with pytest.raises(Failed) as raised:
        close_account(ann)
    assert f"The feature “broken” failed as user {ann.pk} left. Nothing is closed." in "".join(
        traceback.format_exception(raised.value)
    )
    ann.refresh_from_db()
    assert (ann.username, ann.left, Favourite.objects.filter(user=ann).count()) == ("Ann", None, 1)


@pytest.mark.usefixtures("bare")
def test_a_download_holds_each_document_and_says_what_it_is(ann: User) -> None:
    about = "applause: whom you have thanked."
    leaving.register(
        "applause", forget=None, documents=[Document("applause", about, lambda user: [{"name": user.username}])]
    )
    found = dict(archive.archive_documents(ann))
    assert found["applause/1.json"] == b'[\n {\n  "name": "Ann"\n }\n]'
    assert about in found["README.txt"].decode().splitlines()


@pytest.mark.usefixtures("bare")
def test_what_a_feature_says_of_the_account_stands_in_its_document(ann: User) -> None:
    leaving.register("one", forget=None, account=lambda user: {"applause": user.username})
    account = json.loads(dict(archive.archive_documents(ann))["account.json"])
    assert (account["applause"], account["username"]) == ("Ann", "Ann")


@pytest.mark.usefixtures("bare")
def test_a_name_is_registered_once() -> None:
    leaving.register("one", forget=None)
    with pytest.raises(BadFeature, match="“one” with what is kept of a person"):
        leaving.register("one", forget=None)
