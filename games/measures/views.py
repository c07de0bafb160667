"""What moderators have decided about the reader, and answering it."""

from django.contrib import messages
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.limits import limited
from accounts.request import SignedIn, asked_and_answered, number_in, signed_in_to_look, signed_in_to_post
from games.core.reading.access import NotYours
from games.core.reading.voice import SiteVoice
from games.measures import links, pages, services as measures, words
from games.measures.forms import AnswerForm
from games.measures.models import Measure
from games.rules.errors import RulesError


@signed_in_to_look
def decisions(request: SignedIn) -> HttpResponse:
    """Show the decisions about me, each with a form to answer while that is possible."""
    return _page(request)


def _page(request: SignedIn, key: int = 0, error: str = "", text: str = "", status: int = 200) -> HttpResponse:
    page = pages.own_decisions(request.user, request.GET.get("page"))
    context = {"page_obj": page, "decisions": page.object_list, "wrong": key, "error": error, "text": text}
    context["longest"] = measures.MAX_ANSWER
    return render(request, "measures/decisions.jinja", context, status=status)


@limited("answer")
@signed_in_to_post
def send_answer(request: SignedIn, key: str) -> HttpResponse:
    """Answer a decision about me, once."""
    measure = Measure.objects.told().filter(pk=number_in(key) or 0, person=request.user).first()
    if measure is None:
        raise NotYours
    form = AnswerForm(request.POST)
    text = request.POST.get("text", "")
    if not form.is_valid():
        return _page(request, measure.pk, str(form.errors["text"][0]), text, 422)
    try:
        measures.appeal(measure, request.user, form.cleaned_data["text"])
    except RulesError as error:
        return _page(request, measure.pk, error.sentence.said(SiteVoice()), text, error.status)
    messages.success(request, _("Thank you. Another moderator will read your answer, and we’ll tell you the outcome."))
    return redirect("decisions")


@limited("answer")
@asked_and_answered
def suspended(request: HttpRequest, token: str) -> HttpResponse:
    """Say to a suspended person why, until when and how to answer, and take the answer. The link says who it is."""
    try:
        measure = links.measure_of(token)
    except BadSignature:
        return render(request, "measures/suspended.jinja", {"state": "bad"}, status=404)
    if measure is None or not measure.runs(timezone.now()):
        state = "unknown" if measure is None else "over"
        return render(request, "measures/suspended.jinja", {"state": state, "decision": None})
    error, status = _answered(request, measure) if request.method == "POST" else ("", 200)
    if status == 302:
        return redirect("suspended", token)
    # The reader isn't signed in: the link alone says whose zone it is.
    with timezone.override(measure.person.zone):
        decision = pages.decision_shown(measure, timezone.now(), zoned=True)
    shown = {"decision": decision, "clocks": words.clocks(measure)}
    shown |= {"error": error, "text": request.POST.get("text", ""), "longest": measures.MAX_ANSWER}
    return render(request, "measures/suspended.jinja", {"state": "suspended", **shown}, status=status)


def _answered(request: HttpRequest, measure: Measure) -> tuple[str, int]:
    """Take an answer; why not and the status, or 302."""
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return str(form.errors["text"][0]), 422
    try:
        measures.appeal(measure, measure.person, form.cleaned_data["text"])
    except RulesError as error:
        return error.sentence.said(SiteVoice()), error.status
    messages.success(request, _("Thank you. Another moderator will read your answer, and we’ll tell you the outcome."))
    return "", 302
