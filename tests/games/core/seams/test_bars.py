"""What people are kept from: the hooks agree, the first sentence counts, and what fails is named."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import QuerySet

from accounts.models import User
from games.core.seams import bars
from games.core.seams.bars import Act
from games.core.seams.seam import BadFeature, Seam
from games.rules.sentence import Sentence, sentence
from tests.games.core.seams.hooks import Failed, fail

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No feature keeps anybody from anything but those of the test."""
    monkeypatch.setattr(bars, "BARS", Seam[Any](bars.BARS.name))


def bar(name: str, user: User, act: Act, why: str) -> None:
    """Keep somebody from something."""

    def why_not(user_id: int, asked: Act) -> Sentence | None:
        return sentence(why) if (user_id, asked) == (user.pk, act) else None

    def users(asked: Act) -> QuerySet[Any, Any]:
        return User.objects.filter(pk=user.pk if asked == act else 0).values_list("pk", flat=True)

    bars.register(name, why_not, users)


def test_without_a_bar_nobody_is_kept_from_anything(ann: User) -> None:
    assert bars.why_not(ann.pk, Act.CHAT) is None
    assert not User.objects.filter(bars.barred(Act.CHAT, "pk")).exists()
    assert User.objects.filter(~bars.barred(Act.CHAT, "pk")).count() == 1
    assert bars.barred_among({ann.pk}, Act.CHAT) == set()


def test_the_first_sentence_counts_and_all_who_are_barred_are_found(ann: User, ben: User, cat: User) -> None:
    bar("hush", ann, Act.CHAT, "You have talked enough.")
    bar("silence", ann, Act.CHAT, "Silence.")
    bar("quiet", ben, Act.CHAT, "Be quiet.")
    assert [str(bars.why_not(each.pk, Act.CHAT)) for each in (ann, ben)] == ["You have talked enough.", "Be quiet."]
    assert (bars.why_not(cat.pk, Act.CHAT), bars.why_not(ann.pk, Act.RATED)) == (None, None)
    assert set(User.objects.filter(bars.barred(Act.CHAT, "pk"))) == {ann, ben}
    assert bars.barred_among({ann.pk, cat.pk}, Act.CHAT) == {ann.pk}


def test_one_that_fails_is_named(ann: User) -> None:
    bars.register("applause", fail, fail)
    with pytest.raises(Failed) as failed:
        bars.why_not(ann.pk, Act.CHAT)
    assert "The feature “applause” failed as user" in failed.value.__notes__[0]


def test_a_name_is_taken_once(ann: User) -> None:
    bar("hush", ann, Act.CHAT, "Hush.")
    with pytest.raises(BadFeature, match=r"^it registers “hush” with what people are kept from, where this name"):
        bar("hush", ann, Act.CHAT, "Hush.")
