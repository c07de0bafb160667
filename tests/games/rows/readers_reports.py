"""Scenes in which what is read of reports can be tried; see `readers`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.utils import timezone

from accounts import blocks
from accounts.models import Outbox, User
from games.chat import services as chat
from games.core.models import Ruling
from games.core.reading.access import NotYours
from games.reports import filing, notices, pages, services as reports, standing
from games.reports.admin import AssigneeFilter, hidden_letters
from games.reports.models import Report
from games.reports.upkeep import remove_reports
from tests.games.browsing import signed_in
from tests.games.rows.doors import DAY, NOON, Act, Cast, posted
from tests.games.rows.doors_reports import filed, taken
from tests.games.rows.readers import over, reader, shown
from tests.games.tables import begin


def by(cast: Cast, rows: Iterable[Report]) -> list[str]:
    """Return who has filed these, of the people of a scene."""
    names = {cast.ann.pk: "Ann", cast.ben.pk: "Ben", cast.cat.pk: "Cat"}
    return sorted(names[row.reporter_id] for row in rows if row.reporter_id in names)


@reader("reports.report_subject", ["match", "line", "player", "none", "none", "over"])
def _subject(cast: Cast) -> Act:
    """Return Ann's match, Ben's line in it and Ben; to Cat neither match nor line, but a match that is over."""
    match = cast.match()
    line, ended = chat.say(match.public_id, cast.ben, "Hello"), over(cast)

    def found(user: User, kind: str, key: object, name: str = "") -> str:
        try:
            about = filing.report_subject(user, kind, str(key))
        except NotYours:
            return "none"
        assert about.reported in (cast.ben, None)
        return name or about.kind.value

    return lambda: [
        found(cast.ann, "match", match.public_id),
        found(cast.ann, "line", line.pk),
        found(cast.ann, "player", cast.ben.username),
        found(cast.cat, "match", match.public_id),
        found(cast.cat, "line", line.pk),
        found(cast.cat, "match", ended.public_id, "over"),
    ]


@reader("reports.next_for", [True, False], of_a_person=True)
def _next(cast: Cast) -> Act:
    """Set the scene: both reports of the match involve Ben, who may find one of other people."""
    report = filed(cast)
    before = Report(pk=0, created=report.created)

    def found() -> Any:
        yield standing.next_for(cast.cat.pk, before) is not None
        bens = standing.next_for(cast.ben.pk, before)
        yield bens is not None and bens.match_id == report.match_id

    return lambda: list(found())


@reader("reports.involving", [["Ann", "Ben"], ["Ann", "Ben"], []], of_a_person=True)
def _involving(cast: Cast) -> Act:
    filed(cast)
    return lambda: [by(cast, standing.involving(user.pk)) for user in (cast.ann, cast.ben, cast.cat)]


@reader("reports.involving: by a block", [["Ann", "Ben"], ["Ann", "Ben"]], of_a_person=True)
def _blocked(cast: Cast) -> Act:
    filed(cast)
    blocks.block(cast.cat, cast.ben)
    return lambda: [by(cast, standing.involving(user.pk)) for user in (cast.ben, cast.cat)]


@reader("reports.as_they_stand", [("Ann", "open"), ("Ben", "taken")], of_a_person=True)
def _standing(cast: Cast) -> Act:
    """Set the scene: Cat has taken both, and only Ann had blocked her before."""
    filed(cast)
    blocks.block(cast.ann, cast.cat)
    both = Report.objects.filter(reporter__in=[cast.ann, cast.ben])
    both.update(state="taken", assignee=cast.cat, taken=timezone.now())
    found = standing.as_they_stand(both)
    return lambda: sorted((by(cast, [row])[0], standing.state_of(row).value) for row in found.all())


@reader("reports.open_for", [2, None], of_a_person=True)
def _open(cast: Cast) -> Act:
    """Return two more for Cat, who is no part of them, than for Ben, who is; nothing for Ann, who is no moderator."""
    filed(cast)
    User.objects.filter(pk__in=[cast.cat.pk, cast.ben.pk]).update(is_staff=True, is_superuser=True)

    def found() -> Any:
        cat, ben, ann = (standing.open_for(User.objects.get(pk=user.pk)) for user in (cast.cat, cast.ben, cast.ann))
        assert cat is not None
        assert ben is not None
        return [cat - ben, ann]

    return found


@reader("reports.forget", [["Ben"], "open"], of_a_person=True)
def _forget(cast: Cast) -> Act:
    """Set the scene on a match as one who has reported it and as one who has taken the other report."""
    filed(cast)
    other = Report.objects.get(reporter=cast.ben)
    Report.objects.filter(pk=other.pk).update(state="taken", assignee=cast.ann)

    def left() -> Any:
        reports.forget(cast.ann)
        return [by(cast, Report.objects.filter(match=other.match)), Report.objects.get(pk=other.pk).state]

    return left


@reader("reports.close_report: decided since", ["report", "ruled"])
def _decided(cast: Cast) -> Act:
    """Set the scene with a ruling on the match of the report. A ruling on another match decides nothing."""
    report = taken(cast)
    match = report.match
    assert match
    other = begin(cast.ann, cast.ben, public_id=f"{cast.key}2")
    Ruling.objects.create(match=other, ply=90, reason="The site was at fault.")

    def closed() -> str:
        try:
            reports.close_report(report.pk, cast.cat, "ruled", "It is void.")
        except standing.ReportError as error:
            return error.code
        return Report.objects.get(pk=report.pk).outcome

    def found() -> Any:
        yield closed()
        Ruling.objects.create(match=match, ply=90, reason="The site was at fault.")
        yield closed()

    return lambda: list(found())


@reader("reports: notices", [(True, "He was told so."), None, "Do not swear.", None])
def _notices(cast: Cast) -> Act:
    """Set the scene: each side gets what is meant for it, and nothing goes to the other one."""
    report = taken(cast)
    reports.close_report(report.pk, cast.cat, "warned", "He was told so.", "Do not swear.")
    payload = {"report": report.pk}

    def told() -> Any:
        to_reporter, to_reported = notices.report_notice(cast.ann, payload), notices.decision_notice(cast.ben, payload)
        assert to_reporter
        assert to_reported
        yield cast.ben.username in to_reporter.context["about"], to_reporter.context["words"]
        yield notices.report_notice(cast.ben, payload)
        yield to_reported.context["words"]
        yield notices.decision_notice(cast.ann, payload)

    return lambda: list(told())


@reader("pages.reports", [["Ann"], 1], of_a_person=True)
def _mine(cast: Cast) -> Act:
    filed(cast)
    return lambda: [by(cast, pages.own_reports(cast.ann, None)), len(shown(cast.ann, "/settings/reports/", "reports"))]


@reader("admin: reports", [["Cat"], ["Ann"], [], ["Ann", "Cat"], ["Ann"], 1], of_a_person=True)
def _queue(cast: Cast) -> Act:
    """Set the scene: Ben doesn't find the reports on his match, nor the letters about them."""
    report = taken(cast)
    reports.close_report(report.pk, cast.cat, "nothing", "Nothing.")
    Report.objects.filter(reporter=cast.ben).delete()
    filing.file(cast.cat, "player", cast.ann.username, "name", "")
    shown = admin.site.get_model_admin(Report)
    rows = standing.as_they_stand(Report.objects.filter(reporter__in=[cast.ann, cast.cat]))
    request = posted(cast.ben)

    def of(who: User, which: str) -> list[str]:
        asked = posted(who)
        chosen = AssigneeFilter(asked, {"assignee": [which]}, Report, shown)
        return by(cast, chosen.queryset(asked, rows))

    def found() -> Any:
        yield by(cast, shown.get_queryset(request))
        yield of(cast.cat, "me")
        yield of(cast.cat, "others")
        yield by(cast, shown.get_search_results(request, rows, cast.ann.username)[0])
        yield by(cast, shown.get_search_results(request, rows, cast.key)[0])
        yield Outbox.objects.filter(hidden_letters(cast.ben.pk), recipient=cast.ann).count()

    return lambda: list(found())


@reader("admin: asking what is to be done with a report", [200, 404])
def _asked(cast: Cast) -> Act:
    report = filed(cast)
    User.objects.filter(pk__in=[cast.cat.pk, cast.ben.pk]).update(is_staff=True, is_superuser=True)

    def status(user: User) -> int:
        return signed_in(User.objects.get(pk=user.pk)).get(f"/admin/games/report/{report.pk}/take/").status_code

    return lambda: [status(cast.cat), status(cast.ben)]


@reader("upkeep.remove_reports", [True, False, False])
def _old(cast: Cast) -> Act:
    """Return one closed a year ago, one closed lately, one that is open."""
    report = filed(cast)
    about = {"reporter": cast.ann, "kind": "player", "reported": cast.ben, "reason": "name", "state": "closed"}
    old, late = (Report.objects.create(closed=NOON - days * DAY, **about) for days in (365, 364))

    def gone() -> list[bool]:
        remove_reports(NOON)
        return [not Report.objects.filter(pk=each.pk).exists() for each in (old, late, report)]

    return gone
