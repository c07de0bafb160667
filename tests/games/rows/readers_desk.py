"""Scenes in which what moderators are shown at the desk can be tried; see `readers`. Cat is the moderator."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.utils import timezone

from accounts.models import Block, Outbox, User
from games.chat import services as chat
from games.core.models import Match
from games.core.seams import desk as seam
from games.desk import operators, services as desk
from games.desk.models import Note, OpenedPage, Person
from games.measures import at_desk, in_case, services as measures
from games.measures.models import Measure
from games.reports import bells, filing, opinions, queries, services as reports, standing
from games.reports.admin import OpinionFilter
from games.reports.forms import ClosingForm
from games.reports.models import Report
from tests.games.browsing import signed_in
from tests.games.rows.doors import DAY, NOON, Act, Cast, posted
from tests.games.rows.doors_measures import decided
from tests.games.rows.doors_reports import filed, taken
from tests.games.rows.readers import over, reader
from tests.games.rows.readers_measures import about, promoted
from tests.games.rows.readers_reports import by
from tests.games.tables import begin
from tests.parts.cast import person


def judge(cast: Cast) -> User:
    """Return Cat as a moderator."""
    return promoted(cast.cat)[0]


@reader("desk: the first page", [["Ann", "Ben"], ["Ann"], []], of_a_person=True)
def _first_page(cast: Cast) -> Act:
    cat, ben = promoted(cast.cat, cast.ben)
    report = filed(cast)

    def listed(user: User, name: str) -> list[str]:
        part = signed_in(user).get("/admin/").context["parts"][0].part
        return by(cast, [each.report for each in getattr(part, name)])

    def found() -> Any:
        yield listed(cat, "open")
        reports.take_report(report.pk, cat)
        yield listed(cat, "mine")
        yield [*listed(ben, "open"), *listed(ben, "mine")]

    return lambda: list(found())


@reader("desk: a case", [["You fool"], ["Ann"], ["Ann"], ["Cat says so."], 404, 302, 302], of_a_person=True)
def _case(cast: Cast) -> Act:
    """Set the scene: Ann has reported Ben's line and Ben's profile; elsewhere somebody writes, too."""
    cat, ben = promoted(cast.cat, cast.ben)
    match, _ = cast.talk()
    line = chat.say(match.public_id, cast.ben, "You fool")
    hidden = chat.say(match.public_id, cast.ben, "Hidden")
    chat.hide(hidden, "An insult.")
    report = filing.file(cast.ann, "line", str(line.pk), "insult", "")
    filing.file(cast.ann, "player", cast.ben.username, "name", "")
    desk.note_on_report(report, cat, "Cat says so.")

    def found() -> Any:
        case = signed_in(cat).get(f"/admin/games/report/{report.pk}/change/").context["case"]
        yield [each.row.text for each in case.lines if each.is_reported]
        yield by(cast, [each.report for each in case.together])
        yield by(cast, [each.report for each in case.by_reporter])
        yield [note.text for note in case.notes]
        yield signed_in(ben).post(f"/admin/games/report/{report.pk}/note/", {"text": "Hm."}).status_code
        chosen = {"hide": "chosen", "hide-lines": [hidden.pk], "hide-chosen": "An insult."}
        yield signed_in(cat).post(f"/admin/games/report/{report.pk}/hide/", chosen).status_code
        hides = {"hides": "on", "outcome": "hidden"}
        yield signed_in(cat).post(f"/admin/games/report/{report.pk}/close/", hides).status_code

    return lambda: list(found())


@reader(
    "desk: a match beside a profile, and when one was excluded from ratings", [True, [True, True]], of_a_person=True
)
def _beside(cast: Cast) -> Act:
    """Set the scene: Ann has reported Ben's profile, and their match too; two other matches of the two don’t count."""
    cat = judge(cast)
    report = filed(cast)
    profile = filing.file(cast.ann, "player", cast.ben.username, "name", "")
    struck = [over(cast, f"struck{number}") for number in range(2)]
    for match in struck:
        match.struck = "One played both sides."
        match.save()
        said = "not for ratings: One played both sides."
        LogEntry.objects.log_actions(cat.pk, [match], CHANGE, change_message=said, single_object=True)

    def noted(match: Match) -> bool:
        found = queries.striking(match)
        return found is not None and found.object_id == f"{match.pk}"

    def found() -> Any:
        case = signed_in(cat).get(f"/admin/games/report/{profile.pk}/change/").context["case"]
        yield case.board.match == report.match
        yield [noted(match) for match in struck]

    return lambda: list(found())


@reader("desk: what operators are told of", [True, ["Ann"], False, [], [True, False]], of_a_person=True)
def _operators(cast: Cast) -> Act:
    """Set the scene: Ben tells the operators of Ann's report. It is about Dan, one of them."""
    cat = judge(cast)
    dan, ben = promoted(person(f"Dan{cast.key}"), cast.ben)
    report = filing.file(cast.ann, "player", dan.username, "name", "")
    operators.tell_operators(report.pk, ben, "Planted.")

    def found() -> Any:
        yield operators.operators_for(report).filter(pk=cat.pk).exists()
        yield by(cast, [each.report for each in signed_in(cat).get("/admin/").context["parts"][0].part.told])
        yield operators.operators_for(report).filter(pk=dan.pk).exists()
        yield by(cast, operators.cases_for(dan))
        payload = {"why": bells.OPERATORS, "report": report.pk}
        yield [bells.new_report_notice(each, payload) is not None for each in (cat, dan)]

    return lambda: list(found())


@reader("desk: a person", [1, ["Ann"], ["Ben"], ["About Ann."], ["You fool"], True], of_a_person=True)
def _person(cast: Cast) -> Act:
    cat = judge(cast)
    match = cast.match()
    chat.say(match.public_id, cast.ann, "You fool")
    chat.say(match.public_id, cast.ben, "A fool yourself")
    filing.file(cast.ann, "player", cast.ben.username, "name", "")
    filing.file(cast.ben, "player", cast.ann.username, "name", "")
    desk.note_on_person(cast.ann, cat, "About Ann.")
    desk.note_on_person(cast.ben, cat, "About Ben.")
    url = f"/admin/desk/person/{cast.ann.pk}/"

    def found() -> Any:
        known = signed_in(cat).get(f"{url}change/").context["known"]
        yield len(known.matches)
        yield by(cast, [each.report for each in known.made])
        yield by(cast, [each.report for each in known.about])
        yield [note.text for note in known.notes]
        yield [line.text for line in signed_in(cat).post(f"{url}chat/", {"words": "fool", "why": "A"}).context["found"]]
        shown = admin.site.get_model_admin(Person)
        yield shown.get_queryset(posted(cat)).filter(pk=cast.ann.pk).exists()

    return lambda: list(found())


@reader("desk: notes on people", [["Cat"], ["Cat"], ["Cat"], ["Cat"], ["Ben", "Cat"]], of_a_person=True)
def _notes(cast: Cast) -> Act:
    """Set the scene: Cat has blocked Dan, plays with Eve, reported Flo and was reported by Gil, but has nothing with
    Ann."""
    cat, ben = promoted(cast.cat, cast.ben)
    people = [person(f"{name}{cast.key}") for name in ("Dan", "Eve", "Flo", "Gil")]
    Block.objects.create(blocker=cat, blocked=people[0])
    begin(cat, people[1], public_id=cast.key)
    filing.file(cat, "player", people[2].username, "name", "")
    filing.file(people[3], "player", cat.username, "name", "")
    Report.objects.filter(reporter=people[3]).update(created=timezone.now() - DAY)
    for each in (*people, cast.ann):
        desk.note_on_person(each, ben, "Ben")
        desk.note_on_person(each, cat, "Cat")
    return lambda: [sorted(note.text for note in desk.notes_on_person(each, cat)) for each in (*people, cast.ann)]


@reader("desk: what operators read", [["/a/"], ["done"], [], []], of_a_person=True)
def _log(cast: Cast) -> Act:
    """Set the scene: Ben has looked at a report that involves Ann, and done something to it."""
    cat, ann = promoted(cast.cat, cast.ann)
    report = filed(cast)
    OpenedPage.objects.create(by=cast.ben, at=NOON, page="/a/", status=200, report=report)
    LogEntry.objects.log_actions(cast.ben.pk, [report], CHANGE, change_message="done")
    shown = admin.site.get_model_admin(LogEntry)

    def of(user: User) -> Any:
        yield [each.page for each in desk.looks_for(user).filter(by=cast.ben)]
        yield [each.change_message for each in shown.get_queryset(posted(user)).filter(user=cast.ben)]

    return lambda: [*of(cat), *of(ann)]


@reader("desk.sweep", [[True, False], [True, False]])
def _sweep(cast: Cast) -> Act:
    """Set the scene with a page and a note of today, and those of more than a year ago."""
    cat = judge(cast)
    made: list[Any] = []
    for at in (timezone.now(), timezone.now() - desk.KEPT - DAY):
        made.append(OpenedPage.objects.create(by=cat, at=at, page="/a/", status=200))
        made.append(Note.objects.create(person=cast.ann, by=cat, text="A note.", written=at))

    def left() -> Any:
        desk.sweep()
        there = [type(row).objects.filter(pk=row.pk).exists() for row in made]
        return [there[::2], there[1::2]]

    return left


@reader("measures in a case", [True, False, [True, False], [True, False], [True, False]], of_a_person=True)
def _in_case(cast: Cast) -> Act:
    """Set the scene: a measure about Ann comes of Ben's report, and Cat may take another one."""
    cat = judge(cast)
    report = filing.file(cast.ben, "player", cast.ann.username, "insult", "She swears.")
    other = filing.file(cast.ann, "player", cast.ben.username, "insult", "He swears.")
    measures.take(cast.ann, "warn", "An insult.", None, cat, report)

    def found() -> Any:
        form = in_case.form_for_case(posted(cat), cast.ann, report.pk)
        yield form is not None and form.report == report
        yield in_case.has_measure(other.pk)
        yield [seam.is_told(each.pk) for each in (report, other)]
        yield [in_case.done_about(each.pk, cat.pk).is_done for each in (report, other)]
        yield [in_case.done_about(each.pk, cat.pk).holds for each in (report, other)]

    return lambda: list(found())


@reader("measures at the desk", [["Ann"], [], [0, 1], True], of_a_person=True)
def _measures(cast: Cast) -> Act:
    """Set the scene: Cat has decided about Ann, and is involved in the report for which Ben can't chat."""
    made = decided(cast)
    cat = judge(cast)
    report = filing.file(cat, "player", cast.ben.username, "name", "")
    given = {"person": cast.ben, "report": report, "kind": "mute", "begun": NOON, "ends": NOON + 3 * DAY}
    Measure.objects.create(**given)

    def about_whom(person: User) -> list[str]:
        part = at_desk.about_person(posted(cat), person, None)
        assert part is not None
        return about(cast, [each.row for each in part.rows])

    def effects(person: User) -> int:
        part = at_desk.about_person(posted(cat), person, None)
        return len(part.effects) if part else -1

    return lambda: [
        about_whom(cast.ann),
        about_whom(cast.ben),
        [effects(cast.ann), effects(cast.ben)],
        made.pk is not None,
    ]


@reader("moderators: a match", [200, 200, 404, 404])
def _match(cast: Cast) -> Act:
    cat, ben = promoted(cast.cat, cast.ben)
    match: Match = cast.match()
    url = match.get_absolute_url()
    return lambda: [
        signed_in(cat).get(url).status_code,
        signed_in(cat).get(f"{url}desk").status_code,
        signed_in(ben).get(f"{url}desk").status_code,
        signed_in(cast.ann).get(f"{url}desk").status_code,
    ]


@reader("reports: bells", [1, 0, True, False], of_a_person=True)
def _bells(cast: Cast) -> Act:
    """Set the scene: Cat is told of a report that does not involve her, Ben isn't; Cat has asked Ann's moderator."""
    cat, ben = promoted(cast.cat, cast.ben)
    report = filed(cast)

    def told(user: User) -> int:
        return Outbox.objects.filter(recipient=user, kind=bells.NEW_REPORT).count()

    def found() -> Any:
        bells._tell_of_new(report.pk)
        yield told(cat)
        yield told(ben)
        Report.objects.filter(pk=report.pk).update(state="taken", assignee=cat)
        payload = {"report": report.pk, "why": bells.GIVEN}
        yield bells.new_report_notice(cat, payload) is not None
        yield bells.new_report_notice(ben, payload) is not None

    return lambda: list(found())


TOGETHER = [["Ann"], [], ["Ben"], [True, False], True]


@reader("reports: second opinions and what is closed together", TOGETHER, of_a_person=True)
def _together(cast: Cast) -> Act:
    """Set the scene: Cat has taken both reports of the match, which name nobody, and asks about one."""
    cat = judge(cast)
    report = taken(cast)
    both = Report.objects.filter(match=report.match)
    both.update(state="taken", assignee=cat, reported=None, taken=timezone.now(), reason=report.reason)
    opinions.ask_colleagues(report.pk, cat, "Is this an insult?")
    LogEntry.objects.log_actions(cat.pk, [report], CHANGE, change_message="taken", single_object=True)
    shown = admin.site.get_model_admin(Report)
    rows = standing.as_they_stand(both)

    def asked(value: str) -> list[str]:
        request = posted(cat)
        return by(cast, OpinionFilter(request, {"opinion": [value]}, Report, shown).queryset(request, rows))

    def found() -> Any:
        yield asked("asked")
        yield [name for name in asked("") if name not in ("Ann", "Ben")]
        form = ClosingForm(None, report=Report.objects.get(pk=report.pk), moderator=cat)
        yield by(cast, form.others())
        yield [queries.is_unanswered(each) for each in both.order_by("-question")]
        last = queries.last_noted(report, queries.MOVES)
        yield last is not None and last.object_id == f"{report.pk}"

    return lambda: list(found())
