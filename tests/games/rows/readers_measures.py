"""Scenes in which what is read of measures can be tried; see `readers`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin

from accounts import blocks
from accounts.models import User
from games.core.models import Seat
from games.core.seams.bars import Act as Barred
from games.measures import documents, effects, halts, judges, links, notices, pages, services as measures
from games.measures.admin import MeasureStateFilter
from games.measures.models import Kind, Measure
from games.reports import filing
from tests.games.browsing import signed_in
from tests.games.rows.doors import DAY, NOON, Act, Cast, posted
from tests.games.rows.doors_measures import appealed, decided, suspended
from tests.games.rows.readers import reader


def about(cast: Cast, rows: Iterable[Measure]) -> list[str]:
    """Return about whom these are, of the people of a scene."""
    names = {cast.ann.pk: "Ann", cast.ben.pk: "Ben", cast.cat.pk: "Cat"}
    return sorted(names[row.person_id] for row in rows if row.person_id in names)


def promoted(*users: User) -> list[User]:
    """Return these as superusers."""
    keys = [user.pk for user in users]
    User.objects.filter(pk__in=keys).update(is_staff=True, is_superuser=True)
    return [User.objects.get(pk=key) for key in keys]


@reader("measures: what somebody is kept from", [True, False, [True, False]], of_a_person=True)
def _effects(cast: Cast) -> Act:
    decided(cast)

    def found() -> Any:
        yield effects.why_not(cast.ann.pk, Barred.CHAT) is not None
        yield effects.why_not(cast.ann.pk, Barred.RATED) is not None
        yield [user.pk in set(effects.users(Barred.CHAT)) for user in (cast.ann, cast.ben)]

    return lambda: list(found())


@reader("measures: what the person reads and downloads", [[1, 1], [0, 0]], of_a_person=True)
def _read(cast: Cast) -> Act:
    decided(cast)
    decided(cast, Kind.CLOSE)
    users = (cast.ann, cast.ben)
    return lambda: [[len(pages.own_decisions(user, None)), len(list(documents.measures_about(user)))] for user in users]


@reader("measures: clocks that stand", [1, 0, [1, 0], [1, 0]], of_a_person=True)
def _halts(cast: Cast) -> Act:
    match = cast.match()
    suspended(cast)

    def standing() -> list[int]:
        seats = Seat.objects.filter(match=match)
        return [len(seats.get(user=user).halts) for user in (cast.ann, cast.ben)]

    def found() -> Any:
        yield len(halts.spans(cast.ann.pk, NOON))
        yield len(halts.spans(cast.ben.pk, NOON))
        halts.update_halts(cast.ann.pk)
        yield standing()
        halts.tell_missed(NOON)
        yield standing()

    return lambda: list(found())


@reader("measures: signed links", [["Ann"], ["Ann"], None], of_a_person=True)
def _links(cast: Cast) -> Act:
    made = suspended(cast)

    def named(url: str) -> Any:
        found = links.measure_of(url.rstrip("/").rpartition("/")[2])
        return found and about(cast, [found])

    urls = [links.by_mail(made), links.after_sign_in(cast.ann), links.after_sign_in(cast.ben)]
    return lambda: [named(url) for url in urls]


@reader("measures: notices", [True, False, True, False, True], of_a_person=True)
def _notices(cast: Cast) -> Act:
    """Set the scene: Ann is told of the measure, Ben of her answer, and the address of her closed account of that."""
    payload = {"measure": appealed(cast).pk}
    (ben,) = promoted(cast.ben)
    closing = {"measure": decided(cast, Kind.CLOSE).pk}

    def found() -> Any:
        yield notices.measure_notice(cast.ann, payload) is not None
        yield notices.measure_notice(cast.ben, payload) is not None
        yield notices.appeal_notice(ben, payload) is not None
        yield notices.closed_notice(User(), closing) is not None
        Measure.objects.filter(pk=closing["measure"]).update(seconded_by=ben)
        yield notices.closed_notice(User(), closing) is not None

    return lambda: list(found())


@reader("measures: who is involved", [True, False, True, ["Ann"], []], of_a_person=True)
def _involved(cast: Cast) -> Act:
    """Set the scene: Ben plays with Ann, and Cat blocks Ben."""
    cast.match()
    blocks.block(cast.cat, cast.ben)
    decided(cast)

    def found() -> Any:
        yield judges.why_involved(cast.ben, cast.ann, None) is not None
        yield judges.why_involved(cast.cat, cast.ann, None) is not None
        yield judges.why_involved(cast.cat, cast.ben, None) is not None
        yield about(cast, Measure.objects.filter(judges.hidden_from(cast.ann.pk)))
        yield about(cast, Measure.objects.filter(judges.hidden_from(cast.ben.pk)))

    return lambda: list(found())


@reader("measures: about whom a report is", [True, False], of_a_person=True)
def _of_report(cast: Cast) -> Act:
    match = cast.match()
    report = filing.file(cast.ben, "match", match.public_id, "cheating", "")
    other = filing.file(cast.ann, "player", cast.ben.username, "insult", "He swears.")

    def fits(which: Any) -> bool:
        try:
            measures._require_about(cast.ann, which)
        except measures.MeasureError:
            return False
        return True

    other.reporter = cast.ben
    return lambda: [fits(report), fits(other)]


@reader("admin: measures", [200, 404, 200, 404, ["Ann"], []], of_a_person=True)
def _admin(cast: Cast) -> Act:
    """Set the scene: Cat may take the measure back, and Ann finds nothing about herself."""
    made = decided(cast)
    report = filing.file(cast.ben, "player", cast.ann.username, "insult", "She swears.")
    own = filing.file(cast.cat, "player", cast.ann.username, "insult", "She swears.")
    shown = admin.site.get_model_admin(Measure)
    (cat,) = promoted(cast.cat)
    address = "/admin/measures/measure/"

    def state(which: str) -> list[str]:
        chosen = MeasureStateFilter(posted(cat), {"state": [which]}, Measure, shown)
        return about(cast, chosen.queryset(posted(cat), Measure.objects.all()))

    def found() -> Any:
        client = signed_in(cat)
        yield client.get(f"{address}{made.pk}/undo/").status_code
        yield client.get(f"{address}1/undo/").status_code
        yield client.get(f"{address}take/?person={cast.ann.username}&report={report.pk}").status_code
        yield client.get(f"{address}take/?person={cast.ann.username}&report={own.pk}").status_code
        yield state("running")
        yield state("over")

    return lambda: list(found())


@reader("measures: an answer that is sent", [404, 302], of_a_person=True)
def _sent(cast: Cast) -> Act:
    made = decided(cast)

    def status(user: User) -> int:
        return signed_in(user).post(f"/settings/decisions/{made.pk}/answer/", {"text": "It wasn’t me."}).status_code

    return lambda: [status(cast.ben), status(cast.ann)]


@reader("measures.remove_past", [True, False, False], of_a_person=True)
def _old(cast: Cast) -> Act:
    """Return one that ended a year ago, one that ended lately, one that runs."""
    given = {"person": cast.ann, "kind": Kind.WARN, "reason": "An insult.", "begun": NOON - 400 * DAY}
    old, late = (Measure.objects.create(ended=NOON - days * DAY, **given | {"kind": Kind.CLOSE}) for days in (365, 364))
    running = decided(cast)

    def gone() -> list[bool]:
        measures.remove_past(NOON)
        return [not Measure.objects.filter(pk=each.pk).exists() for each in (old, late, running)]

    return gone
