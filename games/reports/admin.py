"""The queue of reports: moderators take them, hand them back or over, ask for opinions, close and reopen them.

Nobody finds a report that involves him, nor is it counted for him: `games.reports.services` says whom it does.
"""

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy

from accounts.admin_lists import ColumnFilter, people_called
from accounts.models import Outbox, User
from games.core.admin_rows import MatchRowsAdmin, match_link, moment, of_match, profile_link
from games.core.reading.voice import SiteVoice
from games.reports import opinions, services as reports
from games.reports.bells import NEW_REPORT, note_read
from games.reports.forms import (
    ClosingForm,
    HandingForm,
    JudgingForm,
    OpinionForm,
    QuestionForm,
    ReopeningForm,
    TakingForm,
)
from games.reports.models import Report
from games.reports.notices import DECISION, REPORT
from games.rules.errors import RulesError


def hidden_letters(user_id: int) -> Q:
    """Return the letters that would tell the user of reports that involve them.

    They would tell who has filed one, or that there was one. It makes no difference to whom a letter is addressed: the
    reader's own are in the mailbox. What tells other moderators that reports wait is there for nobody: one that did not
    go to the reader would be about a report that involves the reader.
    """
    to_others = Q(kind=NEW_REPORT) & ~Q(recipient=user_id)
    found = list(reports.involving(user_id).order_by().values_list("pk", "reporter", "reported"))
    if not found:
        return to_others
    recipients = {user for _, *both in found for user in both if user is not None}
    letters = Outbox.objects.filter(kind__in=(REPORT, DECISION), recipient__in=recipients)
    letters = letters.filter(payload__report__in=[pk for pk, *_ in found])
    return to_others | Q(pk__in=list(letters.values_list("pk", flat=True)))


class Asking(NamedTuple):
    """A page that asks before something is done to a report: `act` does it, given the report, who does it and what was
    filled in, and returns the reports that it has changed; `done` is what the history says of it."""

    title: Promise
    told: Promise
    done: str
    act: Callable[..., list[Report]]


class StateFilter(ColumnFilter):
    title = gettext_lazy("state")
    parameter_name = "state"
    field = "stands"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return list(Report.State.choices)


class OpinionFilter(admin.SimpleListFilter):
    title = gettext_lazy("second opinion")
    parameter_name = "opinion"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return [("asked", gettext_lazy("asked"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        asked = queryset.filter(stands=Report.State.TAKEN).exclude(question="")
        return asked if self.value() == "asked" else queryset


class AssigneeFilter(admin.SimpleListFilter):
    title = gettext_lazy("assignee")
    parameter_name = "assignee"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return [("me", gettext_lazy("me")), ("nobody", gettext_lazy("nobody")), ("others", gettext_lazy("others"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        mine = Q(assignee=request.user.pk)
        nobody = Q(assignee=None) | Q(stands=Report.State.OPEN)
        which = {"me": mine, "nobody": nobody, "others": ~nobody & ~mine}
        return queryset.filter(which.get(self.value() or "", Q()))


@admin.register(Report)
class ReportAdmin(MatchRowsAdmin):
    """What players have reported, the oldest first."""

    people: ClassVar = {"reported", "reporter", "holder"}
    list_display = ["created", "kind", "reason", "reported", "stands", "holder", "outcome"]
    list_filter = [StateFilter, AssigneeFilter, OpinionFilter, "kind", "created"]
    list_select_related = ["match", "reported", "assignee"]
    search_help_text = gettext_lazy(
        "A match id, or the full name or email address of the reporter or the reported player."
    )
    ordering = ["created"]
    change_form_template = "admin/games/report/change_form.html"
    fields = [
        *["created", "kind", "link", "line_link", "reported", "reporter", "reason", "text"],
        *["stands", "holder", "since", "question_asked", "opinion_list"],
        *["closed", "outcome", "words", "words_to_reported"],
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        assert request.user.pk is not None
        found = super().get_queryset(request).exclude(pk__in=reports.involving(request.user.pk).values("pk"))
        return reports.as_they_stand(found)

    @admin.display(description=gettext_lazy("reported player"))
    def reported_profile(self, report: Report) -> SafeString | str:
        return profile_link(report.reported)

    @admin.display(description=gettext_lazy("reporter"))
    def reporter_profile(self, report: Report) -> SafeString | str:
        return profile_link(report.reporter)

    @admin.display(description=gettext_lazy("assignee"))
    def holder_profile(self, report: Report) -> SafeString | str:
        return profile_link(holder_of(report))

    def sought(self, text: str) -> Q:
        people = people_called(text)
        return of_match(text) | Q(reporter__in=people) | Q(reported__in=people)

    @admin.display(description=gettext_lazy("state"), ordering="stands")
    def stands(self, report: Report) -> str:
        asked = [_("second opinion asked")] if asks(report) else []
        return " · ".join([str(reports.state_of(report).label), *asked])

    @admin.display(description=gettext_lazy("assignee"))
    def holder(self, report: Report) -> str:
        found = holder_of(report)
        return found.username if found else "–"

    @admin.display(description=gettext_lazy("taken"))
    def since(self, report: Report) -> str:
        return moment(report.taken if holder_of(report) else None)

    @admin.display(description=gettext_lazy("second opinion"))
    def question_asked(self, report: Report) -> str:
        """Show what the assignee asks, and whom."""
        if not asks(report):
            return "–"
        whom = report.asked_of.username if report.asked_of else _("anybody")
        return f"{whom}: {report.question}"

    @admin.display(description=gettext_lazy("opinions"))
    def opinion_list(self, report: Report) -> SafeString | str:
        rows = [(moment(each.created), each.author.username, each.text) for each in report.opinions.all()]
        return format_html_join("", "<p>{} · {}: {}</p>", rows) or "–"

    @admin.display(description=gettext_lazy("match"))
    def link(self, report: Report) -> SafeString | str:
        return match_link(report.match) if report.match else "–"

    @admin.display(description=gettext_lazy("chat message"))
    def line_link(self, report: Report) -> SafeString | str:
        if report.line is None:
            return "–"
        url = reverse("admin:games_chatline_change", args=[report.line.pk])
        return format_html('<a href="{}">{}</a>', url, report.line.text)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Return the queue; its reader has read what was told of it."""
        assert request.user.pk is not None
        note_read(request.user.pk)
        return super().changelist_view(request, extra_context)

    # --- what a moderator may do ---

    def get_urls(self) -> list[URLPattern]:
        own = [
            path(f"<int:pk>/{name}/", self.admin_site.admin_view(view), name=f"games_report_{name}")
            for name, view in self.acts().items()
        ]
        return [*own, *super().get_urls()]

    def acts(self) -> dict[str, Callable[..., HttpResponse]]:
        """Return the pages that ask before something is done to a report, by the last part of their address."""
        return {
            "take": self.take_view,
            "hand_back": self.hand_back_view,
            "hand_over": self.hand_over_view,
            "close": self.close_view,
            "reopen": self.reopen_view,
            "ask": self.ask_view,
            "opinion": self.opinion_view,
        }

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        report = self.get_object(request, object_id)
        context = {**(extra_context or {}), "may_judge": may_judge(request), "state": reports.state_of(report)}
        context |= {"is_mine": report.assignee_id == request.user.pk, "asks": asks(report)}
        return super().change_view(request, object_id, form_url, context)

    def take_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask, then take the report, with others like it."""
        told = gettext_lazy("Closing it is then up to you. Nobody else can take it until you hand it back.")
        asking = Asking(gettext_lazy("Take the report"), told, "taken", reports.take_report)
        return self._ask(request, pk, TakingForm, asking)

    def hand_back_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask, then put the report back into the queue."""
        told = gettext_lazy("The report is then open again, and any moderator can take it.")
        asking = Asking(gettext_lazy("Hand the report back"), told, "handed back", reports.hand_back)
        return self._ask(request, pk, JudgingForm, asking)

    def hand_over_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask to whom, then give the report to this moderator."""
        told = gettext_lazy("Closing it is then up to this moderator.")
        asking = Asking(gettext_lazy("Hand the report over"), told, "handed over", reports.hand_over)
        return self._ask(request, pk, HandingForm, asking)

    def close_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask for the outcome, then close the report, with others like it."""
        told = gettext_lazy(
            "First do what is needed: rule on the match, or hide the message. Closing the report then "
            "tells the reporter by email, and the reported player too if you write to them. Neither sees "
            "your name. If it was a slip, you can open the report again."
        )
        asking = Asking(gettext_lazy("Close the report"), told, "closed", reports.close_report)
        return self._ask(request, pk, ClosingForm, asking)

    def reopen_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask why, then open the report again."""
        told = gettext_lazy(
            "The report is then open, without its outcome. Nobody gets an email until it is closed again. The reporter "
            "then gets the new outcome. The history keeps the old one, and your reason."
        )
        asking = Asking(gettext_lazy("Open the report again"), told, "reopened", reports.reopen_report)
        return self._ask(request, pk, ReopeningForm, asking)

    def ask_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask what colleagues are to be asked, then ask them."""
        told = gettext_lazy(
            "The report stays yours. Colleagues read your question in the report, and can answer there."
        )
        asking = Asking(gettext_lazy("Ask for a second opinion"), told, "second opinion asked", opinions.ask_colleagues)
        return self._ask(request, pk, QuestionForm, asking)

    def opinion_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask what the moderator thinks, then keep it for the one who judges."""
        told = gettext_lazy("Only moderators read it, with your name. The report stays with the colleague who has it.")
        asking = Asking(gettext_lazy("Give your opinion"), told, "opinion", opinions.give)
        return self._ask(request, pk, OpinionForm, asking)

    def _ask(self, request: HttpRequest, pk: int, form_class: type[JudgingForm], asking: Asking) -> HttpResponse:
        """Ask what a moderator means to do with a report, and do it."""
        report = self.get_queryset(request).filter(pk=pk).first()
        if report is None:
            raise Http404
        if not may_judge(request):
            raise PermissionDenied
        assert isinstance(request.user, User)
        posted = request.POST if request.method == "POST" else None
        form = form_class(posted, report=report, moderator=request.user)
        if form.is_valid() and self._done(request, report, form, asking):
            return redirect("admin:games_report_change", pk)
        context = {**self.admin_site.each_context(request), "report": report, "form": form}
        context |= {"title": asking.title, "explanation": asking.told, "asks": asks(report)}
        return render(request, "admin/games/report/ask.html", context, status=422 if form.is_bound else 200)

    def _done(self, request: HttpRequest, report: Report, form: JudgingForm, asking: Asking) -> bool:
        """Do it and keep who did it; or say why not."""
        try:
            with transaction.atomic():
                for changed in asking.act(report.pk, request.user, **form.given()):
                    self.log_change(request, changed, " · ".join([asking.done, *form.kept()]))
        except RulesError as error:
            messages.error(request, error.sentence.said(SiteVoice()))
            return False
        return True


def may_judge(request: HttpRequest) -> bool:
    """Say whether the user may take and close reports."""
    return request.user.has_perm("games.change_report")


def holder_of(report: Report) -> User | None:
    """Return the moderator who has taken a report; None if it stands open."""
    return None if reports.state_of(report) == Report.State.OPEN else report.assignee


def asks(report: Report) -> bool:
    """Say whether the moderator who has taken a report asks for a second opinion."""
    return bool(report.question) and reports.state_of(report) == Report.State.TAKEN
