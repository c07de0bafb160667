"""Closing an account for good: one moderator proposes it, another one confirms it, and only then anything happens."""

from __future__ import annotations

import pytest
from django.core import mail
from django.urls import reverse

from accounts import blocks, outbox
from accounts.models import Outbox, User
from games.core.models import Match
from games.measures import services as measures
from games.measures.judges import MeasureError
from games.measures.models import Kind, Measure
from games.measures.pages import own_decisions
from tests.games.browsing import signed_in, told
from tests.games.measures.scenes import again, taken
from tests.games.tables import now

pytestmark = pytest.mark.django_db


@pytest.fixture
def proposed(max_: User, ben: User) -> Measure:
    return taken(ben, max_, Kind.CLOSE, None, reason="You’ve repeatedly threatened other players.")


def test_nothing_happens_until_another_moderator_confirms_it(
    proposed: Measure, max_: User, mia: User, ben: User, match: Match
) -> None:
    with pytest.raises(MeasureError, match="Another moderator must confirm"):
        measures.second_closing(proposed, max_)
    assert User.objects.get(pk=ben.pk).left is None
    assert list(own_decisions(ben, None)) == []
    assert not Outbox.objects.filter(kind="measure").exists()
    measures.second_closing(proposed, mia)
    closed = User.objects.get(pk=ben.pk)
    assert (closed.left is not None, closed.email, now(match).status) == (True, "", "over")
    found = again(proposed)
    assert (found.by, found.seconded_by, found.ended is not None) == (max_, mia, True)
    with pytest.raises(MeasureError):
        measures.second_closing(proposed, mia)


def test_the_letter_goes_to_the_last_address(proposed: Measure, mia: User) -> None:
    measures.second_closing(proposed, mia)
    outbox.deliver_due()
    (letter,) = (each for each in mail.outbox if each.to == ["ben@example.org"])
    assert letter.subject == "Sealed Move: your account was closed"
    assert "You’ve repeatedly threatened other players." in letter.body
    assert [name for name in ("Max", "Mia") if name in letter.body] == []


def test_it_is_taken_back_before_and_the_person_never_hears_of_it(proposed: Measure, mia: User, ben: User) -> None:
    measures.undo(proposed, mia)
    with pytest.raises(MeasureError, match="Mia has already taken this measure back, on "):
        measures.second_closing(proposed, mia)
    assert (list(own_decisions(ben, None)), Outbox.objects.filter(recipient=ben).count()) == ([], 0)


def test_the_page_that_takes_it_back_says_that_nobody_is_told(proposed: Measure, mia: User, ben: User) -> None:
    client = signed_in(mia)
    page = told(client.get(reverse("admin:measures_measure_undo", args=[proposed.pk])))
    assert "Take the proposal back" in page
    assert "The account stays open. The player isn’t told that somebody proposed to close it." in page
    assert "told by email" not in page
    mute = taken(ben, mia)
    assert "the player is told by email" in told(client.get(reverse("admin:measures_measure_undo", args=[mute.pk])))


def test_no_involved_moderator_confirms_it_and_nothing_else_is_confirmed(
    proposed: Measure, max_: User, mia: User, ben: User
) -> None:
    mute = taken(ben, max_)
    with pytest.raises(MeasureError, match="Only closing"):
        measures.second_closing(mute, mia)
    blocks.block(mia, ben)
    with pytest.raises(MeasureError, match="blocked Ben"):
        measures.second_closing(proposed, mia)
    assert User.objects.get(pk=ben.pk).left is None


def test_the_admin_says_that_it_is_only_proposed_and_leads_the_second_moderator_to_it(
    max_: User, mia: User, ben: User
) -> None:
    take = "/admin/measures/measure/take/?person=Ben"
    form = {"kind": "close", "reason": "Threats, again and again."}
    client = signed_in(max_)
    assert "Nothing happens yet" in told(client.post(take, form))
    assert "Another moderator must confirm it." in told(client.post(take, {**form, "confirm": "x"}, follow=True))
    measure = Measure.objects.get()
    pages = {name: reverse(f"admin:measures_measure_{name}", args=[measure.pk]) for name in ("change", "second")}
    assert [pages["second"] in told(signed_in(user).get(pages["change"])) for user in (max_, mia)] == [False, True]
    asked = told(signed_in(mia).get(pages["second"]))
    assert "<b>Ben: closing for good</b></p><blockquote>Threats, again and again.</blockquote>" in asked
    seen = {"seen": measures.as_shown(measure)}
    assert signed_in(max_).post(pages["second"], seen).status_code == 422
    assert signed_in(mia).post(pages["second"], seen).status_code == 302
    assert User.objects.get(pk=ben.pk).left is not None


def test_no_reason_is_confirmed_that_was_not_read(proposed: Measure, max_: User, mia: User, ben: User) -> None:
    url = reverse("admin:measures_measure_second", args=[proposed.pk])
    client = signed_in(mia)
    old = {"seen": measures.as_shown(proposed)}
    assert f'name="seen" value="{old["seen"]}"' in told(client.get(url))
    measures.reword(proposed, max_, "You threatened others.")
    for form in (old, {}):
        answer = client.post(url, form)
        page = told(answer)
        assert (answer.status_code, "The reason has changed since you opened this page." in page) == (409, True)
        assert "<blockquote>You threatened others.</blockquote>" in page
        assert User.objects.get(pk=ben.pk).left is None
    assert f'name="seen" value="{measures.as_shown(again(proposed))}"' in page
    assert client.post(url, {"seen": measures.as_shown(again(proposed))}).status_code == 302
    assert User.objects.get(pk=ben.pk).left is not None


def test_no_answer_is_judged_beside_another_reason(max_: User, mia: User, ben: User) -> None:
    measure = taken(ben, max_)
    measures.appeal(measure, ben, "It wasn’t me.")
    form = {"verdict": "lifted", "words": "He is right.", "seen": measures.as_shown(again(measure))}
    measures.reword(measure, max_, "You threatened others.")
    client = signed_in(mia)
    url = reverse("admin:measures_measure_judge", args=[measure.pk])
    answer = client.post(url, form)
    page = told(answer)
    assert (answer.status_code, "<blockquote>You threatened others.</blockquote>" in page) == (409, True)
    assert ("He is right.</textarea>" in page, again(measure).verdict) == (True, "")
    assert client.post(url, {**form, "seen": measures.as_shown(again(measure))}).status_code == 302
