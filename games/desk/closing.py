"""Closing a report from its case, in one go with what a feature does about the reported person."""

from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _, ngettext

from accounts.models import User
from games.core.models import ChatLine
from games.core.reading.voice import SiteVoice
from games.core.seams import desk as seam
from games.core.seams.desk import ClosingStep
from games.desk import operators
from games.desk.words import why_hidden
from games.reports import queries, services as reports
from games.reports.forms import ClosingForm
from games.reports.models import Report
from games.reports.services import NOT_NOTHING, UNTOLD
from games.rules.errors import RulesError
from games.rules.sentence import N_

VISIBLE = N_(
    "The reported message is still visible. Tick “Hide the reported message, too”, choose a measure, or choose another "
    "outcome."
)
DRAWN = {"csrfmiddlewaretoken", "words", "answer", "measure-reason", "confirm"}
"""What the page that asks for the last time doesn't keep as it was posted: it draws it, or has no use for it."""

TICKED = ("also", "idle")
"""Fields with several values."""


def form_of(request: HttpRequest, report: Report) -> ClosingForm:
    """Return the form in which the moderator decides, with what was kept of it."""
    assert isinstance(request.user, User)
    draft = seam.draft_of(request, report.pk)
    chosen = {name: values if name in TICKED else values[0] for name, values in draft.items() if values[0]}
    return ClosingForm(None, report=report, moderator=request.user, initial=chosen)


def steps_of(request: HttpRequest, report: Report) -> list[ClosingStep]:
    """Return what the moderator can do about the reported person."""
    return seam.closing_steps(request, report.reported, report.pk) if report.reported else []


def wanted(request: HttpRequest, report: Report) -> list[ClosingStep]:
    """Return the steps that were chosen, those included that can't be done."""
    return [step for step in steps_of(request, report) if not step.is_valid() or step.is_wanted()]


def fill_outcome(request: HttpRequest, report: Report, steps: list[ClosingStep]) -> None:
    """Choose the outcome for a moderator who has chosen only what to do about the account or the message."""
    hides = bool(request.POST.get("hides")) and report.line_id is not None
    if (steps or hides) and not request.POST.get("outcome"):
        filled = request.POST.copy()
        filled["outcome"] = Report.Outcome.ACCOUNT if steps else Report.Outcome.HIDDEN
        request.POST = filled  # type: ignore[assignment]  # as the framework's own tests do


def check(request: HttpRequest, form: ClosingForm, steps: list[ClosingStep]) -> dict[str, Any] | None:
    """Return what the page shows that asks for the last time; None if what was filled in can't be done, which the form
    then says, or a message."""
    if not form.is_valid() or is_untrue(steps, form) or not _may_take(request, form, steps):
        return None
    report = form.report
    kept = [(name, value) for name in request.POST if name not in DRAWN for value in request.POST.getlist(name)]
    number = form.count()
    acts = ", ".join(step.button() for step in steps)
    waits = any(step.waits() for step in steps)
    return {
        "steps": steps,
        "form": form,
        "kept": kept,
        "report": report,
        "about": queries.about_in_words(report),
        "outcome": Report.Outcome(form.cleaned_data["outcome"]).label,
        "waits": waits,
        "hides": form.hides_line(),
        "leaves_line": form.can_hide() and not form.hides_line(),
        "is_grave": any(step.is_grave() for step in steps),
        "button": acts if waits else _close_words(number).format(acts=acts, number=number),
        "title": _("Check what they will read"),
    }


def _may_take(request: HttpRequest, form: ClosingForm, steps: list[ClosingStep]) -> bool:
    """Say whether the steps can be taken and the report closed, or tell why not.

    The last button does it. Before that page is shown, all of it is tried and rolled back: it shows no fields with
    which a refusal could be answered.
    """
    with transaction.atomic():
        is_possible = _take_all(request, steps) is not None
        if is_possible and "confirm" not in request.POST and not any(step.waits() for step in steps):
            is_possible = hide_too(request, form) and _may_close(request, form)
        transaction.set_rollback(True)
    return is_possible


def _may_close(request: HttpRequest, form: ClosingForm) -> bool:
    try:
        reports.close_report(form.report.pk, form.moderator, **form.given())
    except RulesError as error:
        messages.error(request, error.sentence.said(SiteVoice()))
        return False
    return True


def hide_too(request: HttpRequest, form: ClosingForm) -> bool:
    """Hide the reported message if that was ticked, and keep who did it. Say why not, and return False, if it can't be
    done."""
    line = form.report.line
    if line is None or not form.hides_line():
        return True
    reason = request.POST.get(f"hide-{line.pk}", "") or why_hidden(form.report.reason, line.user)
    lines: Any = admin.site.get_model_admin(ChatLine)
    why_not = lines.hide_one(request, line.pk, reason)
    if why_not:
        messages.error(request, why_not)
    return not why_not


def is_untrue(steps: list[ClosingStep], form: ClosingForm) -> bool:
    """Say whether the outcome doesn't tell what was done, or will be; the form then says so."""
    outcome = form.cleaned_data.get("outcome")
    if steps and outcome in UNTOLD:
        form.add_error("outcome", _(NOT_NOTHING))
    elif outcome == Report.Outcome.PASSED and operators.may_be_told(form.report, form.moderator):
        form.add_error("outcome", _("The operators don’t know of this case yet. Press “Tell the operators” first."))
    elif not steps and outcome == Report.Outcome.ACCOUNT and _leaves_line(form):
        form.add_error("outcome", _(VISIBLE))
    return form.has_error("outcome")


def _leaves_line(form: ClosingForm) -> bool:
    """Say whether the reported message stays as it is, and no measure comes of this report, but of something else."""
    if not form.can_hide() or form.hides_line():
        return False
    acted = seam.acted(form.report.pk, form.moderator.pk)
    return acted.is_done and not acted.holds


def _close_words(number: int) -> str:
    return ngettext("{acts}, and close the report", "{acts}, and close {number} reports", number)


def is_gone(request: HttpRequest, report: Report) -> bool:
    """Say whether another press or another moderator was faster, and tell who did what."""
    assert isinstance(request.user, User)
    try:
        reports.require_open(report.pk, request.user)
    except RulesError as error:
        messages.error(request, error.sentence.said(SiteVoice()))
        return True
    return False


def take_steps(request: HttpRequest, report: Report, steps: list[ClosingStep]) -> list[str] | None:
    """Do what was chosen, and return what the moderator reads once that is committed; None if it can't be done, after
    saying why: first, whether the report is closed by now."""
    if steps and is_gone(request, report):
        return None
    return _take_all(request, steps)


def _take_all(request: HttpRequest, steps: list[ClosingStep]) -> list[str] | None:
    """Do what was chosen; None if it can't be done, after saying why."""
    for step in steps:
        if not step.is_valid():
            messages.error(request, step.refusal() or _("Choose the measure again: something was missing."))
            return None
    try:
        return [step.take() for step in steps]
    except RulesError as error:
        messages.error(request, error.sentence.said(SiteVoice()))
        return None
