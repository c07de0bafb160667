"""The queue of reports: moderators take them, hand them back and close them.

Nobody finds a report that involves him, nor is it counted for him: `games.reports.services` says whom it does.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from accounts.admin_lists import ColumnFilter, people_called
from accounts.models import Outbox, User
from games.core.admin_rows import MatchRowsAdmin, match_link, of_match, profile_link
from games.core.reading.voice import SiteVoice
from games.reports import services as reports
from games.reports.forms import ClosingForm, JudgingForm
from games.reports.models import Report
from games.reports.notices import DECISION, REPORT
from games.rules.errors import RulesError


def hidden_letters(user_id: int) -> Q:
    """Return the letters that would tell the user of reports that involve them.

    They would tell who has filed one, or that there was one. It makes no difference to whom a letter is addressed: the
    reader's own are in the mailbox.
    """
    found = list(reports.involving(user_id).order_by().values_list("pk", "reporter", "reported"))
    if not found:
        return Q(pk__in=[])
    recipients = {user for _, *both in found for user in both if user is not None}
    letters = Outbox.objects.filter(kind__in=(REPORT, DECISION), recipient__in=recipients)
    letters = letters.filter(payload__report__in=[pk for pk, *_ in found])
    return Q(pk__in=list(letters.values_list("pk", flat=True)))


class Asking(NamedTuple):
    """A page that asks before something is done to a report: `act` does it, given the report, who does it and what was
    filled in; `done` is what the history says of it."""

    title: Promise
    told: Promise
    done: str
    act: Callable[..., None]


class StateFilter(ColumnFilter):
    title = gettext_lazy("state")
    parameter_name = "state"
    field = "stands"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return list(Report.State.choices)


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


PEOPLE = {"reported", "reporter", "holder"}


@admin.register(Report)
class ReportAdmin(MatchRowsAdmin):
    """What players have reported, the oldest first."""

    list_display = ["created", "kind", "reason", "reported", "stands", "holder", "outcome"]
    list_filter = [StateFilter, AssigneeFilter, "kind", "created"]
    list_select_related = ["match", "reported", "assignee"]
    search_help_text = gettext_lazy(
        "A match id, or the full name or email address of the reporter or the reported player."
    )
    ordering = ["created"]
    change_form_template = "admin/games/report/change_form.html"
    fields = [
        *["created", "kind", "link", "line_link", "reported", "reporter", "reason", "text"],
        *["stands", "holder", "since", "closed", "outcome", "words", "words_to_reported"],
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        assert request.user.pk is not None
        found = super().get_queryset(request).exclude(pk__in=reports.involving(request.user.pk).values("pk"))
        return reports.as_they_stand(found)

    def get_fields(self, request: HttpRequest, obj: Report | None = None) -> list[Any]:
        """Return the fields to show; names lead to profiles if the moderator may not look at users.

        Django's own links would lead to the pages of these users.
        """
        if request.user.has_perm("accounts.view_user"):
            return self.fields
        return [f"{field}_profile" if field in PEOPLE else field for field in self.fields]

    @admin.display(description=gettext_lazy("reported player"))
    def reported_profile(self, report: Report) -> SafeString | str:
        return profile_link(report.reported)

    @admin.display(description=gettext_lazy("reporter"))
    def reporter_profile(self, report: Report) -> SafeString | str:
        return profile_link(report.reporter)

    @admin.display(description=gettext_lazy("assignee"))
    def holder_profile(self, report: Report) -> SafeString | str:
        return profile_link(self.holder(report))

    def sought(self, text: str) -> Q:
        people = people_called(text)
        return of_match(text) | Q(reporter__in=people) | Q(reported__in=people)

    @admin.display(description=gettext_lazy("state"), ordering="stands")
    def stands(self, report: Report) -> str:
        return str(reports.state_of(report).label)

    @admin.display(description=gettext_lazy("assignee"))
    def holder(self, report: Report) -> User | None:
        return None if reports.state_of(report) == Report.State.OPEN else report.assignee

    @admin.display(description=gettext_lazy("taken"))
    def since(self, report: Report) -> datetime | None:
        return None if reports.state_of(report) == Report.State.OPEN else report.taken

    @admin.display(description=gettext_lazy("match"))
    def link(self, report: Report) -> SafeString | str:
        return match_link(report.match) if report.match else "–"

    @admin.display(description=gettext_lazy("chat message"))
    def line_link(self, report: Report) -> SafeString | str:
        if report.line is None:
            return "–"
        url = reverse("admin:games_chatline_change", args=[report.line.pk])
        return format_html('<a href="{}">{}</a>', url, report.line.text)

    # --- what a moderator may do ---

    def get_urls(self) -> list[URLPattern]:
        asking = {"take": self.take_view, "hand_back": self.hand_back_view, "close": self.close_view}
        own = [
            path(f"<int:pk>/{name}/", self.admin_site.admin_view(view), name=f"games_report_{name}")
            for name, view in asking.items()
        ]
        return [*own, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        report = self.get_object(request, object_id)
        context = {**(extra_context or {}), "may_judge": may_judge(request), "state": reports.state_of(report)}
        context["is_mine"] = report.assignee_id == request.user.pk
        return super().change_view(request, object_id, form_url, context)

    def take_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask, then take the report."""
        told = gettext_lazy("Closing it is then up to you. Nobody else can take it until you hand it back.")
        asking = Asking(gettext_lazy("Take the report"), told, "taken", reports.take_report)
        return self._ask(request, pk, JudgingForm, asking)

    def hand_back_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask, then put the report back into the queue."""
        told = gettext_lazy("The report is then open again, and any moderator can take it.")
        return self._ask(
            request,
            pk,
            JudgingForm,
            Asking(gettext_lazy("Hand the report back"), told, "handed back", reports.hand_back),
        )

    def close_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask for the outcome, then close the report."""
        told = gettext_lazy(
            "First do what is needed: rule on the match, or hide the message. Closing the report then "
            "tells the reporter by email, and the reported player too if you write to them. Neither sees "
            "your name. You can’t reopen a closed report."
        )
        asking = Asking(gettext_lazy("Close the report"), told, "closed", reports.close_report)
        return self._ask(request, pk, ClosingForm, asking)

    def _ask(self, request: HttpRequest, pk: int, form_class: type[JudgingForm], asking: Asking) -> HttpResponse:
        """Ask what a moderator means to do with a report, and do it."""
        report = self.get_queryset(request).filter(pk=pk).first()
        if report is None:
            raise Http404
        if not may_judge(request):
            raise PermissionDenied
        form = form_class(request.POST if request.method == "POST" else None, report=report)
        if form.is_valid() and self._done(request, report, form, asking):
            return redirect("admin:games_report_change", pk)
        context = {**self.admin_site.each_context(request), "report": report, "form": form}
        context |= {"title": asking.title, "explanation": asking.told}
        return render(request, "admin/games/report/ask.html", context, status=422 if form.is_bound else 200)

    def _done(self, request: HttpRequest, report: Report, form: forms.Form, asking: Asking) -> bool:
        """Do it and keep who did it; or say why not."""
        try:
            with transaction.atomic():
                asking.act(report.pk, request.user, **form.cleaned_data)
                self.log_change(request, report, " · ".join(filter(None, [asking.done, *form.cleaned_data.values()])))
        except RulesError as error:
            messages.error(request, error.sentence.said(SiteVoice()))
            return False
        return True


def may_judge(request: HttpRequest) -> bool:
    """Say whether the user may take and close reports."""
    return request.user.has_perm("games.change_report")
