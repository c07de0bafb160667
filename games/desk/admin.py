"""The desk of moderators: cases, people, and the log of what moderators have looked at and done."""

from datetime import date
from typing import Any, NoReturn

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy

from accounts.admin import ReadOnlyAdmin
from accounts.admin_lists import BY_USER, people_beginning, people_called
from accounts.characters import require_text
from accounts.fields import TextField
from accounts.history import SaidActs
from accounts.models import User
from games.core.admin_rows import left_name
from games.core.models import ChatLine
from games.core.reading.voice import SiteVoice
from games.core.seams import desk as seam
from games.desk import case, closing, figures, history, operators, people as persons, services as desk
from games.desk.models import OpenedPage, Person, Week
from games.reports import queries, services as reports, standing
from games.reports.admin import ACTS, Asking, ReportAdmin, lead_on, may_judge, why_barred
from games.reports.forms import ClosingForm, JudgingForm, SinceField
from games.reports.models import Report
from games.rules.errors import RulesError


class NoteForm(forms.Form):
    """What a moderator writes for the others."""

    text = TextField(
        label=gettext_lazy("A note for the other moderators"),
        max_length=desk.MAX_NOTE,
        validators=[require_text],
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"}),
        help_text=gettext_lazy("Nobody else reads it. Moderators who are involved don’t see it."),
    )
    since = SinceField()


class OperatorsForm(forms.Form):
    """Why the operators of the site should look at a case."""

    why = TextField(
        label=gettext_lazy("What an operator should know or do"),
        max_length=desk.MAX_NOTE,
        validators=[require_text],
        widget=forms.Textarea(attrs={"rows": 4, "class": "vLargeTextField"}),
        help_text=gettext_lazy("It becomes a note in the case. The email doesn’t quote it."),
    )


admin.site.unregister(Report)


@admin.register(Report)
class CaseAdmin(ReportAdmin):
    """The queue of reports, and each of them with everything that a moderator needs to judge it."""

    change_form_template = "admin/desk/case.html"
    acts = history.ACTS_IN_CASES
    words = history.OUTCOMES

    def named(self, row: Report) -> str:
        return queries.about_in_words(row)

    def get_urls(self) -> list[URLPattern]:
        own = {"note": self.note_view, "operators": self.operators_view, "hide": self.hide_view, "skip": self.skip_view}
        found = [
            path(f"<int:pk>/{name}/", self.admin_site.admin_view(view), name=f"games_report_{name}")
            for name, view in own.items()
        ]
        return [*found, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        report = self.get_object(request, object_id)
        assert isinstance(request.user, User)
        found = case.case_of(report, request.user)
        context = {"case": found, "title": found.title, "subtitle": "", "note_form": NoteForm()}
        context |= {
            "reporter": person_link(request, report.reporter),
            "reported": person_link(request, report.reported),
            "players": players_of(request, found.board),
            "may_hide": request.user.has_perm("games.change_chatline"),
            "here": reverse("admin:games_report_change", args=[report.pk]),
            "parts": seam.parts_of_person(request, report.reported, report.pk) if report.reported else [],
        }
        context |= self._operators(request, report)
        context |= self._deciding(request, report)
        context["choosing"] = context["may_hide"] and "closing" in context and found.can_choose
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **context})

    def _operators(self, request: HttpRequest, report: Report) -> dict[str, Any]:
        """Return whether the moderator can tell the operators, or how else to reach them if none can look at it."""
        assert isinstance(request.user, User)
        if not may_judge(request) or request.user.is_superuser or report.closed is not None:
            return {}
        reason = operators.why_not_tell(report, request.user)
        if reason is None or operators.notes_to_operators(report).exists():
            return {"may_tell_operators": reason is None}
        return {"no_operators": reason.said(SiteVoice())}

    def _deciding(self, request: HttpRequest, report: Report) -> dict[str, Any]:
        """Return the fields with which the moderator decides, if nobody else has the report."""
        assert isinstance(request.user, User)
        state = standing.state_of(report)
        is_mine = state == Report.State.TAKEN and report.assignee_id == request.user.pk
        if not may_judge(request) or not (is_mine or state == Report.State.OPEN):
            return {}
        if barred := why_barred(request, report):
            return {"why_undecided": barred}
        found: dict[str, Any] = {
            "closing": closing.form_of(request, report),
            "steps": closing.steps_of(request, report),
        }
        seam.forget_draft(request, report.pk)
        return found

    def act_view(self, request: HttpRequest, pk: int, name: str) -> HttpResponse:
        """Ask what a moderator means to do, and do it. A measure is shown once more before it is taken."""
        if name != "close" or request.method != "POST" or not may_judge(request):
            return super().act_view(request, pk, name)
        report = self._seen(request, pk)
        if closing.is_gone(request, report):
            return redirect("admin:games_report_change", pk)
        steps = closing.wanted(request, report)
        closing.fill_outcome(request, report, steps)
        return self._closing(request, report, steps) if steps else super().act_view(request, pk, name)

    def _closing(self, request: HttpRequest, report: Report, steps: list[seam.ClosingStep]) -> HttpResponse:
        """Ask for the last time, or do it: close a report with what was chosen about the reported person."""
        assert isinstance(request.user, User)
        form = ClosingForm(request.POST, report=report, moderator=request.user)
        shown = closing.check(request, form, steps)
        if shown is not None and "confirm" not in request.POST:
            return self._checked(request, shown)
        if shown is not None and not shown["waits"]:
            return super().act_view(request, report.pk, "close")
        if shown is not None and self._proposed(request, form, steps):
            return redirect("admin:games_report_change", report.pk)
        return self.asked(request, report, form, ACTS["close"])

    def _checked(self, request: HttpRequest, shown: dict[str, Any]) -> HttpResponse:
        """Return the page that asks for the last time."""
        return render(request, "admin/desk/check.html", {**self.admin_site.each_context(request), **shown})

    def asked(
        self, request: HttpRequest, report: Report, form: JudgingForm, asking: Asking, **more: Any
    ) -> HttpResponse:
        """Ask with all that was filled in, also what was chosen about the reported person, and its reason."""
        if not isinstance(form, ClosingForm):
            return super().asked(request, report, form, asking, **more)
        return super().asked(request, report, form, asking, steps=closing.steps_of(request, report))

    def _proposed(self, request: HttpRequest, form: ClosingForm, steps: list[seam.ClosingStep]) -> bool:
        """Do what another moderator must confirm. Until then the report is the moderator's, and nobody is told."""
        report = form.report
        with transaction.atomic():
            told = closing.take_steps(request, report, steps) if self._has_taken(request, report) else None
            if told is None or not closing.hide_too(request, form):
                transaction.set_rollback(True)
                return False
        say_done(request, told)
        messages.info(request, _("The report stays yours. Close it once another moderator has decided."))
        return True

    def _has_taken(self, request: HttpRequest, report: Report) -> bool:
        """Have the moderator take the report, if he hasn't; or say why not."""
        assert isinstance(request.user, User)
        if standing.state_of(report) == Report.State.TAKEN and report.assignee_id == request.user.pk:
            return True
        try:
            for changed in reports.take_report(report.pk, request.user):
                self.log_change(request, changed, "taken")
        except RulesError as error:
            messages.error(request, error.sentence.said(SiteVoice()))
            return False
        return True

    def _done(self, request: HttpRequest, report: Report, form: JudgingForm, asking: Asking) -> bool:
        """Do it, with what was chosen about the reported person: all of it, or nothing."""
        steps = closing.wanted(request, report) if isinstance(form, ClosingForm) else []
        if isinstance(form, ClosingForm) and closing.is_untrue(steps, form):
            return False
        with transaction.atomic():
            told = closing.take_steps(request, report, steps)
            is_hidden = told is not None and (not isinstance(form, ClosingForm) or closing.hide_too(request, form))
            if told is None or not is_hidden or not super()._done(request, report, form, asking):
                transaction.set_rollback(True)
                return False
        say_done(request, told)
        return True

    def note_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Write a note in the case."""
        report = self._seen(request, pk)
        if not may_judge(request):
            raise PermissionDenied
        if write_note(request, report):
            self.log_change(request, report, "note")
        return redirect("admin:games_report_change", pk)

    def hide_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Hide a message of the case, or all that are chosen, and keep what was filled in: it's one form."""
        self._seen(request, pk)
        if not may_judge(request):
            raise PermissionDenied
        case_url = reverse("admin:games_report_change", args=[pk])
        if request.method != "POST":
            return redirect(case_url)
        seam.keep_draft(request, pk)
        lines: Any = self.admin_site.get_model_admin(ChatLine)
        lines.hide_each(request, case.chosen_lines(request.POST), case.why_chosen(request.POST))
        return redirect(case_url)

    def skip_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Lead on to the next case."""
        report = self._seen(request, pk)
        return lead_on(request, report)

    def operators_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask what the operators are to know of the case, and tell them."""
        report = self._seen(request, pk)
        if not may_judge(request):
            raise PermissionDenied
        assert isinstance(request.user, User)
        reason = operators.why_not_tell(report, request.user)
        if reason is not None and request.method != "POST":
            messages.error(request, reason.said(SiteVoice()))
            return redirect("admin:games_report_change", pk)
        form = OperatorsForm(request.POST if request.method == "POST" else None)
        if form.is_valid() and self._told(request, report, form.cleaned_data["why"]):
            return redirect("admin:games_report_change", pk)
        explanation = _(
            "For what no moderator can do: a fault of the site, a question of law, a name that must be changed. The "
            "operators get an email that leads to this case, and read your reason here. The case stays where it is."
        )
        context = {**self.admin_site.each_context(request), "report": report, "form": form}
        context["about"] = queries.about_in_words(report)
        context |= {"title": _("Tell the operators"), "explanation": explanation}
        return render(request, "admin/games/report/ask.html", context, status=422 if form.is_bound else 200)

    def _told(self, request: HttpRequest, report: Report, why: str) -> bool:
        """Tell the operators and keep who did it; or say why not."""
        assert isinstance(request.user, User)
        try:
            with transaction.atomic():
                operators.tell_operators(report.pk, request.user, why)
                self.log_change(request, report, f"operators told · {why}")
        except RulesError as error:
            messages.error(request, error.sentence.said(SiteVoice()))
            return False
        messages.success(request, _("The operators get an email."))
        return True

    def _seen(self, request: HttpRequest, pk: int) -> Report:
        """Return a report that the moderator may see. Raises Http404 and PermissionDenied."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        report: Report | None = self.get_queryset(request).filter(pk=pk).first()
        if report is None:
            raise Http404
        return report


def person_link(request: HttpRequest, person: User | None) -> SafeString | str:
    """Return a link to the page of a person at the desk, also of one who left; the name alone of the reader
    and of the computer, who have none."""
    if person is None or person.pk == request.user.pk or person.is_bot:
        return person.username if person else ""
    name = left_name(person) if person.left else person.username
    return format_html('<a href="{}">{}</a>', reverse("admin:desk_person_change", args=[person.pk]), name)


def players_of(request: HttpRequest, board: case.SeenBoard | None) -> SafeString:
    """Return who plays the match of a case, each with a link to the page at the desk."""
    if board is None:
        return SafeString("")
    seats = board.match.seats.select_related("user")
    return format_html_join(", ", "{}", ((person_link(request, seat.user),) for seat in seats))


def say_done(request: HttpRequest, told: list[str]) -> None:
    """Say what was done, once it is committed."""
    for each in told:
        messages.success(request, each)


def write_note(request: HttpRequest, about: Report | User) -> bool:
    """Write what was posted as a note, or say why not; whether it wasn't there yet."""
    assert isinstance(request.user, User)
    form = NoteForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        for told in form.errors.get("text", []):
            messages.error(request, str(told))
        return False
    try:
        is_new = desk.write_once(about, request.user, form.cleaned_data["text"], form.cleaned_data["since"])
    except RulesError as error:
        messages.error(request, error.sentence.said(SiteVoice()))
        return False
    messages.success(request, _("Note saved."))
    return is_new


@admin.register(Person)
class PersonAtDeskAdmin(ReadOnlyAdmin):
    """People as moderators may look at them: no address, no password, no preferences."""

    list_display = ["username", "joined", "visited", "standing"]
    list_filter = ["is_active"]
    search_help_text = gettext_lazy("Enter the first letters of a name, or a full email address.")
    ordering = ["username"]
    acts = history.ACTS_ABOUT_PEOPLE

    def get_queryset(self, request: HttpRequest) -> QuerySet[Person]:
        found: QuerySet[Person] = super().get_queryset(request).filter(is_bot=False)
        return found

    def sought(self, text: str) -> Q:
        return people_beginning(text)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Person:
        """Return a person other than the reader, whose history would tell who has written notes. Raises Http404."""
        person: Person = super().get_object(request, object_id, from_field)
        if person.pk == request.user.pk:
            raise Http404
        return person

    @admin.display(description=gettext_lazy("joined"))
    def joined(self, person: Person) -> date:
        return persons.joined(person)

    @admin.display(description=gettext_lazy("last signed in"))
    def visited(self, person: Person) -> date | None:
        """Return the day, which is enough: hours would be a record of presence."""
        return persons.visited(person)

    @admin.display(description=gettext_lazy("account"))
    def standing(self, person: Person) -> str:
        return persons.account_state(person)

    def get_urls(self) -> list[URLPattern]:
        own = {"note": self.note_view, "chat": self.chat_view}
        found = [
            path(f"<int:pk>/{name}/", self.admin_site.admin_view(view), name=f"desk_person_{name}")
            for name, view in own.items()
        ]
        return [*found, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        person = self._seen(request, object_id)
        if request.method == "POST":
            raise PermissionDenied
        return self._page(request, person, ChatSearchForm())

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show what moderators did about the person, but of no note that the reader may not read."""
        response = super().history_view(request, object_id, extra_context)
        assert isinstance(request.user, User)
        context = getattr(response, "context_data", None)
        if context:
            known = desk.acts_about_person(context["object"], request.user, context["action_list"])
            context["acts"] = [(act.action_time, self.said(act)) for act in known]
        return response

    def note_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Write a note about the person."""
        person = self._seen(request, pk)
        if not may_judge(request):
            raise PermissionDenied
        if write_note(request, person):
            self.log_change(request, person, "note")
        return redirect("admin:desk_person_change", pk)

    def chat_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show what the person has written with certain words, to a moderator who says why."""
        person = self._seen(request, pk)
        form = ChatSearchForm(request.POST if request.method == "POST" else None)
        if not form.is_valid():
            for field in form:
                for told in field.errors:
                    messages.error(request, f"{field.label}: {told}")
            return redirect("admin:desk_person_change", pk)
        given = form.cleaned_data
        request.looked_why = f"{given['words']}: {given['why']}"  # type: ignore[attr-defined]
        return self._page(request, person, form, found=persons.lines_with(person, given["words"], request))

    def _page(self, request: HttpRequest, person: Person, form: "ChatSearchForm", **found: Any) -> HttpResponse:
        context = {"known": persons.known_of(person, request), "note_form": NoteForm(), "search_form": form}
        context["parts"] = seam.parts_of_person(request, person)
        context |= {"title": person.username, "opts": self.opts, "original": person, "has_view_permission": True}
        return render(request, "admin/desk/person.html", {**self.admin_site.each_context(request), **context, **found})

    def _seen(self, request: HttpRequest, key: int | str) -> Person:
        """Return a person other than the reader. Raises Http404 and PermissionDenied."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        return self.get_object(request, str(key))


class ChatSearchForm(forms.Form):
    """Which words are looked for in what somebody has written, and why."""

    words = TextField(label=gettext_lazy("Words"), max_length=100, validators=[require_text])
    why = TextField(
        label=gettext_lazy("Why you’re searching"),
        max_length=150,
        validators=[require_text],
        help_text=gettext_lazy("The operators read it."),
    )


@admin.register(OpenedPage)
class OpenedPageAdmin(ReadOnlyAdmin):
    """Which pages of the admin were opened, by whom and when: for operators."""

    list_display = ["at", "by", "page", "why", "status"]
    list_select_related = ["by"]
    search_help_text = BY_USER
    ordering = ["-pk"]
    fields = ["at", "by", "page", "why", "status"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        assert isinstance(request.user, User)
        return desk.looks_for(request.user)

    def sought(self, text: str) -> Q:
        return Q(by__in=people_called(text))


@admin.register(LogEntry)
class DoneAdmin(ReadOnlyAdmin):
    """What was done in the admin, by whom and when: for operators."""

    list_display = ["action_time", "user", "content_type", "object_repr", "what"]
    list_select_related = ["user", "content_type"]
    search_help_text = BY_USER
    ordering = ["-pk"]
    fields = ["action_time", "user", "content_type", "object_repr", "what"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return what was done, but not to reports that involve the reader."""
        assert request.user.pk is not None
        involving = [str(pk) for pk in standing.involving(request.user.pk).order_by().values_list("pk", flat=True)]
        hidden = Q(content_type=ContentType.objects.get_for_model(Report), object_id__in=involving)
        hidden |= Q(
            content_type=ContentType.objects.get_for_model(Person, for_concrete_model=False),
            object_id=f"{request.user.pk}",
        )
        return super().get_queryset(request).exclude(hidden & ~Q(user=request.user.pk))

    def sought(self, text: str) -> Q:
        return Q(user__in=people_called(text))

    @admin.display(description=gettext_lazy("what was done"))
    def what(self, entry: LogEntry) -> str:
        model = entry.content_type and entry.content_type.model_class()
        shown = admin.site._registry.get(model) if model else None
        return shown.said(entry) if isinstance(shown, SaidActs) else entry.get_change_message()


@admin.register(Week)
class WeekAdmin(ReadOnlyAdmin):
    """The figures of the site, week by week: one page, whose rows have none of their own."""

    change_list_template = "admin/desk/weeks.html"
    list_display_links = None
    ordering = ["-begins"]

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> NoReturn:
        """Refuse every request for a single row.

        Raises: `Http404`, always.
        """
        raise Http404

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        assert isinstance(request.user, User)
        rows = figures.recent_weeks(request.user)
        context = {"title": _("Figures of the site"), "weeks": rows, "charts": figures.weekly_charts(rows)}
        context["columns"] = list(figures.figure_titles().values())
        return super().changelist_view(request, {**(extra_context or {}), **context})
