"""Reporting something to the moderators, and what came of it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.request import SignedIn, signed_in_to_fill_in, signed_in_to_look
from games.core.pages.context import spread
from games.core.reading.voice import SiteVoice
from games.reports import filing, pages
from games.reports.forms import ReportForm
from games.rules.errors import RulesError


@signed_in_to_fill_in
def report(request: SignedIn, kind: str, key: str) -> HttpResponse:
    """Ask why something is reported, and report it; 404 for what the reader may not look at."""
    if request.user.is_guest:
        return _to_an_account(request)
    subject = filing.report_subject(request.user, kind, key)
    form = ReportForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = _filed(request, kind, key, form) if form.is_valid() else 422
        if status == 200:
            messages.success(request, _("Thank you. A moderator will look into it, and we’ll tell you the outcome."))
            return redirect("my_reports")
    context = {**spread(pages.report_question(subject)), "form": form}
    return render(request, "games/report.jinja", context, status=status)


def _to_an_account(request: SignedIn) -> HttpResponse:
    """Lead a guest who would report something to where a name and an address are chosen."""
    said = _(
        "You need an account to report someone. To get one, choose a name and enter your email address. "
        "You keep your matches."
    )
    messages.info(request, said)
    return redirect("keep")


def _filed(request: SignedIn, kind: str, key: str, form: ReportForm) -> int:
    """Report it: 200, or the status of why not, which the form then says."""
    try:
        filing.file(request.user, kind, key, form.cleaned_data["reason"], form.cleaned_data["text"])
    except RulesError as error:
        form.add_error(None, error.sentence.said(SiteVoice()))
        return error.status
    return 200


@signed_in_to_look
def my_reports(request: SignedIn) -> HttpResponse:
    """Return what I have reported, and what came of it."""
    page = pages.own_reports(request.user, request.GET.get("page"))
    context = {"page_obj": page, "reports": [pages.told(each) for each in page]}
    return render(request, "games/my_reports.jinja", context)
