"""Measures for moderators: what runs, what is over, what was answered; taking, seconding, judging and undoing.

Nobody finds a measure about himself here, nor one that would tell of a report in which he is involved.
"""

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy

from accounts.admin_lists import BY_USER, ColumnFilter, people_called
from accounts.models import User
from accounts.request import number_in
from games.core.admin_rows import PeopleRowsAdmin, profile_link
from games.core.reading.voice import SiteVoice
from games.measures import history, judges, notices, presses, services as measures, words
from games.measures.forms import (
    MeasureForm,
    PlainForm,
    RewordingForm,
    ShownForm,
    UnjudgingForm,
    VerdictForm,
    WhomForm,
    say_languages,
)
from games.measures.models import APPEALED, GRAVE, LASTING, Kind, Measure
from games.reports import standing
from games.reports.answers import language_named
from games.reports.models import Report
from games.reports.queries import about_in_words
from games.rules.errors import RulesError

RUNNING = Q(kind__in=LASTING, ended=None)


def hidden_letters(user_id: int) -> Q:
    """Return the letters about measures that the user may not see."""
    return notices.kinds_of(Measure.objects.filter(judges.hidden_from(user_id)))


class MeasureAct(NamedTuple):
    """A page that asks before something is done to a measure: `act` does it, given the measure, who does it and what
    was filled in, and returns False if it was done already; `done` is what the history says of it."""

    title: Promise
    told: Promise
    form: type[forms.Form]
    done: str
    act: Callable[..., bool | None]
    said: Promise
    """What the moderator reads once it is done."""


ACTS = {
    "undo": MeasureAct(
        gettext_lazy("Take the measure back"),
        gettext_lazy("It ends now, and the player is told by email. Your name isn’t mentioned."),
        PlainForm,
        "taken back",
        measures.undo,
        gettext_lazy("The measure is taken back, and the player gets an email."),
    ),
    "second": MeasureAct(
        gettext_lazy("Close the account for good"),
        gettext_lazy(
            "You’re the second moderator. The account is closed immediately, and nobody can undo it. The player gets "
            "an email with the reason."
        ),
        ShownForm,
        "seconded",
        measures.second_closing,
        gettext_lazy("The account is closed, and its owner gets an email."),
    ),
    "judge": MeasureAct(
        gettext_lazy("Judge the answer"),
        gettext_lazy(
            "Read the reason and the answer. The player gets an email with your words, but not your name. If it "
            "was a slip, you can take the verdict back."
        ),
        VerdictForm,
        "judged",
        measures.judge,
        gettext_lazy("The answer is judged, and the player gets an email."),
    ),
    "unjudge": MeasureAct(
        gettext_lazy("Take the verdict back"),
        gettext_lazy(
            "The answer is then to be judged again. If it lifted the decision, the decision applies again until its "
            "term is over. The player is told by email. Only moderators read why: the history keeps it."
        ),
        UnjudgingForm,
        "verdict taken back",
        measures.unjudge,
        gettext_lazy("The verdict is taken back, and the player gets an email. The answer can be judged again."),
    ),
    "reword": MeasureAct(
        gettext_lazy("Reword the reason"),
        gettext_lazy(
            "The player reads these words from now on, for example without an insult that you quoted. Nobody gets an "
            "email. The history of the decision keeps the old words too."
        ),
        RewordingForm,
        "reworded",
        measures.reword,
        gettext_lazy("The reason is reworded."),
    ),
}
"""What can be done to a measure, by the name of the address."""
IN_CASES = ("reworded", "verdict taken back")
"""What the history of a case tells too, as the history says it of the measure."""
UNPROPOSE = ACTS["undo"]._replace(
    title=gettext_lazy("Take the proposal back"),
    told=gettext_lazy("The account stays open. The player isn’t told that somebody proposed to close it."),
    done="proposal taken back",
    said=gettext_lazy("The proposal is taken back. The account stays open."),
)
"""The same of a closing that no second moderator has confirmed: nothing has happened yet that could end."""


def act_of(name: str, measure: Measure) -> MeasureAct:
    """Return what can be done to a measure under this name of an address."""
    return UNPROPOSE if name == "undo" and measure.kind == Kind.CLOSE else ACTS[name]


class MeasureStateFilter(admin.SimpleListFilter):
    title = gettext_lazy("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return [
            ("running", gettext_lazy("running")),
            ("appealed", gettext_lazy("answer to judge")),
            ("over", gettext_lazy("no longer applies")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        in_time = Q(ends=None) | Q(ends__gt=timezone.now())
        which = {"running": RUNNING & in_time, "appealed": APPEALED, "over": ~(RUNNING & in_time)}
        return queryset.filter(which.get(self.value() or "", Q()))


class MeasureKindFilter(ColumnFilter):
    title = gettext_lazy("kind")
    parameter_name = "kind"
    field = "kind"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return list(Kind.choices)


@admin.register(Measure)
class MeasureAdmin(PeopleRowsAdmin):
    """What moderators have done about people, the newest first."""

    people: ClassVar = {"person", "by", "undone_by", "seconded_by", "judged_by"}
    list_display = ["begun", "person", "kind", "reason", "ends", "state", "by"]
    list_filter = [MeasureStateFilter, MeasureKindFilter, "begun"]
    list_select_related = ["person", "by", "undone_by", "judged_by"]
    search_help_text = BY_USER
    ordering = ["-begun", "-pk"]
    change_list_template = "admin/measures/measure/change_list.html"
    change_form_template = "admin/measures/measure/change_form.html"
    acts = history.ACTS
    words = history.WORDS
    fields = [
        *["person", "kind", "reason", "case", "begun", "ends", "state", "ended", "by", "undone_by", "seconded_by"],
        *["answered", "answer", "judged", "judged_by", "verdict", "verdict_words"],
    ]

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return the fields, without who confirmed what nobody has to confirm."""
        found = super().get_fields(request, obj)
        is_confirmed = obj is None or obj.kind == Kind.CLOSE
        return [field for field in found if is_confirmed or not field.startswith("seconded_by")]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Measure]:
        assert request.user.pk is not None
        return super().get_queryset(request).exclude(judges.hidden_from(request.user.pk))

    def sought(self, text: str) -> Q:
        return Q(person__in=people_called(text))

    def named(self, row: Measure) -> str:
        return f"{row.person}: {row.get_kind_display()}"

    @admin.display(description=gettext_lazy("state"))
    def state(self, measure: Measure) -> str:
        return words.became(measure, timezone.now()) or "–"

    @admin.display(description=gettext_lazy("report"))
    def case(self, measure: Measure) -> SafeString | str:
        if measure.report is None:
            return "–"
        url = reverse("admin:games_report_change", args=[measure.report_id])
        return format_html('<a href="{}">{}</a>', url, about_in_words(measure.report))

    @admin.display(description=gettext_lazy("player"))
    def person_profile(self, measure: Measure) -> SafeString | str:
        return profile_link(measure.person)

    @admin.display(description=gettext_lazy("moderator"))
    def by_profile(self, measure: Measure) -> SafeString | str:
        return profile_link(measure.by)

    @admin.display(description=gettext_lazy("taken back by"))
    def undone_by_profile(self, measure: Measure) -> SafeString | str:
        return profile_link(measure.undone_by)

    @admin.display(description=gettext_lazy("confirmed by"))
    def seconded_by_profile(self, measure: Measure) -> SafeString | str:
        return profile_link(measure.seconded_by)

    @admin.display(description=gettext_lazy("judged by"))
    def judged_by_profile(self, measure: Measure) -> SafeString | str:
        return profile_link(measure.judged_by)

    # --- what a moderator may do ---

    def get_urls(self) -> list[URLPattern]:
        ask = self.admin_site.admin_view(self.ask_view)
        own = [path("take/", self.admin_site.admin_view(self.take_view), name="measures_measure_take")]
        own += [path(f"<int:pk>/{name}/", ask, {"name": name}, name=f"measures_measure_{name}") for name in ACTS]
        return [*own, *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return super().changelist_view(request, {**(extra_context or {}), "may_decide": may_decide(request)})

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        measure = self.get_object(request, object_id)
        fitting = self._fitting(request, measure) if may_decide(request) else []
        links = [
            (reverse(f"admin:measures_measure_{name}", args=[measure.pk]), act_of(name, measure).title)
            for name in fitting
        ]
        context = {**(extra_context or {}), "links": links, "title": self.named(measure), "subtitle": ""}
        return super().change_view(request, object_id, form_url, context)

    def _fitting(self, request: HttpRequest, measure: Measure) -> list[str]:
        """Return the names of what the moderator can do to a measure now."""
        now = timezone.now()
        can = {
            "undo": measure.ended is None and (measure.ends is None or measure.ends > now),
            "second": measures.why_not_second(measure, _moderator(request)) is None,
            "judge": measures.why_not_judge(measure, _moderator(request)) is None,
            "unjudge": measures.why_not_unjudge(measure, _moderator(request)) is None,
            "reword": measures.why_not_reword(measure, _moderator(request)) is None,
        }
        return [name for name in ACTS if can[name]]

    def ask_view(self, request: HttpRequest, pk: int, name: str) -> HttpResponse:
        """Ask what a moderator means to do to a measure, and do it."""
        measure = self.get_queryset(request).filter(pk=pk).first()
        if measure is None:
            raise Http404
        if not may_decide(request):
            raise PermissionDenied
        asking = act_of(name, measure)
        start = {"reason": measure.reason, "seen": measures.as_shown(measure)}
        form = asking.form(request.POST if request.method == "POST" else None, initial=start)
        if not form.is_valid():
            return self._asking(request, measure, form, name, 422 if form.is_bound else 200)
        error = self._refused(request, measure, form, asking)
        if error is None:
            messages.success(request, str(asking.said))
            return redirect("admin:measures_measure_change", pk)
        messages.error(request, error.sentence.said(SiteVoice()))
        if not isinstance(error, judges.ChangedSince):
            return self._asking(request, measure, form, name, 422)
        measure.refresh_from_db()
        shown = asking.form({**request.POST.dict(), "seen": measures.as_shown(measure)})
        return self._asking(request, measure, shown, name, 409)

    def _asking(self, request: HttpRequest, measure: Measure, form: forms.Form, name: str, status: int) -> HttpResponse:
        """Return the page that asks, with the reason as it is now."""
        asking = act_of(name, measure)
        say_languages(form, measure.person)
        context = {**self.admin_site.each_context(request), "measure": measure, "form": form}
        context |= {"title": asking.title, "explanation": asking.told, "named": self.named(measure)}
        context["is_grave"] = name == "second"
        return render(request, "admin/measures/measure/ask.html", context, status=status)

    def _refused(
        self, request: HttpRequest, measure: Measure, form: forms.Form, asking: MeasureAct
    ) -> RulesError | None:
        """Do it and keep who did it; or return why not."""
        kept = [value for name, value in form.cleaned_data.items() if name != "seen"]
        try:
            with transaction.atomic():
                if asking.act(measure, _moderator(request), **form.cleaned_data) is False:
                    return None  # an earlier press has done it
                self._note(request, measure, [asking.done, *kept])
                if asking.done in IN_CASES and measure.report is not None:
                    self._note(request, measure.report, [asking.done, *kept])
        except RulesError as error:
            return error
        return None

    def _note(self, request: HttpRequest, measure: Model, said: list[str]) -> None:
        self.log_change(request, measure, " · ".join(filter(None, said)))

    # --- taking one ---

    def take_view(self, request: HttpRequest) -> HttpResponse:
        """Ask about whom, then what and why, then whether the moderator is sure."""
        if not may_decide(request):
            raise PermissionDenied
        given = WhomForm(request.GET or None)
        if not given.is_valid():
            return self._asked(request, "person", {"form": given}, 422 if given.is_bound else 200)
        person = given.cleaned_data["person"]
        report = self._report(request, given.cleaned_data["report"])
        why = judges.why_not(_moderator(request), person, report)
        if why is not None:
            given.add_error("person", why.said(SiteVoice()))
            return self._asked(request, "person", {"form": given}, 409)
        return self._take(request, person, report)

    def _report(self, request: HttpRequest, key: int | None) -> Report | None:
        """Return the report of this key. Raises Http404 for one that isn't there for the moderator."""
        if key is None:
            return None
        known = standing.uninvolving(_moderator(request).pk, Report.objects.all())
        found = known.filter(pk=number_in(str(key)) or 0).first()
        if found is None:
            raise Http404
        return found

    def _take(self, request: HttpRequest, person: User, report: Report | None) -> HttpResponse:
        form = MeasureForm(request.POST if request.method == "POST" else None, person=person)
        context: dict[str, Any] = {
            "form": form,
            "person": person,
            "language": language_named(person),
        }
        if not form.is_valid():
            return self._asked(request, "take", context, 422 if form.is_bound else 200)
        if "back" in request.POST:
            return self._asked(request, "take", context, 200)
        if "confirm" not in request.POST:
            return self._asked(request, "confirm", {**context, **self._summary(form, person)}, 200)
        key = presses.read(request.POST.get("press") or presses.new())
        if key is None:
            messages.error(request, _("This page is too old. Read it once more, then confirm."))
            return self._asked(request, "confirm", {**context, **self._summary(form, person)}, 409)
        given = form.cleaned_data
        planned = measures.Planned(given["kind"], given["reason"], given["term"], report)
        made = self._taken(request, person, key, planned, form)
        if made is None:
            return self._asked(request, "take", context, 409)
        is_proposed = made.kind == Kind.CLOSE
        done = _("It’s proposed. Another moderator must confirm it.")
        messages.success(request, done if is_proposed else _("It’s done, and the player gets an email."))
        return redirect("admin:measures_measure_change", made.pk)

    def _summary(self, form: MeasureForm, person: User) -> dict[str, Any]:
        """Return what the page that asks for the last time says."""
        given = form.cleaned_data
        planned = Measure(kind=given["kind"], ends=measures.end_of(given["kind"], given["term"], timezone.now()))
        return {
            "means": words.means(planned),
            "act": words.act(given["kind"], person.username, given["term"]),
            "given": given,
            "press": presses.new(),
            "lacks_language": form.lacks_language(),
            "is_proposed": given["kind"] == Kind.CLOSE,
            "is_grave": given["kind"] in GRAVE,
        }

    def _taken(
        self, request: HttpRequest, person: User, key: int, planned: measures.Planned, form: MeasureForm
    ) -> Measure | None:
        """Take the measure and keep who did it; or say why not."""
        try:
            with transaction.atomic():
                taken, is_new = measures.take_once(key, planned, person, _moderator(request))
                if is_new:
                    self._note(request, taken, ["taken", taken.kind, f"{planned.term or ''}", taken.reason])
        except RulesError as error:
            form.add_error(None, error.sentence.said(SiteVoice()))
            return None
        return taken

    def _asked(self, request: HttpRequest, page: str, context: dict[str, Any], status: int) -> HttpResponse:
        shown = {**self.admin_site.each_context(request), "title": _("Decide about a player"), **context}
        return render(request, f"admin/measures/measure/{page}.html", shown, status=status)


def _moderator(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def may_decide(request: HttpRequest) -> bool:
    """Say whether the user may take, undo and judge measures."""
    return request.user.has_perm(judges.MAY)
