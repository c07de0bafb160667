"""The queue of reports: moderators take them, hand them back or over, ask for opinions, close and reopen them.

Nobody finds a report that involves him, nor is it counted for him: `games.reports.services` says whom it does.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _, gettext_lazy

from accounts.admin_lists import ColumnFilter, people_called
from accounts.models import Outbox, User
from games.core.admin_rows import MatchRowsAdmin, of_match
from games.core.reading.voice import SiteVoice
from games.reports import opinions, services as reports, standing
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
from games.reports.queries import about_in_words, who_asks
from games.rules.errors import RulesError


def hidden_letters(user_id: int) -> Q:
    """Return the letters that would tell the user of reports that involve them.

    They would tell who has filed one, or that there was one. It makes no difference to whom a letter is addressed: the
    reader's own are in the mailbox. What tells other moderators that reports wait is there for nobody: one that did not
    go to the reader would be about a report that involves the reader.
    """
    to_others = Q(kind=NEW_REPORT) & ~Q(recipient=user_id)
    found = list(standing.involving(user_id).order_by().values_list("pk", "reporter", "reported"))
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
    form: type[JudgingForm]
    done: str
    act: Callable[..., list[Report]]
    said: Promise
    """What the moderator reads once it is done."""


ACTS = {
    "take": Asking(
        gettext_lazy("Take the report"),
        gettext_lazy("Closing it is then up to you. Nobody else can take it until you hand it back."),
        TakingForm,
        "taken",
        reports.take_report,
        gettext_lazy("The report is yours now."),
    ),
    "hand_back": Asking(
        gettext_lazy("Hand the report back"),
        gettext_lazy("The report is then open again, and any moderator can take it."),
        JudgingForm,
        "handed back",
        reports.hand_back,
        gettext_lazy("The report is open again. Any moderator can take it."),
    ),
    "hand_over": Asking(
        gettext_lazy("Hand the report over"),
        gettext_lazy("Closing it is then up to this moderator."),
        HandingForm,
        "handed over",
        reports.hand_over,
        gettext_lazy("You’ve handed the report over. Your colleague gets an email."),
    ),
    "close": Asking(
        gettext_lazy("Close the report"),
        gettext_lazy(
            "First do what is needed: rule on the match, or hide the message. Closing the report then "
            "tells the reporter by email, and the reported player too if you write to them. Neither sees "
            "your name. If it was a slip, you can open the report again."
        ),
        ClosingForm,
        "closed",
        reports.close_report,
        gettext_lazy("The report is closed. The reporter gets an email."),
    ),
    "reopen": Asking(
        gettext_lazy("Open the report again"),
        gettext_lazy(
            "The report is then open, without its outcome. Nobody gets an email until it is closed again. The reporter "
            "then gets the new outcome. The history keeps the old one, and your reason."
        ),
        ReopeningForm,
        "reopened",
        reports.reopen_report,
        gettext_lazy("The report is open again, without its outcome."),
    ),
    "ask": Asking(
        gettext_lazy("Ask for a second opinion"),
        gettext_lazy("The report stays yours. Colleagues read your question in the report, and can answer there."),
        QuestionForm,
        "second opinion asked",
        opinions.ask_colleagues,
        gettext_lazy("You’ve asked for a second opinion."),
    ),
    "opinion": Asking(
        gettext_lazy("Give your opinion"),
        gettext_lazy("Only moderators read it, with your name. The report stays with the colleague who has it."),
        OpinionForm,
        "opinion",
        opinions.give,
        gettext_lazy("Your opinion is in the report."),
    ),
}
"""What can be done to a report, by the last part of the address."""
JUDGING = {"take", "close"}
"""What a moderator who plays with either side can't do."""
MOVES = {"handed back", "handed over"}
"""What takes a report away from a colleague who has it."""


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

    list_display = ["created", "kind", "reason", "reported", "stands", "holder", "outcome"]
    list_filter = [StateFilter, AssigneeFilter, OpinionFilter, "kind", "created"]
    list_select_related = ["match", "reported", "assignee", "asked_of"]
    search_help_text = gettext_lazy(
        "A match id, or the full name or email address of the reporter or the reported player."
    )
    ordering = ["created"]
    change_form_template = "admin/games/report/change_form.html"
    fields = ["created", "kind", "reason", "reported", "stands", "holder", "outcome"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        assert request.user.pk is not None
        return standing.as_they_stand(standing.uninvolving(request.user.pk, super().get_queryset(request)))

    def sought(self, text: str) -> Q:
        people = people_called(text)
        return of_match(text) | Q(reporter__in=people) | Q(reported__in=people)

    @admin.display(description=gettext_lazy("state"), ordering="stands")
    def stands(self, report: Report) -> str:
        asked = [_("second opinion asked")] if asks(report) else []
        return " · ".join([str(standing.state_of(report).label), *asked])

    @admin.display(description=gettext_lazy("assignee"))
    def holder(self, report: Report) -> str:
        found = holder_of(report)
        return found.username if found else "–"

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Return the queue; its reader has read what was told of it."""
        assert request.user.pk is not None
        note_read(request.user.pk)
        return super().changelist_view(request, extra_context)

    # --- what a moderator may do ---

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.act_view)
        own = [path(f"<int:pk>/{name}/", view, {"name": name}, name=f"games_report_{name}") for name in ACTS]
        return [*own, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        report = self.get_object(request, object_id)
        context = {**(extra_context or {}), "may_judge": may_judge(request), "state": standing.state_of(report)}
        context |= {"is_mine": report.assignee_id == request.user.pk, "asks": asks(report)}
        context["barred"] = why_barred(request, report)
        return super().change_view(request, object_id, form_url, context)

    def act_view(self, request: HttpRequest, pk: int, name: str) -> HttpResponse:
        """Ask what a moderator means to do with a report, and do it."""
        report = self.get_queryset(request).filter(pk=pk).first()
        if report is None:
            raise Http404
        if not may_judge(request):
            raise PermissionDenied
        assert isinstance(request.user, User)
        barred = why_barred(request, report) if name in JUDGING and request.method != "POST" else ""
        if barred:
            messages.error(request, barred)
            return redirect("admin:games_report_change", pk)
        asking = ACTS[name]
        posted = request.POST if request.method == "POST" else None
        form = asking.form(posted, report=report, moderator=request.user)
        if form.is_valid() and self._done(request, report, form, asking):
            messages.success(request, form.said() or str(asking.said))
            return redirect("admin:games_report_change", pk) if name != "close" else self._to_next(request, report)
        return self.asked(request, report, form, asking)

    def asked(
        self, request: HttpRequest, report: Report, form: JudgingForm, asking: Asking, **more: Any
    ) -> HttpResponse:
        """Return the page that asks, with what was wrong."""
        context = {**self.admin_site.each_context(request), "report": report, "form": form, **more}
        context |= {"title": asking.title, "explanation": asking.told, "about": about_in_words(report)}
        if asking.done in MOVES and is_of_colleague(report, request.user.pk):
            context["warning"] = _("{name} has this report, and gets an email if you go on.").format(
                name=report.assignee
            )
        context["asked"] = who_asks(report) if asks(report) else ""
        return render(request, "admin/games/report/ask.html", context, status=422 if form.is_bound else 200)

    def _to_next(self, request: HttpRequest, closed: Report) -> HttpResponse:
        """Lead on to the next report, with a way back to the one that is closed."""
        url = reverse("admin:games_report_change", args=[closed.pk])
        messages.info(request, format_html('<a href="{}">{}</a>', url, _("Look at the closed report again")))
        return lead_on(request, closed)

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


def lead_on(request: HttpRequest, report: Report) -> HttpResponse:
    """Lead on to the report after this one, or to the queue if there is none."""
    assert request.user.pk is not None
    following = standing.next_for(request.user.pk, report)
    if following is None:
        messages.info(request, _("No other case is open."))
        return redirect(reverse("admin:games_report_changelist") + "?state=open")
    return redirect("admin:games_report_change", following.pk)


def may_judge(request: HttpRequest) -> bool:
    """Say whether the user may take and close reports."""
    return request.user.has_perm("games.change_report")


def why_barred(request: HttpRequest, report: Report) -> str:
    """Return why a moderator who may read a report can't take or close it; empty if nothing is in the way."""
    assert isinstance(request.user, User)
    reason = standing.why_not_decide(report, request.user)
    return "" if reason is None else reason.said(SiteVoice())


def holder_of(report: Report) -> User | None:
    """Return the moderator who has taken a report; None if it stands open."""
    return None if standing.state_of(report) == Report.State.OPEN else report.assignee


def is_of_colleague(report: Report, user_id: int | None) -> bool:
    """Say whether another moderator has taken a report."""
    holder = holder_of(report)
    return holder is not None and holder.pk != user_id


def asks(report: Report) -> bool:
    """Say whether the moderator who has taken a report asks for a second opinion."""
    return bool(report.question) and standing.state_of(report) == Report.State.TAKEN
