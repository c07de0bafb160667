"""What moderators see of measures where they look at a person, and which ones wait on the first page of the admin."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date
from typing import NamedTuple

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from accounts.models import User
from games.core.reading.voice import SiteVoice
from games.measures import judges, services as measures, words
from games.measures.models import APPEALED, LASTING, Kind, Measure

SHOWN = 10
"""How many measures about a person are shown, the newest first."""
WAITING = APPEALED | Q(kind=Kind.CLOSE, seconded_by=None, ended=None)
"""Answers that nobody has judged, and closings that nobody has seconded."""


class ListedMeasure(NamedTuple):
    """A measure in a list, and what became of it."""

    row: Measure
    became: str


class SeenEffect(NamedTuple):
    """What everybody who meets a person sees of a measure whose case a moderator may not know: its kind, and the day on
    which it ends, by UTC. The hour would tell when it was taken."""

    kind: str
    until: date | None


@dataclass(frozen=True)
class MeasuresAbout:
    """What was done about a person, the newest first; `take_url` is where a moderator decides, "" for one who can't,
    and `why_not` says why. Of measures that come from a case which involves the reader, there are only `effects`."""

    rows: Sequence[ListedMeasure]
    effects: Sequence[SeenEffect]
    take_url: str
    why_not: str


def about_person(request: HttpRequest, person: User, report: int | None) -> MeasuresAbout | None:
    """Return what a moderator sees; None for a reader who may not look at measures, and for people who have none."""
    reader = request.user
    if not isinstance(reader, User) or not reader.has_perm("measures.view_measure") or person.is_bot:
        return None
    found = Measure.objects.filter(person=person.pk).exclude(judges.hidden_from(reader.pk))
    barred = judges.why_not(reader, person, None)
    asked = [("person", person.username), *([("report", str(report))] if report else [])]
    take_url = f"{reverse('admin:measures_measure_take')}?{urlencode(asked)}"
    can = barred is None and reader.has_perm(judges.MAY)
    told = "" if barred is None else barred.said(SiteVoice())
    rows = found.select_related("by", "undone_by", "judged_by").order_by("-begun", "-pk")[:SHOWN]
    listed = [ListedMeasure(row, words.became(row, timezone.now())) for row in rows]
    return MeasuresAbout(listed, _effects(person, reader), take_url if can else "", told)


def _effects(person: User, reader: User) -> list[SeenEffect]:
    """Return the effects of measures that run and that the reader may not see: one is not taken twice."""
    if person.pk == reader.pk:
        return []
    found = Measure.objects.filter(judges.hidden_from(reader.pk), person=person.pk, kind__in=LASTING, ended=None)
    now = timezone.now()
    running = [each for each in found.order_by("kind") if each.runs(now)]
    return [SeenEffect(each.get_kind_display(), each.ends and each.ends.astimezone(UTC).date()) for each in running]


def waiting(request: HttpRequest) -> list[Measure] | None:
    """Return the measures that wait for this moderator; None for a reader who may not decide, and for none."""
    reader = request.user
    if not isinstance(reader, User) or not reader.has_perm(judges.MAY):
        return None
    found = Measure.objects.filter(WAITING).exclude(judges.hidden_from(reader.pk)).select_related("person")
    return [each for each in found.order_by("begun") if _is_for(each, reader)] or None


def _is_for(measure: Measure, reader: User) -> bool:
    """Say whether a moderator can judge the answer to a measure, or second it."""
    return measures.why_not_judge(measure, reader) is None or measures.why_not_second(measure, reader) is None
