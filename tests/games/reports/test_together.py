"""Several reports about one thing: taken and closed at once, and the reported player told once."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from accounts import blocks
from accounts.models import Outbox, User
from games.chat import services as chat
from games.core.models import Match
from games.core.services import play
from games.reports import services as reports, standing
from games.reports.models import Report
from games.reports.standing import ReportError
from tests.games.admin.test_moderator import moderator  # noqa: F401  the fixture
from tests.games.browsing import told
from tests.games.reports.test_services import letters, on_line, on_match, on_profile
from tests.parts.cast import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(match: Match, ann: User, ben: User, cat: User) -> list[Report]:
    """Three reports of Ben's profile, for the same reason."""
    made = [on_profile(each) for each in (ann, cat, person("Dora"))]
    for number, report in enumerate(made):
        Report.objects.filter(pk=report.pk).update(created=report.created + timedelta(seconds=number))
    return made


def page(report: Report, name: str) -> str:
    return reverse(f"admin:games_report_{name}", args=[report.pk])


def states() -> list[str]:
    return list(Report.objects.order_by("created").values_list("state", flat=True))


def test_those_about_the_same_player_of_the_same_kind_and_reason_are_alike_and_no_others(
    three: list[Report], match: Match, ann: User, ben: User, cat: User, mo: User
) -> None:
    on_profile(ann, "Cat")
    on_profile(ben, "Ann")
    others = [on_line(ann, match, ben), on_profile(person("Emil"), reason="name")]
    assert list(standing.alike(three[0], mo.pk)) == three[1:]
    assert set(standing.concerning(three[0], mo.pk)) == {*three[1:], *others}
    blocks.block(cat, mo)  # as one of the reporters has done
    assert list(standing.alike(three[0], mo.pk)) == [three[2]]
    Report.objects.filter(pk=three[2].pk).update(state="closed", closed=three[2].created)
    assert list(standing.alike(three[0], mo.pk)) == []


def test_those_about_the_same_match_that_name_nobody_are_alike(
    match: Match, ann: User, ben: User, cat: User, mo: User
) -> None:
    of_ben = on_match(ann, match)
    play.resign(match.public_id, ann.pk)
    both = [on_match(cat, match), on_match(person("Dora"), match)]
    assert list(standing.alike(both[0], mo.pk)) == both[1:]
    assert list(standing.alike(of_ben, mo.pk)) == []


def test_none_is_ticked_and_those_that_are_then_are_taken_and_closed_together(
    moderator: Client,  # noqa: F811
    three: list[Report],
) -> None:
    letters()
    first, *others = three
    asked = told(moderator.get(page(first, "take")))
    assert [f'value="{each.pk}"' in asked for each in three] == [False, True, True]
    assert asked.count(" checked") == 0
    moderator.post(page(first, "take"), {"also": [each.pk for each in others]})
    assert states() == ["taken"] * 3
    assert re.findall('type="checkbox"[^>]* checked', told(moderator.get(page(first, "close")))) == []
    form = {"outcome": "warned", "words": "He was told so.", "words_to_reported": "Do not swear."}
    moderator.post(page(first, "close"), {**form, "also": [each.pk for each in others]})
    assert states() == ["closed"] * 3
    kinds = list(Outbox.objects.filter(kind__in=["report", "decision"]).values_list("kind", "recipient__username"))
    assert sorted(kinds) == [("decision", "Ben"), ("report", "Ann"), ("report", "Cat"), ("report", "Dora")]
    assert list(Report.objects.exclude(words_to_reported="")) == [first]
    assert LogEntry.objects.filter(change_message__startswith="closed · warned").count() == 3


def test_what_is_not_ticked_stays(moderator: Client, three: list[Report]) -> None:  # noqa: F811
    moderator.post(page(three[0], "take"), {"also": [three[2].pk]})
    assert states() == ["taken", "open", "taken"]
    closing = told(moderator.get(page(three[0], "close")))
    assert [f'value="{each.pk}"' in closing for each in three] == [False, True, True]
    moderator.post(page(three[0], "close"), {"outcome": "nothing", "words": "Nothing."})
    assert states() == ["closed", "open", "taken"]


def test_the_slower_of_two_moderators_reads_what_has_happened_and_takes_nothing(
    moderator: Client,  # noqa: F811
    three: list[Report],
    mo: User,
) -> None:
    reports.take_report(three[1].pk, mo)
    form = {"also": [each.pk for each in three[1:]]}
    answer = moderator.post(page(three[0], "take"), form)
    assert answer.status_code == 422
    assert "Mo has taken one of the reports that you ticked, on " in told(answer)
    assert f'value="{three[1].pk}"' not in told(answer)
    reports.close_report(three[1].pk, mo, "nothing", "Nothing.")
    assert "Mo has closed one of the reports" in told(moderator.post(page(three[0], "take"), form))
    reports.take_report(three[0].pk, mo)
    assert "Mo has already taken this report, on " in told(moderator.post(page(three[0], "take"), {}))
    assert states() == ["taken", "closed", "open"]
    assert not LogEntry.objects.exists()


def test_one_that_a_colleague_has_taken_is_not_closed_along(three: list[Report], mo: User) -> None:
    keys = [each.pk for each in three]
    reports.take_report(keys[2], person("Max", is_staff=True))
    with pytest.raises(ReportError, match="Max has taken one of the reports"):
        reports.close_report(keys[0], mo, "nothing", "Nothing.", also=keys[1:])
    assert states() == ["open", "open", "taken"]
    reports.close_report(keys[0], mo, "nothing", "Nothing.", also=keys[1:2])
    assert states() == ["closed", "closed", "taken"]


def test_no_tick_reaches_a_report_of_somebody_else_nor_one_that_involves_the_moderator(
    three: list[Report], ann: User, ben: User, cat: User, mo: User
) -> None:
    blocks.block(cat, mo)
    others = [three[1], on_profile(ben, "Ann"), on_profile(person("Emil"), reason="name")]
    for key in (*(each.pk for each in others), 7):
        with pytest.raises(ReportError, match="isn’t there any more"):
            reports.take_report(three[0].pk, mo, [key])
    assert states() == ["open"] * 5


def test_an_outcome_that_one_of_them_cannot_have_is_refused_by_its_name(
    match: Match, ann: User, ben: User, mo: User
) -> None:
    both = [on_line(ann, match, ben, said) for said in ("You fool", "You clown")]
    keys = [each.pk for each in both]
    reports.take_report(keys[0], mo, keys[1:])
    assert both[0].line
    chat.hide(both[0].line, "An insult.")
    with pytest.raises(ReportError, match="“En Garde: a chat message by Ben”: The message isn’t hidden"):
        reports.close_report(keys[0], mo, "hidden", "It is gone.", also=keys[1:])
    assert states() == ["taken"] * 2
